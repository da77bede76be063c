"""Modules of PyTorch learn matrices as symbols or as pixels."""

from dataclasses import replace

import numpy as np
import pytest

from metamer.core.checkpoints import Place
from metamer.core.items import Items
from metamer.core.keys import root
from metamer.learners.torch import TOKEN_MLP, Torch
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.learners.pixels import TorchPixels
from metamer.paradigms.matrices.pixels.atlas import atlas
from metamer.paradigms.matrices.pixels.compose_numba import compose

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

MATRICES = Matrices(mixture="one", sizes=(8,), asked=4, again=2)
LESSON = MATRICES.lesson(MATRICES.conditions()[0], root(0))


class Sees(torch.nn.Linear):
    """Notes the pictures that it sees."""

    seen = []  # noqa: RUF012

    def forward(self, pictures):
        self.seen.append(pictures)
        return super().forward(pictures.flatten(1))


def looking(shape, labels):
    assert shape == (16, 40, 40)
    Sees.seen.clear()
    return Sees(int(np.prod(shape)), labels)


PIXELS = TorchPixels(looking, epochs=1, pixels=40)


def pictures_of(symbols):
    """The same panels by the other renderer."""
    panels = np.asarray(symbols).reshape(-1, 15)
    return np.stack([compose(atlas(40), panel) for panel in panels]).reshape(
        -1, 16, 40, 40
    )


@pytest.mark.slow
def test_a_stream_is_seen_as_pixels_from_0_to_1(tmp_path):
    fitted = PIXELS.train_unit(LESSON.taught, root(1), Place(tmp_path, "one"))
    assert all(0 <= seen.min() < seen.max() <= 1 for seen in Sees.seen)
    found = PIXELS.answer(fitted, LESSON.asked.blind())
    assert len(found) == len(LESSON.asked.labels)


def test_items_are_seen_as_the_pixels_of_their_symbols(tmp_path):
    items = Items(
        np.asarray(LESSON.asked.inputs), np.arange(len(LESSON.asked.labels)) % 2
    )
    fitted = PIXELS.train_unit(items, root(1), Place(tmp_path, "one"))
    seen = []
    fitted.module.register_forward_pre_hook(lambda module, given: seen.append(given[0]))
    by_symbols = PIXELS.answer(fitted, items)
    drawn = pictures_of(items.inputs)
    assert np.array_equal(np.rint(seen[0].numpy() * 255), drawn)
    assert np.array_equal(PIXELS.answer(fitted, Items(drawn)), by_symbols)


def test_symbols_reach_an_embedding_as_whole_numbers(tmp_path):
    items = Items(
        np.asarray(LESSON.asked.inputs), np.arange(len(LESSON.asked.labels)) % 2
    )
    entry = Torch(TOKEN_MLP, epochs=1)
    fitted = entry.train_unit(items, root(1), Place(tmp_path, "one"))
    assert entry.answer(fitted, items.blind()).shape == (len(items.labels), 2)
    assert replace(PIXELS, label="eyes").name == "eyes"
    assert TorchPixels().name == "torch-pixels:mlp"
