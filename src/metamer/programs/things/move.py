"""Acts that move or copy a thing to a place, as it is or turned over."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from metamer.programs.scene import NOTHING
from metamer.programs.things.acts import Act, Layers
from metamer.programs.things.aims import Aim, aims
from metamer.programs.things.crowd import Crowd, number_of
from metamer.programs.things.field import Field
from metamer.programs.things.places import NOWHERE
from metamer.programs.things.referring import Reference

Turned = Callable[[np.ndarray], np.ndarray]

TURNS: dict[str, tuple[float, Turned]] = {
    "": (0.0, lambda image: image),
    ", upside down": (0.6, lambda image: image[::-1]),
    ", left and right swapped": (0.6, lambda image: image[:, ::-1]),
    ", turned by half": (0.7, lambda image: image[::-1, ::-1]),
    ", turned over its diagonal": (0.9, np.transpose),
    ", turned to the left": (0.9, np.rot90),
    ", turned to the right": (0.9, lambda image: np.rot90(image, -1)),
}
"""What may be done to a thing before it is painted at its place."""

FAR = 12
"""How many fixed moves are tried."""


def moves(crowd: Crowd, references: list[Reference]) -> Iterator[Act]:
    """Every place that is right for some thing, moved there or copied."""
    named = aims(crowd, references)
    for words, (cost, turned) in TURNS.items():
        tables = [_shows(*shown, turned) for shown in crowd.shown]
        tried = [*named, *_offsets(crowd, tables)] if not words else named
        fits, new = _fits(crowd, tried, tables, turned)
        for which in np.flatnonzero(new.any(1)).tolist():
            aim = tried[which]
            told = Aim(f"to {aim.words}{words}", aim.cost + cost, aim.corners)
            yield from _acts(crowd, told, turned, fits[which], new[which])


def _acts(
    crowd: Crowd, aim: Aim, turned: Turned, fits: np.ndarray, new: np.ndarray
) -> Iterator[Act]:
    @cache
    def moved(number: int) -> Layers:
        return _layers(crowd.fields[number], aim.corners[number], turned)

    @cache
    def copied(number: int) -> Layers:
        erased, painted = moved(number)
        return Layers(np.zeros_like(erased), painted)

    paints, erases = _cells(crowd, aim, turned)
    none = (0,) * len(erases)
    words, cost, _ = aim
    yield Act(f"move it {words}", 0.5 + cost, fits, new, paints, erases, moved)
    yield Act(f"copy it {words}", 0.8 + cost, fits, new, paints, none, copied)


def _cells(
    crowd: Crowd, aim: Aim, turned: Turned
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells that each thing of the demonstrations would paint and erase."""
    paints, erases = [], []
    for number in range(crowd.known):
        field, corners = crowd.fields[number], aim.corners[number].tolist()
        for thing, corner in zip(field.things, corners, strict=True):
            image = turned(thing.mask)
            room = _room(field, image, corner)
            here = [thing.top, thing.left]
            paints.append(_at(crowd, number, image, corner) if room else 0)
            erases.append(_at(crowd, number, thing.mask, here) if room else 0)
    return tuple(paints), tuple(erases)


def _at(crowd: Crowd, number: int, mask: np.ndarray, corner: list[int]) -> int:
    """The cells of a box that is put somewhere in one demonstration."""
    wide = np.zeros((len(mask), crowd.fields[number].grid.shape[1]), bool)
    wide[:, : mask.shape[1]] = mask
    first = corner[0] * wide.shape[1] + corner[1]
    return number_of(wide) << (crowd.before[number] + first)


def _room(field: Field, image: np.ndarray, corner: list[int]) -> bool:
    """Whether an image would lie in the grid."""
    space = zip(corner, image.shape, field.grid.shape, strict=True)
    return all(0 <= start <= whole - length for start, length, whole in space)


def _layers(field: Field, corners: np.ndarray, turned: Turned) -> Layers:
    erased = np.zeros_like(field.masks)
    painted = np.full(field.masks.shape, NOTHING, np.uint8)
    for number, thing in enumerate(field.things):
        top, left = corner = corners[number].tolist()
        image = turned(thing.image)
        if _room(field, image, corner):
            erased[number] = field.masks[number]
            height, width = image.shape
            painted[number, top : top + height, left : left + width] = image
    return Layers(erased, painted)


def _fits(
    crowd: Crowd, tried: list[Aim], tables: list[np.ndarray], turned: Turned
) -> tuple[np.ndarray, np.ndarray]:
    """For which things the output shows the turned image at the place aimed at, and for
    which of them that is anything new: [aim, thing]. Things that have no place fit."""
    fits, new = [], []
    for number, table in enumerate(tables):
        field = crowd.fields[number]
        corners = np.stack([aim.corners[number] for aim in tried])
        rows, columns = corners[..., 0], corners[..., 1]
        inside = (corners >= 0).all(2) & (rows < table.shape[1])
        inside &= columns < table.shape[2]
        right = inside & table[np.arange(len(field)), rows * inside, columns * inside]
        fits.append(right | (rows == NOWHERE))
        there = (rows == field.tops) & (columns == field.lefts)
        new.append(right & ~(there & _unturned(field, turned)))
    return np.concatenate(fits, axis=1), np.concatenate(new, axis=1)


def _unturned(field: Field, turned: Turned) -> np.ndarray:
    """Which things look the same when turned."""
    same = [np.array_equal(turned(it.image), it.image) for it in field.things]
    return np.array(same, bool)


def _shows(field: Field, output: np.ndarray, turned: Turned) -> np.ndarray:
    """Where an output shows each thing: a truth value for each place of its corner."""
    found = np.zeros((len(field), *output.shape), bool)
    for here, thing in zip(found, field.things, strict=True):
        image = turned(thing.image)
        if not _room(field, image, [0, 0]):
            continue
        windows = np.lib.stride_tricks.sliding_window_view(output, image.shape)
        there = ((windows == image) | (image == NOTHING)).all((2, 3))
        here[: len(there), : there.shape[1]] = there
    return found


def _offsets(crowd: Crowd, tables: list[np.ndarray]) -> list[Aim]:
    """Moves by a fixed number of rows and columns that every demonstration shows."""
    shared: set[tuple[int, int]] | None = None
    for field, table in zip(crowd.fields, tables, strict=False):
        number, rows, columns = np.nonzero(table)
        away = (rows - field.tops[number]).tolist(), (
            columns - field.lefts[number]
        ).tolist()
        here = set(zip(*away, strict=True)) - {(0, 0)}
        shared = here if shared is None else shared & here
    chosen = sorted(shared or (), key=lambda it: (abs(it[0]) + abs(it[1]), it))[:FAR]
    return [_fixed(crowd, offset) for offset in chosen]


def _fixed(crowd: Crowd, offset: tuple[int, int]) -> Aim:
    corners = [
        np.stack([field.tops + offset[0], field.lefts + offset[1]], axis=1)
        for field in crowd.fields
    ]
    return Aim(f"{offset[0]} rows down and {offset[1]} columns on", 1.6, corners)
