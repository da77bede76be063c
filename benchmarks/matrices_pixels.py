"""Panels of matrices as pixels: compiled, in plain NumPy and in JAX, and read back.

    python benchmarks/matrices_pixels.py [--pixels 80] [--panels 1024] [--seconds 2]

Every way makes the same pixels, which is checked first. Panels have each shape and each
line with probability one half; `--share 1` draws them as full as they can be. Panels per
CPU second of the best of three windows, all on one core, so that others on the machine
disturb little.
"""

import argparse
import os
import time
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from metamer.paradigms.matrices.pixels import compose_jax, compose_numba
from metamer.paradigms.matrices.pixels.atlas import Atlas, atlas
from metamer.paradigms.matrices.pixels.reader import read


def panels(many: int, share: float) -> np.ndarray:
    """Symbols at random."""
    chance = np.random.default_rng(0)
    codes = [chance.integers(1, 701, (many, 9)), chance.integers(1, 11, (many, 6))]
    symbols = np.concatenate(codes, axis=1)
    return np.where(chance.random(symbols.shape) < share, symbols, 0).astype(np.int16)


def in_numpy(drawn: Atlas, symbols: np.ndarray) -> np.ndarray:
    """The same composition on whole arrays."""
    side, cell, corner = drawn.pixels, drawn.cell, drawn.corner
    out = np.full((len(symbols), side, side), drawn.background, np.uint16)
    for place, line in enumerate(drawn.lines.astype(np.uint16)):
        some = np.flatnonzero(symbols[:, 9 + place])
        greys = drawn.line_greys[symbols[some, 9 + place] - 1].astype(np.uint16)
        own = line * greys[:, None, None]
        out[some] = (own + (255 - line) * out[some] + 127) // 255
    for place in range(9):
        some = np.flatnonzero(symbols[:, place])
        sprites, colours = np.divmod(symbols[some, place] - 1, 10)
        fills, clears = (
            it[sprites].astype(np.uint16) for it in (drawn.fills, drawn.clears)
        )
        greys = drawn.shape_greys[colours].astype(np.uint16)[:, None, None]
        own = fills * greys + (255 - fills - clears) * np.uint16(drawn.ink)
        top, left = corner + cell * (place // 3), corner + cell * (place % 3)
        where = some, slice(top, top + cell), slice(left, left + cell)
        out[where] = (own + clears * out[where] + 127) // 255
    out[:, drawn.frame == 255] = drawn.ink
    return out.astype(np.uint8)


def speed(draw: Callable[[], object], many: int, seconds: float) -> float:
    """Panels per CPU second of the best of three windows, after one call that compiles."""
    draw()
    best = 0.0
    for _ in range(3):
        calls, started = 0, time.process_time()
        while time.process_time() - started < seconds / 3:
            draw()
            calls += 1
        best = max(best, calls * many / (time.process_time() - started))
    return best


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pixels", type=int, default=80)
    options.add_argument("--panels", type=int, default=1024)
    options.add_argument("--share", type=float, default=0.5)
    options.add_argument("--seconds", type=float, default=2.0)
    chosen = options.parse_args()
    # One core for all, before anything starts its threads.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    drawn, symbols = atlas(chosen.pixels), panels(chosen.panels, chosen.share)
    compiled = jax.jit(lambda symbols: compose_jax.compose(drawn, symbols))
    given, pixels = jnp.asarray(symbols), compose_numba.compose(drawn, symbols)
    ways: dict[str, Callable[[], object]] = {
        "NumPy": lambda: in_numpy(drawn, symbols),
        "kernel": lambda: compose_numba.compose(drawn, symbols),
        f"JAX on {jax.default_backend()}": lambda: compiled(given).block_until_ready(),
        "reader": lambda: read(pixels, drawn),
    }
    assert (in_numpy(drawn, symbols) == pixels).all()
    assert (np.asarray(compiled(given)) == pixels).all()
    assert (read(pixels, drawn) == symbols).all()
    speeds = {
        name: speed(way, len(symbols), chosen.seconds) for name, way in ways.items()
    }
    print(f"{'':12} {'panels per CPU s':>18} {'against NumPy':>14}")
    for name, found in speeds.items():
        print(f"{name:12} {found:>18,.0f} {found / speeds['NumPy']:>14.2f}")


if __name__ == "__main__":
    main()
