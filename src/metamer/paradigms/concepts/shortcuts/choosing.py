"""What rules with shortcuts share: which things are chosen, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    blob,
    edge,
    picture_of,
    put_anywhere,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    enclosed,
    things_by_colour,
    utmost,
)
from metamer.paradigms.concepts.rules import Cues, Unfit
from metamer.paradigms.concepts.tasks import COLOURS, Grid

SLOT = 4
"""The side of a slot, which holds a thing of up to three cells and keeps it apart."""


def some(chosen: Sequence[bool]) -> list[bool]:
    """The choice; `Unfit` if it is of all or of none: nothing tells things apart."""
    if all(chosen) or not any(chosen):
        raise Unfit
    return list(chosen)


def keep(grid: Grid, found: Sequence[Thing], chosen: Sequence[bool]) -> Grid:
    """The grid without the things that are not chosen."""
    output = grid.copy()
    for thing, stays in zip(found, chosen, strict=True):
        if not stays:
            output[thing.mask] = 0
    return output


def cut_out(grid: Grid, thing: Thing) -> Grid:
    """One thing alone, in a grid as large as it is."""
    return np.where(thing.mask, grid, 0)[thing.box].astype(np.uint8)


def odd_one(found: Sequence[Thing], features: Sequence[object]) -> Thing:
    """The only thing with another feature than all others; `Unfit` if there is none."""
    texts = [repr(feature) for feature in features]
    single = [place for place, text in enumerate(texts) if texts.count(text) == 1]
    if len(found) < 3 or len(single) != 1 or len(set(texts)) != 2:
        raise Unfit
    return found[single[0]]


def others_than(paint: int) -> list[int]:
    """Three other colours, always the same ones.

    Few, so that demonstrations show what becomes of each colour that is asked.
    """
    return [(paint + step) % (COLOURS - 1) + 1 for step in range(3)]


def colours_by(
    rng: np.random.Generator, cues: Cues, targets: Sequence[bool], paint: int
) -> list[int]:
    """A colour for each thing: `paint` for the targets alone if cues agree.

    If they part, things have it whether they are targets or not; if it is absent, none.
    """
    marked = {
        "agree": np.array(targets),
        "part": rng.random(len(targets)) < 0.5,
        "absent": np.zeros(len(targets), bool),
    }[cues]
    others = rng.choice(others_than(paint), len(targets))
    return [int(one) for one in np.where(marked, paint, others)]


def mixed(rng: np.random.Generator, count: int) -> list[bool]:
    """A choice among things, at random, of one at least and not of all."""
    chosen = [True, False, *(rng.random(count - 2) < 0.5).tolist()]
    return [bool(one) for one in rng.permutation(chosen)]


def solid(rng: np.random.Generator, cells: int) -> Mask:
    """A random shape with this number of cells that encloses nothing."""
    mask = blob(rng, cells, cells)
    if enclosed(mask).any():
        raise Unfit
    return mask


def ring(rng: np.random.Generator, cells: int) -> Mask:
    """The outline of a rectangle with this even number of cells, eight or more."""
    height = int(rng.integers(3, cells // 2))
    return edge(np.ones((height, cells // 2 + 2 - height), bool))


def within_three(rng: np.random.Generator, cells: int) -> Mask:
    """A random shape with this number of cells, at most three wide and high."""
    mask = blob(rng, cells, cells)
    if max(mask.shape) > SLOT - 1:
        raise Unfit
    return mask


def in_slots(
    rng: np.random.Generator, masks: Sequence[Mask], paints: Sequence[int], side: int
) -> Grid:
    """A grid with things next to each other, in their order from left to right."""
    grid = np.zeros((side, SLOT * len(masks)), np.uint8)
    for place, (mask, paint) in enumerate(zip(masks, paints, strict=True)):
        area = np.zeros_like(grid, bool)
        area[:, SLOT * place : SLOT * (place + 1) - 1] = True
        grid = put_anywhere(rng, grid, picture_of(mask, paint), area)
    return grid


def by_size(found: list[Thing], which: str) -> Thing:
    """The largest thing, or the smallest; `Unfit` if it is not the only one, or alone."""
    sign = 1 if which == "largest" else -1
    if len(found) < 2:
        raise Unfit
    return utmost(found, [sign * thing.size for thing in found])


def by_frequency(grid: Grid, which: str) -> Thing:
    """All cells of the most frequent colour, or of the least; `Unfit` as for `by_size`."""
    return by_size(things_by_colour(grid), "largest" if which == "most" else "smallest")


def picks(
    find: Callable[[Grid], list[Thing]], act: Callable[[Grid, Thing], Grid]
) -> Iterator[Callable[[Grid], Grid]]:
    """Rules that do the same with another thing: the topmost, the widest ..."""
    for value in VALUES:
        yield partial(_pick, find, act, value)


def _pick(
    find: Callable[[Grid], list[Thing]],
    act: Callable[[Grid, Thing], Grid],
    value: Callable[[Thing], int],
    grid: Grid,
) -> Grid:
    found = find(grid)
    return act(grid, utmost(found, [value(thing) for thing in found]))


VALUES: tuple[Callable[[Thing], int], ...] = (
    lambda thing: -thing.box[0].start,
    lambda thing: thing.box[0].stop,
    lambda thing: -thing.box[1].start,
    lambda thing: thing.box[1].stop,
    lambda thing: thing.size,
    lambda thing: -thing.size,
    lambda thing: thing.shape.shape[0],
    lambda thing: thing.shape.shape[1],
)
"""What is highest of the topmost thing, the lowest, leftmost, rightmost, largest, smallest,
highest and widest one."""
