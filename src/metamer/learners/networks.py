"""Networks that learn from a few labelled items: a perceptron and a residual network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, runtime_checkable

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.core.registry import learner

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray

    from metamer.nets.layers import Net
    from metamer.training.supervised import FittedNet

Depth = Literal[10, 18, 34]
"""Layers of a residual network. Source: dasgupta2022, Sec. 6."""


@runtime_checkable
class SmallNetwork(Protocol):
    """The settings of a network that is trained within one compiled program, by AdamW."""

    @property
    def epochs(self) -> int: ...

    @property
    def batch(self) -> int: ...

    @property
    def rate(self) -> float: ...

    @property
    def decay(self) -> float: ...

    @property
    def labels(self) -> int: ...

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net: ...


@learner.add("mlp")
@dataclass(frozen=True)
class Mlp:
    """A multi-layer perceptron: relu layers over all an item shows.

    Source: ours, in size, length and optimiser.
    """

    widths: tuple[int, ...] = (64,)
    """Units of each hidden layer. Source: ours."""
    epochs: int = 50
    """How often each item is seen. Source: ours."""
    batch: int = 64
    """Items for each update. Source: dasgupta2022, the authors' code (for its LSTM)."""
    rate: float = 1e-3
    """The learning rate of AdamW. Source: dasgupta2022, the authors' code (for its other
    networks)."""
    decay: float = 1e-4
    """Weight decay, decoupled. Source: dasgupta2022, the authors' code (ResNets)."""
    labels: int = 2
    """How many labels there are. Source: dasgupta2022: two."""
    compiled: ClassVar[bool] = True
    typical: ClassVar[tuple[int, ...]] = (14, 14)
    """Shape of an item in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        check_training(self)
        for width in self.widths:
            at_least("widths", width, 1)

    @property
    def name(self) -> str:
        """For example `mlp:64`, or `mlp:64-32` with two hidden layers."""
        return "mlp:" + "-".join(str(width) for width in self.widths)

    @property
    def max_labels(self) -> int:
        """How many labels it can tell apart."""
        return self.labels

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for items of this shape."""
        from metamer.nets.mlp import MlpNetwork as Network

        return Network(int(np.prod(shape)), self.widths, self.labels, key=key)

    def fit(self, items: Items, key: PRNGKeyArray) -> FittedNet:
        """The trained network."""
        return fit_network(self, items, key)

    def answer(self, fitted: FittedNet, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        return answer_network(fitted, items)


@learner.add("resnet")
@dataclass(frozen=True)
class ResNet:
    """A residual network for images.

    Source: dasgupta2022, Sec. 6, and the authors' code.
    """

    depth: Depth = 10
    """Layers. Source: dasgupta2022, Sec. 6: 10, 18 and 34."""
    width: int = 8
    """Channels of the first stage. Source: dasgupta2022, Sec. 6: 2 to 64."""
    epochs: int = 20
    """How often each image is seen. Source: ours. Differs: the authors stop early, by
    what they call validation; a fixed length chooses nothing by its result."""
    batch: int = 128
    """Images for each update. Source: dasgupta2022, the authors' code."""
    rate: float = 1e-3
    """The learning rate of AdamW. Source: dasgupta2022, the authors' code."""
    decay: float = 1e-4
    """Weight decay. Source: dasgupta2022, the authors' code. Unstated: whether it is
    decoupled from Adam's scaling; it is."""
    labels: int = 2
    """How many labels there are. Source: dasgupta2022: two."""
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 10
    typical: ClassVar[tuple[int, ...]] = (32, 32, 3)
    """Shape of an item in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        check_training(self)
        one_of("depth", self.depth, (10, 18, 34))
        at_least("width", self.width, 1)

    @property
    def name(self) -> str:
        """For example `resnet-10:8`: depth, then width."""
        return f"resnet-{self.depth}:{self.width}"

    @property
    def max_labels(self) -> int:
        """How many labels it can tell apart."""
        return self.labels

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for images of this shape."""
        from metamer.nets.resnet import ResidualNetwork as Network

        if len(shape) not in (2, 3):
            raise Refusal(
                f"{self.name} sees images (rows, columns and perhaps channels), "
                f"not items of shape {shape}"
            )
        return Network(shape, self.depth, self.width, self.labels, key=key)

    def fit(self, items: Items, key: PRNGKeyArray) -> FittedNet:
        """The trained network."""
        return fit_network(self, items, key)

    def answer(self, fitted: FittedNet, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        return answer_network(fitted, items)


def check_training(settings: SmallNetwork) -> None:
    """Refuse numbers with which nothing can be trained."""
    at_least("epochs", settings.epochs, 1)
    at_least("batch", settings.batch, 2)
    at_least("decay", settings.decay, 0)
    at_least("labels", settings.labels, 2)
    if not settings.rate > 0:
        raise Refusal(f"rate must be above 0, not {settings.rate}")


def fit_network(settings: SmallNetwork, items: Items, key: PRNGKeyArray) -> FittedNet:
    """Train the network that `settings` describe, from fresh weights."""
    import jax

    from metamer.training.settings import Training
    from metamer.training.supervised import fit

    net_key, order_key = jax.random.split(key)
    training = Training(
        optimiser="adamw",
        rate=settings.rate,
        decay=settings.decay,
        schedule="constant",
        epochs=settings.epochs,
        batch=settings.batch,
    )
    net = settings.net(items.inputs.shape[1:], net_key)
    return fit(net, items, training, order_key)[0]


def answer_network(fitted: FittedNet, items: Items) -> Float[Array, "item label"]:
    """The probability of each label."""
    import jax.numpy as jnp

    from metamer.training.supervised import probabilities

    return probabilities(fitted.net, fitted.state, jnp.asarray(items.inputs))
