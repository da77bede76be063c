"""Which declared exclusion rules apply to a participant. Nothing is deleted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median

from metamer.app.participation import Participation, PutItem
from metamer.core.people import Exclusion, People

MIN_WORDS = 3
"""Different words without which a description means nothing. Source: ours."""

WORD = re.compile(r"[^\W\d_]{2,}")
"""A word: two letters or more, in any script that has letters."""


def applying(people: People, who: Participation) -> tuple[str, ...]:
    """The labels of the exclusion rules that apply, in the order of the study."""
    return tuple(rule.label for rule in people.exclusions if _applies(rule, who))


def _applies(rule: Exclusion, who: Participation) -> bool:
    items = [item for item in who.items if rule.block in ("", item.block)]
    if rule.reason == "fast":
        return bool(items) and seconds_per_item(items) < rule.limit
    return COUNTS[rule.reason](who, items) >= rule.limit


def seconds_per_item(items: Sequence[PutItem]) -> float:
    """The median time for an item; NaN if there is none."""
    return median([item.seconds for item in items]) if items else float("nan")


def wrong(who: Participation, items: Sequence[PutItem]) -> int:
    """Items without a right answer.

    Source: moskvichev2023, Sec. 5.2: two or more minimal tasks failed.
    """
    return sum(not item.solved for item in items)


def meaningless(who: Participation, items: Sequence[PutItem]) -> int:
    """Descriptions of fewer than three different words, or that repeat another one.

    Source: moskvichev2023, Sec. 5.2: "empty or nonsensical explanations".
    Unstated: how nonsense was told; the paper's example "Solve task is good" has four
    words. What repeats is found here, the rest is for a reader of `descriptions.csv`.
    """
    texts = [item.description for item in items if item.description is not None]
    words = [tuple(WORD.findall(text.lower())) for text in texts]
    return sum(len(set(each)) < MIN_WORDS or words.count(each) > 1 for each in words)


def focus_lost(who: Participation, items: Sequence[PutItem]) -> int:
    """How often another window came to the front."""
    return who.signs.count("blur")


COUNTS: dict[str, Callable[[Participation, Sequence[PutItem]], int]] = {
    "wrong": wrong,
    "descriptions": meaningless,
    "focus_lost": focus_lost,
}
"""What is counted for each reason that is a number of things."""
