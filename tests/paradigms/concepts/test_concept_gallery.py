"""The page of all tasks and guesses, from a run that was made up."""

import re

import numpy as np
import pandas as pd
import pytest

from metamer.core import files
from metamer.core.responses import Responses, as_table
from metamer.core.solve import Guess, TaskAnswer, TaskLesson, TaskView
from metamer.core.study import Condition, Study
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.archive import item_arrays
from metamer.paradigms.concepts.figures.programs import Programs
from metamer.paradigms.concepts.gallery import gallery
from metamer.paradigms.concepts.references import CopyInput
from metamer.paradigms.concepts.score import rows
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid
from metamer.reports.analysis import Analysis
from metamer.reports.items_page import items_page

ONE, TWO, THREE = as_grid([[1, 2]]), as_grid([[2, 1]]), as_grid([[3, 3], [3, 3]])
TASK = Task((Pair(ONE, TWO),), (TWO, THREE))
NAMED = NamedTask("Copy1", "Copy", False, TASK, (ONE, None))
"""A task whose first input is scored, and whose second cannot be."""

SITTING = TaskLesson((TaskView(TASK),), (NAMED,), 3)
GUESSES = {
    "search": ((Guess(TWO, "flip <it>"), Guess(ONE, "turn it")), (Guess(THREE),)),
    "silent": ((), ()),
    "large": ((Guess(THREE),), ()),
}


@pytest.fixture(scope="module")
def responses(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    items = item_arrays(Condition("Copy"), [SITTING])
    files.write_arrays(
        folder / "items.npz",
        {name: values.astype(str) for name, values in items.items()},
    )
    frames = [
        pd.DataFrame(
            {"paradigm": "concepts", "learner": who, "unit": 0, "condition": "Copy"}
            | rows(SITTING, [TaskAnswer(said, 1.0)])
            | {"mode": "ranked"}
        )
        for who, said in GUESSES.items()
    ]
    table = as_table(pd.concat(frames, ignore_index=True).to_dict("series"))
    return Responses(table, Study(Concepts(), (CopyInput(),), title="A & B"), folder)


@pytest.fixture(scope="module")
def page(responses):
    return gallery(responses)


def outcomes(page):
    """Who stands on the page with which outcome, in order."""
    return re.findall(r'class="reply" data-learner="(.+?)" data-outcome="(.+?)"', page)


def test_everybody_stands_there_with_the_outcome_of_each_input(page):
    assert outcomes(page) == [
        ("search", "solved"),
        ("silent", "not solved"),
        ("large", "not solved"),
        ("search", "not scored"),
        ("silent", "not scored"),
        ("large", "not scored"),
    ]


def test_a_guess_has_a_verdict_and_its_program_in_words(page):
    assert "✗ 1: copied input" in page and "✓ 2: right" in page
    assert "flip &lt;it&gt;" in page and "turn it" in page
    assert "✗ 1: wrong size" in page and "no guess" in page


def test_every_picture_is_in_the_page_itself(page):
    # A demonstration, two asked inputs, one answer, and four guesses.
    assert page.count("<svg") == 2 + 2 + 1 + 4
    assert not re.findall(r'(?:src|href)="', page)


def test_learners_and_concepts_can_be_chosen(page):
    for option in ("search", "silent", "not solved"):
        assert f"<option>{option}</option>" in page
    assert '<option value="Copy">Copy</option>' in page
    assert "A &amp; B: single items" in page


def test_it_is_the_page_that_a_report_links_to(responses, page):
    linked = items_page(Analysis(responses, None, ()))
    assert (linked.file, linked.text) == ("items.html", page)


def test_the_figure_has_a_program_for_each_concept(responses):
    exhibit = Programs("Programs", "in words", "search")(Analysis(responses, None, ()))
    assert exhibit.body["program"].tolist() == ["turn it"]
    assert not exhibit.pages


def test_names_with_backticks_can_be_chosen_as_they_are(responses):
    names = responses.table["learner"].cat.rename_categories({"search": "a `b`"})
    table = responses.table.assign(learner=names)
    page = gallery(Responses(table, responses.study, responses.folder))
    assert "<option>a `b`</option>" in page
    assert ("a `b`", "solved") in outcomes(page)


def test_a_run_without_grids_has_no_gallery(responses, tmp_path):
    files.write_arrays(tmp_path / "items.npz", {"published/item": np.array(["a"])})
    published = Responses(responses.table, responses.study, tmp_path)
    assert gallery(published) == ""
    assert items_page(Analysis(published, None, ())) is None


def test_of_too_many_guesses_those_of_the_first_units_are_shown(responses, monkeypatch):
    monkeypatch.setattr("metamer.paradigms.concepts.gallery.MAX_GUESSES", 7)
    more = responses.table.assign(unit=responses.table["unit"] + 1)
    table = pd.concat([responses.table, more], ignore_index=True)
    page = gallery(Responses(table, responses.study, responses.folder))
    assert "Only units up to 0 are shown." in page
    assert len(outcomes(page)) == 6
