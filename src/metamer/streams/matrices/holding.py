"""Which relations hold in a matrix that a candidate completes."""

from functools import reduce
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from metamer.streams.matrices.structure import Structure
from metamer.streams.matrices.vocabulary import (
    ATTRIBUTES,
    CELLS,
    LINES,
    RELATIONS,
)

KNOWN = np.array(
    [
        [it in attribute.relations for it in range(len(RELATIONS))]
        for attribute in ATTRIBUTES
    ]
)
"""Which relations an attribute can follow."""

Sets = Int[Array, "... attribute"]


class Three(NamedTuple):
    """The sets of a line, for both directions: axes direction, ..., attribute."""

    first: Sets
    second: Sets
    third: Sets


def shown(panels: Int[Array, "panel slot"]) -> Int[Array, "panel attribute"]:
    """The set of values of each attribute in each panel, as bits."""
    shapes, lines = panels[:, :CELLS].astype(int), panels[:, CELLS:].astype(int)
    code, taken = jnp.maximum(shapes - 1, 0), shapes > 0
    number = 1 << taken.sum(axis=1)
    position = (taken << jnp.arange(CELLS)).sum(axis=1)
    size, colour, kind = (
        _union(jnp.where(taken, 1 << value, 0))
        for value in (code // 10 % 10, code % 10, code // 100)
    )
    line_colour = _union(jnp.where(lines > 0, 1 << jnp.maximum(lines - 1, 0), 0))
    line_type = ((lines > 0) << jnp.arange(len(LINES))).sum(axis=1)
    sets = [size, colour, number, position, kind, line_colour, line_type]
    return jnp.stack(sets, axis=1)


def accepted(
    plan: Structure,
    context: Int[Array, "panel attribute"],
    candidates: Int[Array, "candidate attribute"],
    right: Int[Array, ""],
) -> Bool[Array, ""]:
    """Whether what the plan says holds, nothing else does, and the answer is best."""
    same, kept = _kept(context, candidates)
    held = _held(context, candidates) & KNOWN.T & ~same
    relation = jnp.arange(len(RELATIONS))[:, None]
    planned = jnp.stack(
        [(plan.relation == relation) & (plan.direction == way) for way in (0, 1)]
    )
    score = held.sum(axis=(1, 2, 3)) + (same & kept).sum(axis=1)
    best = jnp.where(jnp.arange(len(score)) == right, -1, score).max()
    return (held[right] == planned).all() & (score[right] > best)


def _kept(
    context: Int[Array, "panel attribute"],
    candidates: Int[Array, "candidate attribute"],
) -> tuple[Bool[Array, " attribute"], Bool[Array, "candidate attribute"]]:
    """Which attributes are the same in the whole context, and which candidates agree."""
    everything = _union(context.T)
    same = ((context == everything) | (context == 0)).all(axis=0)
    return same, (candidates == everything) | (candidates == 0)


def _held(
    context: Int[Array, "panel attribute"],
    candidates: Int[Array, "candidate attribute"],
) -> Bool[Array, "candidate direction relation attribute"]:
    """Whether each relation holds along all three rows, or columns."""
    at = np.arange(9).reshape(3, 3)
    both = np.stack([at, at.T])
    one, two, last = (context[both[:, line, :2]] for line in range(3))
    ends = context[both[:, 0, 2]], context[both[:, 1, 2]], candidates[:, None]
    lines = [
        Three(line[:, 0], line[:, 1], end)
        for line, end in zip((one, two, last), ends, strict=True)
    ]
    holds = [_rises(lines), *_logic(lines), _unites(lines)]
    shape = (len(candidates), 2, len(ATTRIBUTES))
    return jnp.stack([jnp.broadcast_to(it, shape) for it in holds], axis=2)


def _one(sets: Sets) -> Bool[Array, "... attribute"]:
    """Whether a set has one value."""
    return (sets != 0) & (sets & (sets - 1) == 0)


def _ones(line: Three) -> Bool[Array, "... attribute"]:
    return _one(line.first) & _one(line.second) & _one(line.third)


def _rises(lines: list[Three]) -> Bool[Array, "... attribute"]:
    """One value each, and the same step up everywhere: bits multiply as steps add."""
    first = lines[0]
    holds = [
        _ones(it)
        & (it.second > it.first)
        & (it.first * it.third == it.second * it.second)
        & (it.second * first.first == first.second * it.first)
        for it in lines
    ]
    return reduce(jnp.logical_and, holds)


def _logic(lines: list[Three]) -> list[Bool[Array, "... attribute"]]:
    """XOR, OR, AND of two different sets, none of the three empty."""
    fits = [
        (it.first != it.second) & (it.first != 0) & (it.second != 0) & (it.third != 0)
        for it in lines
    ]
    operations = (jnp.bitwise_xor, jnp.bitwise_or, jnp.bitwise_and)
    return [
        reduce(
            jnp.logical_and,
            [
                fit & (do(it.first, it.second) == it.third)
                for fit, it in zip(fits, lines, strict=True)
            ],
        )
        for do in operations
    ]


def _unites(lines: list[Three]) -> Bool[Array, "... attribute"]:
    """The same three values in each line, and not each time in the same order."""
    every = [it.first | it.second | it.third for it in lines]
    holds = [
        _ones(it)
        & (it.first != it.second)
        & (it.second != it.third)
        & (it.first != it.third)
        & (all_three == every[0])
        for it, all_three in zip(lines, every, strict=True)
    ]
    repeats = [
        (it.first == lines[0].first) & (it.second == lines[0].second)
        for it in lines[1:]
    ]
    return reduce(jnp.logical_and, holds) & ~reduce(jnp.logical_and, repeats)


def _union(sets: Int[Array, "... part"]) -> Int[Array, "..."]:
    """All values that occur in any part."""
    return reduce(jnp.bitwise_or, [sets[..., it] for it in range(sets.shape[-1])])
