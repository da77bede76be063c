"""Any module of PyTorch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.learners.torch.making import (
    DEVICES,
    called,
    check_module,
    check_package,
    find_device,
    find_maker,
    find_optimiser,
)

NAMED = "torch:"
"""How the profile names a module: `torch:my_package.nets:mlp`."""

FAMILY = "torch"
"""The family of the profile whose learners have such a module."""

MLP = "metamer.learners.torch.nets:mlp"
TOKEN_MLP = "metamer.learners.torch.nets:token_mlp"
"""Modules of ours, for numbers and for tokens."""


@dataclass(frozen=True)
class TorchModule:
    """A module of PyTorch and how it is trained, whatever it is used for."""

    kind: ClassVar[str] = "torch"
    """How names of learners with such a module begin."""

    module: Any = MLP
    """A function of (shape, labels) that makes a `torch.nn.Module`, as text:
    `my_package.nets:mlp`. `shape` is that of one item, `labels` how many there are. In
    Python also the function itself, or a module with weights, of which a copy is trained.
    Source: ours."""
    optimiser: str = "Adam"
    """As `torch.optim` calls it: `AdamW`, `SGD` ... Source: ours."""
    settings: dict[str, bool | int | float | str | tuple[float, ...]] = field(
        default_factory=dict,
        hash=False,  # a table has none
    )
    """Its own parameters, as `torch.optim` names them. Source: ours."""
    rate: float = 1e-3
    """The learning rate. Source: ours; PyTorch's default for Adam."""
    batch: int = 64
    """Items for each update. Source: ours."""
    epochs: int = 50
    """How often each item is seen. Source: ours."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where it is trained; `auto` is a GPU if there is one. Source: ours."""
    label: str = ""
    """What tables call it; without one, the name of its module. Source: ours."""

    def __post_init__(self) -> None:
        check_module(self.module)
        one_of("device", self.device, DEVICES)
        at_least(f"{self.kind}: batch", self.batch, 1)
        at_least(f"{self.kind}: epochs", self.epochs, 1)
        if not self.rate > 0:
            raise Refusal(f"{self.kind}: rate must be above 0, not {self.rate}")

    @property
    def title(self) -> str:
        """What tables call it."""
        return self.label or f"{self.kind}:{called(self.module)}"

    def check_files(self, paradigm: Any) -> None:
        """Refuse before a run what could only fail in it."""
        check_package(self.kind)
        find_device(self.device)
        find_optimiser(self.optimiser, self.settings)
        find_maker(self.module)


def check_named(given: str) -> str:
    """The module that `torch:my_package.nets:mlp` names; refuses what is none."""
    module = given.removeprefix(NAMED)
    check_module(module)
    check_package(given)
    find_maker(module)
    return module


@learner.add("torch")
@dataclass(frozen=True)
class Torch(TorchModule):
    """A module of PyTorch, trained by cross entropy on what a lesson teaches.

    Items of a stream are drawn batch by batch. A long training goes on from its last
    checkpoint after a stop, with the same answers.

    Source: ours.
    """

    block: ClassVar[int] = 1

    @property
    def name(self) -> str:
        return self.title

    def train_unit(self, taught: Any, key: Key, place: Place) -> Any:
        from metamer.learners.torch.loop import train

        check_package(self.kind)
        return train(self, taught, key, place)

    def fit(self, items: Items, key: Key) -> Any:
        """The same without checkpoints."""
        from metamer.learners.torch.loop import train_on_items

        check_package(self.kind)
        return train_on_items(self, items, key)

    def answer(self, fitted: Any, items: Items) -> np.ndarray:
        from metamer.learners.torch.loop import ask

        return ask(self, fitted, items.inputs)
