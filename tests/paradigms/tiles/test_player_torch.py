"""Any module of PyTorch plays."""

from dataclasses import replace

import numpy as np
import pytest
from quick_tiles import RECTANGLES

import metamer
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.engines.playing import play_one
from metamer.learners.torch.making import ReadsTokens
from metamer.paradigms.tiles.learners.guessers import TorchPlayer
from metamer.paradigms.tiles.masking import masked_examples

pytest.importorskip("torch", reason="PyTorch is not installed")

TILES = replace(RECTANGLES, taught=("abstract",), boards=8)
LESSON = TILES.lesson(TILES.conditions()[0], root(0))


def test_it_turns_up_far_fewer_blue_tiles_than_chance():
    tiles, reds = LESSON.start.red.shape[1], LESSON.start.red.sum(axis=1)
    chance = np.mean((tiles - reds) * (reds - 1) / reds)
    clicks = play_one(TorchPlayer(examples=800), LESSON, root(1)).actions
    boards = zip(LESSON.start.red, clicks, strict=True)
    blues = [(~red[clicked[clicked >= 0]]).sum() for red, clicked in boards]
    assert np.mean(blues) < 0.5 * chance


def test_the_same_key_gives_the_same_clicks():
    player = TorchPlayer(examples=100, epochs=2)
    first, second = (play_one(player, LESSON, root(5)).actions for _ in range(2))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, play_one(player, LESSON, root(6)).actions)


def test_a_module_is_told_the_shape_of_a_window_and_reads_no_tokens():
    from torch import nn

    told = []

    def make(shape, labels):
        told.append((shape, labels))
        return nn.Linear(*shape, labels)

    fitted = TorchPlayer(make, examples=50, epochs=1).fit(LESSON.taught, root(0))
    items = masked_examples(LESSON.taught.game, 50, root(0).numpy)
    assert told == [(items.inputs.shape[1:], 2)] == [((13 * 13 * 3,), 2)]
    assert not isinstance(fitted.module, ReadsTokens)


def test_the_name_says_which_module():
    assert TorchPlayer().name == "torch-player:mlp"
    assert TorchPlayer(label="mine").name == "mine"
    assert metamer.learner("torch-player") is TorchPlayer


def test_what_cannot_play_is_refused():
    with pytest.raises(Refusal, match="torch-player: examples must be at least 1"):
        TorchPlayer(examples=0)
