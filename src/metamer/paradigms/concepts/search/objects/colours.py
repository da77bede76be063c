"""Colours that an object can be painted in: its own, the one around it ...

Adding one is adding one function: it gives a colour for each object of a stack, or `NONE`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES
from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.objects.references import NONE, Reference
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import COLOURS

Gives = Callable[[Stack], np.ndarray]

COLOURINGS: Entries[Gives] = Entries("colouring")
colouring = COLOURINGS.add

ABSENT = 9999
"""How often a colour counts as occurring that does not occur, to be never the rarest."""
MAX_LOOKUP_COLOURS = 4
"""How many different colours a lookup by an attribute may hold."""
COST_PER_VALUE = 0.7
"""What each value of such a lookup costs."""


class Colouring(NamedTuple):
    """A colour for every object of every scene; `NONE` for those that get none."""

    words: str
    cost: float
    colours: list[np.ndarray]
    source: str = "elsewhere"
    """Where the colour comes from: `background`, `own`, `constant` or `elsewhere`."""


def colourings(
    segmentation: Segmentation, references: list[Reference]
) -> list[Colouring]:
    """All colours that can be named, each once, the cheapest first."""
    outputs = segmentation.view.outputs
    shown = np.unique(np.concatenate([output.ravel() for output in outputs]))
    candidates = [
        Colouring(
            entry.words,
            entry.cost,
            segmentation.each(entry.function),
            SOURCES.get(entry.function, "elsewhere"),
        )
        for entry in COLOURINGS
    ]
    candidates += [_constant(segmentation, colour) for colour in shown.tolist()]
    candidates += [_colour_of(segmentation, reference) for reference in references]
    # By cost, so that of colourings that are equal in every scene the cheapest stays.
    distinct: dict[bytes, Colouring] = {}
    for candidate in sorted(candidates, key=lambda candidate: candidate.cost):
        distinct.setdefault(np.concatenate(candidate.colours).tobytes(), candidate)
    return list(distinct.values())


def _constant(segmentation: Segmentation, colour: int) -> Colouring:
    colours = segmentation.each(lambda stack: np.full(len(stack), colour))
    return Colouring(f"colour {colour}", 1.0, colours, "constant")


def _colour_of(segmentation: Segmentation, reference: Reference) -> Colouring:
    pairs = zip(segmentation.stacks, reference.others, strict=True)
    colours = [
        np.where(others == NONE, NONE, stack.colours[others]) if len(stack) else others
        for stack, others in pairs
    ]
    return Colouring(f"the colour of {reference.words}", 0.4 + reference.cost, colours)


# --- looked up


class Values(NamedTuple):
    """Numbers of all objects by which colours can be looked up."""

    words: str
    cost: float
    of_scenes: list[np.ndarray]


def lookup_values(segmentation: Segmentation) -> list[Values]:
    """Every attribute; numbers also as ranks, which mean more than the numbers do."""
    result = []
    for name, attribute in ATTRIBUTES.items():
        columns = [table[name] for table in segmentation.numbers]
        words = f"whether it {attribute.words}" if attribute.flag else attribute.words
        cost = 2.2 if attribute.ordered else 1.5
        result.append(Values(words, cost, columns))
        if not attribute.flag:
            ranks = [_rank(column) for column in columns]
            result.append(Values(f"rank by {attribute.words}", 1.8, ranks))
    return result


def _rank(column: np.ndarray) -> np.ndarray:
    """0 for the highest value, 1 for the next lower ..."""
    return np.unique(-column, return_inverse=True)[1].reshape(-1)


def lookups(
    values: list[Values], wanted: np.ndarray, changing: np.ndarray, known: int
) -> Iterator[Colouring]:
    """Colours looked up by an attribute, where each value always takes one colour.

    They are learned from the `changing` objects of the demonstrations, of which two must
    share a value: a table in which every value occurs once would explain anything.
    """
    shown = wanted[changing].tolist()
    if len(set(shown)) < 2:
        return
    for words, cost, columns in values:
        keys = np.concatenate(columns[:known])[changing].tolist()
        pairs = list(zip(keys, shown, strict=True))
        table = dict(pairs)
        different = len(set(table.values()))
        # As many different pairs as keys: no value takes two colours. Fewer keys than
        # pairs: some value occurs twice, so something supports the table.
        consistent = len(set(pairs)) == len(table) < len(pairs)
        if consistent and 1 < different <= MAX_LOOKUP_COLOURS:
            colours = [_look_up(table, column) for column in columns]
            entries = ", ".join(f"{key}: {table[key]}" for key in sorted(table))
            price = cost + COST_PER_VALUE * len(table)
            yield Colouring(f"the colour for {words} ({entries})", price, colours)


def _look_up(table: dict[int, int], column: np.ndarray) -> np.ndarray:
    return np.array([table.get(value, NONE) for value in column.tolist()], int)


# --- the colours themselves


def _counts(stack: Stack, where: np.ndarray) -> np.ndarray:
    """How often each colour occurs in each mask: [object, colour]."""
    return np.stack(
        [(where & (stack.grid == colour)).sum((1, 2)) for colour in range(COLOURS)],
        axis=1,
    )


def _commonest(counts: np.ndarray) -> np.ndarray:
    return np.where(counts.any(1), counts.argmax(1), NONE)


@colouring("the background colour", 0.5)
def background(stack: Stack) -> np.ndarray:
    return np.full(len(stack), stack.scene.background)


@colouring("its colour", 0.5)
def own(stack: Stack) -> np.ndarray:
    return stack.colours


@colouring("its rarest colour", 1.0)
def rarest(stack: Stack) -> np.ndarray:
    """Of an object with several colours, the one of the fewest cells."""
    counts = _counts(stack, stack.masks)
    several = (counts > 0).sum(1) > 1
    return np.where(several, np.where(counts, counts, ABSENT).argmin(1), NONE)


@colouring("the colour around it", 0.8)
def surrounding(stack: Stack) -> np.ndarray:
    return _commonest(_counts(stack, stack.halo))


@colouring("the colour of objects around it", 1.0)
def surrounding_objects(stack: Stack) -> np.ndarray:
    return _commonest(_counts(stack, stack.halo & stack.scene.figure))


@colouring("the colour in its box that is not its own", 1.0)
def boxed(stack: Stack) -> np.ndarray:
    return _commonest(_counts(stack, stack.boxes & ~stack.masks & stack.scene.figure))


@colouring("the colour that most other objects have", 1.0)
def usual(stack: Stack) -> np.ndarray:
    colours = stack.colours
    counts = [
        np.bincount(np.delete(colours, k), minlength=COLOURS) for k in range(len(stack))
    ]
    return np.array(
        [others.argmax() if others.any() else NONE for others in counts], int
    )


@colouring("the only other colour of the grid", 1.0)
def other_colour(stack: Stack) -> np.ndarray:
    there = np.bincount(stack.grid[stack.scene.figure], minlength=COLOURS) > 0
    rest = np.tile(there, (len(stack), 1))
    rest[np.arange(len(stack)), stack.colours] = False
    return np.where(rest.sum(1) == 1, rest.argmax(1), NONE)


SOURCES: dict[Gives, str] = {background: "background", own: "own"}
