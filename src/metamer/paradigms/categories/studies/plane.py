"""Points in the plane (Sec. 4)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.exemplars import Exemplars
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.linear import Glm
from metamer.learners.perceptron import Perceptron
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.figures import Boundaries
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import (
    FINDINGS,
    MEASURES,
    REPLICATION,
    TESTS,
    figures,
)


def _plane_learners() -> tuple[Learner, ...]:
    linear = (
        Glm(),
        Glm(solver="liblinear"),
        Glm("phi", "none"),
        Glm("phi", "l2"),
        Glm("phi", "l2", "liblinear"),
        Glm("phi", "l1", "liblinear"),
    )
    processes = [
        GaussianProcess(scale) for scale in (0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0)
    ]
    networks = (
        Perceptron(2, 1),
        Perceptron(2, 1, epochs=200),
        Perceptron(5, 1),
        Perceptron(16, 1),
        Perceptron(4, 4),
    )
    return (Rule(), *linear, GaussianProcess(), *processes, *networks, Exemplars())


@study.add("categories-plane")
def plane(scale: Scale = "small") -> Study:
    """Who follows a rule in the plane, and who goes by exemplar (Sec. 4, Fig. 4)?"""
    demo = (
        Rule(),
        Glm(),
        GaussianProcess(),
        GaussianProcess(10.0),
        Perceptron(),
        Exemplars(),
    )
    paradigm = {
        "demo": Categories(per_class=100, map=12),
        "small": Categories(map=12),
        "paper": Categories(map=12, arrangements=("printed", "mirror")),
    }
    printed = (("domain", "plane"), ("arrangement", "printed"))
    leading, *others = figures(_REPLICATED, printed, f"{REPLICATION} {_NO_NUMBERS}")
    return Study(
        paradigm=paradigm[scale],
        learners=demo if scale == "demo" else _plane_learners(),
        measures=MEASURES,
        units={"demo": 10, "small": 20, "paper": 200}[scale],
        name="categories-plane",
        title="Exemplar or rule in the plane",
        question="There are two classes of points, and the first coordinate decides. Does "
        "a learner follow it for values of the second coordinate that it has seen only "
        "with one class?",
        findings=FINDINGS,
        reproduces="dasgupta2022, Fig. 4",
        printed="Linear models were largely by rule and Gaussian processes by exemplar, "
        "with networks in between (Fig. 4b, without numbers in print).",
        tests=TESTS,
        figures=(leading, Boundaries(), *others),
        scale=scale,
        remarks=_PLANE_REMARKS[1:] if scale == "demo" else _PLANE_REMARKS,
    )


_PLANE_REMARKS = (
    # The first is about learners that the demo does not have.
    "Not reproduced: the paper says that GLM:Phi without regularisation has a significant "
    "EVR, which L2 reduces. The classes are separable, so without regularisation the "
    "result is where the solver happens to stop; with L2 the sign of EVR depends on "
    "whether the solver penalises the intercept. GLM:Phi is not competent at zero shot, so "
    "its EVR is a difference of two failures.",
    "The fitted length scale of the Gaussian process is 2.7 to 3.4 here, 5.2 in the text.",
    "The paper says that EVR lies between 0 and 1. If zero shot is below its ceiling, EVR "
    "can be negative.",
    "The error bars in the authors' figures are half as long as the 95 % confidence "
    "interval; here they show all of it.",
)


_NO_NUMBERS = "The paper has its EVR values only as a figure."

_REPLICATED = (
    ("glm:lin", 0.011, 0.004),
    ("gp:fit", 0.357, 0.016),
    ("gp:0.5", 0.424, 0.048),
    ("gp:1", 0.423, 0.047),
    ("gp:2", 0.414, 0.026),
    ("gp:4", 0.259, 0.015),
    ("gp:6", 0.119, 0.009),
    ("gp:8", 0.076, 0.007),
    ("gp:10", 0.063, 0.006),
    ("nn:16h1d", 0.334, 0.117),
    ("nn:5h1d", 0.260, 0.131),
    ("nn:4h4d", 0.221, 0.164),
)
"""EVR and the half width of its interval. Source: ours, an earlier replication."""
