"""Extend to boundary."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
)
from metamer.paradigms.concepts.families.things import (
    clumps,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.tasks import Grid


@shortcut("ExtendToBoundary", "head-or-nearer-end")
@dataclass(frozen=True)
class HeadOrNearerEnd:
    """Each line grows from the end that has another colour to the edge of the grid, in that
    colour (or in that of its body). Shortcut: from the end that is nearer to the edge.

    Source: ours, for moskvichev2023's concept Extend To Boundary.
    """

    paint: str = parameter("head", "body")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        grid = empty(rng, (5, 11), (11, 15))
        width = grid.shape[1]
        body, head = colours(rng, 2)
        rows = rng.permutation(np.arange(0, len(grid), 2))[: int(rng.integers(1, 4))]
        for row in rows:
            start, stop, head_first = _ends(rng, cues, width)
            grid[row, start:stop] = body
            grid[row, start if head_first else stop - 1] = head
        return grid if rng.random() < 0.5 else grid.T.copy()

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for line in _lines(grid):
            line.grow(output, line.head_first, self.paint)
        return output

    def shortcut(self, grid: Grid) -> Grid:
        output = grid.copy()
        for line in _lines(grid):
            if line.before == line.after:
                raise Unfit
            line.grow(output, line.before < line.after, self.paint)
        return output

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return (partial(self._from, first) for first in (True, False))

    def _from(self, first: bool, grid: Grid) -> Grid:
        """The rule that each line grows from its first end, or each from its last."""
        output = grid.copy()
        for line in _lines(grid):
            line.grow(output, first, self.paint)
        return output


def _ends(rng: np.random.Generator, cues: Cues, width: int) -> tuple[int, int, bool]:
    """Where a line begins and ends, and whether its head comes first."""
    length = int(rng.integers(3, 6))
    spare = width - length
    start = spare // 2 if cues == "absent" else int(rng.integers(1, spare))
    stop = width - start if cues == "absent" else start + length
    head_first = bool(rng.random() < 0.5)
    if cues == "agree":
        head_first = start < width - stop
    return start, stop, head_first


@dataclass(frozen=True)
class _Line:
    """A line whose one end, the head, has another colour than its body."""

    row: int
    start: int
    stop: int
    width: int
    head_first: bool
    head: int
    body: int
    lies: bool

    @property
    def before(self) -> int:
        """Cells between its first end and the edge."""
        return self.start

    @property
    def after(self) -> int:
        """Cells between its other end and the edge."""
        return self.width - self.stop

    def grow(self, grid: Grid, first: bool, paint: str) -> None:
        """Colour the cells from one of its ends to the edge."""
        field = grid if self.lies else grid.T
        cells = slice(self.start) if first else slice(self.stop, None)
        field[self.row, cells] = self.head if paint == "head" else self.body


def _lines(grid: Grid) -> Iterator[_Line]:
    for clump in clumps(grid):
        lies = clump.shape.shape[0] == 1
        field = grid if lies else grid.T
        rows, columns = clump.box if lies else clump.box[::-1]
        cells = field[rows.start, columns]
        if rows.stop - rows.start > 1 or len(cells) < 3 or not cells.all():
            raise Unfit
        if len(set(cells.tolist())) != 2 or len(set(cells[1:-1].tolist())) != 1:
            raise Unfit
        head_first = bool(cells[0] != cells[1])
        if (cells[-1] != cells[-2]) == head_first:
            raise Unfit
        yield _Line(
            row=rows.start,
            start=columns.start,
            stop=columns.stop,
            width=field.shape[1],
            head_first=head_first,
            head=int(cells[0 if head_first else -1]),
            body=int(cells[1]),
            lies=lies,
        )
