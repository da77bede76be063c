"""Figures, put one by one: which of two made-up words do they go by?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.study import Condition
from metamer.core.trial import MAX_LEARNING, ChoiceTrial, TrialItem, choice_items
from metamer.paradigms.categories.domains.domain import Domain, Visible
from metamer.paradigms.categories.items import notes_of

if TYPE_CHECKING:
    from metamer.paradigms.categories import Categories

WORDS = ("dax", "fep")
"""What the classes are called. Source: dasgupta2022, Fig. 1."""


def trial_items(
    settings: Categories, condition: Condition, key: Key
) -> tuple[TrialItem, ...]:
    """The items of a unit's lesson: `learning` are those taught, `test` those asked.

    While somebody learns from a taught item, its part is `learning`; `taught` are those
    that are asked again afterwards. The unit's key decides which word is which class.
    """
    domain = settings.domain(str(dict(condition.details)["domain"]))
    if not isinstance(domain, Visible):
        raise Refusal(
            f"categories: items of the domain {domain.name} cannot be put to people; set "
            "domains to figures"
        )
    return lesson_items(settings, condition, key)


def lesson_items(
    settings: Categories, condition: Condition, key: Key
) -> tuple[TrialItem, ...]:
    """The same of any domain, also of one that no screen can draw."""
    domain = settings.domain(str(dict(condition.details)["domain"]))
    lesson = settings.lesson(condition, key)
    words = key.stream("words").numpy.permutation(WORDS).tolist()
    taught = lesson.taught.rows(slice(MAX_LEARNING))
    part = np.full(len(taught.labels), "learning", object)
    return (
        *_pool("learning", domain, taught, notes_of(domain, taught, part), words),
        *_pool("test", domain, lesson.asked, lesson.notes, words),
    )


def _pool(
    pool: str, domain: Domain, items: Items, notes: Columns, words: list[str]
) -> tuple[TrialItem, ...]:
    contents = (
        {
            "figure": domain.figure(row) if isinstance(domain, Visible) else {},
            "text": domain.text(row),
            "labels": words,
            "right": label,
        }
        for row, label in zip(items.inputs, items.labels.tolist(), strict=True)
    )
    return choice_items(pool, notes, contents)


def trial(item: TrialItem, asking: Asking) -> ChoiceTrial:
    """The figure before its first answer."""
    content = item.content
    shown = {"figure": content["figure"], "labels": content["labels"]}
    return ChoiceTrial(item, shown, len(WORDS), content["right"], asking)
