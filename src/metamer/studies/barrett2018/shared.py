"""What the studies of barrett2018 have alike: networks for each scale, and remarks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from metamer.core.registry import learner
from metamer.core.study import Learner
from metamer.learners.panels import ADAM
from metamer.studies.barrett2018 import printed

PIXELS = 40
"""A side of the panels that networks see at the scales demo and small. Source: ours."""

BRIEF = replace(ADAM, epochs=1, batch=16)
"""Every item once, for the scales demo and small. Source: ours."""

TYPES = (
    "shape type progression",
    "shape type consistent_union",
    "line type consistent_union",
)
"""Triples that a small WReN learns from 100,000 items on a processor: one of a type has so
few answers that foils break another attribute, too. Source: ours."""

RAMPS = (
    "shape size consistent_union",
    "shape color consistent_union",
    "line color consistent_union",
)
"""Triples of sizes and colours, for interpolation and extrapolation. Source: ours."""

LITTLE: dict[str, Any] = {"pixels": PIXELS, "training": BRIEF}

SETTINGS: dict[str, dict[str, dict[str, Any]]] = {
    "demo": {
        "cnn-mlp": {"kernels": 16, "hidden": 64, **LITTLE},
        "panel-lstm": {"units": 32, **LITTLE},
        "matrix-resnet": {"depth": 10, "width": 4, **LITTLE},
        "wild-resnet": {"depth": 10, "width": 4, **LITTLE},
        "wren": {
            "kernels": 16,
            "embedding": 32,
            "relate": (64, 64),
            "judge": (64,),
            **LITTLE,
        },
        "predrnet": {"width": 4, "channels": 8, "blocks": 1, "hidden": 64, **LITTLE},
    },
    "small": {
        "cnn-mlp": {"kernels": 32, "hidden": 256, **LITTLE},
        "panel-lstm": {"units": 64, **LITTLE},
        "matrix-resnet": {"depth": 10, "width": 8, **LITTLE},
        "wild-resnet": {"depth": 10, "width": 8, **LITTLE},
        "wren": {
            "kernels": 16,
            "embedding": 64,
            "relate": (128, 128),
            "judge": (64,),
            **LITTLE,
        },
        "predrnet": {"width": 8, "channels": 16, "blocks": 2, "hidden": 128, **LITTLE},
    },
    "paper": {},
}
"""Networks for seconds and for minutes on two cores; at scale paper as they come.

Source: ours.
"""

PUBLISHED = {
    "cnn-mlp": "CNN-MLP",
    "panel-lstm": "LSTM",
    "matrix-resnet-50": "ResNet-50",
    "wild-resnet-50": "Wild-ResNet",
    "wren": printed.WREN,
    "wren+meta": printed.WREN_META,
    "predrnet": "PredRNet",
    "blind-resnet-50": "blind ResNet-50",
}
"""Which published network each learner is. Only those of their full size are here."""


def network(scale: str, name: str, **more: Any) -> Learner:
    """A network in the size that belongs to a scale."""
    return learner(name)(**{**SETTINGS[scale].get(name, {}), **more})


def solver() -> Learner:
    """The program that finds every rule: the ceiling."""
    return learner("matrix-solver")()


SMALLER = (
    "Not the paper's networks, items or training: `--scale paper` has those, and wants a "
    "GPU. Panels here have 40x40 pixels, and each item is seen once."
)
BESIDE = (
    "Published numbers are of PGM's released items. Here items are drawn anew: how wrong "
    "candidates are made, how often attributes distract and how many triples there are is "
    "inferred, so differences of some points are to be expected."
)
EARLY = (
    "Unstated: for how long the paper trains. It stops early by the loss on validation "
    "items; here every network has a fixed number of steps, and what is taught is drawn "
    "while it trains."
)
CEILING = (
    "`matrix-solver` is a program that is told which relations there are, and reads "
    "symbols; networks see pixels. It shows that every item has one answer."
)


def remarks(scale: str, *own: str) -> tuple[str, ...]:
    """What every reader must know, then what belongs to one study."""
    return (*(() if scale == "paper" else (SMALLER,)), *own)
