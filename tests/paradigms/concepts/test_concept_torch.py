"""Any module of PyTorch solves tasks, cell by cell."""

import numpy as np
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.solve import TaskView
from metamer.paradigms.concepts.learners import TorchSolver
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid, same

pytest.importorskip("torch", reason="PyTorch is not installed")


def grids(number, shape=(6, 7), seed=0):
    rng = np.random.default_rng(seed)
    return [rng.integers(0, 5, shape).astype(np.uint8) for _ in range(number)]


def recolour(grid):
    """3 becomes 8, all else stays."""
    return np.where(grid == 3, 8, grid).astype(np.uint8)


def task(asked):
    return Task(tuple(Pair(grid, recolour(grid)) for grid in grids(3)), tuple(asked))


def test_recolouring_is_learned():
    asked = grids(2, (4, 9), seed=1)
    found = TorchSolver(sizes=(1,)).solve(TaskView(task(asked)), 3, root(0))
    assert all(
        same(guess[0].answer, recolour(grid))
        for guess, grid in zip(found, asked, strict=True)
    )


def test_a_colour_that_was_never_shown_can_stay():
    asked = [as_grid([[7, 3], [9, 0]])]
    ((guess, *_),) = TorchSolver(sizes=(1,)).solve(TaskView(task(asked)), 3, root(0))
    assert guess.answer.tolist() == [[7, 8], [9, 0]]
    assert guess.reason == "from neighbourhoods of 1 x 1 cells"


def test_the_same_key_gives_the_same_guesses():
    view = TaskView(task(grids(1, seed=2)))
    entry = TorchSolver(sizes=(3, 5), epochs=2)
    first, second = (entry.solve(view, 3, root(0))[0] for _ in range(2))
    assert [str(one.answer) for one in first] == [str(one.answer) for one in second]


def test_a_wrong_setting_is_refused_and_no_task_skipped():
    view = TaskView(task(grids(1)))
    with pytest.raises(Refusal, match="no optimiser 'Adm'"):
        TorchSolver(optimiser="Adm").solve(view, 3, root(0))
    with pytest.raises(Refusal, match="torch-solver: sizes must be odd numbers"):
        TorchSolver(sizes=(2,))
    assert metamer.learner("torch-solver") is TorchSolver
    assert TorchSolver().name == "torch-solver:mlp"
