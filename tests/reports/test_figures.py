"""Figures and tables of a finished run."""

import pytest

from metamer.reports.analysis import analyse
from metamer.reports.drawing import heading_of, series_style, svg
from metamer.reports.facets import facets


@pytest.fixture(scope="module")
def analysis(responses):
    return analyse(responses)


def draw(analysis):
    exhibits = (figure(analysis) for figure in analysis.study.figures)
    return {exhibit.title: exhibit for exhibit in exhibits}


@pytest.fixture(scope="module")
def exhibits(analysis):
    return draw(analysis)


@pytest.fixture(scope="module")
def again(analysis):
    return draw(analysis)


@pytest.mark.parametrize(
    "title", ["Decision maps", "EVR", "Both", "Ways from partial exposure"]
)
def test_a_figure_becomes_the_same_svg_every_time(exhibits, again, title):
    first, second = (svg(drawing[title].body) for drawing in (exhibits, again))
    assert first.startswith("<svg") and first.rstrip().endswith("</svg>")
    assert first == second


def test_learners_are_told_apart_by_more_than_colour():
    styles = [series_style(place) for place in range(14)]
    assert len({(style["color"], style["marker"]) for style in styles}) == 14
    assert len({style["marker"] for style in styles[:7]}) == 7


def test_panels_of_learners_come_ranked_by_their_values(analysis):
    values = analysis.values("exemplar_bias")
    headings = [heading for heading, _ in facets(analysis, values, ())]
    assert analysis.learners == ["rule", "exemplars"]
    assert headings == ["exemplars", "rule"]  # the highest first: neither is better


def test_competence_counts_units_and_gives_a_verdict(exhibits):
    table = exhibits["Which learners can be interpreted"].body.set_index("learner")
    assert table.loc["rule", "competent units"] == "4 of 4"
    assert table.loc["rule", "verdict"] == "EVR interpretable"
    assert list(table.index) == ["rule", "exemplars"]


def test_means_have_a_row_for_each_learner(exhibits):
    table = exhibits["Means"].body.set_index("learner")
    assert table.loc["rule", "exemplar bias"] == "0.000 ± 0.000"
    assert table.loc["rule", "held out accuracy: zero shot"] == "1.000 ± 0.000"


def test_a_heading_leaves_out_what_is_empty():
    assert heading_of(("plane", "", "mirror")) == "plane, mirror"
