"""Steps that complete fragments of an object after an example."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.search.motions import all_motions
from metamer.paradigms.concepts.search.objects.steps import (
    Effect,
    Group,
    Groups,
    ProgramStep,
)
from metamer.paradigms.concepts.search.scene import NOTHING, Scene, bounds
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.search.ways import EIGHT

MAX_COPIES = 12
"""How many copies of its example are completed in a scene."""
DISTANCES = (1, 2, 3)
"""How far cells may lie apart that count as one example."""

Image = np.ndarray
"""Colours, `NOTHING` where there is none."""
Box = tuple[slice, slice]


def completions(view: View, groups: Groups) -> None:
    """Add steps that complete every fragment after the largest object of the scene."""
    for distance in DISTANCES:
        for words, cost, turns in (
            ("complete the fragments after their example", 0.6, _as_it_is),
            ("complete the fragments after their example, turned", 1.2, all_motions),
        ):
            painted = [
                complete(scene, distance, turns)
                for scene in view.budget.each(view.scenes)
            ]
            words = f"{words}, joining cells {distance} apart"
            _add(view, groups, words, cost, painted)


def _as_it_is(image: Image) -> list[Image]:
    return [image]


def _add(
    view: View, groups: Groups, words: str, cost: float, painted: list[Image]
) -> None:
    """Keep a step that paints nothing wrong, and something new in every demonstration."""
    masks = [image != NOTHING for image in painted[: view.known]]
    for (before, output), image, there in zip(
        view.task.demonstrations, painted, masks, strict=False
    ):
        if (there & (image != output)).any() or not (there & (before != output)).any():
            return
    cells = view.cell_sets.union(masks)
    group = groups.setdefault((cells, 0), Group(cells, 0))
    group.add_step(ProgramStep(words, cost, partial(_effect, painted)))


def _effect(painted: list[Image], number: int) -> Effect:
    image = painted[number]
    return Effect(np.zeros(image.shape, bool), image)


def complete(
    scene: Scene, distance: int, turns: Callable[[Image], list[Image]]
) -> Image:
    """Copies of the largest object of a scene, painted where parts of it stand.

    Nothing is painted if there is no other object, if parts could belong to two places,
    or if a copy would cover something else.
    """
    painted = np.full(scene.grid.shape, NOTHING, np.uint8)
    example, rest = _example(scene, distance)
    if example is None:
        return painted
    images = _distinct(turns(example))
    for _ in range(MAX_COPIES):
        match = _best(images, rest, scene)
        if match is None:
            break
        image, here = match
        painted[here] = np.where(image == NOTHING, painted[here], image)
        rest[here] = np.where(image == NOTHING, rest[here], NOTHING)
    return painted


def _example(scene: Scene, distance: int) -> tuple[Image | None, Image]:
    """The largest group of cells that lie near each other, and all other cells."""
    # Dilated, cells that are near each other are connected. The margin keeps the edge
    # from cutting off what grows.
    near = ndimage.binary_dilation(
        np.pad(scene.figure, distance), np.ones((distance, distance), bool)
    )
    inside = slice(distance, -distance), slice(distance, -distance)
    labels = ndimage.label(near, EIGHT)[0][inside] * scene.figure
    sizes = np.bincount(labels.ravel())[1:]
    rest = np.where(scene.figure, scene.grid, np.uint8(NOTHING))
    if (sizes > 0).sum() < 2:
        return None, rest
    mask = labels == sizes.argmax() + 1
    box = bounds(mask)
    example = np.where(mask[box], scene.grid[box], np.uint8(NOTHING))
    rest[mask] = NOTHING
    return example, rest


def _distinct(images: list[Image]) -> list[Image]:
    return list({(image.shape, image.tobytes()): image for image in images}.values())


def _best(images: list[Image], rest: Image, scene: Scene) -> tuple[Image, Box] | None:
    """The image and place that agrees with most of the other cells; None if several do."""
    fragments = ndimage.label(rest != NOTHING, EIGHT)[0]
    highest = 0
    matches: list[tuple[Image, Box]] = []
    for image in images:
        for score, place in _agreement(image, rest, scene):
            # Equal scores are collected: if fragments fit in two places, neither is
            # certain.
            if score >= highest and _is_whole(image, rest, fragments, place):
                equal = matches if score == highest else []
                matches, highest = [*equal, (image, place)], score
    return matches[0] if len(matches) == 1 else None


def _agreement(image: Image, rest: Image, scene: Scene) -> Iterator[tuple[int, Box]]:
    """How many cells agree, at every place where the image covers nothing else."""
    height, width = image.shape
    if height > rest.shape[0] or width > rest.shape[1]:
        return
    own = image != NOTHING
    parts = np.lib.stride_tricks.sliding_window_view(rest, image.shape)
    grids = np.lib.stride_tricks.sliding_window_view(scene.grid, image.shape)
    free = ((grids == image) | (grids == scene.background) | ~own).all((2, 3))
    scores = ((parts == image) & own).sum((2, 3)) * free
    for row, column in np.argwhere(scores > 0).tolist():
        place = slice(row, row + height), slice(column, column + width)
        yield int(scores[row, column]), place


def _is_whole(image: Image, rest: Image, fragments: np.ndarray, place: Box) -> bool:
    """Whether every fragment that shares a cell with the image is a part of the image."""
    agrees = np.zeros(rest.shape, bool)
    agrees[place] = (rest[place] == image) & (image != NOTHING)
    touched = np.isin(fragments, fragments[agrees])
    return bool((agrees | ~touched).all())
