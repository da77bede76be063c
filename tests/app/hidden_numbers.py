"""A small paradigm for tests of the app: is a hidden number even or odd?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem


@dataclass(frozen=True)
class HiddenNumbers:
    """Numbers of which only a word is shown. What is hidden begins with `secret`."""

    shape: ClassVar[str] = "classify"
    demo: ClassVar[tuple[str, ...]] = ()
    cells: int = 2
    count: int = 6
    """Items in the pool `test`; `practice` has 3."""
    groups: int = 0
    """Items of `test` that have one group; 0 if each is alone."""

    @classmethod
    def offers(cls):
        return {"conditions": []}

    def conditions(self):
        return tuple(Condition(f"secret-cell-{i}") for i in range(self.cells))

    def trial_items(self, condition, key):
        numbers = key.numpy.integers(0, 100, 3 + self.count)
        return tuple(
            TrialItem(
                id=f"secret-{condition.name}-{place}",
                pool="practice" if place < 3 else "test",
                content={"word": f"word{place}", "secret": int(number)},
                notes={"number": int(number)},
                group=f"group{place // self.groups}" if self.groups else "",
            )
            for place, number in enumerate(numbers)
        )

    def trial(self, item, asking):
        shown = {"word": item.content["word"]}
        return ChoiceTrial(item, shown, 2, item.content["secret"] % 2, asking)

    def lesson(self, condition, key):
        raise AssertionError("the app puts trial items, and no lesson")

    def score(self, lesson, answers):
        raise AssertionError("trials score their own answers")

    def items(self, condition, lessons):
        return {}

    def pictures(self, key, asked):
        return []

    def description(self):
        return []


@dataclass(frozen=True)
class Nobody:
    """A learner for studies that are put to people only."""

    name: str = "nobody"

    def fit(self, items, key):
        return None

    def answer(self, fitted, items):
        return np.zeros(len(items.labels), int)
