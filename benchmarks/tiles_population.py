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

from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.learners.networks import LstmPlayer
from metamer.training import population
from metamer.training.actor_critic import make_numbers
from metamer.training.networks import BuildPolicy
from metamer.training.settings import PlayerTraining

UPDATES = 200


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--players", type=int, default=16)
    options.add_argument("--games", type=int, default=512)
    options.add_argument("--updates", type=int, default=UPDATES)
    options.add_argument("--windows", type=int, default=5)
    chosen = options.parse_args()
    training = PlayerTraining(games=chosen.games, rate=2e-3, length=10**9)
    game = TileGame.on(distribution_of("rectangle"), 512)
    build = BuildPolicy(LstmPlayer(), game.actions)
    shape = population.shape_of(training)
    keys = jax.random.split(jax.random.key(0), chosen.players)
    state = population.begin_all(build, game, shape, keys)
    program, many = (
        population.compile_program(build, shape),
        jnp.asarray(chosen.updates),
    )
    best = np.inf
    for window in range(chosen.windows + 1):
        started = time.perf_counter()
        state = program(state, game, make_numbers(training), many)
        jax.block_until_ready(state)
        if window:
            best = min(best, time.perf_counter() - started)
    clicks = chosen.players * chosen.games * training.steps * chosen.updates
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
