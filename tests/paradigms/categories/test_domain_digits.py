"""Handwritten digits."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from metamer.core.errors import Refusal
from metamer.data import load
from metamer.paradigms.categories.domains.digits import (
    Digits,
    ink_mass,
    outer_terciles,
    slant,
)


def test_a_stroke_that_leans_right_has_positive_slant():
    leaning = np.flipud(np.eye(5))[None]
    assert slant(leaning) == pytest.approx([1])
    assert slant(leaning[:, ::-1]) == pytest.approx([-1])


def test_an_upright_stroke_has_no_slant_wherever_it_is():
    image = np.zeros((1, 6, 6))
    image[0, 1:5, 4] = 0.5
    assert slant(image) == pytest.approx([0])
    assert ink_mass(image) == pytest.approx([2])


def test_the_middle_third_is_neither():
    assert outer_terciles(np.arange(6.0)).tolist() == [0, 0, -1, -1, 1, 1]


@pytest.mark.parametrize("distractor", ["slant", "ink"])
def test_embedded_digits_show_both_features(distractor):
    pool = Digits(distractor=distractor).pool(100, np.random.default_rng(0))
    pixels = pool.inputs.reshape(len(pool.inputs), -1)
    held_out = np.arange(len(pixels)) % 3 == 0
    assert pool.inputs.shape[1:] == (8, 8) and pixels.max() == 1
    for values in pool.features.T:
        reader = LogisticRegression().fit(pixels[~held_out], values[~held_out])
        assert reader.score(pixels[held_out], values[held_out]) > 0.9


def test_features_of_digits_are_independent():
    pool = Digits().pool(1000, np.random.default_rng(0))
    assert abs(np.corrcoef(pool.features.T)[0, 1]) < 0.02


def test_nearest_neighbours_are_by_exemplar_on_mnist():
    """Measured with 5 subsamples: zero shot .976, partial exposure .209."""
    try:
        load("mnist")
    except Refusal as absent:
        pytest.skip(str(absent))
    digits = Digits(source="mnist").pool(2000, np.random.default_rng(0))
    pixels = digits.inputs.reshape(len(digits.inputs), -1)
    quadrant = digits.features @ [2, 1]
    asked = pixels[quadrant == 3]

    def hits(*taught):
        rows = np.concatenate([np.flatnonzero(quadrant == q)[:n] for q, n in taught])
        model = KNeighborsClassifier(1).fit(pixels[rows], digits.features[rows, 0])
        return model.predict(asked).mean()

    assert pixels.shape[1] == 14 * 14
    assert hits((0, 1000), (2, 1000)) == pytest.approx(0.976, abs=0.01)
    assert hits((0, 500), (1, 500), (2, 1000)) == pytest.approx(0.209, abs=0.05)
