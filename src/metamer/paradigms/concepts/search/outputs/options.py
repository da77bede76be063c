"""Numbers and colours of an output explained by what is seen in the input."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.outputs.amounts import Amount
from metamer.paradigms.concepts.search.outputs.choices import choices
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import LARGEST, Grid

MAX_OPTIONS = 25
"""How many ways to explain one number or colour are followed up."""
COINCIDENCE = 1.5
"""What it costs to explain by an amount what might as well be a constant."""


class Option(NamedTuple):
    """One explanation of a number or colour: what it is in each asked input."""

    words: str
    cost: float
    values: tuple[int | None, ...]


VARIATIONS: dict[str, tuple[float, Callable[[np.ndarray], np.ndarray]]] = {
    "{}": (0.0, lambda values: values),
    "{} plus 1": (1.5, lambda values: values + 1),
    "{} minus 1": (1.5, lambda values: values - 1),
    "twice {}": (1.7, lambda values: values * 2),
}
"""What may be done to a number before it is shown."""


def number_options(
    wanted: Sequence[int], amounts: list[Amount], asked: int
) -> list[Option]:
    """Which amounts (or a constant) are the wanted numbers in the demonstrations."""
    if set(wanted) == {1}:
        return [Option("1", 0.1, (1,) * asked)]
    options, extra = [], 0.0
    if len(set(wanted)) == 1:
        options.append(Option(str(wanted[0]), 0.4, (wanted[0],) * asked))
        extra = COINCIDENCE
    table = np.array([amount.values for amount in amounts])
    for words, (cost, vary) in VARIATIONS.items():
        varied = vary(table)
        fits = (varied[:, : len(wanted)] == np.array(wanted)).all(1)
        for place in np.flatnonzero(fits).tolist():
            amount = amounts[place]
            values = tuple(varied[place, len(wanted) :].tolist())
            option = Option(
                words.format(amount.words), extra + cost + amount.cost, values
            )
            options.append(option)
    return sorted(options, key=lambda option: option.cost)[:MAX_OPTIONS]


def colour_options(
    wanted: Sequence[int], segmentations: list[Segmentation], asked: int
) -> list[Option]:
    """Which objects (or a constant) have the wanted colours in the demonstrations."""
    if len(set(wanted)) == 1:
        return [Option(f"colour {wanted[0]}", 0.3, (wanted[0],) * asked)]
    options = []
    for segmentation in segmentations:
        right = [
            np.array([obj.colour == colour for obj in objects], bool)
            for objects, colour in zip(segmentation.objects, wanted, strict=False)
        ]
        for choice in choices(segmentation, right, MAX_OPTIONS):
            pairs = list(zip(segmentation.objects, choice.chosen, strict=True))
            values = tuple(
                _single({objects[place].colour for place in np.flatnonzero(chosen)})
                for objects, chosen in pairs[len(wanted) :]
            )
            words = f"the colour of {choice.words}"
            options.append(Option(words, 0.3 + choice.cost, values))
    return sorted(options, key=lambda option: option.cost)[:MAX_OPTIONS]


def _single(values: set[int]) -> int | None:
    return values.pop() if len(values) == 1 else None


def combine(
    draw: Callable[..., Grid], parts: Sequence[list[Option]], words: str
) -> Iterator[Program]:
    """Programs that take one option for each part (the colour last), the cheapest."""
    combined: list[tuple[Option, ...]] = [()]
    for options in parts:
        combined = [(*chosen, choice) for chosen in combined for choice in options]
        # Cut after each part, not only in the end: all combinations would be too many,
        # and what is dear after two parts is not made cheap by a third.
        combined.sort(key=_cost)
        del combined[2 * MAX_OPTIONS :]
    for chosen in combined:
        answers = tuple(
            _draw(draw, values)
            for values in zip(*(option.values for option in chosen), strict=True)
        )
        named = words.format(*(option.words for option in chosen))
        yield Program(f"draw {named}", 1.0 + _cost(chosen), answers)


def _cost(options: tuple[Option, ...]) -> float:
    return sum(option.cost for option in options)


def _draw(draw: Callable[..., Grid], values: tuple[int | None, ...]) -> Grid | None:
    """The drawing; None if a value is missing, or a number too small or too large."""
    if any(value is None for value in values):
        return None
    if any(not 1 <= (number or 0) <= LARGEST for number in values[:-1]):
        return None
    return draw(*values)
