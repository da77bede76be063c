"""Learning to complete matrices: our networks, and PyTorch's WReN beside ours.

    python benchmarks/matrices_training.py [--batch 1024] [--precision bf16]
        [--networks wren predrnet ...] [--peer PYTHON] [--out FILE] [--quick]

Questions per second of whole trainings (drawing matrices, composing pixels, forward,
backward, Adam), as every study trains: the best third of a training after it compiled.
Then how much of a step of WReN drawing and composing take by themselves. PyTorch (in
PYTHON, which needs nothing of ours, or else in this interpreter) trains the same WReN,
with shared pairs, eagerly and compiled, on random pixels that are there already. `--quick`
only shows that everything runs: tiny networks, batches of 4.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from time import perf_counter as now
from timeit import repeat
from typing import Any

PARTS = 50  # windows of one training of ours, which tells when each begins
STEPS = 16  # of each window
TINY: dict[str, tuple] = {
    "cnn-mlp": (4, 8),
    "panel-lstm": (4, 8),
    "matrix-resnet": (10, 2),
    "wild-resnet": (10, 2),
    "wren": (4, 8, (8, 8), (8, 8)),
    "predrnet": (2, 4, 1, 8),
}
NETWORKS = tuple(TINY)
PIXELS, KERNELS, WIDTH, RELATE, JUDGE = 80, 32, 256, 512, 256  # of WReN


def network(name: str, quick: bool) -> Any:
    """A network as in its paper, or a tiny one of its kind."""
    from metamer import learner

    return learner(name)(*TINY[name], pixels=40) if quick else learner(name)()


def source() -> Any:
    """Where neutral matrices for training come from."""
    from metamer.paradigms.matrices import Matrices

    paradigm = Matrices()
    return paradigm.source(paradigm.conditions()[0], "train")


def trained(entry: Any, batch: int, steps: int, precision: str) -> float:
    """Questions per second of a training, in its best third."""
    from dataclasses import replace

    from metamer.core.checkpoints import Place
    from metamer.core.items import Stream
    from metamer.core.keys import root
    from metamer.training.networks import NetworkClassifier

    brief = {"batch": batch, "epochs": PARTS, "precision": precision}
    entry = replace(entry, training=replace(entry.training, **brief))
    stream = Stream(source(), root(0).stream("taught"), batch * steps)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), "job", progress=lambda _: times.append(now()))
        NetworkClassifier(entry).train([stream], [root(0).stream("learner").jax], place)
    third = (PARTS - 2) // 3
    thirds = (times[1 + third * it + third] - times[1 + third * it] for it in range(3))
    return batch * steps * third / min(thirds)


def shown(batch: int, steps: int, pixels: int) -> dict[str, float]:
    """Seconds for each question: drawing it, and composing its pixels."""
    import jax
    import jax.numpy as jnp

    from metamer.core.keys import root
    from metamer.paradigms.matrices.pixels.atlas import atlas
    from metamer.paradigms.matrices.pixels.compose_jax import compose

    drawing, whole, sprites = source(), batch * steps, atlas(pixels)

    @jax.jit
    def draw(key: Any, places: Any) -> Any:
        return drawing.draw(key, places).inputs

    @jax.jit
    def draw_pixels(symbols: Any) -> Any:
        def one(symbols: Any) -> Any:
            # As a network has them: whole, before anything is made of them.
            return jax.lax.optimization_barrier(compose(sprites, symbols)).max()

        return jax.lax.map(one, symbols.reshape(steps, batch, *symbols.shape[1:]))

    key, places = root(1).jax, jnp.arange(whole)
    symbols = draw(key, places)
    return {
        "drawing": seconds(lambda: draw(key, places).block_until_ready()) / whole,
        "composing": seconds(lambda: draw_pixels(symbols).block_until_ready()) / whole,
    }


def seconds(work: Callable[[], Any]) -> float:
    """How long it takes once it is compiled."""
    work()
    return min(repeat(work, number=1, repeat=5))


def ours(chosen: argparse.Namespace) -> dict[str, Any]:
    """What we do on this machine."""
    import jax

    precision = chosen.precision or default_precision()
    speeds = {}
    for name in chosen.networks:
        speed = trained(
            network(name, chosen.quick), chosen.batch, chosen.steps, precision
        )
        speeds[f"ours, {name}, {precision}"] = speed
        print(f"{name:<20} {speed:>12,.0f} questions per second", flush=True)
    parts = shown(chosen.batch, chosen.steps, network("wren", chosen.quick).pixels)
    return {"devices": str(jax.devices()), "speeds": speeds, "seconds": parts}


def default_precision() -> str:
    import jax

    return "f32" if jax.default_backend() == "cpu" else "bf16"


def peer(chosen: argparse.Namespace) -> dict[str, Any]:
    """WReN by PyTorch; this part runs in the other interpreter."""
    if not find_spec("torch"):
        return {"missing": "no peer: this Python has no torch", "speeds": {}}
    import torch

    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kind = chosen.precision or ("bf16" if device == "cuda" else "f32")
    speeds = {}
    for name, compiled in (("torch", False), ("torch compiled", True)):
        step = stepper(chosen.batch, device, kind == "bf16", compiled)
        speeds[f"{name}, wren, {kind}"] = chosen.batch * best(step)
    return {"torch": torch.__version__, "speeds": speeds}


def best(step: Callable[[], None]) -> float:
    """Steps per second of PyTorch, in the best of three windows of about a second."""
    import torch

    def run(many: int) -> None:
        for _ in range(many):
            step()
        if torch.cuda.is_available():
            torch.cuda.synchronize()

    run(3)
    (each,) = repeat(lambda: run(3), number=1, repeat=1)
    many = max(1, round(3 / each))
    return many / min(repeat(lambda: run(many), number=1, repeat=3))


def stepper(batch: int, device: str, half: bool, compiled: bool) -> Callable[[], None]:
    """One step of Adam on questions that are there already."""
    import torch

    net = torch_wren().to(device).to(memory_format=torch.channels_last)
    optimiser = torch.optim.Adam(net.parameters(), 1e-4, fused=device == "cuda")
    net = torch.compile(net) if compiled else net
    shape = (batch, 16, PIXELS, PIXELS)
    pixels = torch.randint(0, 256, shape, dtype=torch.uint8, device=device)
    labels = torch.randint(8, (batch,), device=device)

    def step() -> None:
        with torch.autocast(device, torch.bfloat16, half):
            scores = net(pixels)
        loss = torch.nn.functional.cross_entropy(scores.float(), labels)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    return step


def torch_wren() -> Any:
    """The same network: 200 pairs instead of 648, g's first layer split in two."""
    import torch
    from torch import nn

    def dense(*sizes: int) -> list[nn.Module]:
        pairs = pairwise(sizes)
        return [it for pair in pairs for it in (nn.Linear(*pair), nn.ReLU())]

    class Wren(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            sizes = [(1, KERNELS)] + 3 * [(KERNELS, KERNELS)]
            convs = [(nn.Conv2d(*it, 3, 2), nn.BatchNorm2d(KERNELS)) for it in sizes]
            self.encoder = nn.Sequential(
                *(it for two in convs for it in (*two, nn.ReLU()))
            )
            self.embed = nn.Linear(16 * KERNELS + 9, WIDTH)
            self.first, self.second = (
                nn.Linear(WIDTH, RELATE, bias=bias) for bias in (False, True)
            )
            self.relate = nn.Sequential(*dense(RELATE, RELATE, RELATE, RELATE))
            last = (nn.Dropout(0.5), nn.Linear(JUDGE, 13))
            self.judge = nn.Sequential(*dense(RELATE, JUDGE, JUDGE), *last)
            tags = torch.eye(9)[[*range(8), *8 * [8]]]
            self.register_buffer("tags", tags)

        def forward(self, pixels: Any) -> Any:
            batch = len(pixels)
            images = pixels.reshape(-1, 1, PIXELS, PIXELS).float() / 127.5 - 1
            seen = self.encoder(images).reshape(batch, 16, -1)
            tags = self.tags.to(seen.dtype).expand(batch, 16, 9)
            rows = self.embed(torch.cat([seen, tags], -1))
            pairs = self.relate(torch.relu(self.paired(rows)))
            shared, own = pairs[:, :64].sum(1, keepdim=True), pairs[:, 64:]
            sums = own.reshape(batch, 8, 17, -1).sum(2) + shared
            return self.judge(sums)[..., 0]

        def paired(self, rows: Any) -> Any:
            batch = len(rows)
            before, first = self.first(rows).split(8, 1)
            after, last = self.second(rows).split(8, 1)
            within = before[:, :, None] + after[:, None]
            behind = before[:, None] + last[:, :, None]
            ahead = first[:, :, None] + after[:, None]
            own = torch.cat([behind, ahead, (first + last)[:, :, None]], 2)
            flat = (it.reshape(batch, -1, RELATE) for it in (within, own))
            return torch.cat(list(flat), 1)

    return Wren()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--batch", type=int, default=1024)
    options.add_argument("--steps", type=int, default=STEPS)
    options.add_argument("--precision", choices=("bf16", "tf32", "f32"), default="")
    options.add_argument("--networks", nargs="+", choices=NETWORKS, default=NETWORKS)
    options.add_argument("--peer", metavar="PYTHON", default=sys.executable)
    options.add_argument("--out", type=Path, default=Path(os.devnull))
    options.add_argument("--quick", action="store_true")
    options.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.quick:
        chosen.batch, chosen.steps = 4, 1
    if chosen.part:
        return print(json.dumps(peer(chosen)))
    # PyTorch first, in a process of its own: JAX takes most of a GPU's memory.
    command = [chosen.peer, __file__, *sys.argv[1:], "--part"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = {"peer": json.loads(done.stdout), "ours": ours(chosen)}
    chosen.out.write_text(json.dumps(found, indent=2))
    print(found["peer"].get("missing", ""))
    for name, speed in found["peer"]["speeds"].items():
        print(f"{name:<28} {speed:>12,.0f} questions per second")
    wren = [it for name, it in found["ours"]["speeds"].items() if "wren" in name]
    for name, each in found["ours"]["seconds"].items():
        share = f", {100 * each * wren[0]:.1f} % of a step of WReN" if wren else ""
        print(f"{name}: {1e6 * each:.2f} us a question{share}")


if __name__ == "__main__":
    main()
