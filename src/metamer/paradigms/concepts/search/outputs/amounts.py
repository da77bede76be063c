"""Numbers that a whole scene has: how many objects of each property, how large, how far."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES
from metamer.paradigms.concepts.search.motions import FLIPS
from metamer.paradigms.concepts.search.outputs.corners import (
    hull_corners,
    outline_corners,
)
from metamer.paradigms.concepts.search.scene import Object, Scene
from metamer.paradigms.concepts.search.view import Segmentation, View
from metamer.paradigms.concepts.tasks import Grid, same


class Amount(NamedTuple):
    """One number of each scene."""

    words: str
    """A noun: `the number of objects`."""
    cost: float
    values: np.ndarray


def amounts(view: View, segmentations: list[Segmentation]) -> list[Amount]:
    """What can be counted, cheapest first; of equal ones the cheapest."""
    candidates = _of_grids(view)
    for segmentation in segmentations:
        candidates += [*_totals(segmentation), *_with_properties(segmentation)]
        candidates += [*_summaries(segmentation), *_differences(segmentation)]
    distinct: dict[bytes, Amount] = {}
    for amount in sorted(candidates, key=lambda amount: amount.cost):
        distinct.setdefault(amount.values.tobytes(), amount)
    return list(distinct.values())


def _totals(segmentation: Segmentation) -> list[Amount]:
    kind = segmentation.kind
    counts = np.array([len(objects) for objects in segmentation.objects])
    return [Amount(f"the number of {kind.plural}", 0.4 + kind.cost, counts)]


def _with_properties(segmentation: Segmentation) -> list[Amount]:
    properties, kind = segmentation.all_properties, segmentation.kind
    counts = np.array([holds.sum(0) for holds in properties.holds], int)
    return [
        Amount(
            f"the number of {kind.plural} {words}",
            float(0.7 + kind.cost + cost),
            column,
        )
        for words, cost, column in zip(
            properties.words, properties.costs, counts.T, strict=True
        )
    ]


SUMMARIES: dict[str, tuple[float, Callable, tuple[str, ...]]] = {
    "the sum of the {} over all": (
        0.8,
        np.sum,
        ("size", "holes", "hole_cells", "rarer_cells"),
    ),
    "the greatest {} among": (
        1.0,
        np.max,
        (
            "size",
            "height",
            "width",
            "length",
            "holes",
            "colours",
            "same_shape",
            "same_colour",
            "same_image",
            "boxes_inside",
            "boxes_around",
        ),
    ),
    "the smallest {} among": (1.2, np.min, ("size", "height", "width", "same_colour")),
    "the number of different values of {} among": (
        0.8,
        lambda column: len(np.unique(column)),
        ("size", "colour", "height", "width"),
    ),
}
"""Numbers made of an attribute of all objects, and which attributes are summarised so."""


def _summaries(segmentation: Segmentation) -> list[Amount]:
    kind = segmentation.kind
    return [
        Amount(
            f"{words.format(ATTRIBUTES[name].words)} {kind.plural}",
            cost + kind.cost,
            _summarise(segmentation, name, summary),
        )
        for words, (cost, summary, sensible) in SUMMARIES.items()
        for name in sensible
    ]


def _summarise(
    segmentation: Segmentation, name: str, summary: Callable[[np.ndarray], int]
) -> np.ndarray:
    columns = [table[name] for table in segmentation.numbers]
    return np.array([summary(column) if len(column) else 0 for column in columns], int)


SAMENESS: dict[str, tuple[float, Callable[[Object], bytes]]] = {
    "shapes": (0.8, lambda obj: obj.shape_key),
    "shapes and colourings": (0.9, lambda obj: obj.image_key),
    "shapes up to flips and turns": (1.0, lambda obj: obj.turned_key),
    "shapes up to their scale": (1.0, lambda obj: obj.scaled_key),
    "colours": (0.8, lambda obj: bytes([obj.colour])),
    "heights and widths": (1.0, lambda obj: bytes(obj.mask.shape)),
}
"""In what objects may differ."""


def _differences(segmentation: Segmentation) -> list[Amount]:
    """How many different shapes ... there are, and whether there is only one."""
    result, kind = [], segmentation.kind
    for words, (cost, key) in SAMENESS.items():
        different = np.array(
            [len({key(obj) for obj in objects}) for objects in segmentation.objects]
        )
        named = f"the number of different {words} of {kind.plural}"
        result.append(Amount(named, cost + kind.cost, different))
        if all(len(objects) > 1 for objects in segmentation.objects):
            named = f"1 if all {kind.plural} have equal {words}, or else 0,"
            equal = (different == 1).astype(int)
            result.append(Amount(named, cost - 0.4 + kind.cost, equal))
    return result


GRIDS: dict[str, tuple[float, Callable[[Scene], int]]] = {
    "the number of rows": (0.6, lambda scene: scene.grid.shape[0]),
    "the number of columns": (0.6, lambda scene: scene.grid.shape[1]),
    "the number of cells that are not background": (
        0.7,
        lambda scene: int(scene.figure.sum()),
    ),
    "the number of mirror lines of the grid": (
        0.9,
        lambda scene: _mirror_lines(scene.grid),
    ),
    "the number of corners of the convex hulls": (0.9, hull_corners),
    "the number of corners of the outlines": (0.9, outline_corners),
}


def _mirror_lines(grid: Grid) -> int:
    """How many of the four lines through its middle mirror a grid onto itself."""
    return sum(same(grid, flip(grid)) for flip in FLIPS)


def _of_grids(view: View) -> list[Amount]:
    result = [
        Amount(words, cost, np.array([count(scene) for scene in view.scenes]))
        for words, (cost, count) in GRIDS.items()
    ]
    shown = np.unique(np.concatenate([scene.grid.ravel() for scene in view.scenes]))
    for colour in shown.tolist():
        cells = np.array([int((scene.grid == colour).sum()) for scene in view.scenes])
        result.append(Amount(f"the number of cells of colour {colour}", 1.4, cells))
    return result
