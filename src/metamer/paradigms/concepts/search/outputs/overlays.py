"""Programs that lay the panels of a grid over each other."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import Grid, same

MAX_LAYERS = 4
"""How many panels, at most, are laid over each other."""
COST_PER_PATTERN = 0.2


def overlays(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """Panels laid over each other, in each order."""
    piles = _piles(segmentation)
    if not piles:
        return
    view, kind = segmentation.view, segmentation.kind
    for order in permutations(range(len(piles[0]))):
        budget.spend(len(piles))
        grids = [
            _lay(pile, order, scene.background)
            for pile, scene in zip(piles, view.scenes, strict=True)
        ]
        if all(map(same, grids, view.outputs)):
            words = (
                f"lay the {kind.plural} over each other, number {order[0] + 1} on top"
            )
            yield Program(words, 1.6 + kind.cost, tuple(grids[view.known :]))


def _lay(pile: list[Grid], order: tuple[int, ...], background: int) -> Grid | None:
    if not pile:
        return None
    grid = np.full(pile[0].shape, background, np.uint8)
    for place in reversed(order):
        grid = np.where(pile[place] != background, pile[place], grid)
    return grid


def _piles(segmentation: Segmentation) -> list[list[Grid]]:
    """The panels of each scene, if all have one size, the outputs' size.

    An asked input with other panels has an empty pile; nothing is returned if that is so
    of a demonstration.
    """
    piles = [[obj.box for obj in objects] for objects in segmentation.objects]
    for pile, output in zip(piles, segmentation.view.outputs, strict=False):
        if {panel.shape for panel in pile} != {output.shape}:
            return []
    count = len(piles[0])
    if not 2 <= count <= MAX_LAYERS:
        return []
    if any(len(pile) != count for pile in piles[: segmentation.known]):
        return []
    return [
        pile if len(pile) == count and len({one.shape for one in pile}) == 1 else []
        for pile in piles
    ]


Pattern = tuple[bool, ...]
"""Which panels are on at a cell (not background)."""
CellTable = dict[Pattern, tuple[str, int]]
"""What cells of each pattern become: a constant `colour`, or `as in` a panel."""


def combinations(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """What a cell becomes, learned for each pattern of panels that are on there."""
    piles, known = _piles(segmentation), segmentation.known
    if not piles or any(not pile for pile in piles[:known]):
        return
    for equality in (False, True):
        budget.spend(len(piles))
        table = _learn(segmentation, piles, equality)
        if table is None:
            continue
        asked = zip(piles[known:], segmentation.scenes[known:], strict=True)
        answers = tuple(
            _combine(pile, table, scene.background, equality) if pile else None
            for pile, scene in asked
        )
        kind = segmentation.kind
        words = f"combine the cells of the {kind.plural}: {_words(table)}"
        cost = 1.8 + kind.cost + COST_PER_PATTERN * len(table)
        yield Program(words, cost, answers)


def _words(table: CellTable) -> str:
    return "; ".join(
        f"on in {[place + 1 for place, on in enumerate(pattern) if on]}: "
        + (f"colour {value}" if source == "colour" else f"as in {value + 1}")
        for pattern, (source, value) in table.items()
    )


def _patterns(pile: list[Grid], background: int, equality: bool) -> np.ndarray:
    """Which panels are on at each cell; with `equality`, also whether all are equal."""
    layers = [panel != background for panel in pile]
    if equality:
        layers.append(np.all([panel == pile[0] for panel in pile], axis=0))
    return np.stack(layers, axis=-1)


def _learn(
    segmentation: Segmentation, piles: list[list[Grid]], equality: bool
) -> CellTable | None:
    """The table that explains all demonstrations, if there is one."""
    cells: dict[Pattern, np.ndarray] = {}
    for pile, output, scene in zip(
        piles, segmentation.view.outputs, segmentation.scenes, strict=False
    ):
        patterns = _patterns(pile, scene.background, equality)
        shown = np.stack([*pile, output], axis=-1).reshape(-1, len(pile) + 1)
        flat = patterns.reshape(len(shown), -1)
        for pattern in np.unique(flat, axis=0):
            here = shown[(flat == pattern).all(1)]
            key = tuple(pattern.tolist())
            cells[key] = np.vstack([cells[key], here]) if key in cells else here
    # Only now, with the cells of all demonstrations: one explanation must do for all.
    table = {pattern: _explain(here) for pattern, here in cells.items()}
    known = {pattern: how for pattern, how in table.items() if how is not None}
    return known if len(known) == len(table) else None


def _explain(cells: np.ndarray) -> tuple[str, int] | None:
    """Whether the last column is constant, or equal to another one."""
    if (cells[:, -1] == cells[0, -1]).all():
        return "colour", int(cells[0, -1])
    for panel in range(cells.shape[1] - 1):
        if (cells[:, -1] == cells[:, panel]).all():
            return "as in", panel
    return None


def _combine(
    pile: list[Grid], table: CellTable, background: int, equality: bool
) -> Grid | None:
    """The output by a table; None if it lacks a pattern."""
    patterns = _patterns(pile, background, equality)
    grid = np.zeros(pile[0].shape, np.uint8)
    done = np.zeros(grid.shape, bool)
    for pattern, (source, value) in table.items():
        here = (patterns == np.array(pattern)).all(-1)
        grid[here] = value if source == "colour" else pile[value][here]
        done |= here
    return grid if done.all() else None
