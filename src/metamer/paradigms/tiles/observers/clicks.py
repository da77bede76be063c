"""From what an observer believes to what it clicks, and what a click says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from metamer.paradigms.tiles.observers.bayes import Observer, probability_of_red

if TYPE_CHECKING:
    from jaxtyping import Array, Bool, Float, Int

FLOOR = 1e-3
"""What is added to the worth of every tile before choice probabilities are taken.

Source: ours. Without it, one careless click on a tile that cannot be red would decide a
whole game.
"""

TIE = 1e-5
"""Tiles this close to the best one, relative to it, count as equally good. Source: ours.

Sums over 155,284 boards in single precision are not exact to 1e-6.
"""


class Evidence(NamedTuple):
    """What one click in each game says: rule, or statistics?"""

    log_ratio: Float[Array, " game"]
    """Above 0 where an observer who knows the rule is more likely to click this tile."""
    rule: Float[Array, " game"]
    statistics: Float[Array, " game"]
    """How probably the clicked tile was red, for each of the two observers."""


def best(
    worth: Float[Array, "game tile"], hidden: Bool[Array, "game tile"]
) -> Float[Array, "game tile"]:
    """Log probabilities of clicking: uniform among the hidden tiles of greatest worth."""
    import jax.numpy as jnp

    worth = jnp.where(hidden, worth, -jnp.inf)
    greatest = worth.max(axis=1, keepdims=True)
    chosen = hidden & (worth >= greatest - TIE * jnp.abs(greatest))
    ties = jnp.maximum(chosen.sum(axis=1, keepdims=True), 1)
    return jnp.where(chosen, -jnp.log(ties), -jnp.inf)


def choice(
    p: Float[Array, "game tile"], hidden: Bool[Array, "game tile"]
) -> Float[Array, "game tile"]:
    """Probabilities of clicking each tile, in proportion to how probably it is red.

    Tiles that are face up are never clicked.

    Source: Luce (1959), probability matching.
    """
    import jax.numpy as jnp

    worth = jnp.where(hidden, p + FLOOR, 0)
    # A hidden tile is worth at least `FLOOR`, so the bound matters only where no tile
    # is hidden any more: 0, not NaN.
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
    red = [probability_of_red(observer, board) for observer in (rule, statistics)]
    # Both probabilities are 1 for a tile that is face up, so that its log ratio is 0.
    clicked = [jnp.where(new, _at(choice(p, hidden), tile), 1) for p in red]
    log_ratio = jnp.log(clicked[0]) - jnp.log(clicked[1])
    return Evidence(log_ratio, _at(red[0], tile), _at(red[1], tile))


def _at(values: Array, tile: Int[Array, " game"]) -> Array:
    """The value at one tile of each game."""
    import jax.numpy as jnp

    return jnp.take_along_axis(values, tile[:, None], axis=1)[:, 0]
