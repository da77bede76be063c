"""Film reviews: whether they are positive, and whether they contain a certain word."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.categories.domains import grammar
from metamer.paradigms.categories.domains.domain import (
    QUADRANTS,
    Pool,
    domain,
    draw_rows,
    even_features,
)

if TYPE_CHECKING:
    from jaxtyping import Shaped, UInt8
    from matplotlib.axes import Axes

    Texts = Shaped[np.ndarray, " item"]


@domain.add("reviews")
@dataclass(frozen=True)
class Reviews:
    """Reviews whose sentiment is the discriminant and a word in them the distractor.

    `embedded` reviews come from our own grammar; `imdb` are the 25,000 labelled training
    reviews of Maas et al. (2011), `imdb-all` their 50,000 labelled reviews. 1 stands for a
    positive review, and for the word.

    Source: dasgupta2022, Sec. 5 ("film").
    Unstated: whether "Film" or "films" count as the word. They do not: only the whole
    word counts, as it is spelled, as in the authors' code.
    """

    word: str = "film"
    source: Literal["embedded", "imdb", "imdb-all"] = "embedded"

    def __post_init__(self) -> None:
        one_of("source", self.source, ("embedded", "imdb", "imdb-all"))
        if self.source == "embedded":
            one_of("word", self.word, grammar.CARRIERS)
        if not re.fullmatch(r"\w+", self.word):
            raise Refusal(f"word must be one word without spaces, not {self.word!r}")

    @property
    def name(self) -> str:
        source = "reviews" if self.source == "embedded" else self.source
        return f"{source}:{self.word}"

    @property
    def features(self) -> tuple[str, str]:
        return ("sentiment", self.word)

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """New reviews from the grammar, or reviews drawn from IMDb."""
        if self.source != "embedded":
            known = _imdb(self.source, self.word)
            return draw_rows(*known, per_quadrant, generator)
        features = even_features(per_quadrant)
        texts = np.empty(len(features), object)
        for row, (positive, present) in enumerate(features.tolist()):
            texts[row] = grammar.review(positive, self.word, present, generator)
        return Pool(texts, features)

    def picture(self, axes: Axes, item: str) -> None:
        """Write the beginning of the review."""
        shown = textwrap.fill(textwrap.shorten(item, 330, placeholder=" ..."), 110)
        axes.text(0, 0.95, shown, va="top", fontsize=8, transform=axes.transAxes)
        axes.set_axis_off()

    def text(self, item: str) -> str:
        """The review in lines."""
        return textwrap.fill(item, 80)


def has_word(texts: Texts, word: str) -> UInt8[np.ndarray, " item"]:
    """Whether each text contains `word` as a whole word, as it is spelled.

    Source: the authors' code of dasgupta2022.
    """
    pattern = re.compile(rf"\b{re.escape(word)}\b")
    return np.array([pattern.search(text) is not None for text in texts], np.uint8)


@cache
def _imdb(source: str, word: str) -> tuple[Texts, UInt8[np.ndarray, "item 2"]]:
    from metamer.data import load

    frame = load(source)
    texts = frame["text"].to_numpy(dtype=object)
    sentiment = frame["label"].to_numpy(dtype=np.uint8)
    features = np.column_stack([sentiment, has_word(texts, word)])
    for positive, present in QUADRANTS:
        if not (features == (positive, present)).all(axis=1).any():
            kind = "positive" if positive else "negative"
            having = "has" if present else "lacks"
            raise Refusal(
                f"no {kind} review in IMDb {having} the word {word!r}; choose another word"
            )
    return texts, features
