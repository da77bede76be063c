"""Programs about objects, found from demonstrations made by hand."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.objects import find
from metamer.paradigms.concepts.search.objects.find import merge_agreeing
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid


def task(*pairs):
    """A task from pairs of pictures; the last one is asked."""
    grids = [[as_grid(_rows(it)) for it in pair] for pair in pairs]
    shown = tuple(Pair(*pair) for pair in grids[:-1])
    return Task(shown, (grids[-1][0],)), grids[-1][1]


def _rows(picture):
    return [[0 if it == "." else int(it) for it in row] for row in picture.split("/")]


def best(shown):
    return find(View(shown), Budget())[:3]


TASKS = {
    "objects fall": (
        ("1../.2./...", ".../.../12."),
        ("..3/5../...", ".../.../5.3"),
        (".4./.../6..", ".../.../64."),
    ),
    "the largest object stays": (
        ("11../11.2/....", "11../11../...."),
        ("3.44/..44/....", "..44/..44/...."),
        ("5.../..66/..66", "..../..66/..66"),
    ),
    "frames are filled with the colour beside them": (
        ("111.2/1.1../111..", "111.2/121../111.."),
        ("333../3.3../333.5", "333../353../333.5"),
        ("4.666/..6.6/..666", "4.666/..646/..666"),
    ),
    "wide objects turn red and tall ones blue": (
        ("33..5/....5/44...", "22..1/....1/22..."),
        ("6.77./6..../6..55", "1.22./1..../1..22"),
        (".4.33/.4.../.4...", ".1.22/.1.../.1..."),
    ),
    "a dot goes to the middle of the block": (
        ("1...../...222/...222/...222", "....../...222/...212/...222"),
        (".....4/333.../333.../333...", "....../333.../343.../333..."),
        ("555.../555.../555.6./......", "555.../565.../555.../......"),
    ),
    "bars are sorted by length": (
        ("111/2../33.", "2../33./111"),
        ("44../5.../666.", "5.../44../666."),
        ("777/88./9..", "9../88./777"),
    ),
    "what is on top comes off": (
        (".2../1211/.2..", "..../1111/...."),
        ("..3./4434/..3.", "..../4444/...."),
        (".5../6566/.5..", "..../6666/...."),
    ),
    "lines go on to the wall": (
        ("1...5/....5/.2..5", "11115/....5/.2225"),
        ("....6/3...6/..4.6", "....6/33336/..446"),
        (".7..8/....8/9...8", ".7778/....8/99998"),
    ),
    "panels are sorted by their dots": (
        ("1.511/..5..", "1.511/..5.."),
        ("225.2/2.5..", ".2522/..52."),
        ("3.5../335..", "..53./..533"),
    ),
    "a model is painted over every dot": (
        (".2...../222..../.2...1./.......", ".2...../222..2./.2..222/.....2."),
        (".....3./....333/1....3./.......", ".....3./3...333/33...3./3......"),
        ("1....../....4../...444./....4..", "44...../4...4../...444./....4.."),
    ),
    "objects are repeated to the right": (
        ("1....../.......", "1.1.1.1/......."),
        ("......./.2.....", "......./.2.2.2."),
        ("..3..../.......", "..3.3.3/......."),
    ),
}


@pytest.mark.parametrize("name", TASKS)
def test_the_rule_is_found(name):
    shown, answer = task(*TASKS[name])
    found = best(shown)
    assert any(np.array_equal(program.answers[0], answer) for program in found)
    assert [it.cost for it in found] == sorted(it.cost for it in found)


def test_nothing_is_said_where_the_shape_changes():
    grids = Pair(as_grid([[1, 2]]), as_grid([[1]]))
    assert find(View(Task((grids,), (as_grid([[3, 4]]),))), Budget()) == []


def test_what_was_found_counts_when_the_budget_is_spent():
    shown, _ = task(*TASKS["objects fall"])
    assert find(View(shown), Budget(steps=1)) == []


def test_programs_that_agree_are_believed_more():
    grid = as_grid([[1]])
    one, two = Program("one", 2.0, (grid,)), Program("two", 2.0, (grid.copy(),))
    (both,) = merge_agreeing([one, two])
    assert both.words == "one"
    assert both.cost == pytest.approx(2.0 - 0.5 * np.log(2))
