"""The search as a whole."""

import json
import time

import numpy as np
import pytest
from places import published

from metamer.paradigms.concepts.search.budget import Budget, clock
from metamer.paradigms.concepts.search.search import Ballot, search
from metamer.paradigms.concepts.tasks import MAX_PAIRS, Pair, Task, as_grid, same


def boxes(colour, top, left):
    grid = np.zeros((7, 8), np.uint8)
    grid[top : top + 3, left : left + 4] = colour
    grid[top + 1, left + 1 : left + 3] = 0
    return grid


def filled(grid):
    out = grid.copy()
    rows, columns = np.nonzero(grid)
    out[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = grid.max()
    return out


GIVEN = [boxes(3, 0, 1), boxes(5, 2, 3), boxes(8, 4, 0)]
HOLES = Task(tuple(Pair(it, filled(it)) for it in GIVEN[:2]), (GIVEN[2],))


def test_it_finds_the_rule_and_says_it():
    ((best, *_),) = search(HOLES, Budget(steps=300_000))
    assert np.array_equal(best.grid, filled(GIVEN[2]))
    assert best.words
    assert best.weight > 0


def test_a_limit_in_steps_gives_the_same_answers_every_time():
    first, second = (search(HOLES, Budget(steps=100_000)) for _ in range(2))
    assert [it.words for it in first[0]] == [it.words for it in second[0]]
    pairs = zip(first[0], second[0], strict=True)
    assert all(same(one.grid, two.grid) for one, two in pairs)


def test_no_budget_finds_nothing_and_says_nothing():
    assert search(HOLES, Budget(steps=0)) == [[]]


def noise(seed):
    return np.random.default_rng(seed).integers(0, 10, (30, 30)).astype(np.uint8)


def test_a_limit_in_seconds_is_kept_on_the_largest_grids():
    task = Task((Pair(noise(0), noise(1)), Pair(noise(2), noise(3))), (noise(4),))
    begun = time.process_time()
    search(task, Budget(seconds=1.0))
    # What counts is that it ends: compiled parts look at the clock now and then only.
    assert time.process_time() - begun < 10


def squares(seed):
    """Thirty-six squares, some with a hole: many objects with many attributes."""
    random = np.random.default_rng(seed)
    square = np.kron(random.integers(1, 10, (6, 6)), np.ones((5, 5), int))
    square[4::5] = square[:, 4::5] = 0
    square[1::5, 1::5] *= random.integers(0, 2, (6, 6))
    return square.astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("draw", [noise, squares])
def test_a_limit_in_seconds_is_kept_with_as_many_pairs_as_a_task_can_have(draw):
    grids = [draw(seed) for seed in range(3 * MAX_PAIRS)]
    pairs = zip(grids[:MAX_PAIRS], grids[MAX_PAIRS : 2 * MAX_PAIRS], strict=True)
    task = Task(tuple(Pair(*pair) for pair in pairs), tuple(grids[2 * MAX_PAIRS :]))
    begun, budget = clock(), Budget(seconds=3.0)
    search(task, budget)
    assert clock() - begun < 9 and budget.ended == "time"


def test_it_says_which_limit_cut_it_short():
    contradiction = Task(
        tuple(Pair(as_grid([[1]]), as_grid([[colour]])) for colour in (2, 3)),
        (as_grid([[1]]),),
    )
    for budget, ended in (
        (Budget(steps=1000), "steps"),
        (Budget(seconds=0.01), "time"),
        (Budget(), "finished"),
    ):
        assert search(contradiction, budget) == [[]]
        assert budget.ended == ended


def test_programs_that_agree_outvote_a_single_one():
    ballot = Ballot()
    ballot.count(GIVEN[0], "one", 1.0)
    ballot.count(GIVEN[1], "two", 1.2)
    ballot.count(GIVEN[1], "three", 1.1)
    best, other = ballot.answers(HOLES, GIVEN[2])
    assert same(best.grid, GIVEN[1]) and same(other.grid, GIVEN[0])
    assert best.words == "three"


def test_the_input_itself_is_the_last_guess_unless_it_was_shown_to_stay():
    ballot = Ballot()
    ballot.count(GIVEN[2], "nothing changes", 0.1)
    ballot.count(GIVEN[0], "something", 5.0)
    assert same(ballot.answers(HOLES, GIVEN[2])[-1].grid, GIVEN[2])
    stays = Task((Pair(GIVEN[0], GIVEN[0]),), (GIVEN[2],))
    assert same(ballot.answers(stays, GIVEN[2])[0].grid, GIVEN[2])


def test_an_answer_whose_colours_are_swapped_is_found_from_another_perspective():
    table = np.arange(10, dtype=np.uint8)
    table[[3, 4]] = 4, 3
    shown = tuple(Pair(table[one], table[two]) for one, two in HOLES.demonstrations)
    ((best, *_),) = search(Task(shown, HOLES.inputs), Budget(steps=300_000))
    assert np.array_equal(best.grid, filled(GIVEN[2]))


SAMPLE = ("AboveBelow6", "CleanUp1", "Count2", "MoveToBoundary10", "TopBottom2D3")


@pytest.mark.slow
def test_most_inputs_of_some_published_tasks_are_solved():
    tasks = published("conceptarc", "open").glob("*/*.json")
    files = [path for path in tasks if path.stem in SAMPLE]
    solved = []
    for path in files:
        plain = json.loads(path.read_text())
        shown = tuple(
            Pair(as_grid(it["input"]), as_grid(it["output"])) for it in plain["train"]
        )
        asked = tuple(as_grid(it["input"]) for it in plain["test"])
        found = search(Task(shown, asked), Budget(seconds=30))
        solved += [
            any(same(it.grid, as_grid(pair["output"])) for it in answers[:3])
            for answers, pair in zip(found, plain["test"], strict=True)
        ]
    assert len(solved) >= 9
    assert np.mean(solved) >= 0.6
