"""From 64 items to fifty million (Fig. 12)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.accuracy import AccuracyBySize
from metamer.paradigms.pointers.findings import RuleBySize
from metamer.paradigms.pointers.learners import Mixer, TokenMlp
from metamer.paradigms.pointers.studies.by_size import (
    FIGURES,
    HALF,
    MEASURES,
    REFERENCES,
    TESTS,
    TINY,
    new_items,
)
from metamer.paradigms.pointers.studies.remarks import (
    ALL_UNITS,
    SENTENCES,
    WRAP,
    remarks,
)

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (TINY, *REFERENCES),
    "small": (TokenMlp(training=HALF), *REFERENCES),
    "paper": (TokenMlp(), Mixer()),
}
UNITS = {"demo": 2, "small": 2, "paper": 3}


def _paradigm(scale: Scale) -> Pointers:
    return {
        "demo": Pointers(sizes=(64, 512, 4096), asked=300, again=64),
        "small": Pointers(sizes=(64, 512, 2048, 8192)),
        "paper": Pointers(
            complexities=(0, 1, 2, 3, 4, 5),
            sizes=(
                64,
                1000,
                10_000,
                100_000,
                1_000_000,
                5_000_000,
                10_000_000,
                50_000_000,
            ),
            asked=2000,
            again=2000,
        ),
    }[scale]


@study.add("pointers-size")
def size(scale: Scale = "small") -> Study:
    """Is there a training size at which a rule is suddenly learned (Fig. 12)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-size",
        title="From memory to rule",
        question="With few items a network can only remember them. As items are added, "
        "does it learn to follow the pointer gradually or suddenly?",
        findings=(RuleBySize(),),
        reproduces="zhang2021, Fig. 12",
        printed="The MLP learns windows of four digits (m = 3) from 10^7 items and then "
        "struggles to fit more; MLP-Mixer is right on all new items of complexity m after "
        "5 x 10^(m+3) items.",
        tests=TESTS,
        figures=(
            new_items("Accuracy by training size, all units"),
            AccuracyBySize(
                "iid_accuracy_of_fitted",
                "Accuracy of fitted units, as in the paper",
                "Only units that get at least 20 % of their taught items right.",
            ),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(
            scale, WRAP, ALL_UNITS, SENTENCES, *REMARKS[: 1 + (scale == "paper")]
        ),
    )


REMARKS = (
    "Training sets are nested: the first thousand items of a unit are the same in every "
    "larger set.",
    "No reference at this scale: learners that store all items would need gigabytes. "
    "`pointers-complexity` has them up to a million items.",
)
