"""Faces with two attributes (Sec. 6)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.learners.exemplars import Exemplars
from metamer.learners.networks import Depth, ResNet
from metamer.learners.scikit import Scikit
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.faces import Faces
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import (
    FINDINGS,
    MEASURES,
    TESTS,
    figures,
)

PAIRS = (
    ("mouth_open", "male"),
    ("lipstick", "mouth_open"),
    ("male", "mouth_open"),
    ("male", "high_cheekbones"),
    ("male", "blond"),
    ("male", "arched_eyebrows"),
    ("blond", "male"),
)
"""Discriminant and distractor. Source: dasgupta2022, App. D.2, and Sec. 6 for the last."""

WIDTHS = (2, 4, 8, 16, 32, 64)
"""Of ResNets; with three depths there are 18 of them. Source: dasgupta2022, Sec. 6."""


@study.add("categories-faces")
def faces(scale: Scale = "small") -> Study:
    """Residual networks on faces with two attributes (Sec. 6, Fig. 6)."""
    pairs = {"demo": PAIRS[:1], "small": PAIRS[:3], "paper": PAIRS}[scale]
    domains = tuple(Faces(*pair) for pair in pairs)
    epochs = {"demo": 8, "small": 10, "paper": 15}[scale]
    widths = {"demo": (4,), "small": (4, 8), "paper": WIDTHS}[scale]
    depths: tuple[Depth, ...] = (10, 18, 34) if scale == "paper" else (10,)
    networks = [
        ResNet(depth, width, epochs=epochs) for depth in depths for width in widths
    ]
    logistic = Scikit("LogisticRegression", {"max_iter": 1000}, label="logistic")
    return Study(
        paradigm=Categories(
            domains, per_class={"demo": 200, "small": 500, "paper": 2000}[scale]
        ),
        learners=(Rule(), logistic, *networks, Exemplars()),
        measures=MEASURES,
        units={"demo": 3, "small": 4, "paper": 30}[scale],
        name="categories-faces",
        title="Exemplar or rule in faces",
        question="Faces have two attributes, and one of them decides the label. Does a "
        "residual network follow it for a value of the other attribute that it has seen "
        "only with the other label?",
        findings=FINDINGS,
        reproduces="dasgupta2022, Fig. 6",
        printed="On CelebA, EVR was never negative, and its line on FLB had a positive "
        "intercept; ResNet widths and depths did not differ (Sec. 6, Fig. 6b). ResNet-10 "
        "of width 2, zero shot and partial exposure: 75.12 and 60.22 % if male decides and "
        "blond distracts (EVR .149), 68.16 and 49.78 % the other way round (EVR .184).",
        tests=TESTS,
        figures=figures(),
        scale=scale,
        remarks=_FACE_REMARKS,
    )


_FACE_REMARKS = (
    "The faces are drawn by metamer, with independent attributes: CelebA is in no package. "
    "If you have a copy, use `metamer data celeba --from PATH` and "
    '`--set paradigm.domains.0.source="celeba"`.',
    "The released CelebA code shows the network its label, and its analysis keeps only "
    "runs that do well on the outcome, so the paper's numbers are not a target here.",
)
