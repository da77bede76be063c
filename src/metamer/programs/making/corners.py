"""Corners of what is drawn in a scene, for counting the sides of figures."""

import numpy as np
from scipy import ndimage

from metamer.programs.scene import Scene

SLACK = 1.0
"""How far (in cells) a drawn slope may stray from the straight line it stands for."""


def hull_corners(scene: Scene) -> int:
    """Corners of the smallest convex figures around the objects, all together."""
    return sum(_hull(it.mask) for it in scene.things("any8"))


def outline_corners(scene: Scene) -> int:
    """Corners of the objects' outlines of horizontal and vertical lines, holes filled."""
    return sum(_turns(it.filled) for it in scene.things("any8"))


def _turns(mask: np.ndarray) -> int:
    """Points of the grid where the outline turns: one or three of four cells around."""
    padded = np.pad(mask, 1).astype(int)
    around = padded[1:, 1:] + padded[:-1, 1:] + padded[1:, :-1] + padded[:-1, :-1]
    return int(((around == 1) | (around == 3)).sum())


def _hull(mask: np.ndarray) -> int:
    """Corners of the convex hull that stick out of the line between their neighbours."""
    corners = _chain([(int(y), int(x)) for y, x in np.argwhere(_rim(mask))])
    while len(corners) > 2:
        away = [
            _distance(corners[place - 1], it, corners[(place + 1) % len(corners)])
            for place, it in enumerate(corners)
        ]
        least = int(np.argmin(away))
        if away[least] > SLACK:
            break
        del corners[least]
    return len(corners)


def _rim(mask: np.ndarray) -> np.ndarray:
    return mask & ~ndimage.binary_erosion(mask)


Point = tuple[int, int]


def _chain(points: list[Point]) -> list[Point]:
    """The corners of the convex hull in order around it (Andrew's monotone chain)."""
    if len(points) < 3:
        return points
    return [*_half(sorted(points))[:-1], *_half(sorted(points, reverse=True))[:-1]]


def _half(points: list[Point]) -> list[Point]:
    line: list[Point] = []
    for point in points:
        while len(line) > 1 and _area(line[-2], line[-1], point) <= 0:
            line.pop()
        line.append(point)
    return line


def _area(first: Point, second: Point, third: Point) -> int:
    down, across = second[0] - first[0], second[1] - first[1]
    return down * (third[1] - first[1]) - across * (third[0] - first[0])


def _distance(first: Point, middle: Point, last: Point) -> float:
    long = np.hypot(last[0] - first[0], last[1] - first[1])
    return abs(_area(first, middle, last)) / max(float(long), 1.0)
