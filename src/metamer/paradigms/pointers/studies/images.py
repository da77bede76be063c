"""Pointers to pictures of digits (Fig. 2 and 6 to 8)."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.registry import study
from metamer.core.study import Figure, Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.accuracy import ErrorKinds
from metamer.paradigms.pointers.figures.curves import LearningCurves
from metamer.paradigms.pointers.figures.images import Anchors, LogitsByPointer
from metamer.paradigms.pointers.learners import PICTURES, ImageResNet, ImageVgg
from metamer.paradigms.pointers.references import Induction, Lookup, Nearest
from metamer.paradigms.pointers.studies.remarks import remarks
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.sequence import Sequence
from metamer.paradigms.pointers.styles.style import Style
from metamer.reports.item_findings import LeftOut
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise

SIZES = {"demo": (1000, 300), "small": (20_000, 1000), "paper": (60_000, 2000)}
"""Items taught, and items asked in each part.

Unstated: how many zhang2021 teaches. At scale paper, as many as MNIST has training images.
"""
IMAGES = {"demo": "embedded", "small": "embedded", "paper": "mnist"}
WATCHED = replace(PICTURES, evaluate_every=600)
"""The paper's training, evaluated twice an epoch for its learning curves (Fig. 6 and 7).
Source: zhang2021, App. A, for the training."""

FAST = replace(
    PICTURES, rate=3e-3, schedule="cosine", warm_up=1, epochs=3, evaluate_every=100
)
"""Training of a small network. Source: ours; it is right 9 times in 10 after 1,200
steps."""

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (),
    "small": (ImageResNet(10, 8, training=FAST),),
    "paper": (ImageResNet(training=WATCHED), ImageVgg(training=WATCHED)),
}
UNITS = {"demo": 3, "small": 2, "paper": 5}

MEASURES = (
    "iid_accuracy",
    "dshift_accuracy",
    "holdout_accuracy",
    "rule_position",
    "taught_accuracy",
    "fitted",
    "fitted_after",
    "missed_position",
    "missed_rule",
    "missed_digit",
)

FIGURES: tuple[Figure, ...] = (
    Anchors(),
    Means(
        ("iid_accuracy", "dshift_accuracy", "holdout_accuracy", "rule_position"),
        "All learners in numbers",
        "Means over units, with the half width of their 95 % intervals. Rule position: "
        "accuracy on holdout divided by that on iid; 0 is by the statistics, 1 by the "
        "rule.",
    ),
    ErrorKinds(),
)

OF_NETWORKS: tuple[Figure, ...] = (LearningCurves(), LogitsByPointer())


@study.add("pointers-images")
def images(scale: Scale = "small") -> Study:
    """Are digits recognised at places where they never occurred (Fig. 6 to 8)?"""
    return _study(
        "pointers-images",
        Blocks(IMAGES[scale]),
        scale,
        "Pictures of digits form a square, and one of them, the pointer, points at one of "
        "the others. In training some digits never occur at some places. Are they "
        "recognised there afterwards?",
        "zhang2021, Fig. 6, 7 and 8",
    )


@study.add("pointers-sequence")
def sequence(scale: Scale = "small") -> Study:
    """The same with eleven pictures in a row (the style of Fig. 2; the study is ours)."""
    return _study(
        "pointers-sequence",
        Sequence(IMAGES[scale]),
        scale,
        "Pictures of digits form a row, and the first points at one of the others. "
        "In training some digits never occur at some places. Are they recognised there "
        "afterwards?",
        "the question of zhang2021, Fig. 7, in the style of Fig. 2",
        "At scale small the network does not learn this (it is right on .18 of new items), "
        "so its accuracy on digits that were left out means nothing.",
        "The paper shows this style (Fig. 2) and reports no result for it.",
    )


def _study(
    name: str, style: Style, scale: Scale, question: str, reproduces: str, *own: str
) -> Study:
    size, asked = SIZES[scale]
    references = (Induction(), Lookup(), *(() if scale == "paper" else (Nearest(),)))
    return Study(
        paradigm=Pointers(
            style,
            ("iid", "holdout"),
            sizes=(size,),
            asked=asked,
            again=asked,
            logits=10,
        ),
        learners=(*LEARNERS[scale], *references),
        measures=MEASURES,
        units=UNITS[scale],
        name=name,
        title="Digits at places where they never occurred",
        question=question,
        findings=(FINDING,),
        reproduces=reproduces,
        printed=PRINTED,
        tests=(
            Interval("holdout_accuracy"),
            Pairwise("holdout_accuracy", by="condition"),
        ),
        figures=(*FIGURES, *OF_NETWORKS) if LEARNERS[scale] else FIGURES,
        scale=scale,
        remarks=remarks(scale, *(() if LEARNERS[scale] else (NO_NETWORK,)), *REMARKS),
    )


PRINTED = (
    "Without the shift, ResNet and VGG generalise very well (Fig. 6). After training "
    "with it, they are right on most new items like those of training, on fewer if "
    "digits occur everywhere, and on 0 % of those with only the digits left out (Fig. 7; "
    "for pictures in blocks)."
)
FINDING = LeftOut(
    rest="iid",
    left_out="holdout",
    chance=0.1,
    label="digits at places where they never occurred in training",
    where=(("condition", "holdout"),),
)

NO_NETWORK = (
    "No network at this scale, because it would take minutes; `--scale small` has one. "
    "Here are the two ends of the scale, and the nearest neighbour in pixels."
)
REMARKS = (
    "After both trainings the same three sets of items are asked; `iid` means from the "
    "training distribution with the shift, even for networks trained without it.",
    "The accuracy of a learner of the statistics alone is known exactly: 0 on holdout, and "
    "on dshift .67 of its accuracy on iid (with four cells). The figure shows it beside "
    "each network.",
    "Unstated: how many pictures are taught (here 60,000 at paper scale), and the "
    "distribution of the jitter of a digit in its cell (here all places are equally "
    "likely).",
    "Differs: 5,000 of MNIST's 60,000 training images are kept for validation.",
    "Unstated: whether networks see one channel or three; here one.",
    "`pointer-rule` and `pointer-lookup` see the digits; networks see the pictures.",
    "At the scales demo and small the digits are scikit-learn's, of 8x8 pixels; at paper "
    "scale they are MNIST's (`metamer data mnist`).",
)
