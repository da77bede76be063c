"""Figures of concepts, from answers that were made up."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.core.responses import Responses, as_table
from metamer.core.study import Study
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.figures.accuracy import (
    PAPER,
    Accuracy,
    Errors,
    Families,
)
from metamer.paradigms.concepts.figures.consistency import (
    Agreements,
    WithinConcept,
    WithinTask,
    chance_interval,
    independent_shares,
    right_counts,
)
from metamer.paradigms.concepts.figures.gaps import Gaps
from metamer.paradigms.concepts.figures.overall import Summary
from metamer.paradigms.concepts.figures.tables import Table1, Table2, with_published
from metamer.paradigms.concepts.measures import strict_of_task
from metamer.paradigms.concepts.people import NEEDED
from metamer.paradigms.concepts.rules import CONCEPTS
from metamer.paradigms.concepts.studies.printed import PEOPLE_SOLVED
from metamer.reports.analysis import Analysis
from metamer.reports.drawing import svg


@dataclass(frozen=True)
class Named:
    """Somebody who answered."""

    name: str

    def solve(self, shown, guesses, key): ...


RIGHT = {"Center1": "110", "Center2": "111", "Copy1": "000", "Copy2": "100"}
"""Tasks, and which of their inputs the search has right."""


def answers(learner, right, **columns):
    """One guess at each input of each task."""
    rows = [
        {
            "paradigm": "concepts",
            "learner": learner,
            "unit": 0,
            "condition": task.rstrip("12"),
            "item": f"concepts/{task}/{place}",
            "step": 0,
            "answer": "1",
            "correct": it == "1",
            "task": task,
            "test_index": place,
            "minimal": False,
            "family": "",
            "apart": False,
            "error": "right" if it == "1" else "near miss",
            "cells_wrong": 1.0,
            "seconds": 2.0,
            "program": "flip",
            "mode": "ranked",
            **columns,
        }
        for task, inputs in right.items()
        for place, it in enumerate(inputs)
    ]
    return pd.DataFrame(rows)


def found(*frames):
    table = as_table(pd.concat(frames, ignore_index=True).to_dict("series"))
    names = tuple(map(Named, dict.fromkeys(table["learner"])))
    return Analysis(Responses(table, Study(Concepts(), names), Path()), None, ())


@pytest.fixture(scope="module")
def corpus():
    nothing = dict.fromkeys(RIGHT, "000")
    copied = answers("copy-input", nothing, error="copied input")
    return found(answers("search", RIGHT), copied)


@pytest.fixture(scope="module")
def drawn():
    seen = answers("search", {"Center1": "111", "Copy1": "110"}, family="one")
    apart = answers("search", {"Center2": "100"}, family="two", apart=True)
    return found(seen, apart)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Published results: two of four people solve each input, first place only one."""
    path = tmp_path_factory.mktemp("published") / "items.csv"
    lines = [
        f"{task.rstrip('12')},{task},{place},2,2,4,0,{int(place == 0)},0,0,0"
        for task in (*RIGHT, "Center7")
        for place in range(3)
    ]
    path.write_text("\n".join([",".join(NEEDED), *lines]) + "\n")
    return str(path)


ALL = (Accuracy, WithinTask, WithinConcept)


@pytest.mark.parametrize("kind", ALL)
def test_every_figure_becomes_svg_with_and_without_published_results(
    kind, corpus, file
):
    for drawn in (kind("", ""), kind("", "", file)):
        text = svg(drawn(corpus).body)
        assert text.startswith("<svg") and text.rstrip().endswith("</svg>")


@pytest.mark.parametrize("kind", [Errors, Families])
def test_errors_and_families_become_svg_even_where_there_are_none(kind, corpus, drawn):
    for run in (corpus, drawn):
        assert svg(kind("", "")(run).body).startswith("<svg")


def test_published_results_stand_beside_those_of_the_same_items(corpus, file):
    table, names = with_published(corpus, file)
    assert names[:4] == ["search", "copy-input", "people", "kaggle-first"]
    assert set(table["task"]) == {*RIGHT}
    assert (table["learner"] == "people").sum() == 4 * 12


def test_results_of_other_items_are_refused(drawn, tmp_path):
    path = tmp_path / "other.csv"
    path.write_text(",".join(NEEDED) + "\nOrder,Order9,0,2,2,4,0,1,0,0,0\n")
    with pytest.raises(Refusal, match="no item of this run"):
        with_published(drawn, str(path))


def dots(axis):
    """Shares that are drawn as filled dots, from top to bottom."""
    marks = [it for it in axis.lines if it.get_marker() == "o"]
    return [float(np.ravel(it.get_xdata())[0]) for it in marks]


def test_a_dot_is_the_share_of_items_solved(corpus):
    search, copied = Accuracy("", "")(corpus).body.axes
    # Five of six of Center, one of six of Copy, six of twelve.
    assert dots(search) == pytest.approx([5 / 6, 1 / 6, 0.5])
    assert dots(copied) == [0.0, 0.0, 0.0]
    labels = [it.get_text() for it in search.get_yticklabels()]
    assert labels == ["Center", "Copy", "all concepts"]


def test_people_are_hollow_marks_in_the_panels_of_others(corpus, file):
    axes = Accuracy("", "", file)(corpus).body.axes
    hollow = [
        [float(np.ravel(it.get_xdata())[0]) for it in axis.lines if _hollow(it)]
        for axis in axes
    ]
    assert hollow[0] == [0.5, 0.5, 0.5]
    assert hollow[2] == []  # their own


def test_printed_people_are_hollow_marks_in_every_panel_and_called_so(corpus):
    drawing = Accuracy("", "", people=(("Copy", 0.9), ("Count", 0.8)))(corpus).body
    for axis in drawing.axes:
        drawn = [line for line in axis.lines if _hollow(line)]
        assert [np.ravel(line.get_xdata()).tolist() for line in drawn] == [[0.9]]
    (words,) = drawing.legends
    assert [it.get_text() for it in words.get_texts()] == ["learner", PAPER]


def test_every_concept_has_a_printed_share_of_people():
    printed = dict(PEOPLE_SOLVED)
    assert printed.keys() == CONCEPTS.keys()
    assert sum(share >= 0.9 for share in printed.values()) == 11
    assert all(share > 0.8 for share in printed.values())


def _hollow(line):
    return line.get_marker() == "D" and line.get_fillstyle() == "none"


def test_tasks_are_counted_by_how_many_inputs_are_right(corpus):
    counts = right_counts(corpus.responses.table)
    assert counts.loc["search"].tolist() == [1, 1, 1, 1]
    assert counts.loc["copy-input"].tolist() == [4, 0, 0, 0]


def test_chance_is_binomial_at_the_same_accuracy():
    # Two tasks, three of six inputs right: a half each.
    expected = [0.125, 0.375, 0.375, 0.125]
    assert independent_shares(np.array([1, 0, 0, 1])) == pytest.approx(expected)


def test_bars_are_as_long_as_shares_of_tasks(corpus):
    axis = WithinTask("", "")(corpus).body.axes[0]
    long = [bar.get_width() for bar in axis.patches[:4]]
    assert long == pytest.approx([0.25] * 4)
    told = [it.get_text() for it in axis.texts if "all if one" in it.get_text()]
    # One of three tasks; by chance an eighth of seven eighths.
    assert told == [
        "all if one: 0.33 (by chance 0.14)",
        "all if one: none (by chance none)",
    ]


def test_solved_tasks_chance_interval_out_independent_shares_go_together_now_and_then():
    tasks = answers("search", {f"Center{it}": "1" for it in "12"})
    others = answers("search", {f"Copy{it}": "0" for it in "12"})
    low, high = chance_interval(strict_of_task(pd.concat([tasks, others])))
    # In a third of all deals both solved tasks are of one concept, else neither's other.
    assert (low, high) == (0.0, 1.0)


def test_the_concept_figure_has_a_mark_for_each_of_both_shares(drawn):
    axis = WithinConcept("", "")(drawn).body.axes[0]
    # One task is solved strictly: of its concept's other task none, of any none.
    assert dots(axis) == [0.0]


def test_errors_are_shares_of_all_items(corpus):
    axis = Errors("", "")(corpus).body.axes[0]
    search = [bar.get_width() for bar in axis.patches[:7]]
    assert search == pytest.approx([0.5, 0, 0, 0, 0, 0.5, 0])
    copied = [bar.get_width() for bar in axis.patches[7:14]]
    assert copied == pytest.approx([0, 0, 0, 1, 0, 0, 0])


def test_families_seen_and_apart_have_marks_of_their_own(drawn):
    (axis,) = Families("", "")(drawn).body.axes
    squares = [it for it in axis.lines if it.get_marker() == "s"]
    assert dots(axis) == pytest.approx([1.0, 2 / 3, 5 / 6])
    assert [float(np.ravel(it.get_xdata())[0]) for it in squares] == pytest.approx(
        [1 / 3, 1 / 3]
    )


def test_the_summary_says_everything_of_a_learner_in_a_row(corpus, file):
    table = Summary("", "", file)(corpus).body.set_index("learner")
    search = table.loc["search"]
    assert search["solved"] == "0.500 (0.25 to 0.75)"
    assert search["strict"] == "0.250 (0.05 to 0.70)"
    assert search["all, if one input"] == "0.33"
    assert (search["items"], search["seconds per task"]) == ("12", "2.00, at most 2.0")
    people = table.loc["people"]
    assert (people["guesses"], people["strict"]) == ("interactive", "")


def test_agreement_is_the_same_both_ways_and_empty_for_the_constant(corpus, file):
    table = Agreements("", "", file)(corpus).body.set_index("learner")
    # Of twelve inputs the search has 6, first place 4; 3 of them are the same:
    # (12 * 3 - 6 * 4) / sqrt(6 * 6 * 4 * 8).
    assert table.loc["search", "kaggle-first"] == f"{12 / 1152**0.5:.2f}"
    assert table.loc["kaggle-first", "search"] == table.loc["search", "kaggle-first"]
    assert table.loc["search", "copy-input"] == ""
    assert table.loc["search", "search"] == ""


def test_table_1_ends_with_the_test_of_equal_accuracy(corpus):
    table = Table1("", "")(corpus).body.set_index("concept")
    assert list(table.index) == ["Center", "Copy", "all concepts", "chi-square", "p"]
    # Five of six against one of six, three expected: 4 * 2 * 2 / 3.
    assert table.loc["chi-square", "search"] == "5.33"
    assert table.loc["chi-square", "copy-input"] == ""


def test_table_2_has_intervals_and_how_many_answers_they_are_of(corpus, file):
    table = Table2("", "", file)(corpus).body.set_index("concept")
    assert table.loc["Copy", "search"] == "0.03 to 0.56"
    assert table.loc["answers per concept", "people"] == "24"
    printed = Table2("", "", file, people="printed")(corpus).body.set_index("concept")
    assert printed.loc["answers per concept", "people"] == "240"


def test_the_gap_to_the_next_best_is_a_mean_over_concepts():
    # Center 5 of 6 and Copy 1 of 6; the other has 2 and 0 of 6, and is behind.
    other = {"Center1": "100", "Center2": "100", "Copy1": "000", "Copy2": "000"}
    run = found(answers("weak", other), answers("search", RIGHT))
    (row,) = Gaps("", "", printed=(("search", "weak", 40.0),))(run).body.to_dict(
        "records"
    )
    assert (row["better"], row["than"], row["concepts"]) == ("search", "weak", "2")
    assert float(row["percentage points"]) == pytest.approx(100 * (3 + 1) / 12, abs=0.1)
    assert (row["printed"], row["95 % interval"]) == ("40", "")
