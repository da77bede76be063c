"""A network that reads texts."""

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
from metamer.learners.networks import answer_network, check_training, fit_network

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray

    from metamer.nets.layers import Net
    from metamer.training.supervised import FittedNet

_WORD = re.compile(r"[a-z0-9']+")


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
    """Texts for each update. Source: dasgupta2022, the authors' code."""
    rate: float = 1e-3
    """The learning rate of AdamW. Source: dasgupta2022, the authors' code."""
    decay: float = 0.0
    """Weight decay, decoupled. Source: ours. Unstated: whether there is any."""
    labels: int = 2
    """How many labels there are. Source: dasgupta2022: two."""
    compiled: ClassVar[bool] = True
    block: ClassVar[int] = 10
    typical: ClassVar[tuple[int, ...]] = (200,)
    """Shape of an item in our studies, for which the catalogue counts weights."""

    def __post_init__(self) -> None:
        check_training(self)
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

    @property
    def max_labels(self) -> int:
        """How many labels it can tell apart."""
        return self.labels

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for texts of `shape[0]` tokens."""
        from metamer.nets.lstm import LstmNetwork as Network

        return Network(
            self.vocabulary + 2,
            shape[0],
            self.units,
            self.embedding,
            self.labels,
            self.reading,
            key=key,
        )

    def fit(self, items: Items, key: PRNGKeyArray) -> FittedNet:
        """The trained network."""
        return fit_network(self, items, key)

    def answer(self, fitted: FittedNet, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        return answer_network(fitted, items)

    def _words(self, text: str) -> list[str]:
        return _WORD.findall(text.lower())[: self.tokens]

    def _numbers(self, texts: list[list[str]], number: dict[str, int]) -> np.ndarray:
        tokens = np.zeros((len(texts), self.tokens), np.int32)
        for row, words in zip(tokens, texts, strict=True):
            row[: len(words)] = [number.get(word, 1) for word in words]
        return tokens


def _texts(items: Items) -> Iterable[str]:
    texts = np.asarray(items.inputs)
    if texts.dtype.kind not in "OU" or texts.ndim != 1:
        raise Refusal(
            "an lstm reads texts, one per item, "
            f"not {texts.dtype} of shape {texts.shape}"
        )
    return texts.tolist()
