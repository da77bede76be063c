"""Tasks on grids of 30 x 30 cells, the largest that there are, as a folder to solve.

    python benchmarks/large_grids.py large
    metamer solve large --seconds 10 --cores 1     # its last line says how much memory

One task of each concept with all grids drawn twice as large and filled up with black, and
some whose grids are random colours and have no rule: nothing ends the search early there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from metamer.core.keys import root
from metamer.paradigms.concepts.files import write_task
from metamer.paradigms.concepts.generated import one_task
from metamer.paradigms.concepts.rules import CONCEPTS
from metamer.paradigms.concepts.tasks import COLOURS, LARGEST, Grid, NamedTask, Pair

DEMONSTRATIONS, ASKED = 4, 3


def enlarge(grid: Grid) -> Grid:
    """The grid with each cell drawn as 2 x 2, and black to the right and below."""
    twice = np.kron(grid[:15, :15], np.ones((2, 2), np.uint8))
    spare = LARGEST - np.array(twice.shape)
    return np.pad(twice, ((0, spare[0]), (0, spare[1])))


def large(named: NamedTask) -> NamedTask:
    """The task on grids of the largest size."""
    shown = tuple(Pair(*map(enlarge, pair)) for pair in named.task.demonstrations)
    task = named.task._replace(
        demonstrations=shown, inputs=tuple(map(enlarge, named.task.inputs))
    )
    answers = tuple(enlarge(answer) for answer in named.answers if answer is not None)
    return named._replace(task=task, answers=answers, name=f"Large-{named.name}")


def noise(number: int, seed: int) -> NamedTask:
    """A task of random colours, without a rule."""
    rng = root(seed).stream("noise", number).numpy
    size = (2 * (DEMONSTRATIONS + ASKED), LARGEST, LARGEST)
    grids = [*rng.integers(0, COLOURS, size).astype(np.uint8)]
    pairs = [Pair(*pair) for pair in zip(grids[::2], grids[1::2], strict=True)]
    shown, asked = pairs[:DEMONSTRATIONS], pairs[DEMONSTRATIONS:]
    named = one_task("Count", None, seed, DEMONSTRATIONS)
    task = named.task._replace(
        demonstrations=tuple(shown), inputs=tuple(pair.input for pair in asked)
    )
    answers = tuple(pair.output for pair in asked)
    return named._replace(name=f"Noise-{number}", task=task, answers=answers)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--noise", type=int, default=4)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    drawn = [
        one_task(concept, None, given.seed, DEMONSTRATIONS) for concept in CONCEPTS
    ]
    tasks = [large(named) for named in drawn]
    tasks += [noise(number, given.seed) for number in range(given.noise)]
    for named in tasks:
        write_task(named, given.folder / f"{named.name}.json")


if __name__ == "__main__":
    main()
