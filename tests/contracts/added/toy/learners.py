"""A learner for toy."""

from dataclasses import dataclass

from metamer.core.registry import learner


@learner.add("toy-sign")
@dataclass(frozen=True)
class Sign:
    """Says that positive numbers are large.

    Source: ours.
    """

    name: str = "toy-sign"

    innate = True
    """It has its rule from the start."""

    def fit(self, items, key): ...

    def answer(self, fitted, items):
        return (items.inputs[:, 0] > 0).astype(int)
