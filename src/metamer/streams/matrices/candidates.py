"""What the eight candidates show of each attribute, before anything of the context.

Source: ours, for `exchangeable`; the released items, for `pgm`.
"""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from metamer.streams.matrices.dice import Dice, below, ranks
from metamer.streams.matrices.law import CROWD, WIDEST, Law
from metamer.streams.matrices.structure import LOOKS, Structure
from metamer.streams.matrices.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    PROGRESSION,
    XOR,
)

MANY = len(ATTRIBUTES)

DRAWS = 2 * CANDIDATES
"""Sets that are drawn in the hope that eight of them differ."""

CROSSED = np.array([it in (*LOOKS, LINE_COLOUR, LINE_TYPE) for it in range(MANY)])
"""Attributes that can tell candidates apart where all panels of the context agree."""

PLENTY = 99
"""Stands for the number of sets that can be an answer; there are always eight."""


class Candidates(NamedTuple):
    """The eight candidates, attribute by attribute, as sets of ranks."""

    sets: Int[Array, "candidate attribute"]
    right: Int[Array, ""]
    """Which one is the answer."""
    least: Int[Array, ""]
    """The fewest shapes of a panel."""
    present: Bool[Array, " attribute"]
    distracts: Bool[Array, " attribute"]
    valid: Bool[Array, ""]
    """False where the draw found too few different answers: then all is drawn anew."""

    @property
    def answer(self) -> Int[Array, " attribute"]:
        return self.sets[self.right]


def exchangeable(law: Law, plan: Structure, dice: Dice) -> Candidates:
    """Candidates of which each could as well be the answer, for all they show.

    Their values form a grid: 8 values of one attribute, 2 x 4 of two, 2 x 2 x 2 of three.
    Where a relation has fewer possible answers, attributes that stay the same in the
    whole context take part. The answer is one of the eight with equal probability,
    whatever they are, and only then a context is drawn for it: so nobody who sees the
    candidates alone can be right more often than 1 in 8.

    Source: ours.
    """
    factors, crossed = _factors(law, plan, dice)
    present = plan.present | (crossed.sum() > 1)
    alternatives, enough = _alternatives(law, plan, factors, dice)
    right = below(dice.roll(), CANDIDATES)
    shuffled = ranks(dice.roll(CANDIDATES), jnp.ones(CANDIDATES, bool))
    strides = jnp.cumprod(factors) // factors
    digits = (shuffled[:, None] // strides) % factors
    sets = alternatives[jnp.arange(MANY), digits]
    shapes = crossed[jnp.array(LOOKS)].any()
    return Candidates(
        sets,
        right,
        jnp.maximum(plan.has_rule[jnp.array(LOOKS)].any(), shapes).astype(int),
        present,
        plan.distracts & ~crossed,
        enough,
    )


def as_released(law: Law, plan: Structure, dice: Dice) -> Candidates:
    """Foils that break some of the triples, and keep the others.

    Each foil breaks a set of triples drawn from all but the empty one; a broken attribute
    takes any other value.

    Source: the released items; barrett2018 does not describe them.
    """
    single, _ = _alternatives(law, plan, jnp.ones(MANY, int), dice, draws=1)
    answer = single[:, 0]
    right = below(dice.roll(), CANDIDATES)
    breaks = _broken(plan, dice) & (jnp.arange(CANDIDATES) != right)[:, None]
    others = jnp.stack([_any(law, plan, dice) for _ in range(2)])
    foil = jnp.where(others[0] != answer, others[0], others[1])
    sets = jnp.where(breaks, foil, answer)
    least = plan.has_rule[jnp.array(LOOKS)].any().astype(int)
    valid = (~breaks | (foil != answer)).all()
    return Candidates(sets, right, least, plan.present, plan.distracts, valid)


def _factors(
    law: Law, plan: Structure, dice: Dice
) -> tuple[Int[Array, " attribute"], Bool[Array, " attribute"]]:
    """How many values of each attribute the grid of candidates has.

    And which attributes without a rule take part in it.
    """
    ruled, many = plan.has_rule, plan.has_rule.sum()
    possible = jnp.where(ruled, _possible(law, plan), 0)
    order = jnp.where(ruled, plan.keys | 1, 0)
    # Of three or four attributes three take two values each.
    three = ruled & (ranks(plan.keys, ruled) < 3)
    roomy = ruled & (possible >= 4)
    four = roomy & (jnp.where(roomy, order, 0) == jnp.where(roomy, order, 0).max())
    few = jnp.where(four, jnp.where((many == 1) & (possible >= 8), 8, 4), 2)
    factors = jnp.where(many > 2, jnp.where(three, 2, 1), jnp.where(ruled, few, 1))
    missing = CANDIDATES // factors.prod()
    wanted = (missing > 1).astype(int) + (missing > 2)
    # Two may have to be of both kinds, as lines alone have one other attribute.
    free = (plan.present | (wanted > 1)) & ~ruled & CROSSED
    crossed = free & (ranks(dice.roll(MANY), free) < wanted)
    return jnp.where(crossed, 2, factors), crossed


def _possible(law: Law, plan: Structure) -> Int[Array, " attribute"]:
    """How many answers a relation has."""
    lowest = jnp.where(jnp.arange(MANY) == NUMBER, plan.fewest, 0)
    single = law.counts - lowest - jnp.where(plan.relation == PROGRESSION, 2, 0)
    return jnp.where(plan.of_sets, PLENTY, single)


def _alternatives(
    law: Law,
    plan: Structure,
    factors: Int[Array, " attribute"],
    dice: Dice,
    draws: int = DRAWS,
) -> tuple[Int[Array, "attribute 8"], Bool[Array, ""]]:
    """Different values that could each be the answer, as sets of ranks.

    The second is whether there are as many as needed.
    """
    single = _single_values(law, plan, dice)
    drawn = jnp.stack([third_sets(law, plan, dice) for _ in range(draws)], axis=1)
    sets, found = _different(drawn)
    kept = jnp.arange(MANY) == LINE_TYPE
    as_sets = plan.of_sets | (kept & ~plan.has_rule)
    enough = jnp.where(as_sets, found, PLENTY) >= factors
    return jnp.where(as_sets[:, None], sets, single), enough.all()


def _single_values(law: Law, plan: Structure, dice: Dice) -> Int[Array, "attribute 8"]:
    """Eight values, or as many as there are, in random order; each a set of one."""
    rank = jnp.arange(WIDEST)
    lowest = jnp.where(plan.relation == PROGRESSION, 2, 0)
    fewest = jnp.where(plan.has_rule[NUMBER], plan.fewest, jnp.maximum(plan.fewest, 1))
    lowest = lowest.at[NUMBER].add(fewest)
    fits = (rank >= lowest[:, None]) & (rank < law.counts[:, None])
    order = jnp.where(fits, ranks(dice.roll(MANY, WIDEST), fits), WIDEST)
    chosen = order[:, None] == jnp.arange(CANDIDATES)[:, None]
    return jnp.where(chosen, 1 << rank, 0).sum(axis=-1)


def third_sets(law: Law, plan: Structure, dice: Dice) -> Int[Array, " attribute"]:
    """For each attribute a set that can be the third of a line, all sizes alike.

    For lines that follow no rule: those that all panels have.
    """
    attribute = jnp.arange(MANY)
    logic = jnp.clip(plan.relation - XOR, 0, 2)
    many = law.ways.many[attribute, plan.crowded.astype(int), logic]
    fewest = jnp.where(plan.of_sets[LINE_COLOUR], CROWD, 1)
    size = jnp.arange(WIDEST + 1)
    kept = (size >= fewest) & (size <= jnp.maximum(fewest, 4))
    fits = jnp.where(plan.of_sets[:, None], many > 0, kept)
    bits = dice.roll(MANY)
    wanted = below(bits >> 24, fits.sum(axis=1))
    order = jnp.cumsum(fits, axis=1) - 1
    sizes = jnp.argmax(fits & (order == wanted[:, None]), axis=1)
    first = law.subset_first[attribute, sizes]
    which = below(bits & 0xFFFFFF, law.subset_many[attribute, sizes])
    return law.subsets[attribute, first + which]


def _different(
    drawn: Int[Array, "attribute draw"],
) -> tuple[Int[Array, "attribute 8"], Int[Array, " attribute"]]:
    """The first eight different sets among the drawn ones, and how many differ."""
    draws = drawn.shape[1]
    earlier = jnp.tril(jnp.ones((draws, draws), bool), -1)
    new = ~((drawn[:, :, None] == drawn[:, None, :]) & earlier).any(axis=-1)
    order = jnp.where(new, jnp.cumsum(new, axis=1) - 1, draws)
    chosen = order[:, None] == jnp.arange(CANDIDATES)[:, None]
    return jnp.where(chosen, drawn[:, None], 0).sum(axis=-1), new.sum(axis=1)


def _broken(plan: Structure, dice: Dice) -> Bool[Array, "candidate attribute"]:
    """Which rules each candidate breaks, if it is a foil."""
    many = plan.has_rule.sum()
    subset = 1 + below(dice.roll(CANDIDATES), (1 << many) - 1)
    place = jnp.cumsum(plan.has_rule) - 1
    return plan.has_rule & ((subset[:, None] >> place) & 1 == 1)


def _any(law: Law, plan: Structure, dice: Dice) -> Int[Array, "candidate attribute"]:
    """Any value or set, for each candidate and attribute."""
    lowest = jnp.zeros(MANY, int).at[NUMBER].set(plan.fewest)
    rank = lowest + below(dice.roll(CANDIDATES, MANY), law.counts - lowest)
    sets = jnp.stack([_any_sets(law, plan, dice) for _ in range(CANDIDATES)])
    return jnp.where(plan.of_sets, sets, 1 << rank)


def _any_sets(law: Law, plan: Structure, dice: Dice) -> Int[Array, " attribute"]:
    """A set of one to four values, or of as many as its company needs."""
    attribute, crowded = jnp.arange(MANY), plan.crowded
    low = jnp.where(crowded, jnp.where(attribute == LINE_TYPE, 3, 1), 1)
    low = jnp.where(crowded & (attribute < LINE_COLOUR), CROWD, low)
    high = jnp.where(crowded & (attribute == LINE_COLOUR), 3, jnp.maximum(low, 4))
    bits = dice.roll(MANY)
    size = low + below(bits >> 24, high - low + 1)
    first, many = law.subset_first[attribute, size], law.subset_many[attribute, size]
    return law.subsets[attribute, first + below(bits & 0xFFFFFF, many)]
