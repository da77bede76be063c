"""Numbers and colours of an output explained by what is seen in the input."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from metamer.programs.making.amounts import Amount
from metamer.programs.making.choosing import choices
from metamer.programs.making.elements import Elements
from metamer.programs.program import Program
from metamer.programs.task import LARGEST, Grid

OPTIONS = 25
"""So many ways to explain one number or colour are followed up."""


class Option(NamedTuple):
    """One explanation of a number or colour: what it is in each asked input."""

    words: str
    cost: float
    values: tuple[int | None, ...]


STEPS: dict[str, tuple[float, Callable[[np.ndarray], np.ndarray]]] = {
    "{}": (0.0, lambda values: values),
    "{} and one more": (1.5, lambda values: values + 1),
    "{} but one": (1.5, lambda values: values - 1),
    "{} twice": (1.7, lambda values: values * 2),
}
"""What may be done to a number before it is shown."""


def number_options(
    target: Sequence[int], found: list[Amount], asked: int
) -> list[Option]:
    """Which amounts (or a constant) are the target numbers in the demonstrations."""
    if set(target) == {1}:
        return [Option("1", 0.1, (1,) * asked)]
    options, coincidence = [], 0.0
    if len(set(target)) == 1:
        options.append(Option(str(target[0]), 0.4, (target[0],) * asked))
        coincidence = 1.5
    table = np.array([amount.values for amount in found])
    for words, (cost, step) in STEPS.items():
        stepped = step(table)
        fits = (stepped[:, : len(target)] == np.array(target)).all(1)
        for place in np.flatnonzero(fits).tolist():
            values = tuple(stepped[place, len(target) :].tolist())
            named = words.format(found[place].words)
            options.append(
                Option(named, coincidence + cost + found[place].cost, values)
            )
    return sorted(options, key=lambda it: it.cost)[:OPTIONS]


def colour_options(
    target: Sequence[int], kinds: list[Elements], asked: int
) -> list[Option]:
    """Which things (or a constant) have the target colours in the demonstrations."""
    if len(set(target)) == 1:
        return [Option(f"colour {target[0]}", 0.3, (target[0],) * asked)]
    options = []
    for kind in kinds:
        good = [
            np.array([it.colour == colour for it in things], bool)
            for things, colour in zip(kind.things, target, strict=False)
        ]
        for choice in choices(kind, good, OPTIONS):
            values = tuple(
                _one({things[place].colour for place in np.flatnonzero(chosen)})
                for things, chosen in list(
                    zip(kind.things, choice.chosen, strict=True)
                )[len(target) :]
            )
            words = f"the colour of {choice.words}"
            options.append(Option(words, 0.3 + choice.cost, values))
    return sorted(options, key=lambda it: it.cost)[:OPTIONS]


def _one(values: set[int]) -> int | None:
    return values.pop() if len(values) == 1 else None


def together(
    make: Callable[..., Grid], parts: Sequence[list[Option]], words: str
) -> Iterator[Program]:
    """Programs that take one option for each part (the colour last), the cheapest."""
    combined: list[tuple[Option, ...]] = [()]
    for options in parts:
        combined = [(*some, one) for some in combined for one in options]
        combined.sort(key=lambda some: sum(it.cost for it in some))
        del combined[2 * OPTIONS :]
    for some in combined:
        answers = tuple(
            _made(make, values)
            for values in zip(*(it.values for it in some), strict=True)
        )
        named = words.format(*(it.words for it in some))
        yield Program(f"make {named}", 1.0 + sum(it.cost for it in some), answers)


def _made(make: Callable[..., Grid], values: tuple[int | None, ...]) -> Grid | None:
    if any(value is None for value in values):
        return None
    if any(not 1 <= (number or 0) <= LARGEST for number in values[:-1]):
        return None
    return make(*values)
