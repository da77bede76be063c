"""What the eight candidates show of each attribute, drawn before the context.

Source: ours, for `exchangeable`; the released items, for `pgm`.
"""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from metamer.paradigms.matrices.generator.dice import Dice, below, ranks
from metamer.paradigms.matrices.generator.distribution import CROWD, Distribution
from metamer.paradigms.matrices.generator.sets import ATTRIBUTE_COUNT, MAX_VALUES
from metamer.paradigms.matrices.generator.structure import PER_SHAPE, Structure
from metamer.paradigms.matrices.rules.vocabulary import (
    CANDIDATES,
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    PROGRESSION,
    XOR,
)

DRAWS = 2 * CANDIDATES
"""Sets drawn for each attribute, of which eight are hoped to differ."""

CAN_CROSS = np.array(
    [
        attribute in (*PER_SHAPE, LINE_COLOUR, LINE_TYPE)
        for attribute in range(ATTRIBUTE_COUNT)
    ]
)
"""Attributes that can tell candidates apart although all panels of the context agree."""

UNLIMITED = 99
"""Stands for the number of sets that can be an answer: there are always eight."""


class Candidates(NamedTuple):
    """The eight candidates, attribute by attribute, as sets of ranks."""

    sets: Int[Array, "candidate attribute"]
    right: Int[Array, ""]
    """The index of the answer."""
    fewest: Int[Array, ""]
    """The fewest shapes of a panel."""
    present: Bool[Array, " attribute"]
    distracts: Bool[Array, " attribute"]
    valid: Bool[Array, ""]
    """False if too few different answers were found: then everything is drawn anew."""

    @property
    def answer(self) -> Int[Array, " attribute"]:
        return self.sets[self.right]


def exchangeable(
    distribution: Distribution, structure: Structure, dice: Dice
) -> Candidates:
    """Candidates that, seen alone, are all equally likely to be the answer.

    Their values form a grid: 8 values of one attribute, 2 x 4 of two, 2 x 2 x 2 of three.
    Where a relation has too few possible answers, attributes that are constant in the
    whole context join the grid. The answer is one of the eight with equal probability,
    whatever they are, and only then is a context drawn for it. So nobody who sees only the
    candidates can be right more often than once in 8.

    Source: ours.
    """
    factors, crossed = _factors(distribution, structure, dice)
    present = structure.present | (crossed.sum() > 1)
    alternatives, enough = _alternatives(distribution, structure, factors, dice)
    # The answer's place is drawn without a look at the sets: were it to depend on them,
    # the candidates alone would give a hint.
    right = below(dice.roll(), CANDIDATES)
    # Candidate n is a number in a mixed base: its digit for an attribute says which of
    # the alternatives it shows. Shuffling n shuffles the grid over the candidates.
    shuffled = ranks(dice.roll(CANDIDATES), jnp.ones(CANDIDATES, bool))
    strides = jnp.cumprod(factors) // factors
    digits = (shuffled[:, None] // strides) % factors
    sets = alternatives[jnp.arange(ATTRIBUTE_COUNT), digits]
    per_shape = jnp.array(PER_SHAPE)
    needs_shape = jnp.maximum(
        structure.has_rule[per_shape].any(), crossed[per_shape].any()
    )
    return Candidates(
        sets,
        right,
        needs_shape.astype(int),
        present,
        structure.distracts & ~crossed,
        enough,
    )


def as_released(
    distribution: Distribution, structure: Structure, dice: Dice
) -> Candidates:
    """Foils that break some of the triples, and keep the others.

    Each foil breaks a random non-empty set of the triples; a broken attribute takes any
    other value.

    Source: the released items; barrett2018 does not describe them.
    """
    one_each = jnp.ones(ATTRIBUTE_COUNT, int)
    answers, _ = _alternatives(distribution, structure, one_each, dice, draws=1)
    answer = answers[:, 0]
    right = below(dice.roll(), CANDIDATES)
    breaks = _broken_rules(structure, dice)
    breaks = breaks & (jnp.arange(CANDIDATES) != right)[:, None]
    # A second draw, for the case that the first one equals the answer.
    once, again = (_draw_any(distribution, structure, dice) for _ in range(2))
    foil = jnp.where(once != answer, once, again)
    sets = jnp.where(breaks, foil, answer)
    fewest = structure.has_rule[jnp.array(PER_SHAPE)].any().astype(int)
    valid = (~breaks | (foil != answer)).all()
    return Candidates(
        sets, right, fewest, structure.present, structure.distracts, valid
    )


def _factors(
    distribution: Distribution, structure: Structure, dice: Dice
) -> tuple[Int[Array, " attribute"], Bool[Array, " attribute"]]:
    """How many values of each attribute the grid of candidates has.

    The second array says which attributes without a rule take part in the grid.
    """
    ruled, rule_count = structure.has_rule, structure.has_rule.sum()
    possible = jnp.where(ruled, _possible_answers(distribution, structure), 0)
    # A random key for each attribute that can be chosen; 0 is left for the others.
    order = jnp.where(ruled, structure.keys | 1, 0)
    # Of three or four attributes with rules, three take two values each.
    three = ruled & (ranks(structure.keys, ruled) < 3)
    # Of one or two, a random one with room takes four, or eight if it is the only one.
    roomy = ruled & (possible >= 4)
    four = roomy & (jnp.where(roomy, order, 0) == jnp.where(roomy, order, 0).max())
    few = jnp.where(four, jnp.where((rule_count == 1) & (possible >= 8), 8, 4), 2)
    factors = jnp.where(
        rule_count > 2, jnp.where(three, 2, 1), jnp.where(ruled, few, 1)
    )
    # What is missing to eight is made up by constant attributes with two values each.
    missing = CANDIDATES // factors.prod()
    wanted = (missing > 1).astype(int) + (missing > 2)
    # Two of them may need both kinds of objects: lines have only one other attribute.
    free = (structure.present | (wanted > 1)) & ~ruled & CAN_CROSS
    crossed = free & (ranks(dice.roll(ATTRIBUTE_COUNT), free) < wanted)
    return jnp.where(crossed, 2, factors), crossed


def _possible_answers(
    distribution: Distribution, structure: Structure
) -> Int[Array, " attribute"]:
    """How many different answers the relation of each attribute has."""
    lowest = jnp.where(jnp.arange(ATTRIBUTE_COUNT) == NUMBER, structure.fewest, 0)
    # A progression cannot end with either of the two lowest values.
    used = jnp.where(structure.relation == PROGRESSION, 2, 0)
    single = distribution.counts - lowest - used
    return jnp.where(structure.has_sets, UNLIMITED, single)


def _alternatives(
    distribution: Distribution,
    structure: Structure,
    factors: Int[Array, " attribute"],
    dice: Dice,
    draws: int = DRAWS,
) -> tuple[Int[Array, "attribute 8"], Bool[Array, ""]]:
    """Different sets of ranks that could each be the answer, and whether they suffice."""
    single = _single_values(distribution, structure, dice)
    sets = [draw_third_sets(distribution, structure, dice) for _ in range(draws)]
    different, distinct_count = _different(jnp.stack(sets, axis=1))
    lines = jnp.arange(ATTRIBUTE_COUNT) == LINE_TYPE
    as_sets = structure.has_sets | (lines & ~structure.has_rule)
    enough = jnp.where(as_sets, distinct_count, UNLIMITED) >= factors
    return jnp.where(as_sets[:, None], different, single), enough.all()


def _single_values(
    distribution: Distribution, structure: Structure, dice: Dice
) -> Int[Array, "attribute 8"]:
    """Eight values, or as many as there are, in random order; each a set of one."""
    rank = jnp.arange(MAX_VALUES)
    lowest = jnp.where(structure.relation == PROGRESSION, 2, 0)
    at_least_one = jnp.maximum(structure.fewest, 1)
    fewest = jnp.where(structure.has_rule[NUMBER], structure.fewest, at_least_one)
    lowest = lowest.at[NUMBER].add(fewest)
    fits = (rank >= lowest[:, None]) & (rank < distribution.counts[:, None])
    keys = dice.roll(ATTRIBUTE_COUNT, MAX_VALUES)
    order = jnp.where(fits, ranks(keys, fits), MAX_VALUES)
    chosen = order[:, None] == jnp.arange(CANDIDATES)[:, None]
    return jnp.where(chosen, 1 << rank, 0).sum(axis=-1)


def draw_third_sets(
    distribution: Distribution, structure: Structure, dice: Dice
) -> Int[Array, " attribute"]:
    """For each attribute a random set that can end a line, all sizes equally likely.

    For line types without a rule: the lines that all panels have.
    """
    attribute = jnp.arange(ATTRIBUTE_COUNT)
    relation = jnp.clip(structure.relation - XOR, 0, 2)
    ways = distribution.ways.counts[attribute, structure.crowded.astype(int), relation]
    fewest = jnp.where(structure.has_sets[LINE_COLOUR], CROWD, 1)
    size = jnp.arange(MAX_VALUES + 1)
    constant = (size >= fewest) & (size <= jnp.maximum(fewest, 4))
    fits = jnp.where(structure.has_sets[:, None], ways > 0, constant)
    # One word of bits makes two choices: its top 8 bits the size, the rest the set.
    bits = dice.roll(ATTRIBUTE_COUNT)
    wanted = below(bits >> 24, fits.sum(axis=1))
    order = jnp.cumsum(fits, axis=1) - 1
    sizes = jnp.argmax(fits & (order == wanted[:, None]), axis=1)
    return _pick_subset(distribution, sizes, bits)


def _pick_subset(
    distribution: Distribution, size: Int[Array, " attribute"], bits: Array
) -> Int[Array, " attribute"]:
    """For each attribute a set of the given size, chosen by the lower 24 bits."""
    attribute = jnp.arange(ATTRIBUTE_COUNT)
    first = distribution.subset_first[attribute, size]
    count = distribution.subset_count[attribute, size]
    return distribution.subsets[attribute, first + below(bits & 0xFFFFFF, count)]


def _different(
    sets: Int[Array, "attribute draw"],
) -> tuple[Int[Array, "attribute 8"], Int[Array, " attribute"]]:
    """The first eight different sets of each attribute, and how many differ."""
    draws = sets.shape[1]
    # In the order of drawing: sorting would be as good for finding equals, but would
    # keep the smallest sets instead of random ones.
    earlier = jnp.tril(jnp.ones((draws, draws), bool), -1)
    new = ~((sets[:, :, None] == sets[:, None, :]) & earlier).any(axis=-1)
    order = jnp.where(new, jnp.cumsum(new, axis=1) - 1, draws)
    chosen = order[:, None] == jnp.arange(CANDIDATES)[:, None]
    return jnp.where(chosen, sets[:, None], 0).sum(axis=-1), new.sum(axis=1)


def _broken_rules(
    structure: Structure, dice: Dice
) -> Bool[Array, "candidate attribute"]:
    """Which rules each candidate breaks, if it is a foil."""
    rule_count = structure.has_rule.sum()
    # A number from 1 to 2^many - 1: its bits are a non-empty subset of the rules.
    subset = 1 + below(dice.roll(CANDIDATES), (1 << rule_count) - 1)
    bit = jnp.cumsum(structure.has_rule) - 1
    return structure.has_rule & ((subset[:, None] >> bit) & 1 == 1)


def _draw_any(
    distribution: Distribution, structure: Structure, dice: Dice
) -> Int[Array, "candidate attribute"]:
    """Any value or set, for each candidate and attribute."""
    lowest = jnp.zeros(ATTRIBUTE_COUNT, int).at[NUMBER].set(structure.fewest)
    bits = dice.roll(CANDIDATES, ATTRIBUTE_COUNT)
    rank = lowest + below(bits, distribution.counts - lowest)
    sets = [_draw_any_sets(distribution, structure, dice) for _ in range(CANDIDATES)]
    return jnp.where(structure.has_sets, jnp.stack(sets), 1 << rank)


def _draw_any_sets(
    distribution: Distribution, structure: Structure, dice: Dice
) -> Int[Array, " attribute"]:
    """Sets of one to four values, or of the sizes that a crowded attribute allows."""
    attribute, crowded = jnp.arange(ATTRIBUTE_COUNT), structure.crowded
    low = jnp.where(crowded, jnp.where(attribute == LINE_TYPE, 3, 1), 1)
    low = jnp.where(crowded & (attribute < LINE_COLOUR), CROWD, low)
    high = jnp.where(crowded & (attribute == LINE_COLOUR), 3, jnp.maximum(low, 4))
    bits = dice.roll(ATTRIBUTE_COUNT)
    size = low + below(bits >> 24, high - low + 1)
    return _pick_subset(distribution, size, bits)
