"""Metamers from a network that guesses any hidden variables from any known ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from jaxtyping import Float, UInt8

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key
from metamer.metamers.blocks import in_blocks
from metamer.metamers.recipe import recipe
from metamer.metamers.source import Source, flattened

if TYPE_CHECKING:
    from jaxtyping import Array


@recipe.add("order_agnostic")
@dataclass(frozen=True)
class OrderAgnostic:
    """Learn to guess any hidden variables; fill in rows once, in random orders.

    There is no chain that could be stopped too early: the first variable is drawn from
    what is known of nothing, the last from what is known of all the others.

    Source: ours, after Uria et al. (2014), A deep and tractable density estimator, and
    Hoogeboom et al. (2022), Autoregressive diffusion models.
    """

    widening: float = 2.0
    """Units in each hidden layer for each number that the network sees of a row."""
    updates: int = 8000
    """Most updates; the validation loss may stop it before."""
    batch: int = 400
    rate: float = 1e-3

    def __post_init__(self) -> None:
        for name in ("updates", "batch"):
            at_least(name, getattr(self, name), 1)
        for name in ("widening", "rate"):
            if not getattr(self, name) > 0:
                raise Refusal(f"{name} must be above 0, not {getattr(self, name)}")

    def fit(self, source: Source, key: Key) -> FittedOrderAgnostic:
        """Train the network."""
        from metamer.metamers import masked

        training = masked.FillerTraining(
            "any", "validation", self.updates, self.batch, self.rate
        )
        state = masked.learn(source, self.widening, training, key)
        notes = {"updates": int(state.updates), "loss": float(state.lowest)}
        return FittedOrderAgnostic(state.best, source.shape, notes)


@dataclass(frozen=True)
class FittedOrderAgnostic:
    """A network that guesses any hidden variables from any known ones."""

    net: Any
    shape: tuple[int, ...]
    notes: dict[str, float]

    def sample(self, many: int, key: Key) -> UInt8[np.ndarray, "row ..."]:
        """Rows filled in from nothing, each in an order of its own."""

        def make(size: int, key: Key) -> Array:
            import jax.numpy as jnp

            from metamer.metamers import filling

            shape = (size, int(np.prod(self.shape)))
            hidden = jnp.full(shape, self.net.values, jnp.uint8)
            return filling.one_pass(self.net, hidden, key.jax)

        return in_blocks(make, many, key).reshape(many, *self.shape)

    def trace(
        self, counts: tuple[int, ...], many: int, key: Key
    ) -> list[UInt8[np.ndarray, "row ..."]]:
        """Nothing: there are no chains."""
        return []

    def given_others(
        self, rows: UInt8[np.ndarray, "row ..."]
    ) -> Float[np.ndarray, "row variable value"]:
        """What the network expects of each variable when only that one is hidden."""
        from metamer.metamers import filling

        return np.asarray(filling.given_others(self.net, flattened(rows)))

    def conditional(self, rows: Any, known: Any, value: int = 1) -> Array:
        """How probable each variable has `value`, given the known variables of its row.

        What `rows` holds where `known` is false does not matter. A known variable has
        its value for certain. A pure JAX function, so compiled players can use it.
        """
        import jax.numpy as jnp

        rows, known = jnp.asarray(rows), jnp.asarray(known)
        states = jnp.where(known, rows, self.net.values).astype(jnp.uint8)
        expected = self.net(states.reshape(len(states), -1))[..., value]
        guess = jnp.exp(expected).reshape(states.shape)
        return jnp.where(known, (rows == value).astype(guess.dtype), guess)
