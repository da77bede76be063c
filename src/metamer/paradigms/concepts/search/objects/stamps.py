"""Acts that paint one object's image at another, or an object again and again."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.objects.acts import (
    Act,
    ObjectLayers,
    act_from_layers,
    without_erasing,
)
from metamer.paradigms.concepts.search.objects.references import NONE, Reference
from metamer.paradigms.concepts.search.scene import NOTHING, Object
from metamer.paradigms.concepts.search.stack import STEPS, Stack
from metamer.paradigms.concepts.search.view import Segmentation

MAX_MODELS = 10
"""How many of the cheapest references are tried as models."""

Corner = Callable[[Object, Object], tuple[int, int]]

ALIGNMENTS: dict[str, Corner] = {
    "around its middle": lambda obj, model: (
        (obj.top + obj.bottom - model.height + 1) // 2,
        (obj.left + obj.right - model.width + 1) // 2,
    ),
    "from its upper left corner": lambda obj, model: (obj.top, obj.left),
    "from its lower left corner": lambda obj, model: (
        obj.bottom - model.height + 1,
        obj.left,
    ),
    "from its upper right corner": lambda obj, model: (
        obj.top,
        obj.right - model.width + 1,
    ),
    "from its lower right corner": lambda obj, model: (
        obj.bottom - model.height + 1,
        obj.right - model.width + 1,
    ),
}
"""Where the model's upper left corner comes to lie."""


def stamps(segmentation: Segmentation, references: list[Reference]) -> Iterator[Act]:
    """The image of a model painted at objects, in its colours or in theirs."""
    models = [reference for reference in references if _is_model(reference)]
    for model in models[:MAX_MODELS]:
        for where, corner in ALIGNMENTS.items():
            for recoloured in (False, True):
                yield from _stamping(segmentation, model, where, corner, recoloured)


def _is_model(reference: Reference) -> bool:
    """Whether all objects of a scene refer to the same one."""
    return all(len(set(others.tolist())) < 2 for others in reference.others)


def _stamping(
    segmentation: Segmentation,
    model: Reference,
    where: str,
    corner: Corner,
    recoloured: bool,
) -> Iterator[Act]:
    colours = " in its own colour" if recoloured else ""
    words = f"paint {model.words}{colours} {where}"
    cost = 0.9 + model.cost + 0.3 * recoloured
    layers = partial(_layers, segmentation, model, corner, recoloured)
    act = act_from_layers(segmentation, words, cost, partial(layers, False))
    # Erasing does not change what is painted: it is worth trying only if that is of
    # use.
    if act.new.any():
        yield act
        words = f"erase it and {words}"
        yield act_from_layers(segmentation, words, cost + 0.3, partial(layers, True))


def _layers(
    segmentation: Segmentation,
    model: Reference,
    corner: Corner,
    recoloured: bool,
    erasing: bool,
    number: int,
) -> ObjectLayers:
    stack = segmentation.stacks[number]
    painted = _stamp(stack, model.others[number], corner, recoloured)
    there = (painted != NOTHING).any((1, 2), keepdims=True)
    return ObjectLayers(stack.masks & there & erasing, painted)


def _stamp(
    stack: Stack, others: np.ndarray, corner: Corner, recoloured: bool
) -> np.ndarray:
    """The model's image at every object but itself, a layer for each."""
    painted = np.full((len(stack), *stack.grid.shape), NOTHING, np.uint8)
    for number, (obj, other) in enumerate(
        zip(stack.objects, others.tolist(), strict=True)
    ):
        if other in (NONE, number):
            continue
        model = stack.objects[other]
        image = model.image
        if recoloured:
            image = np.where(model.mask, np.uint8(obj.colour), np.uint8(NOTHING))
        put(painted[number], image, corner(obj, model))
    return painted


def put(canvas: np.ndarray, image: np.ndarray, corner: tuple[int, int]) -> None:
    """Paint the part of an image that lies in the grid."""
    top, left = corner
    height, width = image.shape
    part = canvas[max(top, 0) : top + height, max(left, 0) : left + width]
    if top + height > 0 and left + width > 0:
        seen = image[max(-top, 0) :, max(-left, 0) :][: part.shape[0], : part.shape[1]]
        part[seen != NOTHING] = seen[seen != NOTHING]


REPEATS: dict[str, tuple[int, ...]] = {
    "to the right": (3,),
    "to the left": (2,),
    "down": (1,),
    "up": (0,),
    "to both sides": (2, 3),
    "up and down": (0, 1),
    "in all four directions": (0, 1, 2, 3),
    "down and right": (7,),
    "down and left": (6,),
    "diagonally": (4, 5, 6, 7),
}
"""Directions of repeats, as numbers of `STEPS`."""

GAPS = {0: "without gaps", 1: "with gaps of 1 cell", 2: "with gaps of 2 cells"}


def repeats(segmentation: Segmentation) -> Iterator[Act]:
    """Objects painted again and again to the edge, with some cells between them."""
    for direction, steps in REPEATS.items():
        for gap, manner in GAPS.items():
            words = f"repeat it {direction}, {manner}"
            layers = partial(_repeating_layers, segmentation, steps, gap)
            act = act_from_layers(segmentation, words, 1.6, layers)
            if act.new.any():
                yield act


def _repeating_layers(
    segmentation: Segmentation, steps: tuple[int, ...], gap: int, number: int
) -> ObjectLayers:
    stack = segmentation.stacks[number]
    painted = np.full((len(stack), *stack.grid.shape), NOTHING, np.uint8)
    for canvas, obj in zip(painted, stack.objects, strict=True):
        for step in steps:
            _repeat(canvas, obj, STEPS[step], gap)
    return without_erasing(painted)


def _repeat(canvas: np.ndarray, obj: Object, step: tuple[int, int], gap: int) -> None:
    down, across = step[0] * (obj.height + gap), step[1] * (obj.width + gap)
    top, left = obj.top + down, obj.left + across
    while -obj.height < top < canvas.shape[0] and -obj.width < left < canvas.shape[1]:
        put(canvas, obj.image, (top, left))
        top, left = top + down, left + across
