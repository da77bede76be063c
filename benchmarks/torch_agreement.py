"""Do a PyTorch module and our JAX network of the same size agree?

Both are taught the same items of `categories` and of `pointers` by the same optimiser, at
the same rate, in batches of the same size, as often, from weights drawn alike: uniform
within 1 / sqrt(inputs of the layer), embeddings standard normal. Only the random numbers
differ: initial weights, and the order of items. So their means should differ by chance
alone.

    python benchmarks/torch_agreement.py --out results/torch-agreement
"""

from __future__ import annotations

import argparse
import json
import tempfile
from math import prod
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

import metamer
from metamer.learners.networks import Mlp
from metamer.learners.torch import Torch
from metamer.paradigms.pointers.learners import TokenMlp
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.training.settings import Training

WIDTH, SYMBOLS, EMBEDDING = 64, 5, 16
"""Of the hidden layers; of the digits in a row, and the numbers for each."""

JAX, TORCH = "JAX", "PyTorch"


def dense(shape, labels):
    """The network `mlp`, in PyTorch, for numbers."""
    from torch import nn

    layers = (nn.Linear(prod(shape), WIDTH), nn.ReLU(), nn.Linear(WIDTH, labels))
    return nn.Sequential(nn.Flatten(), *layers)


def embedded(shape, labels):
    """The network `token-mlp` with two hidden layers, in PyTorch, for digits.

    There are as many labels as digits: what is never taught is never said.
    """
    from torch import nn

    net = nn.Sequential(
        nn.Embedding(SYMBOLS, EMBEDDING),
        nn.Flatten(),
        nn.Linear(prod(shape) * EMBEDDING, WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, labels),
    )
    net.tokens = True
    return net


def categories(units: int) -> metamer.Study:
    """Points in the plane: AdamW, 50 epochs in batches of 64."""
    return metamer.Study(
        metamer.paradigm("categories")(trainings=("zero_shot", "partial_exposure")),
        learners=(
            Mlp((WIDTH,), epochs=50, batch=64, rate=1e-3, decay=1e-4),
            Torch(
                dense,
                optimiser="AdamW",
                settings={"weight_decay": 1e-4},
                rate=1e-3,
                batch=64,
                epochs=50,
                device="cpu",
            ),
        ),
        measures=("held_out_accuracy", "exemplar_bias"),
        units=units,
        name="categories",
    )


def pointers(units: int) -> metamer.Study:
    """Rows of four digits from a stream: Adam, 15 epochs in batches of 128."""
    training = Training(
        optimiser="adam",
        rate=1e-3,
        decay=0.0,
        schedule="constant",
        warm_up=0,
        epochs=15,
        least_steps=1,
        batch=128,
    )
    return metamer.Study(
        metamer.paradigm("pointers")(
            Vectors(length=3, alphabet=SYMBOLS),
            trainings=("windows-4",),
            complexities=(1,),
            aggregates=("max",),
            sizes=(5000,),
            asked=500,
            again=300,
        ),
        learners=(
            TokenMlp(
                widths=(WIDTH, WIDTH),
                embedding=EMBEDDING,
                labels=SYMBOLS,
                training=training,
            ),
            Torch(embedded, "Adam", rate=1e-3, batch=128, epochs=15, device="cpu"),
        ),
        measures=("iid_accuracy", "holdout_accuracy"),
        units=units,
        name="pointers",
    )


def measured(study: metamer.Study, folder: Path) -> pd.DataFrame:
    """A row for each measure, library, condition and unit."""
    table = metamer.run(study, folder / study.name).table
    ours = study.learners[0].name
    rows = []
    for name in study.measures:
        values = metamer.measure(name)(table).rename("value").reset_index()
        values.insert(0, "measure", name)
        if "condition" not in values:  # one of several conditions together
            values["condition"] = ""
        values["condition"] = values["condition"].astype(str)
        rows.append(values)
    found = pd.concat(rows, ignore_index=True)
    library = np.where(found["learner"] == ours, JAX, TORCH)
    found.insert(0, "paradigm", study.name)
    found.insert(2, "library", library)
    kept = ["paradigm", "measure", "library", "learner", "condition", "unit", "value"]
    return found[kept].dropna(subset="value")


def compared(rows: pd.DataFrame) -> list[dict[str, object]]:
    """Means with 95 % intervals, and that of the paired difference."""
    found: list[dict[str, object]] = []
    keys = ["paradigm", "measure", "condition"]
    for (paradigm, measure, condition), group in rows.groupby(keys, observed=True):
        wide = group.pivot(index="unit", columns="library", values="value")
        line: dict[str, object] = {
            "paradigm": paradigm,
            "measure": measure,
            "condition": condition,
            "units": len(wide),
        }
        parts = {
            JAX: wide[JAX],
            TORCH: wide[TORCH],
            "difference": wide[TORCH] - wide[JAX],
        }
        for name, values in parts.items():
            line[name] = [round(float(value), 4) for value in interval(values)]
        low, high = interval(parts["difference"])[1:]
        line["agree"] = bool(low <= 0 <= high)
        found.append(line)
    return found


def interval(values: pd.Series) -> tuple[float, float, float]:
    """The mean and both ends of its 95 % interval over units."""
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    return values.mean(), values.mean() - half, values.mean() + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--units", type=int, default=20)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        studies = (categories(given.units), pointers(given.units))
        rows = pd.concat([measured(study, Path(folder)) for study in studies])
    lines = compared(rows)
    for line in lines:
        print(json.dumps(line))
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        rows.round(6).to_csv(given.out / "units.csv", index=False)
        text = "\n".join(map(json.dumps, lines))
        (given.out / "means.jsonl").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
