"""Symbols from pixels."""

import numpy as np
import pytest
from random_panels import panels

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.pixels import compose_numba, reader
from metamer.paradigms.matrices.pixels.atlas import atlas
from metamer.paradigms.matrices.pixels.reader import read
from metamer.paradigms.matrices.rules.vocabulary import CELLS, SLOTS


@pytest.mark.parametrize(
    ("pixels", "times"),
    [(80, 10), (160, 1), pytest.param(160, 10, marks=pytest.mark.slow)],
)
def test_what_is_read_is_what_was_drawn(pixels, times):
    drawn = atlas(pixels)
    for seed in range(times):
        symbols = panels(2_000, seed)
        assert (read(compose_numba.compose(drawn, symbols), drawn) == symbols).all()


def test_nine_largest_shapes_over_all_six_lines_are_read():
    drawn = atlas(80)
    symbols = np.array(
        [
            [1 + 100 * type + 90 + colour] * CELLS + [1 + (colour + index) % 10] * 6
            for type in range(7)
            for colour in range(10)
            for index in range(10)
        ],
        np.int16,
    )
    assert (read(compose_numba.compose(drawn, symbols), drawn) == symbols).all()


@pytest.mark.parametrize(("pixels", "look"), [(60, "pgm"), (80, "night"), (100, "pgm")])
def test_other_widths_and_looks_are_read(pixels, look):
    drawn, symbols = atlas(pixels, look), panels(500)
    assert (read(compose_numba.compose(drawn, symbols), drawn) == symbols).all()


@pytest.mark.parametrize("pixels", [60, 80, 160])
def test_every_line_has_a_pixel_of_its_own_that_tells_its_grey(pixels):
    drawn = atlas(pixels)
    places, codes = reader._witnesses(drawn)
    for line, (place, known) in enumerate(zip(places, codes, strict=True)):
        assert sorted(set(known.tolist())) == list(range(11))
        busy = panels(300)
        busy[:, CELLS + line] = 4
        shown = compose_numba.compose(drawn, busy).reshape(300, -1)[:, place]
        assert (known[shown] == 4).all()


def over_extremes(drawn, cell):
    """What each of 701 symbols shows of a cell over the darkest and lightest lines.

    As 255 times the grey, before it is rounded.
    """
    black = np.zeros((2, SLOTS), np.int16)
    black[0, CELLS:] = 1
    below = reader._cells(compose_numba.compose(drawn, black), drawn)
    fills, clears = (
        one.reshape(70, 1, -1).astype(np.int32) for one in (drawn.fills, drawn.clears)
    )
    own = fills * drawn.shape_greys[:, None] + (255 - fills - clears) * drawn.ink
    for ground in below.reshape(2, CELLS, -1)[:, cell].astype(np.int32):
        shown = (own + clears * ground).reshape(700, -1)
        yield np.concatenate([255 * ground[None], shown])


@pytest.mark.parametrize("cell", range(CELLS))
def test_no_two_shapes_look_alike_whatever_lines_lie_below(cell):
    # What lies below is between the extremes, and what is seen is linear in it. So if one
    # symbol gives at least a whole grey more than another at both, it always does.
    dark, light = over_extremes(atlas(80), cell)
    apart = np.eye(701, dtype=bool)
    for place in np.argsort(-dark.std(0)):
        low, high = dark[:, place], light[:, place]
        above = (low[:, None] - low >= 255) & (high[:, None] - high >= 255)
        apart |= above | above.T
        if apart.all():
            break
    assert apart.all()


def test_the_first_panel_that_cannot_be_read_is_named():
    drawn = atlas(80)
    pixels = compose_numba.compose(drawn, panels(1500))
    pixels[1234, 25, 25] ^= 1
    pixels[1400, 2, 70] ^= 1
    with pytest.raises(Refusal, match="panel 1234 cannot be read"):
        read(pixels, drawn)


def test_panels_of_another_width_are_refused():
    with pytest.raises(Refusal, match="have 60 by 60 pixels; .* of 80 by 80"):
        read(np.zeros((1, 60, 60), np.uint8), atlas(80))


def test_where_lines_can_be_hidden_nothing_is_read():
    drawn = atlas(40)
    with pytest.raises(Refusal, match="40 pixels cannot be read, because shapes can"):
        read(compose_numba.compose(drawn, panels(10)), drawn)


def test_of_no_panels_there_are_no_symbols():
    assert read(np.zeros((0, 80, 80), np.uint8), atlas(80)).shape == (0, SLOTS)
