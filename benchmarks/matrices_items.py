"""How many complete, checked matrices one core makes in a second, beside raven-gen.

A matrix is complete with 8 panels of context and 8 candidates: its symbols (drawn and
checked, for each of our two kinds of foils) and its images of 80 pixels. The peer is
raven-gen (a package that makes RAVEN's matrices), where it is installed: it makes a
matrix with 7 alternatives and draws them as images of the whole, 480 pixels wide as it
does by itself, or 240, in which one panel has our 80 pixels.

    taskset -c 0 python benchmarks/matrices_items.py
"""

import tempfile
import time
from collections.abc import Callable

import jax

from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.generator.source import Foils
from metamer.paradigms.matrices.pixels.render import render
from metamer.training.drawing import CHUNK, draw_items

CHUNKS = 5
BLOCK = 256  # matrices drawn as images at a time; their memory is used again


def ours(foils: Foils, images: bool) -> float:
    """Matrices in a second, after one chunk for compiling."""
    paradigm = Matrices(foils=(foils,))
    source = paradigm.source(paradigm.conditions()[0], "train")

    def chunk(first: int) -> None:
        items = draw_items(source, root(0), CHUNK, first=first)
        if images:
            for start in range(0, CHUNK, BLOCK):
                render(items.inputs[start : start + BLOCK])

    chunk(0)
    return _rate(lambda at: chunk(CHUNK * (1 + at)), CHUNKS, CHUNK)


def raven_gen(pixels: int, many: int = 40) -> float | None:
    """Matrices in a second; None where the package is not installed."""
    try:
        from raven_gen import Matrix, MatrixType
    except ImportError:
        return None
    kinds = list(MatrixType)

    def one(at: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            try:
                made = Matrix.make(kinds[at % len(kinds)], n_alternatives=7)
            except ValueError:  # its generator gives up on some kinds
                return
            made.save(folder, "it", image_size=pixels)

    return _rate(one, many, 1)


def _rate(work: Callable[[int], None], times: int, each: int) -> float:
    begun = time.perf_counter()
    for at in range(times):
        work(at)
    return times * each / (time.perf_counter() - begun)


def main() -> None:
    """Print the table."""
    jax.config.update("jax_num_cpu_devices", 1)
    kinds: tuple[Foils, ...] = ("exchangeable", "pgm")
    rows = {
        f"ours, {foils} foils, {what}": ours(foils, what != "symbols")
        for foils in kinds
        for what in ("symbols", "symbols and 80-pixel images")
    }
    peers = {f"raven-gen, {pixels} pixels": raven_gen(pixels) for pixels in (480, 240)}
    for name, rate in rows.items():
        ratios = [f"{rate / peer:,.0f} x {who}" for who, peer in peers.items() if peer]
        print(f"{name:55} {rate:10,.0f} /s   {', '.join(ratios)}")
    for name, peer in peers.items():
        print(f"{name:55} {f'{peer:10,.1f} /s' if peer else 'not installed'}")


if __name__ == "__main__":
    main()
