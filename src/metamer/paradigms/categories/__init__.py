"""Things with two features, one of which decides the label: by rule, or by exemplar?

Paper: dasgupta2022. Dasgupta, Grant & Griffiths (2022). Distinguishing rule- and
exemplar-based generalization in learning systems. ICML 2022.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from metamer.core.answers import read_label
from metamer.core.conversation import Conversation
from metamer.core.errors import MAX_HELD, Refusal, at_least, one_of
from metamer.core.given import read_given
from metamer.core.items import Lesson
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.reading import read_by_name
from metamer.core.registry import paradigm
from metamer.core.shown import AskedItems, ItemViews
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem
from metamer.paradigms.categories import item_views, items, score, show, trials, words
from metamer.paradigms.categories.controls import TRAININGS, training_condition
from metamer.paradigms.categories.domains.domain import Domain, domain
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.categories.rules import ARRANGEMENTS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

read_by_name(Domain, domain)


@paradigm.add("categories")
@dataclass(frozen=True)
class Categories:
    """Teach two classes of items with one corner left out; ask about that corner.

    Source: dasgupta2022, Sec. 3.
    """

    shape: ClassVar[str] = "classify"
    demo: ClassVar[tuple[str, ...]] = ("categories-plane", "categories-digits")
    answer_form: ClassVar[str] = "0 or 1"

    domains: tuple[Domain, ...] = (Plane(),)
    trainings: tuple[str, ...] = ("cue_conflict", "zero_shot", "partial_exposure")
    """Conditions by name, or by their two probabilities: `0.32/0`."""
    arrangements: tuple[str, ...] = ("printed",)
    per_class: int = 300
    """Items taught of each class, in every condition.

    Source: dasgupta2022, Sec. 4.
    Unclear: App. D.2 gives 75 training items in all for the plane.
    """
    held_out: int = 200
    """New items asked from the corner that was never taught."""
    familiar: int = 20
    """New items asked from each of the other three corners."""
    again: int = 60
    """Taught items that are asked again, to see whether the unit learned at all."""
    map: int = 0
    """Side of a grid of points that are also asked, for a map of the boundary."""

    def __post_init__(self) -> None:
        read_given(self, "categories")
        for name in ("domains", "trainings", "arrangements"):
            if not getattr(self, name):
                raise Refusal(f"categories: {name} must not be empty")
        least = {"per_class": 2, "held_out": 1, "familiar": 0, "again": 0, "map": 0}
        for name, smallest in least.items():
            at_least(f"categories: {name}", getattr(self, name), smallest, MAX_HELD)
        for name in self.trainings:
            training_condition(name)
        for name in self.arrangements:
            one_of("arrangement", name, ARRANGEMENTS)
        if self.map % 2:
            raise Refusal(f"categories: map must be an even number, not {self.map}")

    @property
    def pool_size(self) -> int:
        """The largest number of items needed from one quadrant."""
        return self.per_class + max(self.held_out, self.familiar)

    def domain(self, name: str) -> Domain:
        """The domain that the table calls `name`."""
        return next(domain for domain in self.domains if domain.name == name)

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, for the catalogue."""
        return {
            "conditions": [*TRAININGS, "PI0/PI1"],
            "domains": list(domain),
            "arrangements": list(ARRANGEMENTS),
        }

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("domain", domain.name), ("arrangement", arrangement)))
            for domain, arrangement, name in product(
                self.domains, self.arrangements, self.trainings
            )
        )

    def lesson(self, condition: Condition, key: Key) -> Lesson:
        return items.lesson(self, condition, key)

    def score(self, lesson: Lesson, answers: np.ndarray) -> dict[str, np.ndarray]:
        return score.score(lesson, answers)

    def choices(self, condition: Condition) -> tuple[str, ...]:
        return score.ANSWERS

    def read_answer(self, condition: Condition, text: str) -> int | None:
        return read_label(text, score.ANSWERS)

    def items(self, condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
        return items.archive(condition, lessons)

    def item_picture(self, condition: Condition, lesson: Lesson, place: int) -> Figure:
        domain = self.domain(str(dict(condition.details)["domain"]))
        return show.item_picture(domain, lesson.asked.inputs[place])

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        return show.pictures(self, key)

    def item_views(self, table: pd.DataFrame, asked: AskedItems) -> ItemViews:
        return item_views.item_views(self, table, asked)

    def trial_items(self, condition: Condition, key: Key) -> tuple[TrialItem, ...]:
        return trials.trial_items(self, condition, key)

    def conversation(self, condition: Condition, key: Key) -> Conversation:
        return words.conversation(self, condition, key)

    def trial(self, item: TrialItem, asking: Asking) -> ChoiceTrial:
        return trials.trial(item, asking)

    def description(self) -> list[dict[str, str]]:
        """The training conditions, one row each. Source: dasgupta2022, Fig. 2."""
        trainings = {name: training_condition(name) for name in self.trainings}
        return [
            {
                "condition": name.replace("_", " "),
                "P(distractor | class 0)": f"{training.pi0:g}",
                "P(distractor | class 1)": f"{training.pi1:g}",
                "correlation of label and distractor": f"{training.correlation:.3f}",
            }
            for name, training in trainings.items()
        ]
