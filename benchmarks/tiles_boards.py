"""Boards by the million: exact tables against a generator in a loop, for all eight rules.

    python benchmarks/tiles_boards.py [--boards 1000000] [--seconds 2]

The peer runs the rule's own random procedure in plain Python, again where its board is
rejected, as the authors' code does. Ours draws from the rule's exact table: in NumPy as
numbers with a bit per tile (`Urn`), as tiles (`sample`), and as the game
deals, compiled, with a start tile each. All on one core.
The table itself is made once; how long that takes is printed too. The best of three.
"""

import argparse
import json
import os
import time
from collections.abc import Callable

import jax
import numpy as np

from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.distributions.draw import Urn, sample
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.rules import FAMILY, are_playable, find


def quickest(draw: Callable[[], object]) -> float:
    """Seconds of the best of three, after one that warms up."""
    draw()
    windows = []
    for _ in range(3):
        started = time.perf_counter()
        draw()
        windows.append(time.perf_counter() - started)
    return min(windows)


def looped(name: str, seconds: float) -> float:
    """Boards per second of the rule's own procedure."""
    sample = find(name).sample
    generator = np.random.default_rng(0)
    found, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        board = sample(generator)
        found += board is not None and bool(are_playable(board[None])[0])
    return found / (time.perf_counter() - started)


def sampled(table: Distribution, boards: int) -> float:
    """Boards per second from the table, in NumPy."""
    generator = np.random.default_rng(0)
    return boards / quickest(lambda: sample(table, boards, generator))


def numbered(table: Distribution, boards: int) -> float:
    """Boards per second from the table, as numbers."""
    generator, urn = np.random.default_rng(0), Urn(table)
    return boards / quickest(lambda: urn.numbers(boards, generator))


def dealt_compiled(table: Distribution, boards: int) -> float:
    """Boards per second as the game deals them, with a start tile each."""
    slots = 1 << (len(table.boards) - 1).bit_length()
    game = TileGame.on(table, slots)

    @jax.jit
    def deal(game: TileGame, key: jax.Array) -> tuple[jax.Array, jax.Array]:
        state = game.deal(jax.random.uniform(key, (boards, 3)))
        return state.red, state.revealed

    keys = iter(jax.random.split(jax.random.key(0), 4))
    return boards / quickest(lambda: jax.block_until_ready(deal(game, next(keys))))


def compared(name: str, boards: int, seconds: float) -> dict:
    """One rule, four ways."""
    started = time.perf_counter()
    table = distribution_of(name)
    made = time.perf_counter() - started
    loop = looped(name, seconds)
    ours = {
        "numbers": numbered(table, boards),
        "table": sampled(table, boards),
        "game": dealt_compiled(table, boards),
    }
    return {
        "boards_in_table": len(table.boards),
        "seconds_to_make_it": made,
        "loop_per_second": loop,
        **{f"{way}_per_second": speed for way, speed in ours.items()},
        **{f"{way}_ratio": speed / loop for way, speed in ours.items()},
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--boards", type=int, default=1_000_000)
    options.add_argument("--seconds", type=float, default=2.0)
    chosen = options.parse_args()
    # One core for all, before anything starts its threads.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = {name: compared(name, chosen.boards, chosen.seconds) for name in FAMILY}
    print(json.dumps(found, indent=2))
    least = min(it["numbers_ratio"] for it in found.values())
    print(f"numbers against the loop: at least {least:,.0f} times")


if __name__ == "__main__":
    main()
