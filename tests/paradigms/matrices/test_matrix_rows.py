"""The network that reads symbols: what it is told, what it compares, that it learns."""

from dataclasses import replace
from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.matrices.learners.symbols import RowRelations, SymbolReader
from metamer.paradigms.matrices.nets.reading import VALUES, features, read
from metamer.paradigms.matrices.nets.rows import RowRelationsNetwork
from metamer.training.networks import NetworkClassifier

ENDS = {"size": 0, "colour": 10, "number": 20, "position": 30, "type": 39, "line": 46}
"""Where the values of each attribute begin in a panel's row."""


def panel(*codes: int, lines: tuple[int, ...] = ()) -> np.ndarray:
    """A panel with these shapes in its first cells, and lines of these colours."""
    symbols = np.zeros(15, np.int16)
    symbols[: len(codes)] = codes
    symbols[9 : 9 + len(lines)] = lines
    return symbols


def told(symbols: np.ndarray, ordered: bool = False) -> np.ndarray:
    return np.asarray(read(jnp.asarray(symbols)[None, None], ordered))[0, 0]


def test_it_is_told_every_value_that_a_panel_shows_and_no_other():
    # Type 2, size 3, colour 4; type 5, size 3, colour 0. A falling diagonal, colour 8.
    found = told(panel(1 + 200 + 30 + 4, 1 + 500 + 30, lines=(9,)))
    expected = [3, 10 + 4, 10 + 0, 20 + 2, 30 + 0, 30 + 1, 39 + 2, 39 + 5, 46 + 8, 56]
    assert sorted(np.flatnonzero(found)) == sorted(expected)
    assert len(found) == VALUES == 62


def test_an_empty_panel_has_no_shapes_and_no_value_of_any():
    assert np.flatnonzero(told(panel())).tolist() == [ENDS["number"]]


def test_ordered_values_are_alike_if_they_are_near():
    at = {size: told(panel(1 + 10 * size), ordered=True)[VALUES:] for size in (2, 3, 8)}
    assert len(at[2]) == features(True) - VALUES == 40
    assert np.flatnonzero(at[2][:10]).tolist() == [0, 1, 2]
    assert np.abs(at[2] - at[3]).sum() == 1
    assert np.abs(at[2] - at[8]).sum() == 6


@cache
def small() -> RowRelationsNetwork:
    return RowRelationsNetwork(5, 4, key=jax.random.key(2))


PANELS = np.random.default_rng(0).normal(size=(3, 16, 5)).astype(np.float32)


@jax.jit
def logits(panels):
    return small().reason(panels, (), True, None)[0]


def by_hand(panels: np.ndarray) -> np.ndarray:
    """Candidate by candidate and line by line, in NumPy."""
    net = jax.tree.map(np.asarray, small())

    def related(three):
        first, last = net.row
        hidden = np.maximum(np.concatenate(three) @ first.weight + first.bias, 0)
        return hidden @ last.weight + last.bias

    seen = panels @ net.embed.weight + net.embed.bias
    found = []
    for candidate in seen[8:]:
        nine = np.concatenate([seen[:8], candidate[None]]).reshape(3, 3, -1)
        error = 0
        for grid in (nine, nine.swapaxes(0, 1)):
            one, two, three = (related(line) for line in grid)
            error = error + (three - (one + two) / 2) ** 2
        first, last = net.judge
        hidden = np.maximum(error @ first.weight + first.bias, 0)
        found.append((hidden @ last.weight + last.bias)[0])
    return np.array(found)


def test_it_compares_the_completed_row_and_column_with_the_complete_ones():
    expected = [by_hand(item) for item in PANELS]
    np.testing.assert_allclose(logits(PANELS), expected, rtol=1e-4, atol=1e-5)


def test_a_matrix_and_its_mirror_image_have_the_same_scores():
    turned = PANELS[:, [0, 3, 6, 1, 4, 7, 2, 5, *range(8, 16)]]
    np.testing.assert_allclose(logits(turned), logits(PANELS), rtol=1e-4, atol=1e-5)


def unions(count: int, values: list[int], seed: int) -> Items:
    """Matrices of one size a panel: each row has the same three; one candidate fits."""
    generator = np.random.default_rng(seed)
    symbols = np.zeros((count, 16, 15), np.int16)
    labels = generator.integers(0, 8, count)
    for item, label in enumerate(labels):
        three = generator.choice(values, 3, replace=False)
        nine = np.concatenate([generator.permutation(three) for _ in range(3)])
        wrong = [value for value in range(10) if value != nine[8]]
        offered = generator.choice(wrong, 8, replace=False)
        offered[label] = nine[8]
        symbols[item, :, 0] = 1 + 10 * np.concatenate([nine[:8], offered])
    return Items(symbols, labels)


@pytest.mark.slow
def test_it_learns_unions_of_values_that_it_was_taught():
    training = replace(RowRelations().training, epochs=25)
    able = NetworkClassifier(RowRelations(32, training=training))
    fitted = able.fit(unions(800, list(range(10)), 0), jax.random.key(0))
    asked = unions(200, list(range(10)), 1)
    shares = np.asarray(able.answer(fitted, asked.blind()))
    # By chance it is 1/8, with a deviation of .02.
    assert (shares.argmax(axis=1) == asked.labels).mean() > 0.5


def test_its_name_tells_what_is_not_usual():
    assert RowRelations().name == "row-relations"
    assert RowRelations(32, ordered=False).name == "row-relations:unordered:32"


def test_readings_with_the_same_settings_are_compiled_once():
    nets = [
        eqx.filter_eval_shape(RowRelations().net, (16, 15), jax.random.key(0))
        for _ in range(2)
    ]
    assert nets[0].see == nets[1].see == SymbolReader(True)


def test_pixels_and_no_width_are_refused():
    with pytest.raises(Refusal, match="16 panels of 15 symbols, not items of shape"):
        RowRelations().net((16, 80, 80), jax.random.key(0))
    with pytest.raises(Refusal, match="width must be at least 1"):
        RowRelations(0)
