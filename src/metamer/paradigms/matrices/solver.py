"""A program that solves matrices: it finds the rules, predicts, and compares.

It reads the eight panels of the context, keeps every rule that two complete lines follow
and that the third has begun, and works out what the missing panel must show if the rule
goes on. An attribute that is the same in the whole context must stay so. The candidate
that agrees with most of this is the answer. What a panel shows of an attribute is a
number whose bits are the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int, Integer, Shaped

from metamer.core.errors import Refusal, one_of
from metamer.streams.matrices.vocabulary import (
    AND,
    ATTRIBUTES,
    CELLS,
    CONTEXT,
    DIRECTIONS,
    LINES,
    OR,
    PANELS,
    PROGRESSION,
    SLOTS,
    UNION,
    XOR,
    Triple,
)

ORDERS = {"rows": (0, 1, 2, 3, 4, 5, 6, 7), "columns": (0, 3, 6, 1, 4, 7, 2, 5)}
"""The panels of the context line by line: two complete lines, then an unfinished one."""

Sets = Integer[np.ndarray, "item attribute"]
"""One set of values for each item and attribute; 0 where there is none."""

Complete = Integer[np.ndarray, "item 2 3 attribute"]
"""The two lines of which all three panels are known."""


class Solution(NamedTuple):
    """What was picked, and how clearly."""

    choices: Int[np.ndarray, " item"]
    """The best candidate; of several, the first."""
    tied: Bool[np.ndarray, " item"]
    """Whether there are several."""
    votes: Int[np.ndarray, "item candidate"]
    """With how many rules and constants each candidate agrees."""


def are_pixels(who: str, inputs: Shaped[np.ndarray, "*axes"]) -> bool:
    """Whether matrices are pixels and not symbols; refuses for `who` what is neither."""
    pixels = inputs.ndim == 4 and inputs.shape[1] == PANELS
    if not pixels and inputs.shape[1:] != (PANELS, SLOTS):
        raise Refusal(
            f"{who} looks at matrices: {PANELS} panels of {SLOTS} numbers or of pixels, "
            f"not items of shape {inputs.shape[1:]}"
        )
    return pixels


def solve(
    symbols: Integer[np.ndarray, "item panel slot"],
    directions: Sequence[str] = DIRECTIONS,
) -> Solution:
    """The candidate that agrees with most of what the context shows.

    Source: ours; the ceiling for barrett2018, Sec. 4.
    """
    seen = value_sets(symbols)
    agreed = _agreed(seen, predictions(seen[:, :CONTEXT], directions))
    votes = agreed.sum(axis=(2, 3, 4)) + _kept(seen).sum(axis=2)
    tied = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return Solution(votes.argmax(axis=1), tied, votes)


def explain(symbols: Integer[np.ndarray, "panel slot"]) -> str:
    """In words, the rules and constants for which the program picks a candidate.

    Source: ours.
    """
    seen = value_sets(symbols[None])
    choice = solve(symbols[None]).choices[0]
    agreed = _agreed(seen, predictions(seen[:, :CONTEXT]))[0, choice]
    rules = [
        f"{Triple(attribute, relation)} along {DIRECTIONS[direction]}"
        for attribute, relation, direction in np.argwhere(agreed.T).tolist()
    ]
    kept = [str(ATTRIBUTES[it]) for it in np.flatnonzero(_kept(seen)[0, choice])]
    constant = f"constant {', '.join(kept)}" if kept else ""
    return "; ".join(filter(None, [", ".join(rules) or "no rule", constant]))


def value_sets(
    symbols: Integer[np.ndarray, "item panel slot"],
) -> Integer[np.ndarray, "item panel attribute"]:
    """What each panel shows of each attribute, in the order of `ATTRIBUTES`.

    Source: barrett2018, App. A, for the attributes; the released files, for sets.
    """
    cells, lines = symbols[..., :CELLS], symbols[..., CELLS:]
    shape_bits, line_bits = _bits()
    size, colour, type = (np.bitwise_or.reduce(it[cells], axis=-1) for it in shape_bits)
    occupied, drawn = cells > 0, lines > 0
    number = 1 << occupied.sum(axis=-1, dtype=np.int16)
    position = occupied @ (1 << np.arange(CELLS, dtype=np.int16))
    line_colour = np.bitwise_or.reduce(line_bits[lines], axis=-1)
    line_type = drawn @ (1 << np.arange(len(LINES), dtype=np.int16))
    return np.stack(
        [size, colour, number, position, type, line_colour, line_type], axis=-1
    )


def predictions(
    context: Integer[np.ndarray, "item 8 attribute"],
    directions: Sequence[str] = DIRECTIONS,
) -> Integer[np.ndarray, "item direction relation attribute"]:
    """What the missing panel must show if a rule goes on; 0 where none has begun.

    Source: barrett2018, Sec. 2.1 and App. A, for the relations.
    """
    for direction in directions:
        one_of("direction", direction, DIRECTIONS)
    possible = np.array(
        [[relation in it.relations for it in ATTRIBUTES] for relation in RULES]
    )
    found = []
    for direction in directions:
        ordered = context[:, ORDERS[direction]]
        complete = ordered[:, :6].reshape(len(context), 2, 3, -1)
        begun = ordered[:, 6], ordered[:, 7]
        found.append([rule(complete, *begun) for rule in RULES.values()])
    return np.moveaxis(np.array(found), 2, 0) * possible


def _progression(complete: Complete, first: Sets, second: Sets) -> Sets:
    """One value that is larger by the same step in each panel of a line."""
    values = _values()
    one, two, three = (values[complete[:, :, panel]] for panel in range(3))
    begin, middle = values[first], values[second]
    step = middle - begin
    rising = (two - one == step[:, None]) & (three - two == step[:, None])
    # What rises from a single value is never -1.
    good = (rising & (one >= 0)).all(axis=1) & (begin >= 0) & (step >= 1)
    end = middle + step
    good &= end < [attribute.values for attribute in ATTRIBUTES]
    return np.where(good, 1 << np.where(good, end, 0), 0)


def _operation(operate: Callable[[Sets, Sets], Sets]) -> Callable[..., Sets]:
    """A rule that makes the third set of two different ones before it."""

    def predict(complete: Complete, first: Sets, second: Sets) -> Sets:
        one, two, three = (complete[:, :, panel] for panel in range(3))
        made = (operate(one, two) == three) & (three > 0)
        varied = (one > 0) & (two > 0) & (one != two)
        begun = (first > 0) & (second > 0) & (first != second)
        good = (made & varied).all(axis=1) & begun
        return np.where(good, operate(first, second), 0)

    return predict


def _union(complete: Complete, first: Sets, second: Sets) -> Sets:
    """The same three values in every line, though not in one order everywhere."""
    single = _values() >= 0
    all_three = np.bitwise_or.reduce(complete, axis=2)
    union = all_three[:, 0]
    whole = single[complete].all(axis=(1, 2)) & (union == all_three[:, 1])
    missing = union & ~(first | second)
    three = (np.bitwise_count(union) == 3) & single[missing]
    begun = single[first] & single[second]
    repeated = (complete[:, 0] == complete[:, 1]).all(axis=1)
    repeated &= (complete[:, 0, 0] == first) & (complete[:, 0, 1] == second)
    return np.where(whole & three & begun & ~repeated, missing, 0)


RULES = {
    PROGRESSION: _progression,
    XOR: _operation(np.bitwise_xor),
    OR: _operation(np.bitwise_or),
    AND: _operation(np.bitwise_and),
    UNION: _union,
}
"""How each relation goes on. Source: barrett2018, Sec. 2.1 and App. A."""


def _agreed(
    seen: Integer[np.ndarray, "item panel attribute"],
    predicted: Integer[np.ndarray, "item direction relation attribute"],
) -> Bool[np.ndarray, "item candidate direction relation attribute"]:
    """Which candidates show what which rule predicts."""
    candidates = seen[:, CONTEXT:, None, None]
    return (candidates == predicted[:, None]) & (predicted[:, None] > 0)


def _kept(
    seen: Integer[np.ndarray, "item panel attribute"],
) -> Bool[np.ndarray, "item candidate attribute"]:
    """Which candidates leave an attribute as it is in all panels that show it."""
    context, candidates = seen[:, :CONTEXT], seen[:, CONTEXT:]
    value = np.bitwise_or.reduce(context, axis=1)[:, None]
    constant = ((context == 0) | (context == value)).all(axis=1)
    return constant[:, None] & ((candidates == 0) | (candidates == value))


@cache
def _bits() -> tuple[Integer[np.ndarray, "3 shape"], Integer[np.ndarray, " line"]]:
    """The size, colour and type of a shape by its code, and the colour of a line."""
    codes = np.arange(700, dtype=np.int16)
    values = np.array([codes // 10 % 10, codes % 10, codes // 100])
    shapes = np.pad(1 << values, ((0, 0), (1, 0)))
    return shapes, np.pad(1 << np.arange(10, dtype=np.int16), (1, 0))


@cache
def _values() -> Int[np.ndarray, " set"]:
    """The value of which a set consists; -1 where it has none or several."""
    values = np.full(1 << 10, -1, np.int16)
    values[1 << np.arange(10)] = np.arange(10)
    return values
