"""Learning to follow pointers: our training of many networks against PyTorch.

    python benchmarks/pointers_training.py [--peer PYTHON] [--seconds 3] [--out FILE]

The MLP of zhang2021 (1,445,194 weights), batches of 1,024 rows drawn while training, SGD
with momentum. Ours goes through `metamer.training.classifiers`, as all studies do; PyTorch
(in PYTHON, which needs nothing of ours, or else in this interpreter) runs eagerly and,
with CUDA, as a graph, its 8 seeds joined by hand in batched products. Steps per second of
all seeds; the best of three windows after one that compiles; the machine should be idle.
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

SEEDS, BATCH, TOKENS, ALPHABET, WINDOW = 8, 1024, 11, 10, 4
SIZES = (704, 512, 1024, 512, 64, 10)
RATE, MOMENTUM, DECAY = 0.05, 0.9, 1e-5  # ours are the defaults of `Training`
PARTS = 50  # windows of one training of ours, which tells when each begins


def build(key: Any) -> Any:
    """Our network of Table 1."""
    from metamer.paradigms.pointers.nets.token_mlp import TokenMlpNetwork

    return TokenMlpNetwork(TOKENS, ALPHABET, ALPHABET, key=key)


def trained(units: range, steps: int, precision: Any) -> float:
    """Steps per second of networks of ours trained together, in the best third."""
    import jax

    from metamer.core.checkpoints import Place
    from metamer.paradigms.pointers.generator.distribution import uniform
    from metamer.paradigms.pointers.rules.rule import PointerRule
    from metamer.training.classifiers import train
    from metamer.training.settings import Training

    rule = PointerRule(complexity=WINDOW - 1)
    rows, count = uniform(rule).rows(rule), BATCH * steps
    keys = jax.vmap(jax.random.key)(jax.numpy.array(units))
    training = Training(epochs=PARTS, least_steps=1, batch=BATCH, precision=precision)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), "job", progress=lambda _: times.append(now()))
        train(build, rows, count, training, keys, keys, place)
    third = (PARTS - 2) // 3
    thirds = (times[1 + third * it + third] - times[1 + third * it] for it in range(3))
    return len(units) * steps * third / min(thirds)


def together(units: int, seconds: float, precision: str) -> float:
    """Steps per second of all units, in a training of about three times `seconds`."""
    found = trained(range(units), first_steps(), precision)
    longer = round(3 * seconds * found / units / PARTS)
    far = longer > 1.5 * first_steps()
    return trained(range(units), longer, precision) if far else found


def first_steps() -> int:
    """Steps of a window to begin with: a second's worth, or a program that is reused."""
    import jax

    from metamer.training.classifiers import AHEAD

    return 1 if jax.default_backend() == "cpu" else AHEAD


def one_by_one(seconds: float, precision: str, alone: float) -> float:
    """Steps per second of whole trainings, begun anew for each unit."""
    steps = max(first_steps(), round(seconds * alone / SEEDS / PARTS))
    trained(range(1), steps, precision)
    begun = now()
    for unit in range(SEEDS):
        trained(range(unit, unit + 1), steps, precision)
    return SEEDS * steps * PARTS / (now() - begun)


def ours(seconds: float) -> dict[str, Any]:
    """What we do on this machine."""
    import jax

    speeds: dict[str, float] = {}
    for name in ("f32",) if jax.default_backend() == "cpu" else ("tf32", "bf16"):
        speeds[f"ours, 1 seed, {name}"] = alone = together(1, seconds, name)
        speeds[f"ours, {SEEDS} seeds, {name}"] = together(SEEDS, seconds, name)
        one_after_other = one_by_one(seconds, name, alone)
        speeds[f"ours one by one, {SEEDS} seeds, {name}"] = one_after_other
    return {"devices": str(jax.devices()), "jax": jax.__version__, "speeds": speeds}


def peer(seconds: float) -> dict[str, Any]:
    """The same by PyTorch; this part runs in the other interpreter."""
    if not find_spec("torch"):
        return {"missing": "no peer: this Python has no torch", "speeds": {}}
    import torch

    torch.set_float32_matmul_precision("high")
    cuda = torch.cuda.is_available()
    speeds: dict[str, float] = {}
    for seeds in (1, SEEDS):
        for name in ("tf32", "bf16") if cuda else ("f32",):
            who = f"{seeds} seed{'s' * (seeds > 1)}, {name}"
            step = stepper(seeds, "cuda" if cuda else "cpu", name == "bf16")
            speeds[f"torch, {who}"] = seeds * best(step, seconds)
            if cuda:
                replay = captured(stepper(seeds, "cuda", name == "bf16"))
                speeds[f"torch graph, {who}"] = seeds * best(replay, seconds)
    return {"torch": torch.__version__, "speeds": speeds}


def best(step: Callable[[], None], seconds: float) -> float:
    """Steps per second of PyTorch."""
    import torch

    def run(many: int) -> None:
        for _ in range(many):
            step()
        if torch.cuda.is_available():
            torch.cuda.synchronize()

    _, each = repeat(lambda: run(10), number=1, repeat=2)
    many = max(1, round(10 * seconds / each))
    return many / min(repeat(lambda: run(many), number=1, repeat=3))


def captured(step: Callable[[], None]) -> Callable[[], None]:
    """The same step as one CUDA graph; before that it must run on a stream aside."""
    import torch

    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(3):
            step()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def stepper(seeds: int, device: str, half: bool) -> Callable[[], None]:
    """One step of SGD on fresh rows for each seed; one needs no batched products."""
    import torch
    from torch.nn.functional import cross_entropy, embedding

    def drawn(bound: float, *shape: int) -> Any:
        noise = torch.empty(shape, device=device).uniform_(-bound, bound)
        return noise.requires_grad_()

    product, joined = (torch.baddbmm, (seeds,)) if seeds > 1 else (torch.addmm, ())
    table = drawn(1.0, seeds * ALPHABET, SIZES[0] // TOKENS)
    weights = [drawn(it**-0.5, *joined, it, out) for it, out in pairwise(SIZES)]
    biases = [drawn(it**-0.5, *joined, 1, out) for it, out in pairwise(SIZES)]
    learned = [table, *weights, *biases]
    optimiser = torch.optim.SGD(learned, RATE, MOMENTUM, weight_decay=DECAY, fused=True)
    own = (torch.arange(seeds, device=device) * ALPHABET)[:, None, None]
    window = torch.arange(WINDOW, device=device)

    def step() -> None:
        rows = torch.randint(ALPHABET, (seeds, BATCH, TOKENS), device=device)
        places = (rows[..., :1] + window) % (TOKENS - 1)
        labels = rows[..., 1:].gather(2, places).sum(-1) % ALPHABET
        hidden = embedding(rows + own, table).reshape(*joined, BATCH, SIZES[0])
        with torch.autocast(device, torch.bfloat16, half, cache_enabled=False):
            for place, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
                hidden = torch.relu(hidden) if place else hidden
                hidden = product(bias, hidden, weight)
        logits = hidden.float().reshape(-1, ALPHABET)
        optimiser.zero_grad()
        (seeds * cross_entropy(logits, labels.reshape(-1))).backward()
        optimiser.step()

    return step


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--peer", metavar="PYTHON", default=sys.executable)
    options.add_argument("--seconds", type=float, default=3.0)
    options.add_argument("--out", type=Path, default=Path(os.devnull))
    options.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.part:
        return print(json.dumps(peer(chosen.seconds)))
    # PyTorch first, in a process of its own: JAX takes most of a GPU's memory.
    command = [chosen.peer, __file__, "--part", "--seconds", str(chosen.seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = {"peer": json.loads(done.stdout), "ours": ours(chosen.seconds)}
    chosen.out.write_text(json.dumps(found, indent=2))
    print(found["peer"].get("missing", ""))
    print(f"{'':32} {'steps per second':>16} {'ours is faster by':>18}")
    speeds = {**found["ours"]["speeds"], **found["peer"]["speeds"]}
    for name, speed in speeds.items():
        alike = speeds["ours" + name[name.index(",") :]]
        print(f"{name:<32} {speed:>16,.1f} {alike / speed:>18.2f}")


if __name__ == "__main__":
    main()
