"""A figure of a measure that its study does not have."""

from dataclasses import fields, replace

import pytest

import metamer
from metamer.core.capabilities import NeedsMeasures
from metamer.core.errors import Refusal
from metamer.core.registry import figure
from metamer.core.registry import test as statistical
from metamer.core.study import SCALES, Study
from metamer.learners.exemplars import Exemplars
from metamer.paradigms.categories import Categories
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.by_rule import ByRule
from metamer.paradigms.tiles.references import Neighbour
from metamer.reports.analysis import analyse
from metamer.reports.figures import Against, ByLearner
from metamer.reports.tables import Means
from metamer.statistics.subsets import Each
from metamer.statistics.t_test import TTest

ENDS = ((-0.5, 0.5), (-1.0, 1.0))


@pytest.mark.parametrize(
    "chosen",
    [
        ByLearner("competance", "a", "b"),
        Against("exemplar_bias", "competance", *ENDS, "a", "b"),
        Means(("exemplar_bias", "competance"), "a", "b"),
    ],
    ids=lambda chosen: type(chosen).__name__,
)
def test_a_misspelt_measure_of_a_figure_is_refused_before_anything_runs(chosen):
    with pytest.raises(Refusal) as refused:
        Study(Categories(), (Exemplars(),), ("exemplar_bias",), figures=(chosen,))
    assert str(refused.value).endswith(
        "needs the measure 'competance', which is not among those of the study: "
        "exemplar_bias"
    )


def test_a_measure_that_the_study_leaves_out_is_refused():
    chosen = ByRule("z", "a", "b")
    with pytest.raises(
        Refusal, match="the figure by_rule needs the measure 'z', .*: n"
    ):
        Study(Tiles(), (Neighbour(),), figures=(chosen,))


def test_a_figure_cannot_look_up_a_measure_that_the_run_lacks(responses):
    with pytest.raises(Refusal, match="no measure of this run 'competance'"):
        analyse(responses).values("competance")


def test_a_measure_without_values_has_a_sentence_and_no_figure(responses):
    found = analyse(responses)
    none = replace(found, measures=found.measures.iloc[:0])
    exhibit = ByLearner("exemplar_bias", "EVR", "by learner")(none)
    assert exhibit.caption == "No unit of this run has a value of exemplar bias."
    assert exhibit.body.empty


@pytest.mark.parametrize("name", list(figure))
def test_a_figure_with_a_measure_to_choose_says_which_it_needs(name):
    kind = figure(name)
    chosen = {"measure", "measures", "x", "y"} & {entry.name for entry in fields(kind)}
    assert not chosen or "needed_measures" in vars(kind)


@pytest.mark.parametrize("name", list(metamer.study))
def test_figures_of_studies_look_up_no_measure_but_those_they_name(name):
    for scale in SCALES:
        plan = metamer.study(name)(scale=scale)
        for part in plan.figures:
            if isinstance(part, NeedsMeasures):
                assert set(part.needed_measures) <= set(plan.measures)


@pytest.mark.parametrize(
    "chosen", [TTest("competance"), Each("a", TTest("competance"))]
)
def test_a_misspelt_measure_of_a_test_is_refused_as_well(chosen):
    with pytest.raises(Refusal, match="needs the measure 'competance'"):
        Study(Categories(), (Exemplars(),), ("exemplar_bias",), tests=(chosen,))


@pytest.mark.parametrize("name", list(statistical))
def test_a_test_says_which_measures_it_needs(name):
    assert "needed_measures" in vars(statistical(name))
