"""Gibbs sampling of metamers: all boards at once against one board at a time.

    python benchmarks/gibbs_metamers.py [--boards 16384] [--loop-boards 5]

The peer does the same work with the same network in plain NumPy: one chain, 20 sweeps of
49 tiles, each a pass through the network for one board. Its time per board does not
depend on how many boards there are, so it makes a few (`--loop-boards`). Ours is the
best of three after a first one that compiles; that first one is printed too.
"""

import argparse
import json
import time

import jax
import numpy as np

from metamer.core.keys import root
from metamer.metamers.masked import Filler
from metamer.metamers.recipes.gibbs import FittedGibbs

TILES, SWEEPS = 49, 20


Layers = list[tuple[np.ndarray, np.ndarray]]


def one_board(layers: Layers, generator: np.random.Generator) -> np.ndarray:
    """One metamer, tile by tile."""
    (first, a), (second, b), (last, c) = layers
    board = generator.integers(0, 2, TILES).astype(np.float32)
    for _ in range(SWEEPS):
        for tile in generator.permutation(TILES):
            board[tile] = -1
            hidden = np.maximum(first @ board + a, 0)
            hidden = np.maximum(second @ hidden + b, 0)
            logit = (last @ hidden + c)[tile]
            board[tile] = generator.random() < 1 / (1 + np.exp(-logit))
    return board


def seconds(fitted: FittedGibbs, boards: int, draw: int) -> float:
    """How long so many boards take."""
    started = time.perf_counter()
    fitted.sample(boards, root(draw))
    return time.perf_counter() - started


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--boards", type=int, default=16384)
    options.add_argument("--loop-boards", type=int, default=5)
    chosen = options.parse_args()
    net = Filler(TILES, TILES, 2, key=jax.random.key(0))
    fitted = FittedGibbs(net, (TILES,), SWEEPS, {})
    compiled = seconds(fitted, chosen.boards, 0)
    ours = min(seconds(fitted, chosen.boards, draw) for draw in (1, 2, 3))
    layers = [
        (np.asarray(layer.weight), np.asarray(layer.bias)) for layer in net.layers
    ]
    generator = np.random.default_rng(0)
    started = time.perf_counter()
    for _ in range(chosen.loop_boards):
        one_board(layers, generator)
    theirs = time.perf_counter() - started
    each, alone = ours / chosen.boards, theirs / chosen.loop_boards
    found = {
        "device": str(jax.devices()[0].device_kind),
        "boards": chosen.boards,
        "first_seconds": compiled,
        "boards_per_second": 1 / each,
        "one_at_a_time_per_second": 1 / alone,
        "ratio": alone / each,
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
