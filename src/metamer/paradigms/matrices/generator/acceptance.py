"""Which matrices are accepted: only the intended relations hold, for one answer only."""

from functools import reduce

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from metamer.paradigms.matrices.generator.sets import Line, is_single, union
from metamer.paradigms.matrices.generator.structure import Structure
from metamer.paradigms.matrices.rules.vocabulary import ATTRIBUTES, RELATIONS

CAN_FOLLOW = np.array(
    [
        [relation in attribute.relations for relation in range(len(RELATIONS))]
        for attribute in ATTRIBUTES
    ]
)
"""Which relations an attribute can follow."""


def accepts(
    structure: Structure,
    context: Int[Array, "panel attribute"],
    candidates: Int[Array, "candidate attribute"],
    right: Int[Array, ""],
) -> Bool[Array, ""]:
    """Whether the structure holds, nothing else does, and the answer is the best one.

    A candidate scores a point for each relation that holds with it, and for each
    attribute that is constant in the context and that it keeps so.
    """
    constant, stays_constant = _constants(context, candidates)
    # An attribute that never changes would satisfy some relations trivially.
    holds = _held(context, candidates) & CAN_FOLLOW.T & ~constant
    relation = jnp.arange(len(RELATIONS))[:, None]
    intended = jnp.stack(
        [
            (structure.relation == relation) & (structure.direction == direction)
            for direction in (0, 1)
        ]
    )
    score = holds.sum(axis=(1, 2, 3)) + (constant & stays_constant).sum(axis=1)
    # Foils are compared by the same points as the answer: a foil that keeps as much
    # regularity would be as good an answer.
    best_foil = jnp.where(jnp.arange(len(score)) == right, -1, score).max()
    return (holds[right] == intended).all() & (score[right] > best_foil)


def _constants(
    context: Int[Array, "panel attribute"],
    candidates: Int[Array, "candidate attribute"],
) -> tuple[Bool[Array, " attribute"], Bool[Array, "candidate attribute"]]:
    """Which attributes are constant in the context, and which candidates keep them so.

    A panel without objects shows nothing of an attribute, and so contradicts nothing.
    """
    everything = union(context.T)
    constant = ((context == everything) | (context == 0)).all(axis=0)
    return constant, (candidates == everything) | (candidates == 0)


def _held(
    context: Int[Array, "panel attribute"],
    candidates: Int[Array, "candidate attribute"],
) -> Bool[Array, "candidate direction relation attribute"]:
    """Whether each relation holds along all three rows, or columns."""
    index = np.arange(9).reshape(3, 3)
    layouts = np.stack([index, index.T])
    # Both directions at once; only the last set of the last line depends on a candidate,
    # so the candidates are an axis of that set alone and the rest broadcasts.
    starts = [context[layouts[:, line, :2]] for line in range(3)]
    ends = context[layouts[:, 0, 2]], context[layouts[:, 1, 2]], candidates[:, None]
    lines = [
        Line(start[:, 0], start[:, 1], end)
        for start, end in zip(starts, ends, strict=True)
    ]
    holds = [_is_progression(lines), *_are_set_relations(lines), _is_union(lines)]
    shape = (len(candidates), 2, len(ATTRIBUTES))
    return jnp.stack([jnp.broadcast_to(relation, shape) for relation in holds], axis=2)


def _single_values(line: Line) -> Bool[Array, "... attribute"]:
    return is_single(line.first) & is_single(line.second) & is_single(line.third)


def _is_progression(lines: list[Line]) -> Bool[Array, "... attribute"]:
    """Single values that rise by the same step everywhere.

    The value v is the bit 2^v, so equal differences of values are equal ratios of bits;
    products avoid the division.
    """
    top = lines[0]
    holds = [
        _single_values(line)
        & (line.second > line.first)
        & (line.first * line.third == line.second * line.second)
        & (line.second * top.first == top.second * line.first)
        for line in lines
    ]
    return reduce(jnp.logical_and, holds)


def _are_set_relations(lines: list[Line]) -> list[Bool[Array, "... attribute"]]:
    """XOR, OR, AND of two different sets, none of the three empty."""
    valid = [
        (line.first != line.second)
        & (line.first != 0)
        & (line.second != 0)
        & (line.third != 0)
        for line in lines
    ]
    operations = (jnp.bitwise_xor, jnp.bitwise_or, jnp.bitwise_and)
    return [
        reduce(
            jnp.logical_and,
            [
                fits & (operate(line.first, line.second) == line.third)
                for fits, line in zip(valid, lines, strict=True)
            ],
        )
        for operate in operations
    ]


def _is_union(lines: list[Line]) -> Bool[Array, "... attribute"]:
    """The same three values in each line, and not in the same order everywhere."""
    unions = [line.first | line.second | line.third for line in lines]
    holds = [
        _single_values(line)
        & (line.first != line.second)
        & (line.second != line.third)
        & (line.first != line.third)
        & (own == unions[0])
        for line, own in zip(lines, unions, strict=True)
    ]
    # If every line had the same order, each column would be constant: another
    # regularity than the intended one.
    repeats = [
        (line.first == lines[0].first) & (line.second == lines[0].second)
        for line in lines[1:]
    ]
    return reduce(jnp.logical_and, holds) & ~reduce(jnp.logical_and, repeats)
