"""Learning to play: our actor-critic against RecurrentPPO of Stable-Baselines3.

    python benchmarks/tiles_training.py --peer PYTHON [--seconds 4]

PYTHON is an interpreter that has stable-baselines3 and sb3-contrib; it needs nothing of
ours but this folder. Both play the same game (rectangle, 60 clicks) with the same network
(convolution, 49 units, LSTM of 120) and the same settings, and both learn with Adam. The
peer takes one epoch over each rollout, as ours does, and plays in NumPy through our
Gymnasium environment; it is measured with one thread and with all of them, and the better
one counts. Clicks per second of playing and learning; the best of three windows after a
first one that compiles or warms up. One after the other, on the same cores.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

SOURCE = Path(__file__).parents[1] / "src"
RULE, LIMIT = "rectangle", 60

RATE, ENTROPY, VALUE, GAMMA, MAX_NORM = 1e-3, 0.01, 0.05, 0.9, 0.5
"""Of both."""

SETTINGS = {"ours": ((1, 2), (64, 10), (512, 10), (2048, 10))}
SETTINGS["peer"] = ((1, 2), (64, 10), (256, 10), (512, 10))
"""Games side by side, and clicks in each before an update."""


def best(learn: Callable[[int], None], clicks: int, seconds: float) -> float:
    """Clicks per second; `learn` takes so many updates of so many clicks."""
    learn(1)
    started = time.perf_counter()
    learn(3)
    each = (time.perf_counter() - started) / 3
    updates = max(1, round(seconds / each))
    windows = []
    for _ in range(3):
        started = time.perf_counter()
        learn(updates)
        windows.append(time.perf_counter() - started)
    return clicks * updates / min(windows)


def ours(seconds: float) -> dict:
    """One player on one device, through the program that trains populations."""
    import jax
    import jax.numpy as jnp
    from jax.sharding import NamedSharding

    from metamer.paradigms.tiles.distributions.of_rule import distribution_of
    from metamer.paradigms.tiles.game.compiled import TileGame
    from metamer.paradigms.tiles.learners.networks import LstmPlayer
    from metamer.training import population
    from metamer.training.actor_critic import make_numbers
    from metamer.training.networks import BuildPolicy, count_parameters
    from metamer.training.settings import PlayerTraining

    game = TileGame.on(distribution_of(RULE), 512, LIMIT)
    build = BuildPolicy(LstmPlayer(), 49)
    found = {}
    for games, steps in SETTINGS["ours"]:
        training = PlayerTraining(games, steps, RATE, ENTROPY, VALUE, GAMMA, MAX_NORM)
        shape = population.shape_of(training)
        begun = population.begin_all(build, game, shape, jax.random.key(0)[None])
        by_unit = NamedSharding(population.mesh(), population.UNITS)
        players = [jax.device_put(begun, by_unit)]
        program = population.compile_program(build, shape)

        def learn(
            updates: int, players=players, program=program, training=training
        ) -> None:
            state = program(
                players[0], game, make_numbers(training), jnp.asarray(updates)
            )
            players[0] = jax.block_until_ready(state)

        found[games] = best(learn, games * steps, seconds)
    return {
        "weights": count_parameters(LstmPlayer(), (7, 7)),
        "devices": len(jax.devices()),
        "clicks_per_second": found,
    }


def peer(boards: str, seconds: float) -> dict:
    """The same by Stable-Baselines3; this part runs in the other interpreter."""
    import torch
    from sb3_contrib import RecurrentPPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    environment = bare_environment()
    with np.load(boards) as arrays:
        table = arrays["boards"], arrays["probabilities"]
    found: dict[int, dict[int, float]] = {}
    weights = 0
    for games, steps in SETTINGS["peer"]:
        for threads in sorted({1, len(os.sched_getaffinity(0))}):
            torch.set_num_threads(threads)
            many = DummyVecEnv([lambda: environment(*table, LIMIT)] * games)
            model = RecurrentPPO(
                "MlpLstmPolicy",
                many,
                state_rate=RATE,
                n_steps=steps,
                batch_size=games * steps,
                n_epochs=1,
                gamma=GAMMA,
                gae_lambda=1.0,
                normalize_advantage=False,
                ent_coef=ENTROPY,
                vf_coef=VALUE,
                max_grad_norm=MAX_NORM,
                policy_kwargs=network(),
                device="cpu",
            )
            weights = sum(part.numel() for part in model.policy.parameters())

            def learn(updates: int, model=model, clicks=games * steps) -> None:
                model.learn(clicks * updates, reset_num_timesteps=False)

            speed = best(learn, games * steps, seconds)
            found.setdefault(games, {})[threads] = speed
    return {
        "weights": weights,
        "clicks_per_second": {games: max(it.values()) for games, it in found.items()},
        "by_threads": found,
    }


def network() -> dict:
    """Our network for Stable-Baselines3: sight, one LSTM, and heads without layers.

    PyTorch's LSTM has two biases where one would do: 480 weights more than ours. The
    value is read off the LSTM without teaching it, which spares the peer some work.
    """
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import nn

    class Sight(BaseFeaturesExtractor):
        """The board through a convolution and a layer; action and reward as they are."""

        def __init__(self, space):
            super().__init__(space, features_dim=99)
            self.see = nn.Sequential(
                *(nn.Conv2d(1, 16, 3), nn.ReLU(), nn.Flatten()),
                *(nn.Linear(400, 49), nn.ReLU()),
            )

        def forward(self, seen: torch.Tensor) -> torch.Tensor:
            board = self.see(seen[:, :49].reshape(-1, 1, 7, 7))
            return torch.cat([board, seen[:, 49:]], dim=1)

    return {
        "features_extractor_class": Sight,
        "lstm_hidden_size": 120,
        "n_lstm_layers": 1,
        "shared_lstm": True,
        "enable_critic_lstm": False,
        "net_arch": [],
    }


def bare_environment() -> type:
    """Our environment alone: all of metamer would need more than the peer has."""
    from types import ModuleType

    package = ModuleType("metamer")
    package.__path__ = [str(SOURCE / "metamer")]
    sys.modules["metamer"] = package
    from metamer.paradigms.tiles.gymnasium import Environment

    return Environment


def ask_peer(python: str, seconds: float) -> dict:
    """What the other interpreter finds."""
    from metamer.paradigms.tiles.distributions.of_rule import distribution_of

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.npz"
        np.savez(path, **distribution_of(RULE)._asdict())
        command = [python, __file__, "--part", str(path), "--seconds", str(seconds)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    speeds = found["clicks_per_second"]
    return {**found, "clicks_per_second": {int(it): speeds[it] for it in speeds}}


def compared(mine: dict, theirs: dict) -> dict:
    """How many times as fast: alike, and each at its best."""
    one, other = mine["clicks_per_second"], theirs["clicks_per_second"]
    ratios = {
        f"games {games}": one[games] / other[games] for games in one if games in other
    }
    return {**ratios, "best": max(one.values()) / max(other.values())}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--peer", metavar="PYTHON", default="")
    options.add_argument("--seconds", type=float, default=4.0)
    options.add_argument("--part", default="", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.part:
        print(json.dumps(peer(chosen.part, chosen.seconds)))
        return
    if not chosen.peer:
        options.error("--peer PYTHON is needed: one that has sb3-contrib")
    mine = ours(chosen.seconds)
    theirs = ask_peer(chosen.peer, chosen.seconds)
    ratios = compared(mine, theirs)
    found = {"cores": len(os.sched_getaffinity(0)), "ours": mine, "peer": theirs}
    print(json.dumps({**found, "ratios": ratios}, indent=2))
    print(f"\n{'games':>6} {'ours':>10} {'RecurrentPPO':>13}  clicks per second")
    for games in sorted({games for games, _ in (*SETTINGS["ours"], *SETTINGS["peer"])}):
        both = (it["clicks_per_second"].get(games, np.nan) for it in (mine, theirs))
        print("{:>6} {:>10,.0f} {:>13,.0f}".format(games, *both))
    print(*(f"{name}: {ratio:.1f} times" for name, ratio in ratios.items()), sep="\n")


if __name__ == "__main__":
    main()
