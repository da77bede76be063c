"""Places of things that are put in order along a row or column."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.things.crowd import Crowd
from metamer.programs.things.field import Field
from metamer.programs.things.places import NOWHERE


class Sorting(NamedTuple):
    """Where every thing goes when all are put in order."""

    words: str
    cost: float
    corners: list[np.ndarray]


LINES = {"from left to right": 1, "from top to bottom": 0}
"""Which of row and column goes on along the line."""


def sortings(crowd: Crowd) -> Iterator[Sorting]:
    """Things sorted by every attribute, either way, packed or on each other's places.

    Only where every demonstration keeps its colours, as sorting does.
    """
    if not all(
        _kept(field.grid, output) and len(field) > 1 for field, output in crowd.shown
    ):
        return
    for words, orders in _orders(crowd):
        for line, axis in LINES.items():
            for packed in (True, False):
                corners = [
                    _sorted(*it, axis, packed)
                    for it in zip(crowd.fields, orders, strict=True)
                ]
                how = "packed" if packed else "place for place"
                told = f"its place in the order by {words}, {line}, {how}"
                yield Sorting(told, 1.2, corners)


def _kept(grid: np.ndarray, output: np.ndarray) -> bool:
    counts = [np.bincount(it.ravel(), minlength=10) for it in (grid, output)]
    return bool((counts[0] == counts[1]).all())


def _orders(crowd: Crowd) -> Iterator[tuple[str, list[np.ndarray]]]:
    """Orders of all things of every scene by an attribute, each different one once."""
    seen: set[bytes] = set()
    for place, attribute in enumerate(ATTRIBUTES.values()):
        for sign, said in ((1, "rising"), (-1, "falling")):
            orders = [
                np.argsort(sign * table[:, place], kind="stable")
                for table in crowd.numbers
            ]
            key = np.concatenate(orders).tobytes()
            if not attribute.flag and key not in seen:
                seen.add(key)
                yield f"{said} {attribute.words}", orders


def _sorted(field: Field, order: np.ndarray, axis: int, packed: bool) -> np.ndarray:
    """Corners of things that stand along an axis in an order of their own.

    Packed: one after the other from where the first stood, with the gaps that were there.
    Else each takes the place where the one stood that it replaces.
    """
    starts = field.lefts if axis else field.tops
    lengths = field.widths if axis else field.heights
    standing = np.argsort(starts, kind="stable")
    corners = np.stack([field.tops, field.lefts], axis=1)
    if not len(field):
        return corners
    gaps = starts[standing][1:] - (starts + lengths)[standing][:-1]
    if packed and (gaps < 0).any():
        return np.full_like(corners, NOWHERE)
    if packed:
        steps = lengths[order][:-1] + gaps
        corners[order, axis] = starts[standing][0] + np.r_[0, np.cumsum(steps)]
    else:
        corners[order] = corners[standing]
    return corners
