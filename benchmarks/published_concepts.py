"""Accuracy by concept of people, programs and GPT-4, from a run of published results.

    python benchmarks/published_concepts.py RUN --out by_concept.csv

`RUN` is what `metamer people import concepts` has written.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np

import metamer
from metamer.paradigms.concepts.rules import CONCEPTS
from metamer.statistics.intervals import wilson

COLUMNS = ("condition", "learner", "right", "n", "share", "low", "high")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    table = metamer.load(options.run).table
    table = table[~table["minimal"]]
    with options.out.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for learner in table["learner"].unique():
            for concept in CONCEPTS:
                own = table[
                    (table["learner"] == learner) & (table["concept"] == concept)
                ]
                right, n = int(own["correct"].sum()), len(own)
                share = np.average(own["correct"].astype(float), weights=own["weight"])
                bounds = wilson(right, n)
                numbers = (share, bounds.low, bounds.high)
                rows.writerow(
                    (
                        concept,
                        learner,
                        right,
                        n,
                        *(f"{number:.4f}" for number in numbers),
                    )
                )


if __name__ == "__main__":
    main()
