"""The networks of each scale, and which published network each learner is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from metamer.core.registry import learner
from metamer.core.study import Learner
from metamer.paradigms.matrices.learners.settings import ADAM
from metamer.paradigms.matrices.studies import literature
from metamer.training.settings import Training

PIXELS = 40
"""The width of panels that networks see at the scales demo and small. Source: ours."""

ONE_EPOCH = replace(ADAM, epochs=1, batch=16)
"""Every item once, for the scales demo and small. Source: ours."""

TYPES = (
    "shape type progression",
    "shape type consistent_union",
    "line type consistent_union",
)
"""Triples that a small WReN learns from 100,000 items on a CPU. Types have so few possible
answers that foils break another attribute, too. Source: ours."""

SIZES_AND_COLOURS = (
    "shape size consistent_union",
    "shape color consistent_union",
    "line color consistent_union",
)
"""Triples of sizes and colours, for interpolation and extrapolation. Source: ours."""

INPUTS: dict[str, Any] = {"pixels": PIXELS, "training": ONE_EPOCH}

SETTINGS: dict[str, dict[str, dict[str, Any]]] = {
    "demo": {
        "cnn-mlp": {"kernels": 16, "hidden": 64, **INPUTS},
        "panel-lstm": {"units": 32, **INPUTS},
        "matrix-resnet": {"depth": 10, "width": 4, **INPUTS},
        "wild-resnet": {"depth": 10, "width": 4, **INPUTS},
        "wren": {
            "kernels": 16,
            "embedding": 32,
            "relate": (64, 64),
            "judge": (64,),
            **INPUTS,
        },
        "predrnet": {
            "width": 4,
            "channels": 8,
            "blocks": 1,
            "hidden": 64,
            **INPUTS,
        },
    },
    "small": {
        "cnn-mlp": {"kernels": 32, "hidden": 256, **INPUTS},
        "panel-lstm": {"units": 64, **INPUTS},
        "matrix-resnet": {"depth": 10, "width": 8, **INPUTS},
        "wild-resnet": {"depth": 10, "width": 8, **INPUTS},
        "wren": {
            "kernels": 16,
            "embedding": 64,
            "relate": (128, 128),
            "judge": (64,),
            **INPUTS,
        },
        "predrnet": {
            "width": 8,
            "channels": 16,
            "blocks": 2,
            "hidden": 128,
            **INPUTS,
        },
    },
    "paper": {},
}
"""Settings of networks that train in seconds (demo) or minutes (small) on two cores; at
scale paper the defaults.

Source: ours.
"""

PUBLISHED = {
    "cnn-mlp": "CNN-MLP",
    "panel-lstm": "LSTM",
    "matrix-resnet-50": "ResNet-50",
    "wild-resnet-50": "Wild-ResNet",
    "wren": literature.WREN,
    "wren+meta": literature.WREN_META,
    "predrnet": "PredRNet",
    "blind-resnet-50": "blind ResNet-50",
}
"""The published network that each learner is. Smaller versions are not listed."""


def network(scale: str, name: str, **more: Any) -> Learner:
    """A network in the size of a scale."""
    return learner(name)(**{**SETTINGS[scale].get(name, {}), **more})


def stopped_early(training: Training, items: int) -> Training:
    """The same training, but until the validation loss stops falling.

    Source: barrett2018, Sec. 3, for early stopping by the loss on validation items.
    Unstated: how often it looks, and how long it waits; here once an epoch, and ten epochs,
    because WReN makes no progress in its first ones. At most 100 epochs.
    """
    every = training.updates_per_epoch(items)
    return replace(training, epochs=100, evaluate_every=every, patience=10)


def counts() -> Learner:
    """The learner of how often values occur: the end of the scale without the rule."""
    return learner("matrix-counts")()


def solver() -> Learner:
    """The program that finds every rule: the ceiling."""
    return learner("matrix-solver")()


def rows() -> Learner:
    """The network that reads symbols and compares rows: it learns in seconds."""
    return learner("row-relations")()
