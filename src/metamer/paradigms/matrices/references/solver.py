"""A program that solves matrices: it finds the rules, predicts, and compares.

From the context it takes every relation that both complete lines follow and that the
third line can continue, and works out what the missing panel must then show. An attribute
that is constant in the whole context must stay constant. The candidate that agrees with
most of these predictions is the answer. A set of values is a number whose bits are the
values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int, Integer, Shaped

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.matrices.rules.vocabulary import (
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
"""The panels of the context line by line: two complete lines, then an incomplete one."""

Sets = Integer[np.ndarray, "item attribute"]
"""A set of values for each item and attribute; 0 is the empty set."""

Complete = Integer[np.ndarray, "item 2 3 attribute"]
"""The two lines whose three panels are all known."""


class Solution(NamedTuple):
    """Which candidates were chosen, and how clearly."""

    choices: Int[np.ndarray, " item"]
    """The best candidate; the first of several."""
    tied: Bool[np.ndarray, " item"]
    """Whether several candidates are best."""
    votes: Int[np.ndarray, "item candidate"]
    """The number of rules and constants that each candidate agrees with."""


def are_pixels(who: str, inputs: Shaped[np.ndarray, "*axes"]) -> bool:
    """Whether matrices are pixels, not symbols; refuses anything else, naming `who`."""
    pixels = inputs.ndim == 4 and inputs.shape[1] == PANELS
    if not pixels and inputs.shape[1:] != (PANELS, SLOTS):
        raise Refusal(
            f"{who} needs matrices of {PANELS} panels, each {SLOTS} symbols or a square "
            f"of pixels, not items of shape {inputs.shape[1:]}"
        )
    return pixels


def solve(
    symbols: Integer[np.ndarray, "item panel slot"],
    directions: Sequence[str] = DIRECTIONS,
) -> Solution:
    """The candidate of each matrix that agrees with most regularities of the context.

    Source: ours; the ceiling for barrett2018, Sec. 4.
    """
    sets = value_sets(symbols)
    agrees = _agreement(sets, predictions(sets[:, :CONTEXT], directions))
    votes = agrees.sum(axis=(2, 3, 4)) + _constants(sets).sum(axis=2)
    tied = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return Solution(votes.argmax(axis=1), tied, votes)


def explain(symbols: Integer[np.ndarray, "panel slot"]) -> str:
    """The rules and constants for which the program chooses its candidate, in words.

    Source: ours.
    """
    sets = value_sets(symbols[None])
    choice = solve(symbols[None]).choices[0]
    agrees = _agreement(sets, predictions(sets[:, :CONTEXT]))[0, choice]
    rules = [
        f"{Triple(attribute, relation)} along {DIRECTIONS[direction]}"
        for attribute, relation, direction in np.argwhere(agrees.T).tolist()
    ]
    found = np.flatnonzero(_constants(sets)[0, choice])
    names = ", ".join(str(ATTRIBUTES[attribute]) for attribute in found)
    constant = f"constant {names}" if names else ""
    return "; ".join(filter(None, [", ".join(rules) or "no rule", constant]))


def value_sets(
    symbols: Integer[np.ndarray, "item panel slot"],
) -> Integer[np.ndarray, "item panel attribute"]:
    """The set of values of each attribute in each panel, in the order of `ATTRIBUTES`.

    Source: barrett2018, App. A, for the attributes; the released files, for sets.
    """
    cells, lines = symbols[..., :CELLS], symbols[..., CELLS:]
    shape_bits, line_bits = _bits()
    size, colour, type = (
        np.bitwise_or.reduce(bits[cells], axis=-1) for bits in shape_bits
    )
    occupied, present = cells > 0, lines > 0
    number = 1 << occupied.sum(axis=-1, dtype=np.int16)
    position = occupied @ (1 << np.arange(CELLS, dtype=np.int16))
    line_colour = np.bitwise_or.reduce(line_bits[lines], axis=-1)
    line_type = present @ (1 << np.arange(len(LINES), dtype=np.int16))
    return np.stack(
        [size, colour, number, position, type, line_colour, line_type], axis=-1
    )


def predictions(
    context: Integer[np.ndarray, "item 8 attribute"],
    directions: Sequence[str] = DIRECTIONS,
) -> Integer[np.ndarray, "item direction relation attribute"]:
    """What the missing panel must show for each relation to hold; 0 if it cannot hold.

    Source: barrett2018, Sec. 2.1 and App. A, for the relations.
    """
    for direction in directions:
        one_of("direction", direction, DIRECTIONS)
    possible = np.array(
        [
            [relation in attribute.relations for attribute in ATTRIBUTES]
            for relation in PREDICTORS
        ]
    )
    found = []
    for direction in directions:
        ordered = context[:, ORDERS[direction]]
        complete = ordered[:, :6].reshape(len(context), 2, 3, -1)
        start = ordered[:, 6], ordered[:, 7]
        found.append([predict(complete, *start) for predict in PREDICTORS.values()])
    return np.moveaxis(np.array(found), 2, 0) * possible


def _progression(complete: Complete, first: Sets, second: Sets) -> Sets:
    """Single values that rise by the same step in each panel of a line."""
    values = _values()
    one, two, three = (values[complete[:, :, panel]] for panel in range(3))
    start, middle = values[first], values[second]
    step = middle - start
    rising = (two - one == step[:, None]) & (three - two == step[:, None])
    # Sets that are not single have the value -1; nothing rises to that from a start >= 0.
    good = (rising & (one >= 0)).all(axis=1) & (start >= 0) & (step >= 1)
    end = middle + step
    good &= end < [attribute.values for attribute in ATTRIBUTES]
    return np.where(good, 1 << np.where(good, end, 0), 0)


def _operation(operate: Callable[[Sets, Sets], Sets]) -> Callable[..., Sets]:
    """The predictor of a relation whose third set is made from two different ones."""

    def predict(complete: Complete, first: Sets, second: Sets) -> Sets:
        one, two, three = (complete[:, :, panel] for panel in range(3))
        holds = (operate(one, two) == three) & (three > 0)
        valid = (one > 0) & (two > 0) & (one != two)
        can_continue = (first > 0) & (second > 0) & (first != second)
        good = (holds & valid).all(axis=1) & can_continue
        return np.where(good, operate(first, second), 0)

    return predict


def _union(complete: Complete, first: Sets, second: Sets) -> Sets:
    """The same three values in every line, but not in the same order everywhere."""
    single = _values() >= 0
    all_three = np.bitwise_or.reduce(complete, axis=2)
    union = all_three[:, 0]
    same = single[complete].all(axis=(1, 2)) & (union == all_three[:, 1])
    missing = union & ~(first | second)
    three = (np.bitwise_count(union) == 3) & single[missing]
    can_continue = single[first] & single[second]
    repeated = (complete[:, 0] == complete[:, 1]).all(axis=1)
    repeated &= (complete[:, 0, 0] == first) & (complete[:, 0, 1] == second)
    return np.where(same & three & can_continue & ~repeated, missing, 0)


PREDICTORS = {
    PROGRESSION: _progression,
    XOR: _operation(np.bitwise_xor),
    OR: _operation(np.bitwise_or),
    AND: _operation(np.bitwise_and),
    UNION: _union,
}
"""How each relation continues. Source: barrett2018, Sec. 2.1 and App. A."""


def _agreement(
    sets: Integer[np.ndarray, "item panel attribute"],
    predicted: Integer[np.ndarray, "item direction relation attribute"],
) -> Bool[np.ndarray, "item candidate direction relation attribute"]:
    """Which candidates show what each relation predicts."""
    candidates = sets[:, CONTEXT:, None, None]
    return (candidates == predicted[:, None]) & (predicted[:, None] > 0)


def _constants(
    sets: Integer[np.ndarray, "item panel attribute"],
) -> Bool[np.ndarray, "item candidate attribute"]:
    """Which candidates keep an attribute that is constant in all panels that show it."""
    context, candidates = sets[:, :CONTEXT], sets[:, CONTEXT:]
    value = np.bitwise_or.reduce(context, axis=1)[:, None]
    constant = ((context == 0) | (context == value)).all(axis=1)
    return constant[:, None] & ((candidates == 0) | (candidates == value))


@cache
def _bits() -> tuple[Integer[np.ndarray, "3 shape"], Integer[np.ndarray, " line"]]:
    """The bits of size, colour and type by the code of a shape, and of a line's colour."""
    codes = np.arange(700, dtype=np.int16)
    values = np.array([codes // 10 % 10, codes % 10, codes // 100])
    shapes = np.pad(1 << values, ((0, 0), (1, 0)))
    return shapes, np.pad(1 << np.arange(10, dtype=np.int16), (1, 0))


@cache
def _values() -> Int[np.ndarray, " set"]:
    """The only value of each set; -1 if it has none or several."""
    values = np.full(1 << 10, -1, np.int16)
    values[1 << np.arange(10)] = np.arange(10)
    return values
