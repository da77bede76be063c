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
from metamer.studies.dasgupta2022.shared import FIGURES, MEASURES, TESTS

PAIRS = (
    ("mouth_open", "male"),
    ("lipstick", "mouth_open"),
    ("male", "mouth_open"),
    ("male", "high_cheekbones"),
    ("male", "blond"),
    ("male", "arched_eyebrows"),
    ("blond", "male"),
)
"""Discriminant and distractor. Source: dasgupta2022, Sec. 6 and App. D."""


@study.add("categories-faces")
def faces(scale: Scale = "small") -> Study:
    """Residual networks on faces with two attributes (Sec. 6, Fig. 6)."""
    many = {"demo": 1, "small": 3, "paper": 7}[scale]
    domains = tuple(Faces(*pair) for pair in PAIRS[:many])
    epochs = {"demo": 8, "small": 10, "paper": 15}[scale]
    widths = {"demo": (4,), "small": (4, 8), "paper": (2, 8, 16, 32, 64)}[scale]
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
        units={"demo": 2, "small": 4, "paper": 30}[scale],
        name="categories-faces",
        title="Exemplar or rule in faces",
        question="Faces with two attributes; one decides the label. Does a residual "
        "network follow it where the other attribute was only seen with the other label?",
        tests=TESTS,
        figures=FIGURES,
        scale=scale,
        remarks=_FACE_REMARKS,
    )


_FACE_REMARKS = (
    "The faces are drawn by metamer, with independent attributes: CelebA is in no package. "
    "With a local copy, `metamer data celeba --from PATH` and "
    '`--set paradigm.domains.0.source="celeba"` take the real ones.',
    "The released CelebA code shows the network its label, and its analysis keeps only "
    "runs that do well on the outcome; the paper's numbers are not a target here.",
)
