"""Rules for cells that explain demonstrations."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.cells import find
from metamer.paradigms.concepts.search.cells.cell_table import tabulate
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid, same


def grid(text: str) -> np.ndarray:
    return as_grid([[int(cell) for cell in row] for row in text.split()])


def found(shown: list[tuple[str, str]], asked: str) -> list[Program]:
    pairs = tuple(Pair(grid(one), grid(two)) for one, two in shown)
    return find(View(Task(pairs, (grid(asked),))), Budget())


RECOLOUR = [("0110 0220", "0330 0220"), ("1001 0020", "3003 0020")]
LINES = [("0300 0000", "0300 0300"), ("000 500 000", "000 500 500")]
WIDE_AND_TALL = [
    ("22200 00000 00003 00003", "77700 00000 00004 00004"),
    ("50000 50000 50066 00000", "40000 40000 40077 00000"),
]


@pytest.mark.parametrize(
    "shown, asked, answer",
    [
        (RECOLOUR, "0101 2020", "0303 2020"),
        (LINES, "0080 0000 0000", "0080 0080 0080"),
        (WIDE_AND_TALL, "00008 33008 00008", "00004 77004 00004"),
    ],
    ids=["a colour", "down to the edge", "two overrides"],
)
def test_a_rule_is_found_and_applied(shown, asked, answer):
    assert same(found(shown, asked)[0].answers[0], grid(answer))


def test_rules_come_cheapest_first_and_answer_differently():
    programs = found(RECOLOUR, "0101 2020")
    costs = [program.cost for program in programs]
    assert costs == sorted(costs)
    answers = {str(program.answers[0]) for program in programs}
    assert len(answers) == len(programs)


def test_a_rule_says_what_it_does():
    assert any("3 where it is 1" in program.words for program in found(RECOLOUR, "01"))


def test_outputs_of_another_shape_have_no_rule():
    assert found([("12", "1")], "34") == []


def test_nothing_is_found_where_nothing_fits():
    noise = [("0000 0000", "1726 4093")]
    assert found([*noise, ("0000 0000", "3915 2260")], "0000 0000") == []


def test_a_spent_budget_ends_the_search():
    pairs = (Pair(grid("0110"), grid("0330")),)
    task = Task(pairs, (grid("0100"),))
    assert find(View(task), Budget(steps=1)) == []


def test_cells_are_not_tabulated_when_the_time_is_over():
    task = Task((Pair(grid("0110"), grid("0330")),), (grid("0100"),))
    with pytest.raises(Spent):
        tabulate(View(task), Budget(seconds=-1.0))


def test_where_nothing_is_asked_nothing_is_found():
    assert find(View(Task((Pair(grid("10"), grid("20")),), ())), Budget()) == []


def test_a_grid_of_one_cell_is_a_grid():
    assert same(found([("1", "2")], "1")[0].answers[0], grid("2"))
