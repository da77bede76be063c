"""An endless sequence of matrices, drawn on the device."""

from typing import Literal, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Key, PRNGKeyArray, UInt32

from metamer.core.items import Items
from metamer.paradigms.matrices.generator.acceptance import accepts
from metamer.paradigms.matrices.generator.candidates import as_released, exchangeable
from metamer.paradigms.matrices.generator.context import draw_context
from metamer.paradigms.matrices.generator.dice import Dice, below
from metamer.paradigms.matrices.generator.distribution import Distribution
from metamer.paradigms.matrices.generator.placement import Blueprint, draw_panels
from metamer.paradigms.matrices.generator.sets import value_sets
from metamer.paradigms.matrices.generator.structure import Structure, draw_structure
from metamer.paradigms.matrices.rules.vocabulary import CELLS, META_ROWS, SLOTS

Foils = Literal["exchangeable", "pgm"]

PATIENCE = 64
"""Contexts that are tried before the candidates are drawn anew.

Source: ours. Drawing candidates anew is the only way in which the answer could leave a
trace in the candidates. As 94 % of first contexts are accepted, 64 hardly ever fail in a
row.
"""

GROUPS = 64
"""The search tries one group of matrices at a time, 1/64 of them; the next group is made
of those not yet found."""

CONTEXT_DICE = 764
CANDIDATE_DICE = {"exchangeable": 717, "pgm": 829}
"""Random words that a context takes, and a structure with its candidates."""

MIXERS = np.random.Generator(np.random.PCG64(2018)).integers(
    0, 2**31, SLOTS, dtype=np.uint32
) * np.uint32(2) + np.uint32(1)
"""Odd multipliers that hash a whole panel to one number."""


class Attempt(NamedTuple):
    """A matrix, and whether it is accepted."""

    symbols: Int[Array, "panel slot"]
    right: Int[Array, ""]
    structure: Structure
    distracts: Bool[Array, " attribute"]
    accepted: Bool[Array, ""]
    possible: Bool[Array, ""]
    """Whether another context could still be accepted with these candidates."""


class TryCounts(NamedTuple):
    """How far the search for one matrix has come."""

    candidates: Int[Array, ""]
    """How often its candidates were drawn anew."""
    context: Int[Array, ""]
    """How often its context was drawn anew since then."""


class MatrixSource(eqx.Module):
    """Matrices of one regime and split.

    Every matrix depends on a key and its index alone. Its structure and its candidates
    are drawn first, then contexts until one is accepted: the intended relations hold, no
    others do, and the answer is the one best candidate.

    Source: barrett2018, Sec. 2 and App. A.
    Unstated: how relations were kept from arising by chance.
    """

    distribution: Distribution
    foils: Foils = eqx.field(static=True, default="exchangeable")

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The matrices at these indices of the endless sequence that belongs to `key`."""
        keys = jax.vmap(lambda place: jax.random.fold_in(key, place))(places)
        attempts = self._search(keys)
        structure = attempts.structure
        features = [structure.triples, structure.directions, attempts.distracts]
        return Items(
            attempts.symbols,
            attempts.right,
            jnp.concatenate(features, axis=1).astype(jnp.int8),
            jnp.asarray(META_ROWS)[structure.triples].max(axis=1),
        )

    def _search(self, keys: Key[Array, " item"]) -> Attempt:
        """For each key the first attempt that is accepted.

        A loop over all matrices until the last is accepted would redo the found ones each
        time. So each round tries a small group, made of whichever are still missing; the
        indices that fill up a last, smaller group lie beyond the end and are dropped.
        """
        count = len(keys)
        group = -(-count // GROUPS)
        attempt = jax.vmap(self.attempt)

        def more(state: tuple[TryCounts, Attempt]) -> tuple[TryCounts, Attempt]:
            tries, attempts = state
            (missing,) = jnp.nonzero(~attempts.accepted, size=group, fill_value=count)
            current = jax.tree.map(lambda column: column[missing], tries)
            latest = attempt(keys[missing], current)
            return jax.tree.map(
                lambda old, new: old.at[missing].set(new, mode="drop"),
                (tries, attempts),
                (jax.vmap(_next)(current, latest), latest),
            )

        tries = TryCounts(jnp.zeros(count, int), jnp.zeros(count, int))
        shapes = jax.eval_shape(attempt, keys, tries)
        empty = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), shapes)
        _, attempts = jax.lax.while_loop(
            lambda state: ~state[1].accepted.all(), more, (tries, empty)
        )
        return attempts

    def attempt(self, key: PRNGKeyArray, tries: TryCounts) -> Attempt:
        """One structure with its candidates, and one context for it."""
        # The candidates' key does not depend on the context: a rejected context leaves
        # them as they are, and tells nothing about the answer.
        first, second = jax.random.split(jax.random.fold_in(key, tries.candidates))
        blueprint, offered, right, possible = self._draw_candidates(first)
        dice = Dice(jax.random.fold_in(second, tries.context), CONTEXT_DICE)
        structure, answer = blueprint.structure, blueprint.candidates.answer
        sets = draw_context(self.distribution, structure, answer, dice)
        sets = jnp.where(structure.has_rule, sets, answer)
        context = draw_panels(blueprint, sets, dice)
        fits = accepts(structure, value_sets(context), value_sets(offered), right)
        return Attempt(
            jnp.concatenate([context, offered]),
            right,
            structure,
            blueprint.candidates.distracts,
            fits & possible,
            possible,
        )

    def _draw_candidates(
        self, key: PRNGKeyArray
    ) -> tuple[
        Blueprint, Int[Array, "candidate slot"], Int[Array, ""], Bool[Array, ""]
    ]:
        """Everything that does not depend on the context, and whether it is usable.

        The candidates are rotated until they fall into a bucket of the split. The
        rotation depends on the candidates alone and not on which is right, so it tells
        nothing about the answer.
        """
        draw = exchangeable if self.foils == "exchangeable" else as_released
        dice = Dice(key, CANDIDATE_DICE[self.foils])
        structure = draw_structure(self.distribution, dice)
        candidates = draw(self.distribution, structure, dice)
        blueprint = Blueprint(
            self.distribution, structure, candidates, dice.roll(CELLS)
        )
        panels = draw_panels(blueprint, candidates.sets, dice)
        first, beyond = self.distribution.buckets
        wanted = first + below(dice.roll(), beyond - first)
        shift = wanted - bucket(panels)
        panels = jnp.roll(panels, shift, axis=0)
        right = (candidates.right + shift) % len(panels)
        # If two candidates are identical, the other of them may come first now.
        usable = candidates.valid & (bucket(panels) == wanted)
        return blueprint, panels, right, usable


def bucket(candidates: Int[Array, "candidate slot"]) -> Int[Array, ""]:
    """The bucket that a matrix belongs to, whoever drew it.

    It is the index of the candidate with the smallest hash.
    """
    # An index, because it moves along when candidates are rotated: so a rotation can
    # bring any matrix into any bucket.
    hashes: UInt32[Array, " candidate"] = (candidates.astype(jnp.uint32) * MIXERS).sum(
        axis=1, dtype=jnp.uint32
    )
    hashes = (hashes ^ (hashes >> 15)) * jnp.uint32(0x2C1B3C6D)
    return jnp.argmin(hashes ^ (hashes >> 12)).astype(int)


def _next(tries: TryCounts, last: Attempt) -> TryCounts:
    """A new context, or new candidates if the present ones lead nowhere."""
    anew = ~last.possible | (tries.context + 1 >= PATIENCE)
    return TryCounts(tries.candidates + anew, jnp.where(anew, 0, tries.context + 1))
