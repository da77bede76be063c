"""All places of a task's objects that can be named, each once."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.objects.directions import DIRECTIONS, towards
from metamer.paradigms.concepts.search.objects.places import (
    PLACES,
    RELATIVE_PLACES,
    relative_to,
)
from metamer.paradigms.concepts.search.objects.references import Reference
from metamer.paradigms.concepts.search.objects.slides import (
    fall,
    slide,
    to_contact,
    to_edge,
    to_other,
)
from metamer.paradigms.concepts.search.objects.sorting import sortings
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.search.view import Segmentation


class Target(NamedTuple):
    """A place for every object of every scene."""

    words: str
    cost: float
    corners: list[np.ndarray]
    """[object, (row, column)] in every scene."""


def targets(segmentation: Segmentation, references: list[Reference]) -> list[Target]:
    """Every place once, in its cheapest words."""
    candidates = [
        Target(entry.words, entry.cost, segmentation.each(entry.function))
        for entry in PLACES
    ]
    candidates += [*_by_references(segmentation, references), *_slides(segmentation)]
    candidates += [Target(*sorting) for sorting in sortings(segmentation)]
    distinct: dict[bytes, Target] = {}
    for target in sorted(candidates, key=lambda target: target.cost):
        distinct.setdefault(np.concatenate(target.corners).tobytes(), target)
    return list(distinct.values())


def _meeting(stack: Stack, others: np.ndarray) -> np.ndarray:
    return slide(stack, towards(stack, others, False), to_other(stack, others))


def _towards_edge(stack: Stack, others: np.ndarray) -> np.ndarray:
    return slide(stack, towards(stack, others, False), to_edge(stack))


def _from_edge(stack: Stack, others: np.ndarray) -> np.ndarray:
    return slide(stack, towards(stack, others, True), to_edge(stack))


def _by_references(
    segmentation: Segmentation, references: list[Reference]
) -> Iterator[Target]:
    if not references:
        return
    leads: list[tuple[str, float, Callable[[Stack, np.ndarray], np.ndarray]]] = [
        (entry.words, entry.cost, partial(relative_to, entry.function))
        for entry in RELATIVE_PLACES
    ]
    leads += [
        ("the place where it meets {}", 0.6, _meeting),
        ("the edge, towards {}", 0.8, _towards_edge),
        ("the edge, away from {}", 0.8, _from_edge),
    ]
    # All references at once: [reference, object] for each scene.
    others = [
        np.stack(scene)
        for scene in zip(*(reference.others for reference in references), strict=True)
    ]
    for words, cost, lead in leads:
        pairs = zip(segmentation.stacks, others, strict=True)
        places = [lead(*pair) for pair in pairs]
        for number, reference in enumerate(references):
            corners = [scene[number] for scene in places]
            yield Target(words.format(reference.words), cost + reference.cost, corners)


def _slides(segmentation: Segmentation) -> Iterator[Target]:
    """As far as it goes in a direction, for every direction and every obstacle."""
    reaches = {
        "the edge": (0.2, segmentation.each(to_edge)),
        "the place where it meets something": (0.2, segmentation.each(to_contact)),
        "the place where it comes to rest if all objects fall": (
            0.4,
            segmentation.each(_all_fall),
        ),
        "the place where it comes to rest if all objects but those that span the grid"
        " fall": (0.5, segmentation.each(_loose_fall)),
    }
    for direction in DIRECTIONS:
        chosen = segmentation.each(direction.function)
        if any((points.sum(1) == 1).any() for points in chosen[: segmentation.known]):
            for words, (cost, lengths) in reaches.items():
                scenes = zip(segmentation.stacks, chosen, lengths, strict=True)
                yield Target(
                    f"{words}, {direction.words}",
                    direction.cost + cost,
                    [slide(*scene) for scene in scenes],
                )


def _all_fall(stack: Stack) -> np.ndarray:
    return fall(stack, np.ones(len(stack), bool))


def _loose_fall(stack: Stack) -> np.ndarray:
    height, width = stack.grid.shape
    return fall(stack, (stack.heights < height) & (stack.widths < width))
