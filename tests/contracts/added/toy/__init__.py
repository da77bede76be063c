"""Numbers of which one half are large: as little as a paradigm can be."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from metamer.core.items import Items, Lesson, identify
from metamer.core.registry import paradigm
from metamer.core.study import Condition


@paradigm.add("toy")
@dataclass(frozen=True)
class Toy:
    """Teach which numbers are large, then ask about new ones.

    Source: ours.
    """

    shape: ClassVar[str] = "classify"
    demo: ClassVar[tuple[str, ...]] = ("toy-sizes",)

    count: int = 8
    """Numbers that are taught, and numbers that are asked."""

    @classmethod
    def offers(cls):
        return {"conditions": ["near", "far"]}

    def conditions(self):
        return Condition("near"), Condition("far")

    def lesson(self, condition, key):
        reach = 1.0 if condition.name == "near" else 100.0
        numbers = key.stream(condition.name).numpy.normal(0, reach, (2, self.count, 1))
        taught, asked = (Items(half, (half[:, 0] > 0).astype(int)) for half in numbers)
        item = identify(f"toy/{condition.name}", asked.inputs)
        return Lesson(taught, asked, {"item": item})

    def score(self, lesson, choices):
        return {
            "step": np.zeros(len(choices), np.int16),
            "answer": choices.astype(str).astype(object),
            "correct": choices == lesson.asked.labels,
        }

    def items(self, condition, lessons):
        asked = [lesson.asked.inputs for lesson in lessons]
        names = [lesson.notes["item"].astype(str) for lesson in lessons]
        return {"toy/item": np.concatenate(names), "toy/x": np.concatenate(asked)}

    def pictures(self, key, asked):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(3, 1))
        figure.subplots().plot(asked["toy/x"][:, 0], np.zeros(len(asked["toy/x"])), ".")
        return [("The numbers that are asked.", figure)]

    def description(self):
        return [
            {"condition": "near", "asked": "small"},
            {"condition": "far", "asked": "big"},
        ]
