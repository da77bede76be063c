"""Corners of what is drawn in a scene, for counting the sides of figures."""

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.search.scene import Scene

MAX_STRAY = 1.0
"""How far (in cells) a drawn slope may stray from the straight line it stands for."""


def hull_corners(scene: Scene) -> int:
    """Corners of the smallest convex figures around the objects, all together."""
    return sum(_hull(obj.mask) for obj in scene.objects("any8"))


def outline_corners(scene: Scene) -> int:
    """Corners of the objects' outlines of horizontal and vertical lines, holes filled."""
    return sum(_turns(obj.filled) for obj in scene.objects("any8"))


def _turns(mask: np.ndarray) -> int:
    """Points of the grid where the outline turns: one or three of four cells around."""
    padded = np.pad(mask, 1).astype(int)
    around = padded[1:, 1:] + padded[:-1, 1:] + padded[1:, :-1] + padded[:-1, :-1]
    return int(((around == 1) | (around == 3)).sum())


def _hull(mask: np.ndarray) -> int:
    """Corners of the convex hull that stick out of the line between their neighbours.

    A slope on a grid has steps; the least of its corners is left out until all that
    remain stick out by more than `MAX_STRAY`.
    """
    rim = mask & ~ndimage.binary_erosion(mask)
    corners = _convex_hull(
        [(int(row), int(column)) for row, column in np.argwhere(rim)]
    )
    while len(corners) > 2:
        distances = [
            _distance(corners[place - 1], corner, corners[(place + 1) % len(corners)])
            for place, corner in enumerate(corners)
        ]
        least = int(np.argmin(distances))
        if distances[least] > MAX_STRAY:
            break
        del corners[least]
    return len(corners)


Point = tuple[int, int]


def _convex_hull(points: list[Point]) -> list[Point]:
    """The corners of the convex hull in order around it (Andrew's monotone chain)."""
    if len(points) < 3:
        return points
    return [*_half(sorted(points))[:-1], *_half(sorted(points, reverse=True))[:-1]]


def _half(points: list[Point]) -> list[Point]:
    line: list[Point] = []
    for point in points:
        # Points on a straight line are dropped too, as they are no corners.
        while len(line) > 1 and _area(line[-2], line[-1], point) <= 0:
            line.pop()
        line.append(point)
    return line


def _area(first: Point, second: Point, third: Point) -> int:
    """Twice the area of a triangle; negative if its points run clockwise."""
    down, across = second[0] - first[0], second[1] - first[1]
    return down * (third[1] - first[1]) - across * (third[0] - first[0])


def _distance(first: Point, middle: Point, last: Point) -> float:
    """How far the middle point lies from the line through the others."""
    length = np.hypot(last[0] - first[0], last[1] - first[1])
    return abs(_area(first, middle, last)) / max(float(length), 1.0)
