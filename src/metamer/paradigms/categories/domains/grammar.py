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

MIN_WORDS, MAX_WORDS = 20, 120
"""Words in a review. Source: ours; IMDb's median is 174."""
MAX_SENTENCE = 18
"""Words that the last sentence may add to a review that is still too short."""
OPINION_RATE = 0.5
"""The share of free sentences that have an opinion. Source: ours."""
AGREEMENT = 0.85
"""How often an opinion has the sentiment of its review.

Source: ours; chosen so that logistic regression on words is right 90 % of the time.
"""
OTHER_WORDS_RATE = 0.25
"""How often each candidate word that is not the distractor appears. Source: ours."""

SLOTS = (
    WORDS | {"quality": BLAMING, "reaction": HATED, "verdict": WORST},
    WORDS | {"quality": PRAISING, "reaction": LOVED, "verdict": BEST},
)
"""What fills the slots of a sentence that blames, and of one that praises."""


def review(
    positive: int, word: str, present: int, generator: np.random.Generator
) -> str:
    """One review, of this sentiment, with or without `word`.

    With the word, one sentence that contains it takes the place of a plain fact, so that
    neither the length nor the opinions depend on the word.

    Source: ours.
    """
    length = MIN_WORDS + generator.random() * (MAX_WORDS - MAX_SENTENCE - MIN_WORDS)
    kinds = [OPINIONS, CARRIERS[word] if present else FACTS]
    others = [carriers for other, carriers in CARRIERS.items() if other != word]
    kinds += [kind for kind in others if generator.random() < OTHER_WORDS_RATE]
    sentences = [_sentence(kind, positive, generator) for kind in kinds]
    while sum(len(sentence.split()) for sentence in sentences) < length:
        kind = OPINIONS if generator.random() < OPINION_RATE else FACTS
        sentences.append(_sentence(kind, positive, generator))
    generator.shuffle(sentences)
    return " ".join(sentences)


def _sentence(
    templates: Sequence[str], positive: int, generator: np.random.Generator
) -> str:
    """One of the templates with its slots filled, praising or blaming.

    Only opinions have slots that praise or blame; most agree with their review.
    """
    agrees = generator.random() < AGREEMENT
    slots = SLOTS[positive if agrees else 1 - positive]
    template = templates[int(generator.random() * len(templates))]
    pieces = re.split(r"[{}]", template)
    for place in range(1, len(pieces), 2):
        options = slots[pieces[place]]
        pieces[place] = options[int(generator.random() * len(options))]
    sentence = "".join(pieces)
    return sentence[0].upper() + sentence[1:]
