"""A small grammar of film reviews."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from metamer.paradigms.categories.domains.lexicon import (
    BEST,
    BLAMING,
    CARRIERS,
    FACTS,
    HATED,
    LOVED,
    OPINIONS,
    PRAISING,
    WORDS,
    WORST,
)

if TYPE_CHECKING:
    import numpy as np

SHORTEST, LONGEST = 20, 120
"""Words in a review. Source: ours; IMDb's median is 174."""
LONGEST_SENTENCE = 18
OPINION_RATE = 0.5
"""How many of the free sentences have an opinion. Source: ours."""
AGREEMENT = 0.85
"""How often an opinion has the sentiment of its review.

Source: ours; chosen so that logistic regression on words is right nine times in ten.
"""
OTHER_WORDS_RATE = 0.25
"""How often each carried word that is not the distractor appears. Source: ours."""

SENTIMENTS = (
    {"quality": BLAMING, "reaction": HATED, "verdict": WORST},
    {"quality": PRAISING, "reaction": LOVED, "verdict": BEST},
)


def review(
    positive: int, word: str, present: int, generator: np.random.Generator
) -> str:
    """One review, of this sentiment, with or without `word`.

    A sentence with the word, where it is present, stands in for a plain fact where it
    is not, so that neither the length nor the opinions tell of the word.

    Source: ours.
    """
    length = SHORTEST + generator.random() * (LONGEST - LONGEST_SENTENCE - SHORTEST)
    sentences = [_opinion(positive, generator)]
    sentences.append(_said(CARRIERS[word] if present else FACTS, generator))
    for other in CARRIERS:
        if generator.random() < OTHER_WORDS_RATE and other != word:
            sentences.append(_said(CARRIERS[other], generator))
    while sum(len(sentence.split()) for sentence in sentences) < length:
        if generator.random() < OPINION_RATE:
            sentences.append(_opinion(positive, generator))
        else:
            sentences.append(_said(FACTS, generator))
    generator.shuffle(sentences)
    return " ".join(sentences)


def _opinion(positive: int, generator: np.random.Generator) -> str:
    """A sentence that praises or blames, usually as the review does."""
    shown = positive if generator.random() < AGREEMENT else 1 - positive
    return _said(OPINIONS, generator, shown)


def _said(
    templates: Sequence[str], generator: np.random.Generator, sentiment: int = 0
) -> str:
    """One of the templates with its slots filled; only opinions have a sentiment."""
    slots = WORDS | SENTIMENTS[sentiment]

    def fill(slot: re.Match) -> str:
        return _pick(slots[slot[1]], generator)

    sentence = re.sub(r"{(\w+)}", fill, _pick(templates, generator))
    return sentence[0].upper() + sentence[1:]


def _pick(options: Sequence[str], generator: np.random.Generator) -> str:
    return options[int(generator.random() * len(options))]
