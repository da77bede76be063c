"""Gibbs sampling of metamers: all boards at once against one board at a time.

    python benchmarks/gibbs_metamers.py [--boards 16384] [--loop-boards 5]

Two peers do the same work with the same network: one chain, 20 sweeps of 49 tiles, each a
pass for one board. One calls the network as it is, compiled; the other is the network
written by hand in plain NumPy, which spares the call. Their time per board does not
depend on how many boards there are, so they make a few (`--loop-boards`). Ours is the
best of three after a first one that compiles; that first one is printed too.
"""

import argparse
import json
import time
from collections.abc import Callable

import jax
import numpy as np

from metamer.core.keys import root
from metamer.metamers.masked import Filler
from metamer.metamers.recipes.gibbs import FittedGibbs

TILES, SWEEPS = 49, 20


Layers = list[tuple[np.ndarray, np.ndarray]]


def one_called(net: Filler, generator: np.random.Generator) -> np.ndarray:
    """One metamer, tile by tile, through the compiled network."""
    board = generator.integers(0, 2, (1, TILES)).astype(np.uint8)
    for _ in range(SWEEPS):
        for tile in generator.permutation(TILES):
            board[0, tile] = net.values
            red = np.exp(np.asarray(called(net, board))[0, tile, 1])
            board[0, tile] = generator.random() < red
    return board


@jax.jit
def called(net: Filler, board: np.ndarray) -> jax.Array:
    """The network on one board."""
    return net(board)


def one_board(layers: Layers, generator: np.random.Generator) -> np.ndarray:
    """One metamer, tile by tile, in NumPy."""
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


def per_board(make: Callable[[np.random.Generator], object], boards: int) -> float:
    """Seconds for one board, one after the other."""
    generator = np.random.default_rng(0)
    started = time.perf_counter()
    for _ in range(boards):
        make(generator)
    return (time.perf_counter() - started) / boards


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
    one_called(net, np.random.default_rng(0))
    each = ours / chosen.boards
    alone = per_board(lambda it: one_board(layers, it), chosen.loop_boards)
    network = per_board(lambda it: one_called(net, it), chosen.loop_boards)
    found = {
        "device": str(jax.devices()[0].device_kind),
        "boards": chosen.boards,
        "first_seconds": compiled,
        "boards_per_second": 1 / each,
        "one_through_the_network_per_second": 1 / network,
        "one_in_numpy_per_second": 1 / alone,
        "ratio_to_the_network": network / each,
        "ratio_to_numpy": alone / each,
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
