"""Labels of points in a picture, placed so that none hides another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HEIGHT, PER_LETTER = 12.0, 5.8
"""Of a label of 10.5 px; letters are taken to be as wide as wide ones usually are."""

RADIUS = 7.0
"""Of a point, and a little room around it."""

FAR = 16.0
"""A label farther from its point than this has a line to it."""


@dataclass(frozen=True)
class Label:
    """A name beside its point."""

    name: str
    x: float
    y: float
    anchor: str
    leader: tuple[float, float, float, float] | None = None
    """From the point to the label, if it is far."""


def place_labels(points: Mapping[str, tuple[float, float]], frame: Box) -> list[Label]:
    """A label for each point, beside it if there is room, else farther away.

    Points are taken one by one; each label gets the nearest free place within `frame`.
    Where there is none at all, the name stays at its point.
    """
    taken = [
        (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in points.values()
    ]
    labels = []
    for name, (x, y) in points.items():
        found = next(
            (
                (label, box)
                for label, box in _places(name, x, y)
                if _inside(box, frame) and not any(_overlap(box, b) for b in taken)
            ),
            next(_places(name, x, y)),
        )
        labels.append(found[0])
        taken.append(found[1])
    return labels


def _places(name: str, x: float, y: float) -> Iterator[tuple[Label, Box]]:
    """Places around a point, the nearest first, with the box that each fills."""
    width = PER_LETTER * len(name)
    for reach in range(9, 140, 7):
        for turn in _turns(reach):
            at_x, at_y = x + reach * cos(turn), y + reach * sin(turn)
            anchor = _anchor(cos(turn))
            left = at_x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            box = (left, at_y - HEIGHT / 2, left + width, at_y + HEIGHT / 2)
            leader = (x, y, at_x, at_y) if reach > FAR else None
            yield Label(name, at_x, at_y + 4, anchor, leader), box


def _turns(reach: int) -> Sequence[float]:
    """Directions: to the right first, then left, above and below, then between."""
    order = (0, 8, 12, 4, 15, 1, 7, 9, 14, 2, 6, 10, 13, 3, 5, 11)
    return [pi * place / 8 for place in order]


def _anchor(side: float) -> str:
    if abs(side) < 0.3:
        return "middle"
    return "start" if side > 0 else "end"


def _overlap(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2]
        and other[0] < one[2]
        and one[1] < other[3]
        and other[1] < one[3]
    )


def _inside(box: Box, frame: Box) -> bool:
    return (
        box[0] >= frame[0]
        and box[1] >= frame[1]
        and box[2] <= frame[2]
        and box[3] <= frame[3]
    )
