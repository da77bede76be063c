"""Candidate programs per second: the compiled walk against plain NumPy.

    python benchmarks/programs.py [--grids 4] [--side 10] [--seconds 3]

A candidate is a program of some operations, tried on all grids of a task: applied,
hashed, and compared with all states that are known. First the walk with all operations,
two steps deep. Then the named peer: the same walk, three steps deep, with the operations
that are one or two lines of plain NumPy each (colours, rigid motions, halves, edges,
crops). The two must reach the same number of states. One core; the best of three windows.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.compositions.walk import known_operations, walk
from metamer.paradigms.concepts.search.operations.flip import MOTION_WORDS
from metamer.paradigms.concepts.search.operations.table import Operation
from metamer.paradigms.concepts.tasks import Grid, Pair, Task

DEPTH = 3

Placed = tuple[Grid, int, int]
"""Cells, and where their corner stands."""

TURNS: tuple[Callable[[Grid], Grid], ...] = (
    np.fliplr,
    np.flipud,
    lambda cells: cells[::-1, ::-1],
    np.transpose,
    lambda cells: np.rot90(cells, -1),
    np.rot90,
    lambda cells: cells[::-1, ::-1].T,
)
"""As `MOTION_WORDS`."""


def task(grids: int, side: int) -> Task:
    """Grids with objects of four colours, the last one asked."""
    generator = np.random.default_rng(0)
    drawn = []
    for _ in range(grids):
        grid = np.zeros((side, side), np.uint8)
        for colour in range(1, 5):
            top, left = generator.integers(0, side - 2, 2)
            shape = generator.random((3, 3)) < 0.7
            grid[top : top + 3, left : left + 3][shape] = colour
        drawn.append(grid)
    pairs = tuple(Pair(grid, np.fliplr(grid)) for grid in drawn[:-1])
    return Task(pairs, (drawn[-1],))


def crop(image: Placed) -> Placed:
    cells, top, left = image
    rows, cols = np.flatnonzero(cells.any(1)), np.flatnonzero(cells.any(0))
    if not len(rows):
        return cells[:0, :0], top, left
    inner = cells[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return inner, top + rows[0], left + cols[0]


def half(image: Placed, which: int) -> Placed:
    cells, top, left = image
    rows, cols = cells.shape[0] // 2, cells.shape[1] // 2
    if which < 2:
        start = (cells.shape[0] - rows) * which
        return cells[start : start + rows], top + start, left
    start = (cells.shape[1] - cols) * (which - 2)
    return cells[:, start : start + cols], top, left + start


def side(image: Placed, which: int) -> Placed:
    cells, top, left = image
    if which < 2:
        start = (cells.shape[0] - 1) * which
        return cells[start : start + 1], top + start, left
    start = (cells.shape[1] - 1) * (which - 2)
    return cells[:, start : start + 1], top, left + start


def keep(image: Placed, colour: int) -> Placed:
    return np.where(image[0] == colour, image[0], 0), *image[1:]


def erase(image: Placed, colour: int) -> Placed:
    return np.where(image[0] == colour, 0, image[0]), *image[1:]


def turn(image: Placed, which: int) -> Placed:
    return TURNS[which](image[0]), *image[1:]


def plain(colours: range) -> dict[str, Callable[[Placed], Placed]]:
    """Operations in NumPy, under the words of those they are the same as."""
    found: dict[str, Callable[[Placed], Placed]] = {
        "cropped to what is not black": crop
    }
    for colour in colours:
        found[f"keep colour {colour}"] = partial(keep, colour=colour)
        found[f"erase colour {colour}"] = partial(erase, colour=colour)
    for which, words in enumerate(MOTION_WORDS):
        found[words] = partial(turn, which=which)
    for which, name in enumerate(("upper", "lower", "left", "right")):
        found[f"its {name} half"] = partial(half, which=which)
    for which, name in enumerate(("top row", "bottom row", "left column")):
        found[f"its {name}"] = partial(side, which=which)
    return found


def numpy_walk(problem: Task, acts: dict[str, Callable[[Placed], Placed]]) -> int:
    """How many states three steps reach, in plain NumPy."""
    level = [tuple((grid, 0, 0) for grid in problem.seen)]
    known = {_key(level[0])}
    for _ in range(DEPTH):
        reached = []
        for state in level:
            for act in acts.values():
                made = tuple(act(i) if i[0].size else i for i in state)
                key = _key(made)
                if key not in known and any(i[0].size for i in made[:-1]):
                    known.add(key)
                    reached.append(made)
        level = reached
    return len(known)


def _key(state: tuple[Placed, ...]) -> tuple[object, ...]:
    return tuple((i[0].shape, i[1], i[2], i[0].tobytes()) for i in state)


def quickest(act: Callable[[], object], seconds: float) -> float:
    """Seconds of one call, in the best of three windows."""
    act()
    best = np.inf
    for _ in range(3):
        calls, started = 0, time.perf_counter()
        while calls == 0 or time.perf_counter() - started < seconds / 3:
            act()
            calls += 1
        best = min(best, (time.perf_counter() - started) / calls)
    return float(best)


def measured(
    problem: Task, known: list[Operation], depth: int, seconds: float
) -> tuple[int, float, float]:
    """States reached, candidates tried, and the seconds that takes; said as well."""
    budget, grids = Budget(), len(problem.seen)
    states = int(walk(problem, known, budget, depth).store.used[2])
    needed = quickest(lambda: walk(problem, known, Budget(), depth), seconds)
    tried = budget.spent / grids
    print(
        f"compiled, {len(known)} operations, depth {depth}: {tried:,.0f} candidates, "
        f"{states:,} states, {tried / needed:,.0f} candidates/s on all grids, "
        f"{budget.spent / needed:,.0f}/s on one grid"
    )
    return states, tried, needed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grids", type=int, default=4)
    parser.add_argument("--side", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args()
    problem = task(options.grids, options.side)
    every = known_operations(problem)
    acts = plain(range(1, 5))
    shared = [operation for operation in every if operation.words in acts]
    print(f"{len(every)} operations, {options.grids} grids of side {options.side}")
    measured(problem, every, 2, options.seconds)
    states, tried, seconds = measured(problem, shared, DEPTH, options.seconds)
    reached = numpy_walk(problem, acts)
    if reached != states:
        raise SystemExit(f"NumPy reaches {reached} states, not {states}")
    slower = quickest(lambda: numpy_walk(problem, acts), options.seconds)
    print(f"plain NumPy, shared operations: {tried / slower:,.0f} candidates/s")
    print(f"ratio, compiled to plain NumPy: {slower / seconds:.1f}")


if __name__ == "__main__":
    main()
