"""Metamers that match single variables and pairs, and are otherwise as free as can be."""

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


@recipe.add("max_entropy")
@dataclass(frozen=True)
class MaxEntropy:
    """Match how often each value, and each pair of values, occurs; nothing beyond.

    Of all distributions with these first and second statistics the one with the largest
    entropy: a Boltzmann machine without hidden units (with more than two values, a
    Potts model). Fitted by chains that go on while the model changes.

    Source: ours, after Schneidman et al. (2006), Weak pairwise correlations imply
    strongly correlated network states in a neural population.
    """

    chains: int = 2048
    rounds: int = 12
    """Most rounds of 200 steps; the steps of round r are r times as small."""
    tolerance: float = 0.02
    """The largest difference of a marginal that will do."""
    rate: float = 0.02
    """Adam's, in the first round."""
    penalty: float = 1e-4
    """How strongly couplings are drawn to 0, which keeps impossible pairs finite."""
    sweeps: int = 50
    """From the chains of the fit to metamers."""

    def __post_init__(self) -> None:
        for name in ("chains", "rounds", "sweeps"):
            at_least(name, getattr(self, name), 1)
        for name in ("tolerance", "penalty"):
            at_least(name, getattr(self, name), 0)
        if not self.rate > 0:
            raise Refusal(f"rate must be above 0, not {self.rate}")

    def fit(self, source: Source, key: Key) -> FittedMaxEntropy:
        """Fit the couplings."""
        from metamer.metamers import potts

        wanted = potts.targets(source.flat, source.weights, source.values)
        settings = potts.PottsFit(
            self.chains, self.rounds, self.rate, self.penalty, self.tolerance
        )
        last = potts.fit(wanted, settings, key.jax)
        notes = {"rounds": int(last.rounds), "remaining_error": float(last.error)}
        return FittedMaxEntropy(
            last.model, last.chains, source.shape, self.sweeps, notes
        )


@dataclass(frozen=True)
class FittedMaxEntropy:
    """Fields and couplings, and the chains that they were fitted with."""

    model: Any
    chains: Any
    shape: tuple[int, ...]
    sweeps: int
    notes: dict[str, float]

    def sample(self, many: int, key: Key) -> UInt8[np.ndarray, "row ..."]:
        """The chains of the fit, each as often as another, after fresh sweeps."""

        def make(size: int, key: Key) -> Array:
            from metamer.metamers import potts

            chains = self._chains(size, key)
            more = key.stream("sweeps").jax
            return potts.rows_of(potts.sweeps(self.model, chains, self.sweeps, more))

        return in_blocks(make, many, key).reshape(many, *self.shape)

    def trace(
        self, counts: tuple[int, ...], many: int, key: Key
    ) -> list[UInt8[np.ndarray, "row ..."]]:
        """Rows of the same chains after each of these numbers of sweeps."""
        from metamer.metamers import potts

        chains, done, rows = self._chains(many, key), 0, []
        for count in counts:
            more = key.stream("sweeps", count).jax
            chains = potts.sweeps(self.model, chains, count - done, more)
            done = count
            rows.append(np.asarray(potts.rows_of(chains)).reshape(many, *self.shape))
        return rows

    def given_others(
        self, rows: UInt8[np.ndarray, "row ..."]
    ) -> Float[np.ndarray, "row variable value"]:
        """What the couplings say of each variable, given all the others."""
        from metamer.metamers import potts

        values = self.chains.shape[2] + 1
        return np.asarray(
            potts.given_others(self.model, potts.units(flattened(rows), values))
        )

    def _chains(self, many: int, key: Key) -> Any:
        """`many` of the fit's chains in a random order; too few of them are repeated."""
        order = key.stream("chains").numpy.permutation(len(self.chains))
        return self.chains[np.resize(order, many)]
