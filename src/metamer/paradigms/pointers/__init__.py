"""Digits, one of which points at another: does a learner follow it to unseen values?

Paper: zhang2021. Zhang, Raghu, Kleinberg & Bengio (2021). Pointer value retrieval: a
new benchmark for understanding the limits of neural network generalization.
arXiv:2107.12580.
Read: Values of the curves in its figures were not available; only its sentences, tables
and counts are compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from metamer.core.answers import read_label
from metamer.core.conversation import Conversation
from metamer.core.errors import MAX_HELD, Refusal, at_least
from metamer.core.given import read_given
from metamer.core.items import Lesson
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.reading import read_by_name
from metamer.core.registry import paradigm
from metamer.core.shown import AskedItems, ItemViews
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem
from metamer.paradigms.pointers import item_views, items, score, show, trials, words
from metamer.paradigms.pointers.controls.holdouts import TRAININGS, holdout, possible
from metamer.paradigms.pointers.rules.rule import (
    AGGREGATES,
    BOUNDARIES,
    Boundary,
    PointerRule,
)
from metamer.paradigms.pointers.styles.style import Style, style
from metamer.paradigms.pointers.styles.vectors import Vectors

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

read_by_name(Style, style)


@paradigm.add("pointers")
@dataclass(frozen=True)
class Pointers:
    """Teach rows of digits labelled by what the first one points at; ask about others.

    Source: zhang2021, Sec. 3.
    """

    shape: ClassVar[str] = "classify"
    demo: ClassVar[tuple[str, ...]] = ("pointers-holdout",)
    answer_form: ClassVar[str] = "a digit"

    style: Style = field(default_factory=Vectors)
    """What items look like. Source: zhang2021, Sec. 3.1 and 3.2."""
    trainings: tuple[str, ...] = ("iid",)
    """What training leaves out: `iid` (nothing), `holdout-2`, `windows-10` ... Source:
    zhang2021, Sec. 3.3 and 7, for `iid` and `holdout`; the rest is ours."""
    complexities: tuple[int, ...] = (0,)
    """How many digits a window has beyond the one pointed at. Source: zhang2021, Sec. 3.4
    and 7 (m)."""
    aggregates: tuple[str, ...] = ("mod_sum",)
    """How the digits of a window are combined. Source: zhang2021, Sec. 3.4."""
    sizes: tuple[int, ...] = (10_000,)
    """Items taught to a unit. Source: zhang2021, Fig. 9 and 12."""
    boundary: Boundary = "wrap"
    """What happens to a window at the end of the values. Source: ours; zhang2021 is
    silent."""
    asked: int = 1000
    """New items asked in each part. Source: ours."""
    again: int = 1000
    """Taught items that are asked again, to see whether a unit learned at all. Source:
    ours."""
    noise: tuple[float, ...] = ()
    """Probabilities that a bit flips, for the noise sensitivity of answers.

    Source: zhang2021, Fig. 10.
    """
    pairs: int = 500
    """Pairs of items asked at each of these. Source: ours; zhang2021 has 10 x 10,000."""
    logits: int = 0
    """Labels whose logits go into the table. Source: zhang2021, Fig. 8, shows all 10."""

    def __post_init__(self) -> None:
        read_given(self, "pointers")
        for name in ("trainings", "complexities", "aggregates", "sizes"):
            if not getattr(self, name):
                raise Refusal(f"pointers: {name} must not be empty")
        for size in self.sizes:
            at_least("pointers: sizes", size, 1)
        least = {"asked": 1, "again": 1, "pairs": 1, "logits": 0}
        for name, smallest in least.items():
            at_least(f"pointers: {name}", getattr(self, name), smallest, MAX_HELD)
        for delta in self.noise:
            if not 0 < delta < 1:
                raise Refusal(
                    f"pointers: noise must be above 0 and below 1, not {delta}"
                )
        if self.noise and not isinstance(self.style, Vectors):
            raise Refusal("pointers: noise flips bits of digits; set style to vector")
        if self.noise and self.boundary == "restrict":
            raise Refusal(
                "pointers: noise needs the boundary wrap or truncate, not restrict: a "
                "pointer that is read from noisy bits can be any digit"
            )
        self._check_trainings()

    def _check_trainings(self) -> None:
        """Refuse a training that is impossible at every complexity."""
        rules = [
            self.style.rule(complexity, aggregate, self.boundary)
            for complexity, aggregate in product(self.complexities, self.aggregates)
        ]
        for name in self.trainings:
            if not any(possible(name, self.style, rule) for rule in rules):
                holdout(name, self.style, rules[-1])  # refuses, and says why

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """The values that its settings can have, for the catalogue."""
        return {
            "conditions": list(TRAININGS),
            "styles": list(style),
            "aggregates": list(AGGREGATES),
            "boundaries": list(BOUNDARIES),
        }

    def conditions(self) -> tuple[Condition, ...]:
        """All possible conditions; 6 permutations, for instance, need 3 digits."""
        cells = product(self.complexities, self.aggregates, self.trainings, self.sizes)
        return tuple(
            self.condition(training, complexity, aggregate, size)
            for complexity, aggregate, training, size in cells
            if possible(
                training,
                self.style,
                self.style.rule(complexity, aggregate, self.boundary),
            )
        )

    def condition(
        self, training: str, complexity: int, aggregate: str, size: int
    ) -> Condition:
        """The condition with these details."""
        return Condition(
            training,
            (
                ("style", self.style.name),
                ("complexity", complexity),
                ("aggregate", aggregate),
                ("size", size),
            ),
        )

    def rule(self, condition: Condition) -> PointerRule:
        """The rule of a condition."""
        details = dict(condition.details)
        return self.style.rule(
            int(details["complexity"]), str(details["aggregate"]), self.boundary
        )

    def lesson(self, condition: Condition, key: Key) -> Lesson:
        return items.lesson(self, condition, key)

    def score(self, lesson: Lesson, answers: np.ndarray) -> dict[str, np.ndarray]:
        return score.score(lesson.taught.source.rule, lesson, answers)

    def choices(self, condition: Condition) -> tuple[str, ...]:
        return tuple(map(str, range(self.rule(condition).alphabet)))

    def read_answer(self, condition: Condition, text: str) -> int | None:
        return read_label(text, self.choices(condition))

    def item_picture(self, condition: Condition, lesson: Lesson, place: int) -> Figure:
        return show.item_picture(self.style, np.asarray(lesson.asked.inputs[place]))

    def items(self, condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
        return items.asked(condition, lessons)

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
        """The conditions, one row each."""
        return [
            {
                "training": condition.name,
                **{name: str(value) for name, value in condition.details},
                "boundary": self.boundary,
            }
            for condition in self.conditions()
        ]
