"""Places of objects that are put in order along a row or column."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES
from metamer.paradigms.concepts.search.objects.places import NOWHERE, at
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import COLOURS, Grid


class Sorting(NamedTuple):
    """Where every object goes when all are put in order."""

    words: str
    cost: float
    corners: list[np.ndarray]


AXES = {"from left to right": 1, "from top to bottom": 0}
"""Whether objects stand along a column (0) or a row (1)."""


def sortings(segmentation: Segmentation) -> Iterator[Sorting]:
    """Objects sorted by every attribute, either way, packed or on each other's places.

    Only if every demonstration keeps the number of cells of each colour, as sorting does.
    """
    if not all(
        _same_counts(stack.grid, output) and len(stack) > 1
        for stack, output in segmentation.shown
    ):
        return
    for words, orders in _orders(segmentation):
        for line, axis in AXES.items():
            for packed in (True, False):
                corners = [
                    _sort(*scene, axis, packed)
                    for scene in zip(segmentation.stacks, orders, strict=True)
                ]
                manner = "packed" if packed else "on the places of the others"
                place = f"its place in the order of {words}, {line}, {manner}"
                yield Sorting(place, 1.2, corners)


def _same_counts(grid: Grid, output: Grid) -> bool:
    one, two = (
        np.bincount(cells.ravel(), minlength=COLOURS) for cells in (grid, output)
    )
    return bool((one == two).all())


def _orders(segmentation: Segmentation) -> Iterator[tuple[str, list[np.ndarray]]]:
    """Orders of all objects of every scene by an attribute, each different one once."""
    seen: set[bytes] = set()
    for name, attribute in ATTRIBUTES.items():
        for sign, change in ((1, "increasing"), (-1, "decreasing")):
            orders = [
                np.argsort(sign * table[name], kind="stable")
                for table in segmentation.numbers
            ]
            key = np.concatenate(orders).tobytes()
            if not attribute.flag and key not in seen:
                seen.add(key)
                yield f"{change} {attribute.words}", orders


def _sort(stack: Stack, order: np.ndarray, axis: int, packed: bool) -> np.ndarray:
    """Corners of objects that are put along an axis in a given order.

    If packed, one after the other from where the first stood, with the gaps that were
    there; else each takes the place of the object that stood there in its turn.
    """
    starts = stack.lefts if axis else stack.tops
    lengths = stack.widths if axis else stack.heights
    standing = np.argsort(starts, kind="stable")
    corners = at(stack.tops, stack.lefts)
    if not len(stack):
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
