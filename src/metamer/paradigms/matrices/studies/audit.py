"""What the candidates give away to learners that see no context (App. Table 9)."""

from __future__ import annotations

from metamer.core.registry import learner, study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.audit import Audit, AuditTable
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import remarks
from metamer.paradigms.matrices.studies.scales import network
from metamer.reports.contrasts import BeyondChance
from metamer.reports.tables import Means

UNITS = {"demo": 2, "small": 5, "paper": 3}
TRAINING_FREE = ("blind-medoid", "blind-majority", "blind-minority", "blind-unique")

MEASURES = (
    "test_accuracy",
    "blind_advantage",
    "accuracy_by_triples",
    "taught_accuracy",
)


def _paradigm(scale: Scale) -> Matrices:
    size, asked = {
        "demo": (1000, 500),
        "small": (20_000, 4000),
        "paper": (1_200_000, 20_000),
    }[scale]
    return Matrices(
        foils=("exchangeable", "pgm"),
        mixture="uniform",
        sizes=(size,),
        asked=asked,
        again=min(asked, 1000),
    )


def _learners(scale: Scale) -> tuple[Learner, ...]:
    solvers = tuple(learner(name)() for name in TRAINING_FREE)
    if scale == "demo":
        return solvers
    return (*solvers, network(scale, "matrix-resnet", blind=True))


@study.add("matrices-audit")
def audit(scale: Scale = "small") -> Study:
    """Can the answer be found from the candidates alone (ours; App. Table 9)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=_learners(scale),
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-audit",
        title="What the candidates give away",
        question="A learner that sees the eight candidates and not the matrix cannot know "
        "the rule. Do votes among the candidates, or a network trained on them alone, find "
        "the answer more often than once in eight?",
        findings=(BeyondChance(CHANCE, by="foils"),),
        reproduces="barrett2018, App. Table 9",
        printed="A ResNet-50 that sees the candidates alone is right on 22.4 % of neutral "
        "test items, where guessing gives 12.5 %.",
        figures=(
            Audit(
                "Without the context",
                "Share of right answers of learners that see the candidates only, on all "
                "test items and by number of triples, with 95 % Wilson intervals over "
                "items. Dashed line: 1/8. A learner to the right of it has found a "
                "shortcut. Exchangeable and pgm: two ways of making foils, the wrong "
                "candidates; a triple is a rule: an object, its attribute, a relation.",
            ),
            AuditTable(
                "The audit in numbers",
                "Share of right answers with its 95 % Wilson interval over items. The "
                "verdict is about all items: at chance if the interval holds 1/8; it "
                "names numbers of triples that are more than three standard errors from "
                "1/8 all the same. p: the score test for all items, from which Wilson's "
                "interval follows. Below: values published by others, or found by us on "
                "other items.",
                literature.shortcuts(),
            ),
            Means(
                ("blind_advantage", "taught_accuracy"),
                "Beyond chance, and memorised items",
                "Means over units, with the half width of their 95 % intervals. A network "
                "without the context can still memorise its training items.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], *REMARKS),
    )


OWN = {
    "demo": (
        "No network at this scale, because it would take a minute; `--scale small` has "
        "one.",
    ),
    "small": (),
    "paper": (),
}
REMARKS = (
    "Each number of triples is equally frequent here, so that there are enough items of "
    "each; in PGM two thirds of the items have one triple.",
    "`exchangeable` foils: answer and foils come from one distribution, so that nothing in "
    "the candidates tells them apart. `pgm` foils are made as the released items suggest: "
    "each breaks some of the triples and keeps the others, so that the most frequent "
    "values are those of the answer.",
    "The paper's network sees raw pixels and finds little of this (22.4 %).",
    "To audit a folder of PGM or RAVEN files: `metamer run matrices-audit --set "
    'paradigm.folder=PATH --set \'learners=[{name="blind-medoid"}, '
    '{name="blind-unique"}]\'`. Votes need symbols, and such files have only pixels.',
)
