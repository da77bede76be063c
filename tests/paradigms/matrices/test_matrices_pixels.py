"""Panels as pixels: on the CPU, and in JAX."""

import jax
import numpy as np
import pytest
from random_panels import panels

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.pixels import compose_jax, compose_numba
from metamer.paradigms.matrices.pixels.atlas import atlas
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import LINES, SLOTS

EMPTY = np.zeros(SLOTS, np.int16)


def with_code(slot, code):
    symbols = EMPTY.copy()
    symbols[slot] = code
    return symbols


def plain(drawn, symbols):
    """One panel, by the formulas of the atlas."""
    out = np.full(drawn.frame.shape, drawn.background, int)
    for code, line in zip(symbols[9:], drawn.lines.astype(int), strict=True):
        if code:
            grey = int(drawn.line_greys[code - 1])
            out = (line * grey + (255 - line) * out + 127) // 255
    for cell in np.flatnonzero(symbols[:9]):
        sprite, colour = divmod(symbols[cell] - 1, 10)
        top, left = drawn.corner + np.array(divmod(cell, 3)) * drawn.cell
        place = np.s_[top : top + drawn.cell, left : left + drawn.cell]
        fill, clear = drawn.fills[sprite].astype(int), drawn.clears[sprite].astype(int)
        own = fill * int(drawn.shape_greys[colour]) + (255 - fill - clear) * drawn.ink
        out[place] = (own + clear * out[place] + 127) // 255
    frame = drawn.frame.astype(int)
    return (frame * drawn.ink + (255 - frame) * out + 127) // 255


@pytest.mark.parametrize(
    ("pixels", "look"),
    [(60, "pgm"), (80, "pgm"), (80, "night"), (160, "pgm"), (160, "night")],
)
def test_numba_and_jax_draw_by_the_formulas_bit_for_bit(pixels, look):
    drawn, symbols = atlas(pixels, look), panels(100).reshape(2, 50, SLOTS)
    compiled = compose_numba.compose(drawn, symbols)
    on_device = jax.jit(lambda symbols: compose_jax.compose(drawn, symbols))(symbols)
    assert compiled.dtype == on_device.dtype == np.uint8
    assert (compiled == np.asarray(on_device)).all()
    for panel, codes in zip(compiled[1, ::10], symbols[1, ::10], strict=True):
        assert (panel == plain(drawn, codes)).all()


def test_what_a_gpu_compiles_draws_the_same(monkeypatch):
    drawn, symbols = atlas(80), panels(100)
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    unrolled = jax.jit(lambda symbols: compose_jax.compose(drawn, symbols))
    assert "while" not in str(unrolled.lower(symbols).as_text())
    assert (
        np.asarray(unrolled(symbols)) == compose_numba.compose(drawn, symbols)
    ).all()


def test_one_panel_and_none_can_be_drawn():
    assert compose_numba.compose(atlas(80), EMPTY).shape == (80, 80)
    assert compose_numba.compose(atlas(80), EMPTY[None][:0]).shape == (0, 80, 80)
    on_device = jax.eval_shape(lambda one: compose_jax.compose(atlas(80), one), EMPTY)
    assert on_device.shape == (80, 80)


def test_an_empty_panel_is_white_in_a_black_frame():
    panel = render(EMPTY)
    assert (panel[1:-1, 1:-1] == 255).all()
    assert panel.sum(dtype=int) == 78 * 78 * 255


def test_a_black_vertical_covers_four_fifths_of_two_columns():
    panel = render(with_code(9 + LINES.index("vertical"), 1))
    assert (panel[1:-1, 39:41] == 51).all()
    assert (np.delete(panel[1:-1], [0, 39, 40, 79], axis=1) == 255).all()


def test_later_lines_lie_over_earlier_ones():
    symbols = with_code(9 + LINES.index("vertical"), 1)
    symbols[9 + LINES.index("horizontal")] = 10
    # 51 where the vertical is; then four fifths of 230.
    assert render(symbols)[39, 39] == round(0.8 * 230 + 0.2 * 51)


def test_shapes_lie_over_lines_in_their_own_cells():
    lines = EMPTY.copy()
    lines[9:] = 1
    symbols = lines.copy()
    symbols[4] = 1 + 200 + 90 + 6  # the largest square, the seventh grey
    panel, before = render(symbols, 160), render(lines, 160)
    assert (panel[64:96, 64:96] == 162).all()
    outside = np.ones((160, 160), bool)
    outside[60:100, 60:100] = False
    assert (panel == before)[outside].all()


def test_night_is_the_negative():
    symbols = panels(50)
    assert (render(symbols, look="night") == 255 - render(symbols)).all()


@pytest.mark.parametrize(("slot", "code"), [(0, 701), (8, -1), (9, 11), (14, -2)])
def test_symbols_that_mean_nothing_are_refused(slot, code):
    with pytest.raises(
        Refusal, match="0 to 700 for each cell and 0 to 10 for each line"
    ):
        render(with_code(slot, code))


def test_panels_of_other_lengths_are_refused():
    with pytest.raises(Refusal, match="a panel has 15 symbols, not 14"):
        render(EMPTY[1:])
