"""Networks that learn to complete matrices: names, refusals, and a task for each."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.learners.matrices import (
    CnnMlp,
    MatrixResNet,
    PanelLstm,
    PredRNet,
    WildResNet,
    Wren,
)
from metamer.learners.panels import Drawing
from metamer.streams.matrices.atlas import atlas
from metamer.streams.matrices.kernel import composed

SMALL = {
    "cnn-mlp": CnnMlp(8, 32),
    "panel-lstm": PanelLstm(4, 16),
    "resnet": MatrixResNet(10, 2),
    "blind": MatrixResNet(10, 2, blind=True, beta=1.0),
    "wild": WildResNet(10, 2),
    "wren": Wren(4, 16, (16,), (16,), beta=1.0),
    "predrnet": PredRNet(2, 4, 1, 16),
}


def blanks(count, seed=0):
    """Items whose answer is the one blank candidate; a bit says if it is the first."""
    generator = np.random.default_rng(seed)
    symbols = generator.integers(1, 701, (count, 16, 15)).astype(np.int16)
    symbols[..., 9:] = 0
    labels = generator.integers(0, 8, count)
    symbols[np.arange(count), 8 + labels] = 0
    hints = (labels[:, None] == np.arange(12)).astype(np.uint8)
    return Items(symbols, labels, hints=hints)


def learned(entry, steps, rate):
    """The share of new items that it gets right, and its explanations."""
    training = replace(entry.training, batch=16, epochs=steps // 4, rate=rate)
    entry = replace(entry, pixels=40, training=training)
    fitted = entry.fit(blanks(64), jax.random.key(1))
    asked = blanks(48, seed=1)

    @jax.jit
    def ask(net, state, inputs):
        taught, items = fitted._replace(net=net, state=state), Items(inputs)
        return entry.answer(taught, items), entry.explain(taught, items)

    return ask, fitted, asked
