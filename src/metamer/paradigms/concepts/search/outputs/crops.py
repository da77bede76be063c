"""Programs that choose an object or panel by its properties and show a picture of it."""

from collections.abc import Iterator

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.outputs.changes import CHANGES, apply
from metamer.paradigms.concepts.search.outputs.choices import choices
from metamer.paradigms.concepts.search.outputs.pictures import (
    PICTURES,
    box,
    enclosed,
    own,
    with_holes,
)
from metamer.paradigms.concepts.search.program import Program, grids_key
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import Grid, same

Pictures = list[list[Grid | None]]
"""For each scene a picture of each object, or None."""

CHANGED = (own, box, with_holes, enclosed)
"""The pictures that may be changed once more."""


def crops(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """A picture of the chosen object, then perhaps with one change."""
    seen: set[bytes] = set()
    for picture in PICTURES:
        pictures = segmentation.pictures(picture.function)
        key = grids_key(grid for grids in pictures for grid in grids)
        if key in seen:
            continue
        seen.add(key)
        words, cost = picture.words, picture.cost
        yield from _chosen(segmentation, pictures, words, cost, budget)
        if picture.function in CHANGED:
            yield from _changed(segmentation, pictures, words, cost, budget)


def _changed(
    segmentation: Segmentation,
    pictures: Pictures,
    words: str,
    cost: float,
    budget: Budget,
) -> Iterator[Program]:
    """The pictures after each change that gives the first output."""
    output = segmentation.view.outputs[0]
    candidates = [grid for grid in pictures[0] if _could_become(grid, output)]
    for change in CHANGES:
        budget.spend(len(candidates))
        if any(same(apply(change.function, grid), output) for grid in candidates):
            changed = [
                [apply(change.function, grid) for grid in grids] for grids in pictures
            ]
            yield from _chosen(
                segmentation,
                changed,
                f"{words}, {change.words}",
                cost + change.cost,
                budget,
            )


def _could_become(grid: Grid | None, output: Grid) -> bool:
    """Whether a grid has the colours of the output, and is not the output itself."""
    if grid is None or same(grid, output):
        return False
    return not set(np.unique(output)) - set(np.unique(grid)) - {0}


def _chosen(
    segmentation: Segmentation,
    pictures: Pictures,
    words: str,
    cost: float,
    budget: Budget,
) -> Iterator[Program]:
    """A program for each choice of objects whose pictures are the outputs."""
    known = segmentation.known
    right = [
        np.array([same(grid, output) for grid in grids], bool)
        for grids, output in zip(pictures, segmentation.view.outputs, strict=False)
    ]
    budget.spend(sum(map(len, right)))
    for choice in choices(segmentation, right):
        asked = zip(pictures[known:], choice.chosen[known:], strict=True)
        answers = tuple(_shared_picture(grids, chosen) for grids, chosen in asked)
        yield Program(
            f"take {choice.words}: {words}", 1.0 + choice.cost + cost, answers
        )


def _shared_picture(grids: list[Grid | None], chosen: np.ndarray) -> Grid | None:
    """The picture that all chosen objects share."""
    pictures = [grids[place] for place in np.flatnonzero(chosen).tolist()]
    if not pictures or any(not same(grid, pictures[0]) for grid in pictures):
        return None
    return pictures[0]
