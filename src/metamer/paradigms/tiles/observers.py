"""Exact Bayes on a table of boards: how probable is it that a tile is red?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metamer.paradigms.tiles.shapes.bitboard import pack, unpack
from metamer.paradigms.tiles.tables import Table

if TYPE_CHECKING:
    from jaxtyping import Array, Bool, Float, Int

NEVER = 1e-20
"""How probably a tile differs from the true board's, for who knows every board.

Source: ours. So small that a board that fits always counts for more than one that does
not, however rare it is (the rarest of `connected` has a probability of 5e-12): it only
decides what to believe where no board fits.
"""

SELDOM = 0.03
"""The same, for who knows only a sample of the boards there are.

Source: ours, the best of six on the whole. The true board is seldom in the sample, but
others like it are. With 20,000 metamers of `copy` and 25 tiles face up, a hidden tile of
a new metamer costs 0.83 bits with `NEVER` (0.64 without looking at all), 0.51 with this;
`connected`: 0.62 and 0.38. With 3 tiles face up it loses 0.01 bits.
"""

FLOOR = 1e-3
"""What a tile that cannot be red still adds to its chance of being clicked.

Source: ours. Without it, one careless click would settle a whole game.
"""

TIE = 1e-5
"""Tiles this close to the best one, relative to it, are as good. Source: ours.

Sums over 155,284 boards in single precision are not exact to 1e-6.
"""

LARGEST = 2**22
"""Games times boards that are weighed at once: 16 MiB for each intermediate array."""


class Observer(NamedTuple):
    """Somebody who knows how probable each board was before any tile was shown."""

    boards: Float[Array, "board tile"]
    """1 is red, 0 is blue."""
    reds: Float[Array, " board"]
    log_prior: Float[Array, " board"]
    """Logarithm of the board's probability divided by its red tiles: the tile that is
    face up at the start was drawn from them, each alike."""
    log_slip: Float[Array, ""]
    """Logarithm of the factor that a board loses with every tile that it has otherwise."""


class Evidence(NamedTuple):
    """What one click in each game says: rule, or statistics?"""

    log_ratio: Float[Array, " game"]
    """Above 0 where who knows the rule would rather click this tile."""
    rule: Float[Array, " game"]
    statistics: Float[Array, " game"]
    """How probably the clicked tile was red, for each of the two observers."""


def observer(table: Table, slip: float = NEVER) -> Observer:
    """Who knows this table of boards, and nothing else.

    A table that is a sample wants `SELDOM`.

    Source: ours.
    """
    import jax.numpy as jnp

    reds = table.boards.sum(axis=1)
    log_prior = np.log(table.probabilities) - np.log(reds)
    parts = (table.boards, reds, log_prior, np.log(slip))
    return Observer(*(jnp.asarray(part, jnp.float32) for part in parts))


def mixture(tables: Sequence[Table]) -> Table:
    """All boards of some tables, each table as probable as the others."""
    return Table(
        np.concatenate([table.boards for table in tables]),
        np.concatenate([table.probabilities for table in tables]) / len(tables),
    )


def tally(boards: Bool[np.ndarray, "board tile"]) -> Table:
    """The distinct boards of a sample, each as probable as it was frequent."""
    codes, counts = np.unique(pack(boards), return_counts=True)
    return Table(unpack(codes, boards.shape[1]), counts / counts.sum())


def probability_of_red(
    observer: Observer, board: Float[Array, "game tile"]
) -> Float[Array, "game tile"]:
    """How probably each tile is red, given the tiles that are face up.

    A board loses a factor for every tile that it has otherwise, and one for having no
    more red tiles than are face up: the game would be over.
    Games are taken in chunks, and a map over units takes one unit after the other, so
    memory is bounded whatever the number of games.

    Source: ours.
    """
    import jax

    @jax.custom_batching.sequential_vmap
    def chunked(
        observer: Observer, board: Float[Array, "game tile"]
    ) -> Float[Array, "game tile"]:
        at_once = max(1, LARGEST // len(observer.boards))
        return jax.lax.map(
            lambda game: _posterior(observer, game), board, batch_size=at_once
        )

    return chunked(observer, board)


def _posterior(
    observer: Observer, board: Float[Array, " tile"]
) -> Float[Array, " tile"]:
    import jax
    import jax.numpy as jnp

    red, blue = (board == 1).astype(jnp.float32), (board == 0).astype(jnp.float32)
    over = observer.reds <= red.sum()
    mismatches = red.sum() + observer.boards @ (blue - red) + over
    # Counted from the best board on, whose weight then keeps every digit.
    mismatches -= mismatches.min()
    weights = jax.nn.softmax(observer.log_prior + observer.log_slip * mismatches)
    # Accelerators round factors to three digits unless told otherwise: ties would break.
    return jnp.matmul(weights, observer.boards, precision="highest")


def information(p: Float[Array, "*any"]) -> Float[Array, "*any"]:
    """Bits that a click on a tile is expected to bring, from its probability of red.

    A board fixes all its tiles, so what a click tells about the board is what was not
    known about the tile: the entropy of its colour.

    Source: ours; expected information gain as in Markant & Gureckis (2012).
    """
    import jax.numpy as jnp
    from jax.scipy.special import entr

    return (entr(p) + entr(jnp.clip(1 - p, 0, 1))) / np.log(2)


def best(
    worth: Float[Array, "game tile"], hidden: Bool[Array, "game tile"]
) -> Float[Array, "game tile"]:
    """Log probabilities of clicking: even among the hidden tiles of greatest worth."""
    import jax.numpy as jnp

    worth = jnp.where(hidden, worth, -jnp.inf)
    most = worth.max(axis=1, keepdims=True)
    chosen = hidden & (worth >= most - TIE * jnp.abs(most))
    many = jnp.maximum(chosen.sum(axis=1, keepdims=True), 1)
    return jnp.where(chosen, -jnp.log(many), -jnp.inf)


def choice(
    p: Float[Array, "game tile"], hidden: Bool[Array, "game tile"]
) -> Float[Array, "game tile"]:
    """How probably each tile is clicked by who matches probabilities; revealed: never.

    Source: Luce (1959): in proportion to the probability of red.
    """
    import jax.numpy as jnp

    worth = jnp.where(hidden, p + FLOOR, 0)
    return worth / jnp.maximum(worth.sum(axis=1, keepdims=True), FLOOR)


def evidence(
    rule: Observer,
    statistics: Observer,
    board: Float[Array, "game tile"],
    tile: Int[Array, " game"],
) -> Evidence:
    """How much more a click is what the rule suggests than what the statistics do.

    The logarithm of the ratio of the two choice probabilities of the clicked tile; 0 for a
    click on a tile that is face up already.

    Source: ours; the quantitative form of kumar2022, Fig. 3B.
    """
    import jax.numpy as jnp

    hidden = board < 0
    new = _at(hidden, tile)
    red = [probability_of_red(one, board) for one in (rule, statistics)]
    clicked = [jnp.where(new, _at(choice(p, hidden), tile), 1) for p in red]
    log_ratio = jnp.log(clicked[0]) - jnp.log(clicked[1])
    return Evidence(log_ratio, _at(red[0], tile), _at(red[1], tile))


def _at(values: Array, tile: Int[Array, " game"]) -> Array:
    import jax.numpy as jnp

    return jnp.take_along_axis(values, tile[:, None], axis=1)[:, 0]
