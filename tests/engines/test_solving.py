"""Tasks solved one after the other, and gone on with."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.solve import Guess, TaskLesson, TaskView
from metamer.engines.solving import solve_all
from metamer.paradigms.concepts.tasks import Task, as_grid

GRIDS = [as_grid([[number, 0]]) for number in range(4)]
SITTINGS = [
    TaskLesson(tuple(TaskView(Task((), (grid,))) for grid in GRIDS[:2]), (), 2),
    TaskLesson(tuple(TaskView(Task((), (grid,))) for grid in GRIDS[2:]), (), 2),
]
KEYS = [root(0).stream(unit) for unit in range(2)]


@dataclass
class Echo:
    """Says the input three times; may be stopped."""

    stop_at: int = -1
    met: list = field(default_factory=list)
    name: str = "echo"

    def solve(self, shown, guesses, key):
        if len(self.met) == self.stop_at:
            raise KeyboardInterrupt
        self.met.append(key)
        return tuple((Guess(grid, "echo"),) * 3 for grid in shown.task.inputs)


def test_every_unit_gets_its_own_tasks_and_no_more_guesses_than_allowed(tmp_path):
    first, second = solve_all(Echo(), SITTINGS, KEYS, Place(tmp_path, "job"))
    assert len(first) == len(second) == 2
    (guesses,) = second[1].guesses
    assert len(guesses) == 2
    assert np.array_equal(guesses[0].answer, GRIDS[3])
    assert guesses[0].reason == "echo"
    assert second[1].seconds >= 0


def test_a_stopped_job_goes_on_with_the_next_task(tmp_path):
    place = Place(tmp_path, "job")
    whole = Echo()
    expected = solve_all(whole, SITTINGS, KEYS, Place(tmp_path, "other"))
    with pytest.raises(KeyboardInterrupt):
        solve_all(Echo(stop_at=3), SITTINGS, KEYS, place)
    rest = Echo()
    found = solve_all(rest, SITTINGS, KEYS, place)
    assert rest.met == whole.met[3:]
    for units in zip(found, expected, strict=True):
        for one, other in zip(*units, strict=True):
            assert [len(it) for it in one.guesses] == [len(it) for it in other.guesses]
            pairs = list(zip(one.guesses[0], other.guesses[0], strict=True))
            assert all(np.array_equal(a.answer, b.answer) for a, b in pairs)
            assert all(a.answer.dtype == b.answer.dtype for a, b in pairs)


class Silent(Echo):
    def solve(self, shown, guesses, key):
        return ()


def test_one_who_answers_another_number_of_inputs_is_refused(tmp_path):
    with pytest.raises(Refusal, match="answered 0 inputs of a task that has 1"):
        solve_all(Silent(), SITTINGS, KEYS, Place(tmp_path, "job"))
