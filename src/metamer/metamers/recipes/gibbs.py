"""Metamers from a network that guesses one hidden variable, by Gibbs sampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from jaxtyping import Float, UInt8

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.keys import Key
from metamer.metamers.blocks import in_blocks
from metamer.metamers.recipe import recipe
from metamer.metamers.source import Source, flattened

if TYPE_CHECKING:
    from jaxtyping import Array


@recipe.add("gibbs")
@dataclass(frozen=True)
class Gibbs:
    """Learn to guess one hidden variable from the others; refill all, over and over.

    A network with as many units in each layer as it sees numbers, trained with Adam
    on the cross-entropy of the hidden variable. Chains begin with fair coins; a sweep
    hides and refills each variable in a random order that all rows share.

    Source: kumar2022, Methods; the authors' code for what it leaves open.
    Unclear: the paper's loss is summed over all variables of the board; the code's, and
    ours, is that of the hidden one.
    """

    stop: Literal["accuracy", "validation"] = "accuracy"
    """Stop as the authors do, or when the validation loss no longer falls."""
    enough: float = 0.99
    """The accuracy that is enough. Source: kumar2022, Methods."""
    updates: int = 4000
    """Most updates, one per epoch. Source: kumar2022, Methods, for 4,000 epochs."""
    batch: int = 400
    """Fresh rows for each update. Source: kumar2022, the authors' code."""
    rate: float = 1e-3
    """Adam's. Source: kumar2022, the authors' code."""
    sweeps: int = 20
    """From coins to metamers. Source: kumar2022, Methods."""

    def __post_init__(self) -> None:
        one_of("stop", self.stop, ("accuracy", "validation"))
        for name in ("updates", "batch", "sweeps"):
            at_least(name, getattr(self, name), 1)
        if not self.rate > 0:
            raise Refusal(f"rate must be above 0, not {self.rate}")

    def fit(self, source: Source, key: Key) -> FittedGibbs:
        """Train the network."""
        from metamer.metamers import masked

        training = masked.FillerTraining(
            "one", self.stop, self.updates, self.batch, self.rate, self.enough
        )
        state = masked.learn(source, 1, training, key)
        return FittedGibbs(
            state.best,
            source.shape,
            self.sweeps,
            {"updates": int(state.updates)},
            np.asarray(state.accuracy)[: int(state.updates)],
        )


@dataclass(frozen=True)
class FittedGibbs:
    """A network that guesses a hidden variable."""

    net: Any
    shape: tuple[int, ...]
    sweeps: int
    notes: dict[str, float]
    accuracy: Float[np.ndarray, " update"]
    """The share of hidden variables that were guessed right in each update."""

    def sample(self, many: int, key: Key) -> UInt8[np.ndarray, "row ..."]:
        """The rows of new chains after the last sweep."""

        def make(size: int, key: Key) -> Array:
            from metamer.metamers import filling

            states = self._coins(size, key)
            return filling.sweeps(
                self.net, states, self.sweeps, key.stream("sweeps").jax
            )

        return in_blocks(make, many, key).reshape(many, *self.shape)

    def trace(
        self, counts: tuple[int, ...], many: int, key: Key
    ) -> list[UInt8[np.ndarray, "row ..."]]:
        """Rows of the same chains after each of these numbers of sweeps."""
        from metamer.metamers import filling

        states, done, rows = self._coins(many, key), 0, []
        for count in counts:
            more = key.stream("sweeps", count).jax
            states = filling.sweeps(self.net, states, count - done, more)
            done = count
            rows.append(np.asarray(states).reshape(many, *self.shape))
        return rows

    def given_others(
        self, rows: UInt8[np.ndarray, "row ..."]
    ) -> Float[np.ndarray, "row variable value"]:
        """What the network expects of each variable when only that one is hidden."""
        from metamer.metamers import filling

        return np.asarray(filling.given_others(self.net, flattened(rows)))

    def _coins(self, many: int, key: Key) -> Array:
        """Rows in which every value of every variable is as probable."""
        import jax
        import jax.numpy as jnp

        shape = (many, int(np.prod(self.shape)))
        return jax.random.randint(
            key.stream("coins").jax, shape, 0, self.net.values, jnp.uint8
        )
