"""A learner of how often values occur: right until values are new."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.references.counts import MatrixCounts
from metamer.paradigms.matrices.score import explained
from metamer.training.drawing import draw_stream


@pytest.fixture(scope="module")
def lesson():
    paradigm = Matrices(
        regimes=("extrapolation",),
        mixture="one",
        distractions=(0.0,),
        sizes=(400,),
        asked=200,
        again=50,
        triples=("shape size consistent_union", "line color consistent_union"),
    )
    (condition,) = paradigm.conditions()
    return paradigm.lesson(condition, root(0).stream("unit"))


@pytest.fixture(scope="module")
def fitted(lesson):
    return MatrixCounts().fit(draw_stream(lesson.taught), None)


def accuracy(lesson, fitted, part):
    shares = MatrixCounts().answer(fitted, lesson.asked.blind())
    assert np.allclose(shares.sum(axis=1), 1)
    asked = lesson.notes["part"] == part
    return (shares.argmax(axis=1) == lesson.asked.labels)[asked].mean()


def test_it_completes_matrices_like_those_of_training(lesson, fitted):
    assert accuracy(lesson, fitted, "validation") > 0.9


def test_it_does_not_complete_matrices_with_values_that_it_never_saw(lesson, fitted):
    assert accuracy(lesson, fitted, "test") < 0.35


def test_values_that_never_occurred_have_no_weight(lesson, fitted):
    weights = fitted.weights.reshape(7, 10, 10)
    assert (weights[0, 5:] == 0).all()  # sizes of the upper half
    assert (weights[0, :5] != 0).any()
    assert (weights[..., 0] == 0).all()


def test_it_tells_both_triples_apart_from_the_context_alone(lesson, fitted):
    bits = MatrixCounts().explain(fitted, lesson.asked.blind())
    assert explained(lesson, bits)["meta_right"].mean() > 0.95


def test_without_meta_targets_its_reasons_are_unknown(lesson):
    taught = draw_stream(lesson.taught)._replace(hints=None)
    fitted = MatrixCounts(iterations=1).fit(taught, None)
    assert np.isnan(MatrixCounts().explain(fitted, lesson.asked)).all()


def test_pixels_are_refused():
    items = Items(np.zeros((2, 16, 40, 40), np.uint8), np.zeros(2, int))
    with pytest.raises(Refusal, match="matrix-counts needs symbols"):
        MatrixCounts().fit(items, None)
