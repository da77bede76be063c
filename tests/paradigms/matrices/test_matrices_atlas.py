"""What panels are drawn with."""

from math import cos, pi, sin

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.pixels.atlas import LOOKS, atlas
from metamer.paradigms.matrices.rules.vocabulary import LINES, SHAPES

AREAS = {
    "circle": pi,
    "triangle": 2,
    "square": 4,
    "pentagon": 5 * sin(pi / 5) * cos(pi / 5),
    "hexagon": 6 * sin(pi / 6) * cos(pi / 6),
    "octagon": 8 * sin(pi / 8) * cos(pi / 8),
    "star": 10 * sin(pi / 5) * (sin(pi / 10) / cos(pi / 5)) / 2,
}
"""Of shapes of radius 1: n triangles around a centre; a star has two for each tip."""


def sprite(name, size):
    return 10 * SHAPES.index(name) + size


def test_grey_ladders_are_those_of_the_released_items():
    greys = [23, 46, 69, 93, 116, 139, 162, 186, 209, 232]
    assert atlas().shape_greys.tolist() == greys
    assert atlas().line_greys.tolist() == [0, 26, 51, 76, 102, 128, 153, 178, 204, 230]


@pytest.mark.parametrize("pixels", [40, 60, 80, 160])
@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_has_the_area_of_its_outline_so_none_is_cut_off(name, pixels):
    for size, diameter in enumerate(np.linspace(0.10, 0.225, 10) * pixels):
        covered = 255.0 - atlas(pixels).clears[sprite(name, size)]
        area = AREAS[name] * (diameter / 2) ** 2
        assert covered.sum() / 255 == pytest.approx(area, rel=0.01, abs=0.1)


@pytest.mark.parametrize("pixels", [40, 80, 160])
def test_sizes_grow_inside_and_outside(pixels):
    drawn = atlas(pixels)
    inside = drawn.fills.sum((1, 2), dtype=int).reshape(7, 10)
    outside = drawn.clears.sum((1, 2), dtype=int).reshape(7, 10)
    assert (np.diff(inside) > 0).all()
    assert (np.diff(outside) < 0).all()


def test_every_shape_has_an_edge_of_six_tenths_of_a_pixel():
    square = sprite("square", 9)
    drawn = atlas(80)
    inside = drawn.fills[square].sum() / 255
    # 18 pixels wide, less an edge at both sides.
    assert inside == pytest.approx((18 - 2 * 0.6) ** 2, rel=0.002)
    parts = drawn.fills.astype(int) + drawn.clears
    assert parts.max() <= 255
    assert (parts.min((1, 2)) < 200).all()


def test_shapes_stand_as_markers_do():
    """With a tip (few pixels) or a flat side (many) at the top and at the bottom."""
    ends = {}
    for name in SHAPES:
        rows = 255.0 - atlas(160).clears[sprite(name, 9)]
        widths = rows[rows.any(1)].sum(1) / 255
        ends[name] = widths[2] > 10, widths[-3] > 10
    assert ends["triangle"] == ends["pentagon"] == (False, True)
    assert ends["hexagon"] == ends["star"] == (False, False)
    assert ends["square"] == ends["octagon"] == (True, True)


def test_lines_are_as_long_and_as_wide_as_they_should_be():
    drawn, width = atlas(160), 0.02 * 160
    lengths = {
        "vertical": 160,
        "horizontal": 160,
        "diamond": 4 * 80 * 2**0.5,
        "circle": 2 * pi * 0.2 * 160,
        "falling diagonal": 160 * 2**0.5,
        "rising diagonal": 160 * 2**0.5,
    }
    for name, line in zip(LINES, drawn.lines, strict=True):
        area = line.sum() / 255
        assert area == pytest.approx(lengths[name] * width, rel=0.02)
    falling, rising = drawn.lines[:2]
    assert falling[40, 40] == rising[40, 119] == 255
    assert falling[40, 119] == rising[40, 40] == 0


def test_an_atlas_is_small_and_made_once():
    drawn = atlas(80)
    arrays = drawn.lines, drawn.frame, drawn.fills, drawn.clears
    assert sum(array.nbytes for array in arrays) < 110_000
    assert atlas(pixels=80, look="pgm") is drawn


@pytest.mark.parametrize("pixels", [0, 20, 39, 50, 84])
def test_other_widths_are_refused(pixels):
    with pytest.raises(
        Refusal, match=f"cannot be {pixels} pixels wide; .* 20 from 40 on"
    ):
        atlas(pixels)


def test_unknown_looks_are_refused():
    assert set(LOOKS) == {"pgm", "night"}
    with pytest.raises(Refusal, match="no look 'sepia'; there is: pgm, night"):
        atlas(80, "sepia")
