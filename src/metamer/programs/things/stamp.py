"""Acts that paint one thing's image at another, or a thing again and again."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.programs.scene import NOTHING, Thing
from metamer.programs.things.acts import Act, Layers, none_erased, pictured
from metamer.programs.things.crowd import Crowd
from metamer.programs.things.field import STEPS, Field
from metamer.programs.things.references import NONE
from metamer.programs.things.referring import Reference

MOST_MODELS = 10
"""How many of the cheapest references are tried as models."""

Corner = Callable[[Thing, Thing], tuple[int, int]]

ALIGNED: dict[str, Corner] = {
    "around its middle": lambda it, model: (
        (it.top + it.bottom - model.height + 1) // 2,
        (it.left + it.right - model.width + 1) // 2,
    ),
    "from its upper left corner": lambda it, model: (it.top, it.left),
    "from its lower left corner": lambda it, model: (
        it.bottom - model.height + 1,
        it.left,
    ),
    "from its upper right corner": lambda it, model: (
        it.top,
        it.right - model.width + 1,
    ),
    "from its lower right corner": lambda it, model: (
        it.bottom - model.height + 1,
        it.right - model.width + 1,
    ),
}
"""Where the model's corner comes to lie."""


def stamps(crowd: Crowd, references: list[Reference]) -> Iterator[Act]:
    """The image of a model painted at things, in its colours or in theirs."""
    models = [it for it in references if _is_model(it)][:MOST_MODELS]
    for model in models:
        for where, corner in ALIGNED.items():
            for recoloured in (False, True):
                yield from _stamped(crowd, model, where, corner, recoloured)


def _is_model(reference: Reference) -> bool:
    return all(len(set(others.tolist())) < 2 for others in reference.others)


def _stamped(
    crowd: Crowd, model: Reference, where: str, corner: Corner, recoloured: bool
) -> Iterator[Act]:
    colours = " in its own colour" if recoloured else ""
    words = f"paint {model.words}{colours} {where}"
    cost = 0.9 + model.cost + 0.3 * recoloured
    layers = partial(_layers, crowd, model, corner, recoloured)
    act = pictured(crowd, words, cost, partial(layers, False))
    if act.new.any():
        yield act
        words = f"erase it and {words}"
        yield pictured(crowd, words, cost + 0.3, partial(layers, True))


def _layers(
    crowd: Crowd,
    model: Reference,
    corner: Corner,
    recoloured: bool,
    erasing: bool,
    number: int,
) -> Layers:
    field = crowd.fields[number]
    painted = _stamp(field, model.others[number], corner, recoloured)
    there = (painted != NOTHING).any((1, 2), keepdims=True)
    return Layers(field.masks & there & erasing, painted)


def _stamp(
    field: Field, others: np.ndarray, corner: Corner, recoloured: bool
) -> np.ndarray:
    painted = np.full((len(field), *field.grid.shape), NOTHING, np.uint8)
    for number, (thing, other) in enumerate(
        zip(field.things, others.tolist(), strict=True)
    ):
        if other in (NONE, number):
            continue
        model = field.things[other]
        image = model.image
        if recoloured:
            image = np.where(model.mask, np.uint8(thing.colour), np.uint8(NOTHING))
        put(painted[number], image, corner(thing, model))
    return painted


def put(canvas: np.ndarray, image: np.ndarray, corner: tuple[int, int]) -> None:
    """Paint what of an image lies in the grid."""
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
    "diagonally down to the right": (7,),
    "diagonally down to the left": (6,),
    "diagonally": (4, 5, 6, 7),
}


def repeats(crowd: Crowd) -> Iterator[Act]:
    """Things painted again and again to the edge, with some cells between them."""
    for words, ways in REPEATS.items():
        for gap in (0, 1, 2):
            told = f"repeat it {words}, {gap} cells between"
            act = pictured(crowd, told, 1.6, partial(_repeating, crowd, ways, gap))
            if act.new.any():
                yield act


def _repeating(crowd: Crowd, ways: tuple[int, ...], gap: int, number: int) -> Layers:
    field = crowd.fields[number]
    painted = np.full((len(field), *field.grid.shape), NOTHING, np.uint8)
    for canvas, thing in zip(painted, field.things, strict=True):
        for way in ways:
            _repeat(canvas, thing, STEPS[way], gap)
    return none_erased(painted)


def _repeat(canvas: np.ndarray, thing: Thing, step: tuple[int, int], gap: int) -> None:
    down, across = step[0] * (thing.height + gap), step[1] * (thing.width + gap)
    top, left = thing.top + down, thing.left + across
    while (
        -thing.height < top < canvas.shape[0] and -thing.width < left < canvas.shape[1]
    ):
        put(canvas, thing.image, (top, left))
        top, left = top + down, left + across
