"""Networks that learn to complete matrices: names, refusals, and a task for each."""

from dataclasses import replace
from functools import cache

import equinox as eqx
import jax
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.matrices.learners.networks import (
    CnnMlp,
    MatrixResNet,
    PanelLstm,
    PredRNet,
    WildResNet,
    Wren,
)
from metamer.paradigms.matrices.learners.settings import Drawing
from metamer.paradigms.matrices.pixels.atlas import atlas
from metamer.paradigms.matrices.pixels.compose_numba import compose
from metamer.training.classifiers import FittedNets
from metamer.training.networks import NetworkClassifier, count_parameters

SMALL = {
    "cnn-mlp": CnnMlp(8, 32),
    "panel-lstm": PanelLstm(4, 16),
    "resnet": MatrixResNet(10, 2),
    "blind": MatrixResNet(10, 2, blind=True, beta=1.0),
    "wild": WildResNet(10, 2),
    "wren": Wren(4, 16, (16,), (16,)),
    "predrnet": PredRNet(2, 4, 1, 16),
}


def blanks(count, seed=0):
    """Items whose answer is the one blank candidate; a bit says which that is."""
    generator = np.random.default_rng(seed)
    symbols = generator.integers(1, 701, (count, 16, 15)).astype(np.int16)
    symbols[..., 9:] = 0
    labels = generator.integers(0, 8, count)
    symbols[np.arange(count), 8 + labels] = 0
    hints = (labels[:, None] == np.arange(12)).astype(np.uint8)
    return Items(symbols, labels, hints=hints)


ALIKE = ("wild", "wren", "predrnet")
"""Those that score every candidate alike need to learn it for one place only."""


@cache
def taught(name):
    """A network that learned from such items, and how it can be asked."""
    items, epochs = (blanks(64), 25) if name in ALIKE else (blanks(512), 15)
    rate = 3e-3 if name == "cnn-mlp" else 1e-2
    entry = SMALL[name]
    training = replace(entry.training, batch=32, epochs=epochs, rate=rate)
    able = NetworkClassifier(replace(entry, pixels=40, training=training))
    return able, able.fit(items, jax.random.key(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cnn-mlp", "wren"])
def test_it_learns_to_find_the_blank_candidate(name):
    able, fitted = taught(name)
    asked = blanks(64, seed=1)
    expected = np.asarray(able.answer(fitted, asked.blind()))
    np.testing.assert_allclose(expected.sum(axis=1), 1, rtol=1e-5)
    # By chance it is 1/8, with a deviation of .04.
    assert (expected.argmax(axis=1) == asked.labels).mean() > 0.5


@pytest.mark.slow
def test_it_learns_to_explain():
    able, fitted = taught("blind")
    asked = blanks(300, seed=1)
    told = np.asarray(able.explain(fitted, asked.blind()))
    assert told.shape == (300, 12)
    # Who always says no is right for 11/12 of the bits.
    assert ((told > 0.5) == asked.hints).mean() > 0.95


def test_it_explains_nothing_that_it_was_not_taught():
    net = eqx.filter_eval_shape(Wren().net, (16, 15), jax.random.key(0))
    fitted = FittedNets(net, (), np.zeros(()))
    assert NetworkClassifier(Wren()).explain(fitted, blanks(1)) is None


@pytest.mark.slow
def test_beta_is_refused_where_items_have_no_meta_targets():
    items = blanks(8)._replace(hints=None)
    able = NetworkClassifier(Wren(4, 16, (16,), (16,), beta=10.0, pixels=40))
    with pytest.raises(Refusal, match="meta-targets"):
        able.fit(items, jax.random.key(1))


@pytest.mark.parametrize(
    "entry, name",
    [
        (CnnMlp(), "cnn-mlp"),
        (CnnMlp(8, 32), "cnn-mlp:8-32"),
        (PanelLstm(), "panel-lstm"),
        (MatrixResNet(), "matrix-resnet-50"),
        (MatrixResNet(18, 16), "matrix-resnet-18:16"),
        (MatrixResNet(blind=True), "blind-resnet-50"),
        (MatrixResNet(blind=True, beta=10), "blind-resnet-50+meta"),
        (WildResNet(), "wild-resnet-50"),
        (Wren(), "wren"),
        (Wren(beta=10), "wren+meta"),
        (Wren(beta=5), "wren+meta:5"),
        (Wren(8, 32, (64,), beta=0.5), "wren:8-32-64+meta:0.5"),
        (PredRNet(), "predrnet"),
        (PredRNet(beta=10), "predrnet+meta"),
    ],
)
def test_its_name_tells_what_is_not_usual(entry, name):
    assert entry.name == name


@pytest.mark.parametrize(
    "entry, batch, rate",
    [
        (CnnMlp(), 16, 3e-4),
        (PanelLstm(), 16, 1e-4),
        (MatrixResNet(), 32, 3e-4),
        (WildResNet(), 16, 3e-4),
        (Wren(), 32, 1e-4),
    ],
)
def test_batch_and_rate_are_those_of_the_appendix(entry, batch, rate):
    training = entry.training
    assert (training.batch, training.rate) == (batch, rate)
    assert (training.optimiser, training.schedule) == ("adam", "constant")


def test_weights_are_counted_for_items_of_the_usual_shape():
    assert count_parameters(Wren(), Wren.typical) == 1_413_037


@pytest.mark.parametrize("shape", [(16, 15), (16, 80, 80), (16, 160, 160)])
def test_it_sees_symbols_and_pixels_of_its_size_or_twice_that(shape):
    sight = eqx.filter_eval_shape(Wren().net, shape, jax.random.key(0))
    assert (sight.pixels, sight.see) == (80, Drawing(80, "pgm"))


@pytest.mark.parametrize("shape", [(11,), (80, 80), (15, 80, 80), (16, 100, 100)])
def test_items_of_another_shape_are_refused(shape):
    with pytest.raises(Refusal, match="16 panels"):
        eqx.filter_eval_shape(Wren().net, shape, jax.random.key(0))


@pytest.mark.parametrize(
    "settings, words",
    [
        ({"pixels": 70}, "70 pixels"),
        ({"look": "raven"}, "no look 'raven'"),
        ({"beta": -1.0}, "beta must be at least 0"),
        ({"kernels": 0}, "every size must be at least 1"),
        ({"relate": ()}, "at least one layer"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, words):
    with pytest.raises(Refusal, match=words):
        Wren(**settings)


def test_networks_see_the_pixels_that_people_see():
    symbols = blanks(1).inputs
    seen = jax.jit(Drawing(40, "night"))(symbols)
    assert (np.asarray(seen) == compose(atlas(40, "night"), symbols)).all()
