"""Clicks per second of playing and learning, many LSTM players at once.

    python benchmarks/tiles_population.py [--players 16] [--games 512]

Rectangle boards, updates of 5 clicks, Adam; the whole population is one compiled program.
The best window of a few seconds, after one that compiles.
"""

import argparse
import json
import time

import jax
import jax.numpy as jnp
import numpy as np

from metamer.games.tiles import Game
from metamer.learners.players import Build, LstmPlayer
from metamer.paradigms.tiles.course import dealt
from metamer.paradigms.tiles.tables import table
from metamer.training import population
from metamer.training.actor_critic import numbers
from metamer.training.recipes import Recipe

UPDATES = 200


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--players", type=int, default=16)
    options.add_argument("--games", type=int, default=512)
    options.add_argument("--updates", type=int, default=UPDATES)
    options.add_argument("--windows", type=int, default=5)
    chosen = options.parse_args()
    recipe = Recipe(games=chosen.games, rate=2e-3, length=10**9)
    game = Game(*map(jnp.asarray, dealt(table("rectangle"), 512)))
    build = Build(LstmPlayer(), game.tiles)
    shape = population._shape_of(recipe)
    keys = jax.random.split(jax.random.key(0), chosen.players)
    learning = population._begin(build, game, shape, keys)
    program, many = population._program(build, shape), jnp.asarray(chosen.updates)
    best = np.inf
    for window in range(chosen.windows + 1):
        started = time.perf_counter()
        learning = program(learning, game, numbers(recipe), many)
        jax.block_until_ready(learning)
        if window:
            best = min(best, time.perf_counter() - started)
    clicks = chosen.players * chosen.games * recipe.steps * chosen.updates
    print(
        json.dumps(
            {
                "device": jax.devices()[0].device_kind,
                "players": chosen.players,
                "games": chosen.games,
                "clicks_per_second": clicks / best,
            }
        )
    )


if __name__ == "__main__":
    main()
