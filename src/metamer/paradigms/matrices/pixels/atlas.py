"""The sprites that panels are drawn with: how much of each pixel a line or shape covers.

A panel is composed in whole numbers, so that every implementation gives the same pixels.
The lines lie on the background in the order of `LINES`, each as

    out = (coverage * grey + (255 - coverage) * out + 127) // 255

then each of the nine cells gets its shape, with an edge of ink,

    out = (fill * grey + (255 - fill - clear) * ink + clear * out + 127) // 255

and the frame, a line of ink, comes last.

Source: barrett2018, App. A, for the vocabulary; decoded from public pictures of released
items, for the looks; ours, for the arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from jaxtyping import Float, UInt8

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.matrices.rules.vocabulary import LINES, SHAPES

Points = Float[np.ndarray, "fine_row fine_col"]

SIZES = 10
MIN_WIDTH, WIDTH_STEP = 40, 20
"""Widths of panels in pixels: the smallest, and the step between widths. Source: ours."""

FINE = 4
"""Sample points per pixel, down and across, for measuring coverage. Source: ours."""

RING = 0.20
"""The radius of the line called circle, as a fraction of the panel's width.

Source: the released items, decoded.
"""

FULL = 255
"""The coverage of a pixel that is covered completely."""


@dataclass(frozen=True)
class Look:
    """How panels are drawn; lengths are fractions of a panel's width.

    Source: the released items, decoded: white, with black edges and a black frame.
    """

    background: int = 255
    ink: int = 0
    """The grey value of edges and of the frame."""
    shape_greys: tuple[int, ...] = (23, 46, 69, 93, 116, 139, 162, 186, 209, 232)
    """Ten even steps, excluding black and white.

    Source: the released items, decoded; barrett2018, App. A, for ten even steps.
    Unclear: 255 k / 11 rounds to 70 and 185 where pictures have 69 and 186; we follow
    the pictures.
    """
    line_greys: tuple[int, ...] = tuple(round(25.5 * k) for k in range(10))
    """Ten even steps from black, excluding white. Source: as for shapes."""
    line_width: float = 0.02
    """Source: the released items, measured."""
    edge: float = 0.0075
    """The thickness of the edges of shapes.

    Source: the released items, measured (0.6 pixels of 80).
    Unstated: whether it lies within the outline. Here it does, so that the diameter is
    the visible one.
    """
    smallest: float = 0.10
    largest: float = 0.225
    """The first and the last of ten evenly spaced diameters.

    Source: the released items, measured (0.11 to 0.225).
    Unstated: the exact sizes. With ours no shape leaves its cell, and in panels of 60
    pixels or more each line has a pixel that nothing else ever covers, so that the
    colours of all lines can be read back.
    """


LOOKS = {
    "pgm": Look(),
    "night": replace(
        Look(),
        background=0,
        ink=255,
        shape_greys=tuple(255 - grey for grey in Look().shape_greys),
        line_greys=tuple(255 - grey for grey in Look().line_greys),
    ),
}
"""Looks by name. Source: the released items for `pgm`; ours for `night`, light on black."""


@dataclass(frozen=True)
class Outline:
    """A shape with straight sides around a circle of radius 1."""

    faces: tuple[float, ...]
    """The directions that its sides face, in degrees counter-clockwise from the right."""
    distances: tuple[float, ...]
    """The distances of its sides from the centre."""
    beyond: int = 0
    """How many sides a point of the shape may lie outside of: one in the tips of a star."""


def _regular(first: float, sides: int) -> Outline:
    faces = tuple(first + 360 * side / sides for side in range(sides))
    return Outline(faces, (float(np.cos(np.pi / sides)),) * sides)


TRIANGLE_TILT = float(np.degrees(np.arctan2(1, 2)))

OUTLINES = {
    "triangle": Outline(
        (270, TRIANGLE_TILT, 180 - TRIANGLE_TILT), (1, 5**-0.5, 5**-0.5)
    ),
    "square": Outline((0, 90, 180, 270), (1, 1, 1, 1)),
    "pentagon": _regular(54, 5),
    "hexagon": _regular(0, 6),
    "octagon": _regular(0, 8),
    "star": replace(
        _regular(90, 5), distances=(float(np.sin(np.pi / 10)),) * 5, beyond=1
    ),
}
"""Triangle and square fill the box around the circle, the others the circle itself: the
markers ^ s p h 8 * of Matplotlib.

Source: the released items, decoded, for their orientation.
Unstated: their proportions.
"""


@dataclass(frozen=True, eq=False)
class Atlas:
    """The lines and shapes of one look at one size."""

    lines: UInt8[np.ndarray, "6 row col"]
    """The coverage of each line."""
    frame: UInt8[np.ndarray, "row col"]
    """The coverage of the frame."""
    fills: UInt8[np.ndarray, "70 down across"]
    """The coverage of the inside of each shape, at index 10 type + size."""
    clears: UInt8[np.ndarray, "70 down across"]
    """How much of what lies below each shape stays visible."""
    shape_greys: UInt8[np.ndarray, 10]
    line_greys: UInt8[np.ndarray, 10]
    background: int
    ink: int

    @property
    def pixels(self) -> int:
        """The width of a panel in pixels."""
        return len(self.frame)

    @property
    def cell(self) -> int:
        """The width of a cell in pixels."""
        return self.fills.shape[-1]

    @property
    def corner(self) -> int:
        """The distance of the first cell from the left and from the top."""
        return self.pixels // 8


def atlas(pixels: int = 80, look: str = "pgm") -> Atlas:
    """The sprites for panels of this width.

    Source: barrett2018, Sec. 3, for 80 pixels.
    """
    if pixels < MIN_WIDTH or pixels % WIDTH_STEP:
        raise Refusal(
            f"panels cannot be {pixels} pixels wide; allowed: multiples of {WIDTH_STEP} "
            f"from {MIN_WIDTH} on"
        )
    one_of("look", look, LOOKS)
    return _atlas(int(pixels), look)


@cache
def _atlas(pixels: int, look: str) -> Atlas:
    style = LOOKS[look]
    fills, clears = _shapes(pixels, style)
    return Atlas(
        _lines(pixels, style),
        _frame(pixels),
        fills,
        clears,
        np.array(style.shape_greys, np.uint8),
        np.array(style.line_greys, np.uint8),
        style.background,
        style.ink,
    )


def _lines(pixels: int, style: Look) -> UInt8[np.ndarray, "6 row col"]:
    """Strokes of the same width along each line."""
    x, y = _points(pixels, pixels / 2)
    half = pixels / 2
    distances = {
        "falling diagonal": (x + y) / 2**0.5,
        "rising diagonal": (x - y) / 2**0.5,
        "vertical": x,
        "horizontal": y,
        "diamond": (abs(x) + abs(y) - half) / 2**0.5,
        "circle": np.hypot(x, y) - RING * pixels,
    }
    width = style.line_width * pixels
    return np.array([_coverage(abs(distances[name]) - width / 2) for name in LINES])


def _frame(pixels: int) -> UInt8[np.ndarray, "row col"]:
    """The outermost pixels."""
    frame = np.full((pixels, pixels), FULL, np.uint8)
    frame[1:-1, 1:-1] = 0
    return frame


def _shapes(
    pixels: int, style: Look
) -> tuple[UInt8[np.ndarray, "70 down across"], UInt8[np.ndarray, "70 down across"]]:
    """The coverage inside the edges and outside them, for every type and size."""
    # Where 8 does not divide the width, cells begin half a pixel too early.
    points = _points(pixels // 4, pixels / 4 - pixels // 8)
    diameters = np.linspace(style.smallest, style.largest, SIZES) * pixels
    outside = [
        _outside(name, *points, diameter / 2)
        for name in SHAPES
        for diameter in diameters
    ]
    edge = style.edge * pixels
    fills = np.array([_coverage(distance + edge) for distance in outside])
    clears = np.array([FULL - _coverage(distance) for distance in outside], np.uint8)
    return fills, clears


def _outside(name: str, x: Points, y: Points, radius: float) -> Points:
    """The signed distance of each point from a shape, negative inside it."""
    if name == "circle":
        return np.hypot(x, y) - radius
    outline = OUTLINES[name]
    sides = [
        x * np.cos(np.radians(face)) + y * np.sin(np.radians(face)) - distance * radius
        for face, distance in zip(outline.faces, outline.distances, strict=True)
    ]
    # A convex shape is where no side is crossed; a star allows one crossed side.
    return np.sort(sides, axis=0)[-1 - outline.beyond]


def _points(pixels: int, centre: float) -> tuple[Points, Points]:
    """The coordinates of every sample point, right and up from the centre of a square."""
    along = (np.arange(pixels * FINE) + 0.5) / FINE - centre
    x, y = np.meshgrid(along, -along)
    return x, y


def _coverage(outside: Points) -> UInt8[np.ndarray, "row col"]:
    """The share of each pixel that is inside, smoothed over one sample point."""
    inside = np.clip(0.5 - outside * FINE, 0, 1)
    pixels = len(outside) // FINE
    means = inside.reshape(pixels, FINE, pixels, FINE).mean((1, 3))
    return np.round(FULL * means).astype(np.uint8)
