"""All places of a task's things that can be named, each once."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from metamer.programs.things.arrange import sortings
from metamer.programs.things.crowd import Crowd
from metamer.programs.things.directions import DIRECTIONS, towards
from metamer.programs.things.field import Field
from metamer.programs.things.places import (
    PLACES,
    RELATIVE,
    beyond,
    fallen,
    slid,
    to_contact,
    to_edge,
    to_other,
)
from metamer.programs.things.referring import Reference


class Aim(NamedTuple):
    """A place for every thing of every scene."""

    words: str
    cost: float
    corners: list[np.ndarray]
    """[thing, (row, column)] in every scene."""


def aims(crowd: Crowd, references: list[Reference]) -> list[Aim]:
    """Every place once, in its cheapest words."""
    found = [
        Aim(words, cost, crowd.each(leads)) for words, (cost, leads) in PLACES.items()
    ]
    found += [*_by_references(crowd, references), *_slides(crowd)]
    found += [Aim(*it) for it in sortings(crowd)]
    kept: dict[bytes, Aim] = {}
    for it in sorted(found, key=lambda it: it.cost):
        kept.setdefault(np.concatenate(it.corners).tobytes(), it)
    return list(kept.values())


def _by_references(crowd: Crowd, references: list[Reference]) -> Iterator[Aim]:
    if not references:
        return
    for words, (cost, relates) in RELATIVE.items():
        found = _related(crowd, references, partial(beyond, relates))
        yield from _named(references, found, words, cost)
    for words, cost, leads in (
        ("where it meets {}", 0.6, _meeting),
        ("the edge, towards {}", 0.8, _towards_edge),
        ("the edge, away from {}", 0.8, _from_edge),
    ):
        yield from _named(references, _related(crowd, references, leads), words, cost)


def _related(
    crowd: Crowd,
    references: list[Reference],
    leads: Callable[[Field, np.ndarray], np.ndarray],
) -> list[np.ndarray]:
    """Places by all references at once: [reference, thing, (row, column)] per scene."""
    others = [
        np.stack(it) for it in zip(*(one.others for one in references), strict=True)
    ]
    return [leads(*it) for it in zip(crowd.fields, others, strict=True)]


def _named(
    references: list[Reference], found: list[np.ndarray], words: str, cost: float
) -> Iterator[Aim]:
    for number, it in enumerate(references):
        corners = [scene[number] for scene in found]
        yield Aim(words.format(it.words), cost + it.cost, corners)


def _meeting(field: Field, others: np.ndarray) -> np.ndarray:
    return slid(field, towards(field, others, False), to_other(field, others))


def _towards_edge(field: Field, others: np.ndarray) -> np.ndarray:
    return slid(field, towards(field, others, False), to_edge(field))


def _from_edge(field: Field, others: np.ndarray) -> np.ndarray:
    return slid(field, towards(field, others, True), to_edge(field))


def _slides(crowd: Crowd) -> Iterator[Aim]:
    """As far as it goes in a direction, for every direction and every obstacle."""
    far = {
        "the edge": (0.2, crowd.each(to_edge)),
        "where it meets something": (0.2, crowd.each(to_contact)),
        "where all that fall come to rest": (0.4, crowd.each(_all_fall)),
        "where all fall but what spans the grid": (0.5, crowd.each(_loose_fall)),
    }
    for way, (cost, points) in DIRECTIONS.items():
        ways = crowd.each(points)
        if any((it.sum(1) == 1).any() for it in ways[: crowd.known]):
            for words, (more, lengths) in far.items():
                both = zip(crowd.fields, ways, lengths, strict=True)
                yield Aim(f"{words}, {way}", cost + more, [slid(*it) for it in both])


def _all_fall(field: Field) -> np.ndarray:
    return fallen(field, np.ones(len(field), bool))


def _loose_fall(field: Field) -> np.ndarray:
    height, width = field.grid.shape
    return fallen(field, (field.heights < height) & (field.widths < width))
