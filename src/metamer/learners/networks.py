"""Networks that learn from labelled items: perceptron, recurrent and residual."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items, Lesson
from metamer.core.registry import learner

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray

    from metamer.nets.layers import Net
    from metamer.training.supervised import Trained

Depth = Literal[10, 18, 34]
"""Layers of a residual network. Source: dasgupta2022, Sec. 6."""

_WORD = re.compile(r"[a-z0-9']+")


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
    """Items for each step. Source: dasgupta2022, the authors' code (for its LSTM)."""
    rate: float = 1e-3
    """Adam's step. Source: dasgupta2022, the authors' code (for its other networks)."""
    decay: float = 1e-4
    """Weight decay, decoupled. Source: dasgupta2022, the authors' code (ResNets)."""
    labels: int = 2
    """How many labels there are. Source: dasgupta2022: two."""
    compiled: ClassVar[bool] = True
    typical: ClassVar[tuple[int, ...]] = (14, 14)
    """Shape of an item in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        _check_training(self)
        for width in self.widths:
            at_least("widths", width, 1)

    @property
    def name(self) -> str:
        """For example `mlp:64`, or `mlp:64-32` with two hidden layers."""
        return "mlp:" + "-".join(str(width) for width in self.widths)

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for items of this shape."""
        from metamer.nets.mlp import Mlp as Network

        return Network(int(np.prod(shape)), self.widths, self.labels, key=key)

    def fit(self, items: Items, key: PRNGKeyArray) -> Trained:
        """The trained network."""
        return _fit(self, items, key)

    def answer(self, fitted: Trained, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        return _answer(fitted, items)

    def parameters(self, shape: tuple[int, ...]) -> int:
        """How many weights the network for items of this shape has."""
        return _parameters(self, shape)


@learner.add("lstm")
@dataclass(frozen=True)
class Lstm:
    """A recurrent network that reads the words of a text.

    Source: dasgupta2022, Sec. 5, and the authors' code.
    """

    units: int = 20
    """Units of the LSTM. Source: dasgupta2022, Sec. 5. Unclear: the authors'
    code says 40."""
    embedding: int = 10
    """Numbers for each word. Source: dasgupta2022, the authors' code."""
    tokens: int = 200
    """Words read of each text. Source: dasgupta2022, the authors' code. Unclear: the
    paper says 400."""
    vocabulary: int = 10_000
    """Words known, the most frequent of the taught texts. Source: ours. Differs: the
    authors' code knows 81,743, those seen twice or more in all 50,000 reviews, which
    include those asked."""
    reading: Literal["all", "last"] = "all"
    """Whether all steps reach the readout, or the last.

    Source: dasgupta2022, the authors' code.
    """
    epochs: int = 6
    """How often each text is seen. Source: ours."""
    batch: int = 64
    """Texts for each step. Source: dasgupta2022, the authors' code."""
    rate: float = 1e-3
    """Adam's step. Source: dasgupta2022, the authors' code."""
    decay: float = 0.0
    """Weight decay, decoupled. Source: ours. Unstated: whether there is any."""
    labels: int = 2
    """How many labels there are. Source: dasgupta2022: two."""
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 10
    typical: ClassVar[tuple[int, ...]] = (200,)
    """Shape of an item in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        _check_training(self)
        for what in ("units", "embedding", "tokens", "vocabulary"):
            at_least(what, getattr(self, what), 1)
        one_of("reading", self.reading, ("all", "last"))

    @property
    def name(self) -> str:
        """For example `lstm:20`."""
        return f"lstm:{self.units}"

    def encode(self, lesson: Lesson) -> Lesson:
        """The same lesson with word numbers for texts: 0 is padding, 1 an unknown word.

        A word is a run of letters, digits and apostrophes in lower case; only words
        among the first `tokens` of a text count, for the network sees no others.

        Unstated: how the paper cuts texts into words.
        """
        taught = [self._words(text) for text in _texts(lesson.taught)]
        asked = [self._words(text) for text in _texts(lesson.asked)]
        counts = Counter(word for words in taught for word in words)
        known = [word for word, _ in counts.most_common(self.vocabulary)]
        number = {word: place for place, word in enumerate(known, start=2)}
        return lesson._replace(
            taught=lesson.taught._replace(inputs=self._numbers(taught, number)),
            asked=lesson.asked._replace(inputs=self._numbers(asked, number)),
        )

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for texts of `shape[0]` tokens."""
        from metamer.nets.lstm import Lstm as Network

        return Network(
            self.vocabulary + 2,
            shape[0],
            self.units,
            self.embedding,
            self.labels,
            self.reading,
            key=key,
        )

    def fit(self, items: Items, key: PRNGKeyArray) -> Trained:
        """The trained network."""
        return _fit(self, items, key)

    def answer(self, fitted: Trained, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        return _answer(fitted, items)

    def parameters(self, shape: tuple[int, ...] = ()) -> int:
        """How many weights the network has; texts always have `tokens` tokens here."""
        return _parameters(self, (self.tokens,))

    def _words(self, text: str) -> list[str]:
        return _WORD.findall(text.lower())[: self.tokens]

    def _numbers(self, texts: list[list[str]], number: dict[str, int]) -> np.ndarray:
        tokens = np.zeros((len(texts), self.tokens), np.int32)
        for row, words in zip(tokens, texts, strict=True):
            row[: len(words)] = [number.get(word, 1) for word in words]
        return tokens


@learner.add("resnet")
@dataclass(frozen=True)
class ResNet:
    """A residual network for images.

    Source: dasgupta2022, Sec. 6, and the authors' code.
    """

    depth: Depth = 10
    """Layers. Source: dasgupta2022, the authors' code: 10, 18 and 34."""
    width: int = 8
    """Channels of the first stage. Source: dasgupta2022, the authors' code: 2 to 64."""
    epochs: int = 20
    """How often each image is seen. Source: ours. Differs: the authors stop early, by
    what they call validation; a fixed length chooses nothing by its result."""
    batch: int = 128
    """Images for each step. Source: dasgupta2022, the authors' code."""
    rate: float = 1e-3
    """Adam's step. Source: dasgupta2022, the authors' code."""
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
        _check_training(self)
        one_of("depth", self.depth, (10, 18, 34))
        at_least("width", self.width, 1)

    @property
    def name(self) -> str:
        """For example `resnet-10:8`: depth, then width."""
        return f"resnet-{self.depth}:{self.width}"

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for images of this shape."""
        from metamer.nets.resnet import ResNet as Network

        if len(shape) not in (2, 3):
            raise Refusal(
                f"{self.name} sees images (rows, columns and perhaps channels), "
                f"not items of shape {shape}"
            )
        return Network(shape, self.depth, self.width, self.labels, key=key)

    def fit(self, items: Items, key: PRNGKeyArray) -> Trained:
        """The trained network."""
        return _fit(self, items, key)

    def answer(self, fitted: Trained, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        return _answer(fitted, items)

    def parameters(self, shape: tuple[int, ...]) -> int:
        """How many weights the network for images of this shape has."""
        return _parameters(self, shape)


def _check_training(settings: Mlp | Lstm | ResNet) -> None:
    at_least("epochs", settings.epochs, 1)
    at_least("batch", settings.batch, 2)
    at_least("decay", settings.decay, 0)
    at_least("labels", settings.labels, 2)
    if not settings.rate > 0:
        raise Refusal(f"rate must be above 0, not {settings.rate}")


def _texts(items: Items) -> Iterable[str]:
    texts = np.asarray(items.inputs)
    if texts.dtype.kind not in "OU" or texts.ndim != 1:
        raise Refusal(
            "an lstm reads texts, one per item, "
            f"not {texts.dtype} of shape {texts.shape}"
        )
    return texts.tolist()


def _fit(settings: Mlp | Lstm | ResNet, items: Items, key: PRNGKeyArray) -> Trained:
    """Train the network that `settings` describe, from fresh weights."""
    import jax
    import optax

    from metamer.training.supervised import Recipe, fit

    born, taught = jax.random.split(key)
    optimiser = optax.adamw(settings.rate, weight_decay=settings.decay)
    recipe = Recipe(optimiser, settings.epochs, settings.batch)
    net = settings.net(items.inputs.shape[1:], born)
    return fit(net, items, recipe, taught)[0]


def _answer(fitted: Trained, items: Items) -> Float[Array, "item label"]:
    import jax.numpy as jnp

    from metamer.training.supervised import probabilities

    return probabilities(fitted, jnp.asarray(items.inputs))


def _parameters(settings: Mlp | Lstm | ResNet, shape: tuple[int, ...]) -> int:
    """Counted on shapes alone: no weight is drawn."""
    import equinox as eqx
    import jax

    from metamer.nets.layers import parameters

    return parameters(eqx.filter_eval_shape(settings.net, shape, jax.random.key(0)))
