"""Acts that move or copy a thing to a place, as it is or turned over."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.programs.scene import NOTHING
from metamer.programs.things.acts import Act, Layers, none_erased
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
        if words and all(_unturned(field, turned) for field in crowd.fields):
            continue
        tables = [_Shown(field, output, turned) for field, output in crowd.shown]
        tried = [*named, *_offsets(crowd, tables)] if not words else named
        fits, new = _fits(crowd, tried, tables)
        erases = _erased(crowd)
        for which in np.flatnonzero(new.any(1)).tolist():
            aim = tried[which]
            told = Aim(f"to {aim.words}{words}", aim.cost + cost, aim.corners)
            paints = _painted(crowd, aim, tables)
            yield from _acts(
                crowd, told, turned, fits[which], new[which], paints, erases
            )


def _acts(
    crowd: Crowd,
    aim: Aim,
    turned: Turned,
    fits: np.ndarray,
    new: np.ndarray,
    paints: tuple[int, ...],
    erases: tuple[int, ...],
) -> Iterator[Act]:
    words, cost, _ = aim
    gone = tuple(
        erase if paint else 0 for paint, erase in zip(paints, erases, strict=True)
    )
    none = (0,) * len(erases)
    moved, copied = (
        partial(_moved, crowd, aim, turned),
        partial(_copied, crowd, aim, turned),
    )
    yield Act(f"move it {words}", 0.5 + cost, fits, new, paints, gone, moved)
    yield Act(f"copy it {words}", 0.8 + cost, fits, new, paints, none, copied)


def _moved(crowd: Crowd, aim: Aim, turned: Turned, number: int) -> Layers:
    return _layers(crowd.fields[number], aim.corners[number], turned)


def _copied(crowd: Crowd, aim: Aim, turned: Turned, number: int) -> Layers:
    return none_erased(_moved(crowd, aim, turned, number).painted)


class _Shown:
    """Where an output shows the things of a demonstration, turned."""

    def __init__(self, field: Field, output: np.ndarray, turned: Turned):
        images = [turned(it.image) for it in field.things]
        self.right = np.zeros((len(field), *output.shape), bool)
        """Whether a thing is shown with its corner at a place: [thing, row, column]."""
        self.new = np.zeros_like(self.right)
        """Whether that is not so in the input."""
        self.cells: list[int] = []
        """The cells of each thing, put in the upper left corner."""
        self.room: list[tuple[int, int]] = []
        """How far down and across its corner may be."""
        for number, image in enumerate(images):
            height, width = image.shape
            self.room.append((output.shape[0] - height, output.shape[1] - width))
            self.cells.append(_cornered(image, output.shape[1]))
            if min(self.room[-1]) >= 0:
                right = _matches(output, image)
                old = _matches(field.grid, image)
                here = number, slice(0, len(right)), slice(0, right.shape[1])
                self.right[here], self.new[here] = right, right & ~old


def _cornered(image: np.ndarray, width: int) -> int:
    rows = np.zeros((len(image), max(width, image.shape[1])), bool)
    rows[:, : image.shape[1]] = image != NOTHING
    return number_of(rows)


def _matches(grid: np.ndarray, image: np.ndarray) -> np.ndarray:
    windows = np.lib.stride_tricks.sliding_window_view(grid, image.shape)
    return ((windows == image) | (image == NOTHING)).all((2, 3))


def _erased(crowd: Crowd) -> tuple[int, ...]:
    """The cells of every thing of the demonstrations."""
    return tuple(
        it
        for number, (field, _) in enumerate(crowd.shown)
        for it in crowd.cells(number, field.masks)
    )


def _painted(crowd: Crowd, aim: Aim, tables: list[_Shown]) -> tuple[int, ...]:
    """The cells that every thing of the demonstrations would paint."""
    found = []
    for number, table in enumerate(tables):
        width, before = crowd.fields[number].grid.shape[1], crowd.before[number]
        corners = aim.corners[number].tolist()
        for (row, column), room, cells in zip(
            corners, table.room, table.cells, strict=True
        ):
            inside = 0 <= row <= room[0] and 0 <= column <= room[1]
            found.append(cells << (before + row * width + column) if inside else 0)
    return tuple(found)


def _layers(field: Field, corners: np.ndarray, turned: Turned) -> Layers:
    erased = np.zeros_like(field.masks)
    painted = np.full(field.masks.shape, NOTHING, np.uint8)
    for number, thing in enumerate(field.things):
        image = turned(thing.image)
        (top, left), (height, width) = corners[number].tolist(), image.shape
        room = field.grid.shape[0] - height, field.grid.shape[1] - width
        if 0 <= top <= room[0] and 0 <= left <= room[1]:
            erased[number] = field.masks[number]
            painted[number, top : top + height, left : left + width] = image
    return Layers(erased, painted)


def _fits(
    crowd: Crowd, tried: list[Aim], tables: list[_Shown]
) -> tuple[np.ndarray, np.ndarray]:
    """For which things the output shows the turned image at the place aimed at, and for
    which of them that is anything new: [aim, thing]. Things that have no place fit."""
    fits, new = [], []
    for number, table in enumerate(tables):
        corners = np.stack([aim.corners[number] for aim in tried])
        rows, columns = corners[..., 0], corners[..., 1]
        inside = (corners >= 0).all(2) & (rows < table.right.shape[1])
        inside &= columns < table.right.shape[2]
        here = np.arange(rows.shape[1]), rows * inside, columns * inside
        fits.append((inside & table.right[here]) | (rows == NOWHERE))
        new.append(inside & table.new[here])
    return np.concatenate(fits, axis=1), np.concatenate(new, axis=1)


def _unturned(field: Field, turned: Turned) -> bool:
    """Whether all things look the same when turned."""
    return all(np.array_equal(turned(it.image), it.image) for it in field.things)


def _offsets(crowd: Crowd, tables: list[_Shown]) -> list[Aim]:
    """Moves by a fixed number of rows and columns that every demonstration shows."""
    shared: set[tuple[int, int]] | None = None
    for field, table in zip(crowd.fields, tables, strict=False):
        number, rows, columns = np.nonzero(table.new)
        down = (rows - field.tops[number]).tolist()
        across = (columns - field.lefts[number]).tolist()
        here = set(zip(down, across, strict=True))
        shared = here if shared is None else shared & here
    chosen = sorted(shared or (), key=lambda it: (abs(it[0]) + abs(it[1]), it))[:FAR]
    return [_fixed(crowd, offset) for offset in chosen]


def _fixed(crowd: Crowd, offset: tuple[int, int]) -> Aim:
    corners = [
        np.stack([field.tops + offset[0], field.lefts + offset[1]], axis=1)
        for field in crowd.fields
    ]
    return Aim(f"{offset[0]} rows down and {offset[1]} columns on", 1.6, corners)
