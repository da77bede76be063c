"""Several attributes that decide together, and several that distract (App. A.1)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.learners.exemplars import Exemplars
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.linear import Glm
from metamer.learners.perceptron import Perceptron
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.attributes import Attributes
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import (
    FINDINGS,
    MEASURES,
    TESTS,
    figures,
)

NUMBERS = {"demo": (1, 3), "small": (1, 2, 3), "paper": (1, 2, 3, 4)}
"""How many attributes decide, and as many distract. Source: ours; App. A.1 names none."""


@study.add("categories-attributes")
def attributes(scale: Scale = "small") -> Study:
    """Is a conjunction of attributes followed like a single one (App. A.1)?"""
    domains = tuple(Attributes(number, number) for number in NUMBERS[scale])
    return Study(
        paradigm=Categories(domains, per_class=100 if scale == "demo" else 300),
        learners=(
            Rule(),
            Glm(),
            GaussianProcess(),
            Perceptron(16, 1),
            Exemplars(),
        ),
        measures=MEASURES,
        units={"demo": 5, "small": 20, "paper": 200}[scale],
        name="categories-attributes",
        title="Exemplar or rule with many attributes",
        question="An item has several attributes. Some of them decide its class, if all "
        "are active; the others do not, but in training they are all active with one class "
        "only. Does a learner follow those that decide, and does it matter how many there "
        "are?",
        findings=FINDINGS,
        tests=TESTS,
        figures=figures(),
        scale=scale,
        remarks=(
            "dasgupta2022, App. A.1, defines this setting and reports no experiment in it: "
            "there is no printed number. Sizes, noise and numbers of attributes are ours.",
            "With one attribute of each kind this is the plane of `categories-plane`.",
            "`rule` sees the two conjunctions themselves; all other learners see the "
            "attributes.",
        ),
    )
