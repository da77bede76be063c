"""An endless sequence of matrices, drawn on the device."""

from typing import Literal, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray, UInt32

from metamer.core.items import Items
from metamer.streams.matrices.candidates import Candidates, as_released, exchangeable
from metamer.streams.matrices.context import context
from metamer.streams.matrices.dice import Dice
from metamer.streams.matrices.holding import accepted, shown
from metamer.streams.matrices.law import BUCKETS, Law
from metamer.streams.matrices.panels import Shared, panels
from metamer.streams.matrices.structure import Structure, structure
from metamer.streams.matrices.vocabulary import (
    CELLS,
    PANELS,
    SLOTS,
    TRIPLES,
)

Foils = Literal["exchangeable", "pgm"]

PATIENCE = 64
"""Contexts that are tried before the candidates are drawn anew.

Source: ours. Only here could something of the answer show in the candidates; in 100,000
matrices it never happened where the draw of candidates was possible at all.
"""

GROUPS = 16
"""Matrices are searched for in so many groups; who is not found joins the next one."""

META = np.array([triple.meta for triple in TRIPLES])
MIXERS = np.random.Generator(np.random.PCG64(2018)).integers(
    0, 2**31, (PANELS, SLOTS), dtype=np.uint32
) * np.uint32(2) + np.uint32(1)
"""Odd numbers that make one number of a whole matrix."""


class Attempt(NamedTuple):
    """A matrix, whether it is as it should be, and whether its candidates are."""

    symbols: Int[Array, "panel slot"]
    right: Int[Array, ""]
    plan: Structure
    distracts: Bool[Array, " attribute"]
    accepted: Bool[Array, ""]
    possible: Bool[Array, ""]


class Turn(NamedTuple):
    """Where the search for one matrix stands."""

    candidates: Int[Array, ""]
    """How often its candidates were drawn anew."""
    context: Int[Array, ""]
    """How often its context was."""


class Matrices(eqx.Module):
    """Matrices of one regime and split.

    Every matrix follows from a key and its place alone. Its structure and its candidates
    are drawn first, then contexts until one is accepted: the planned relations hold,
    no other does, the answer is the one best candidate, and the matrix belongs to the
    split.

    Source: barrett2018, Sec. 2 and App. A. Unstated: how relations were kept from arising
    by chance.
    """

    law: Law
    foils: Foils = eqx.field(static=True, default="exchangeable")

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The matrices at these places of the endless sequence that belongs to `key`."""
        keys = jax.vmap(lambda place: jax.random.fold_in(key, place))(places)
        found = self._search(keys)
        triples = found.plan.triples
        features = [triples, found.plan.directions, found.distracts]
        named = jnp.where((triples >= 0)[..., None], jnp.asarray(META)[triples], 0)
        return Items(
            found.symbols,
            found.right,
            jnp.concatenate(features, axis=1).astype(jnp.int8),
            named.max(axis=1).astype(jnp.uint8),
        )

    def _search(self, keys: PRNGKeyArray) -> Attempt:
        """For each key the first attempt that is accepted."""
        many = len(keys)
        group = -(-many // GROUPS)
        every = jax.vmap(self.attempt)

        def more(state: tuple[Turn, Attempt]) -> tuple[Turn, Attempt]:
            turn, found = state
            (which,) = jnp.nonzero(~found.accepted, size=group, fill_value=many)
            now = jax.tree.map(lambda it: it[which], turn)
            tried = every(keys[which], now)
            return jax.tree.map(
                lambda kept, new: kept.at[which].set(new, mode="drop"),
                (turn, found),
                (jax.vmap(_next)(now, tried), tried),
            )

        turn = Turn(jnp.zeros(many, int), jnp.zeros(many, int))
        shapes = jax.eval_shape(every, keys, turn)
        none = jax.tree.map(lambda it: jnp.zeros(it.shape, it.dtype), shapes)
        _, found = jax.lax.while_loop(
            lambda state: ~state[1].accepted.all(), more, (turn, none)
        )
        return found

    def attempt(self, key: PRNGKeyArray, turn: Turn) -> Attempt:
        """One structure with its candidates, and one context for it."""
        first, second = jax.random.split(jax.random.fold_in(key, turn.candidates))
        plan, candidates, shared, shapes = self._asked(first)
        dice = Dice(jax.random.fold_in(second, turn.context), 800)
        sets = context(self.law, plan, candidates.answer, dice)
        sets = jnp.where(plan.has_rule, sets, candidates.answer)
        given = panels(shared, sets, dice)
        symbols = jnp.concatenate([given, shapes])
        right = candidates.right
        fits = accepted(plan, shown(given), shown(shapes), right)
        fits &= candidates.valid & self._belongs(symbols)
        return Attempt(
            symbols, right, plan, candidates.distracts, fits, candidates.valid
        )

    def _asked(
        self, key: PRNGKeyArray
    ) -> tuple[Structure, Candidates, Shared, Int[Array, "candidate slot"]]:
        """All that somebody sees who does not look at the context."""
        dice = Dice(key, 1200)
        plan = structure(self.law, dice)
        draw = exchangeable if self.foils == "exchangeable" else as_released
        candidates = draw(self.law, plan, dice)
        shared = Shared(self.law, plan, candidates, dice.roll(CELLS))
        return plan, candidates, shared, panels(shared, candidates.sets, dice)

    def _belongs(self, symbols: Int[Array, "panel slot"]) -> Bool[Array, ""]:
        first, beyond = self.law.bucket
        at = bucket(symbols)
        return (at >= first) & (at < beyond)


def bucket(symbols: Int[Array, "panel slot"]) -> Int[Array, ""]:
    """Which bucket a matrix belongs to, whoever drew it."""
    mixed: UInt32[Array, ""] = (symbols.astype(jnp.uint32) * MIXERS).sum(
        dtype=jnp.uint32
    )
    mixed = (mixed ^ (mixed >> 15)) * jnp.uint32(0x2C1B3C6D)
    return ((mixed ^ (mixed >> 12)) % BUCKETS).astype(int)


def _next(turn: Turn, last: Attempt) -> Turn:
    """A new context, or new candidates where those at hand lead nowhere."""
    anew = ~last.possible | (turn.context + 1 >= PATIENCE)
    return Turn(turn.candidates + anew, jnp.where(anew, 0, turn.context + 1))
