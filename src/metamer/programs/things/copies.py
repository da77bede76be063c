"""Partial copies: fragments of a thing are completed after its example."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from scipy import ndimage

from metamer.programs.scene import EIGHT, NOTHING, Scene, motions
from metamer.programs.things.crowd import number_of
from metamer.programs.things.steps import Effect, Group, Groups, Step
from metamer.programs.view import View

MOST_COPIES = 12
APART = (1, 2, 3)
"""How far cells may lie apart that count as one example."""

Image = np.ndarray
"""Colours, `NOTHING` where there is none."""
Box = tuple[slice, slice]


def completions(view: View, groups: Groups) -> None:
    """Add steps that complete every fragment after the largest thing of the scene."""
    for apart in APART:
        for words, cost, turns in (
            ("complete the fragments after their example", 0.6, lambda image: [image]),
            ("complete the fragments after their example, turned", 1.2, motions),
        ):
            painted = [complete(scene, apart, turns) for scene in view.scenes]
            _add(view, groups, f"{words}, cells {apart} apart joined", cost, painted)


def _add(
    view: View, groups: Groups, words: str, cost: float, painted: list[Image]
) -> None:
    """Keep a step that paints nothing wrong and something new."""
    cells = shift = 0
    for given, output, image in zip(
        view.task.seen, view.outputs, painted, strict=False
    ):
        there = image != NOTHING
        if (there & (image != output)).any() or not (there & (given != output)).any():
            return
        cells |= number_of(there) << shift
        shift += output.size

    group = groups.setdefault((cells, 0), Group(cells, 0))
    group.add_step(Step(words, cost, partial(_effect, painted)))


def _effect(painted: list[Image], number: int) -> Effect:
    image = painted[number]
    return Effect(np.zeros(image.shape, bool), image)


def complete(scene: Scene, apart: int, turns: Callable[[Image], list[Image]]) -> Image:
    """Copies of the largest thing of a scene where parts of it stand.

    What it paints; nothing where the largest thing is all there is, where parts could
    belong to two places, or where a copy would cover something else.
    """
    painted = np.full(scene.grid.shape, NOTHING, np.uint8)
    example, rest = _example(scene, apart)
    if example is None:
        return painted
    images = _different(turns(example))
    for _ in range(MOST_COPIES):
        found = _best(images, rest, scene)
        if found is None:
            break
        image, here = found
        painted[here] = np.where(image == NOTHING, painted[here], image)
        rest[here] = np.where(image == NOTHING, rest[here], NOTHING)
    return painted


def _example(scene: Scene, apart: int) -> tuple[Image | None, Image]:
    """The largest group of cells that lie near each other, and all other cells."""
    near = ndimage.binary_dilation(
        np.pad(scene.figure, apart), np.ones((apart, apart), bool)
    )
    labels = ndimage.label(near, EIGHT)[0][apart:-apart, apart:-apart] * scene.figure
    sizes = np.bincount(labels.ravel())[1:]
    rest = np.where(scene.figure, scene.grid, np.uint8(NOTHING))
    if (sizes > 0).sum() < 2:
        return None, rest
    mask = labels == sizes.argmax() + 1
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    example = np.where(mask[box], scene.grid[box], np.uint8(NOTHING))
    rest[mask] = NOTHING
    return example, rest


def _different(images: list[Image]) -> list[Image]:
    kept = {(it.shape, it.tobytes()): it for it in images}
    return list(kept.values())


def _best(images: list[Image], rest: Image, scene: Scene) -> tuple[Image, Box] | None:
    """The one image and place that agrees with most of the other cells."""
    fragments = ndimage.label(rest != NOTHING, EIGHT)[0]
    most = 0
    found: list[tuple[Image, Box]] = []
    for image in images:
        for score, place in _agreement(image, rest, scene):
            if score >= most and _whole(image, rest, fragments, place):
                found = [*found, (image, place)] if score == most else [(image, place)]
                most = score
    return found[0] if len(found) == 1 else None


def _agreement(image: Image, rest: Image, scene: Scene) -> Iterator[tuple[int, Box]]:
    """How many cells agree, wherever the image would cover nothing else."""
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


def _whole(image: Image, rest: Image, fragments: np.ndarray, place: Box) -> bool:
    """Whether every fragment that the image has a part of is a part of the image."""
    agrees = np.zeros(rest.shape, bool)
    agrees[place] = (rest[place] == image) & (image != NOTHING)
    touched = np.isin(fragments, fragments[agrees])
    return bool((agrees | ~touched).all())
