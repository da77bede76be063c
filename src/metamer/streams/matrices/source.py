"""An endless sequence of matrices, drawn on the device."""

from typing import Literal, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Key, PRNGKeyArray, UInt32

from metamer.core.items import Items
from metamer.streams.matrices.candidates import as_released, exchangeable
from metamer.streams.matrices.context import context
from metamer.streams.matrices.dice import Dice, below
from metamer.streams.matrices.holding import accepted, shown
from metamer.streams.matrices.law import Law
from metamer.streams.matrices.panels import Shared, panels
from metamer.streams.matrices.structure import Structure, structure
from metamer.streams.matrices.vocabulary import (
    CELLS,
    SLOTS,
    TRIPLES,
)

Foils = Literal["exchangeable", "pgm"]

PATIENCE = 64
"""Contexts that are tried before the candidates are drawn anew.

Source: ours. Only here could something of the answer show in the candidates. Nearly all
first contexts are accepted (94 %), so that 64 in a row fail next to never.
"""

GROUPS = 64
"""Matrices are searched for in so many groups; who is not found joins the next one."""

CONTEXT_DICE = 764
CANDIDATE_DICE = {"exchangeable": 717, "pgm": 829}
"""Random numbers that a context takes, and a structure with its candidates."""

META = np.array([triple.meta for triple in TRIPLES])
MIXERS = np.random.Generator(np.random.PCG64(2018)).integers(
    0, 2**31, SLOTS, dtype=np.uint32
) * np.uint32(2) + np.uint32(1)
"""Odd numbers that make one number of a whole panel."""


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

    def _search(self, keys: Key[Array, " item"]) -> Attempt:
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
        shared, shapes, right, possible = self._asked(first)
        dice = Dice(jax.random.fold_in(second, turn.context), CONTEXT_DICE)
        plan, answer = shared.plan, shared.candidates.answer
        sets = context(self.law, plan, answer, dice)
        given = panels(shared, jnp.where(plan.has_rule, sets, answer), dice)
        fits = accepted(plan, shown(given), shown(shapes), right)
        return Attempt(
            jnp.concatenate([given, shapes]),
            right,
            plan,
            shared.candidates.distracts,
            fits & possible,
            possible,
        )

    def _asked(
        self, key: PRNGKeyArray
    ) -> tuple[Shared, Int[Array, "candidate slot"], Int[Array, ""], Bool[Array, ""]]:
        """All that somebody sees who does not look at the context.

        The candidates are moved on until they are in a bucket of the split, whichever of
        them is right, which is told third. The last is whether all went well.
        """
        draw = exchangeable if self.foils == "exchangeable" else as_released
        dice = Dice(key, CANDIDATE_DICE[self.foils])
        plan = structure(self.law, dice)
        candidates = draw(self.law, plan, dice)
        shared = Shared(self.law, plan, candidates, dice.roll(CELLS))
        shapes = panels(shared, candidates.sets, dice)
        first, beyond = self.law.bucket
        wanted = first + below(dice.roll(), beyond - first)
        moved = wanted - bucket(shapes)
        shapes = jnp.roll(shapes, moved, axis=0)
        right = (candidates.right + moved) % len(shapes)
        # Of two candidates that look the same the other one may come first now.
        return shared, shapes, right, candidates.valid & (bucket(shapes) == wanted)


def bucket(candidates: Int[Array, "candidate slot"]) -> Int[Array, ""]:
    """Which bucket a matrix belongs to, whoever drew it.

    It is the place of that candidate whose mixed codes are the smallest number.
    """
    mixed: UInt32[Array, " candidate"] = (candidates.astype(jnp.uint32) * MIXERS).sum(
        axis=1, dtype=jnp.uint32
    )
    mixed = (mixed ^ (mixed >> 15)) * jnp.uint32(0x2C1B3C6D)
    return jnp.argmin(mixed ^ (mixed >> 12)).astype(int)


def _next(turn: Turn, last: Attempt) -> Turn:
    """A new context, or new candidates where those at hand lead nowhere."""
    anew = ~last.possible | (turn.context + 1 >= PATIENCE)
    return Turn(turn.candidates + anew, jnp.where(anew, 0, turn.context + 1))
