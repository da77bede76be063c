"""A small finished run with tests and figures."""

import pytest

import metamer
from metamer.core.study import Study
from metamer.learners.exemplars import Exemplars
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.figures import Boundaries, Competence, Interpolation
from metamer.paradigms.categories.references import Rule
from metamer.reports.figures import Against, ByLearner
from metamer.reports.findings import RuleOrStatistics
from metamer.reports.tables import Means
from metamer.statistics.t_test import TTest

PLAN = Study(
    Categories(per_class=10, held_out=5, familiar=2, again=4, map=4),
    (Rule(), Exemplars()),
    (
        "held_out_accuracy",
        "familiar_accuracy",
        "feature_bias",
        "exemplar_bias",
        "exemplar_bias_of_learned",
        "competence",
    ),
    units=4,
    name="tiny",
    title="A tiny <study>",
    question="Rule or exemplar?",
    findings=(RuleOrStatistics("exemplar_bias", 0.0, 0.5, "EVR", anchor="exemplars"),),
    reproduces="dasgupta2022, Fig. 4",
    printed="rules.",
    tests=(TTest("exemplar_bias"),),
    figures=(
        Boundaries(),
        ByLearner("exemplar_bias", "EVR", "by learner"),
        Competence(),
        Means(("held_out_accuracy", "exemplar_bias"), "Means", "in numbers"),
        Against(
            "feature_bias",
            "exemplar_bias",
            (-0.5, 0.5),
            (-1.0, 1.0),
            "Both",
            "against",
        ),
        Interpolation((("one way", ("partial_exposure", "zero_shot")),)),
    ),
    remarks=("Only a test.",),
)


@pytest.fixture(scope="session")
def responses(tmp_path_factory):
    return metamer.run(PLAN, tmp_path_factory.mktemp("tiny"))
