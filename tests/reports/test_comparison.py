"""Several runs on shared axes."""

from dataclasses import replace

import pytest

from metamer.reports.analysis import analyse
from metamer.reports.comparison import compared


@pytest.fixture(scope="module")
def analysis(responses):
    return analyse(responses)


def test_one_run_is_compared_with_nothing(analysis):
    assert compared([analysis]) == []


def test_the_measure_of_the_answer_comes_first(analysis):
    titles = [exhibit.title for exhibit in compared([analysis, analysis])]
    assert titles[0] == "categories: exemplar bias in all runs"
    assert len(titles) == 4


def test_runs_of_two_paradigms_share_no_axes(analysis):
    table = analysis.responses.table.assign(paradigm="tiles")
    other = replace(analysis, responses=replace(analysis.responses, table=table))
    assert compared([analysis, other]) == []


def test_every_learner_of_every_run_has_a_mark(analysis):
    first, *_ = compared([analysis, analysis])
    axis = first.body.axes[0]
    assert {text.get_text() for text in axis.get_yticklabels()} == {"rule", "exemplars"}
    marks = [line for line in axis.lines if line.get_marker() != "None"]
    assert len(marks) == 4
    (legend,) = first.body.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "tiny, run 1",
        "tiny, run 2",
    ]


def test_learners_are_ranked_over_all_runs(analysis):
    measures = analysis.measures.copy()
    measures.loc[measures["learner"] == "rule", "value"] = 2.0
    other = replace(analysis, measures=measures)
    first, *_ = compared([analysis, other])
    labels = [text.get_text() for text in first.body.axes[0].get_yticklabels()]
    assert labels[0] == "rule"
