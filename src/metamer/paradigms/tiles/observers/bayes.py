"""Exact Bayes on a distribution of boards: how probable is it that a tile is red?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metamer.paradigms.tiles.distributions.distribution import Distribution

if TYPE_CHECKING:
    from jaxtyping import Array, Float

EXACT_SLIP = 1e-20
"""The probability that a tile differs from the true board's, if every board is known.

Source: ours. It is so small that a board that fits always outweighs one that does not,
however rare it is (the rarest of `connected` has a probability of 5e-12). It only decides
what to believe if no board fits.
"""

SAMPLE_SLIP = 0.03
"""The same, if only a sample of the boards is known.

Source: ours, the best of six on the whole. The true board is seldom in the sample, but
boards like it are. With 20,000 metamers of `copy` and 25 tiles face up, a hidden tile of
a new metamer costs 0.83 bits with `EXACT_SLIP` (0.64 without looking at the board), and
0.51 with this; `connected`: 0.62 and 0.38. With 3 tiles face up this loses 0.01 bits.
"""

MAX_WEIGHTS = 2**22
"""Games times boards that are weighed at once: 16 MiB for each intermediate array."""


class Observer(NamedTuple):
    """What an observer believes before any tile is shown."""

    boards: Float[Array, "board tile"]
    """1 is red, 0 is blue."""
    reds: Float[Array, " board"]
    log_prior: Float[Array, " board"]
    """Logarithm of each board's probability divided by its number of red tiles: the tile
    that is face up at the start was drawn from them uniformly."""
    log_slip: Float[Array, ""]
    """Logarithm of the factor that a board loses with every tile that does not fit."""


def observer(distribution: Distribution, slip: float = EXACT_SLIP) -> Observer:
    """An observer who knows this distribution of boards, and nothing else.

    A distribution that comes from a sample needs `SAMPLE_SLIP`.

    Source: ours.
    """
    import jax.numpy as jnp

    reds = distribution.boards.sum(axis=1)
    log_prior = np.log(distribution.probabilities) - np.log(reds)
    parts = (distribution.boards, reds, log_prior, np.log(slip))
    return Observer(*(jnp.asarray(part, jnp.float32) for part in parts))


def probability_of_red(
    observer: Observer, board: Float[Array, "game tile"]
) -> Float[Array, "game tile"]:
    """How probably each tile is red, given the tiles that are face up.

    A board loses a factor for every tile that does not fit, and one if it has no more red
    tiles than are face up: the game would be over.
    Games are taken in chunks, and a map over units takes one unit after the other, so
    memory is bounded whatever the number of games.

    Source: ours.
    """
    import jax

    @jax.custom_batching.sequential_vmap
    def chunked(
        observer: Observer, board: Float[Array, "game tile"]
    ) -> Float[Array, "game tile"]:
        at_once = max(1, MAX_WEIGHTS // len(observer.boards))
        return jax.lax.map(
            lambda game: _posterior(observer, game), board, batch_size=at_once
        )

    return chunked(observer, board)


def _posterior(
    observer: Observer, board: Float[Array, " tile"]
) -> Float[Array, " tile"]:
    """The same for one game: prior times likelihood over all boards, then the marginals."""
    import jax
    import jax.numpy as jnp

    red, blue = (board == 1).astype(jnp.float32), (board == 0).astype(jnp.float32)
    over = observer.reds <= red.sum()
    # A board misses the reds it lacks, red.sum() - boards @ red, and the blues that it has
    # as red, boards @ blue. One product with (blue - red) counts both.
    mismatches = red.sum() + observer.boards @ (blue - red) + over
    # Counted from the best board on: its weight then keeps every digit, even though
    # log_slip is large beside log_prior.
    mismatches -= mismatches.min()
    weights = jax.nn.softmax(observer.log_prior + observer.log_slip * mismatches)
    # By default accelerators round factors to three digits, which would break ties.
    return jnp.matmul(weights, observer.boards, precision="highest")


def information(p: Float[Array, "*any"]) -> Float[Array, "*any"]:
    """Bits that a click on a tile is expected to bring, from its probability of red.

    A board fixes all its tiles, so what a click says about the board is what was not
    known about the tile: the entropy of its colour.

    Source: ours; expected information gain as in Markant & Gureckis (2012).
    """
    import jax.numpy as jnp
    from jax.scipy.special import entr

    return (entr(p) + entr(jnp.clip(1 - p, 0, 1))) / np.log(2)
