"""Numbers of the papers that are computed or counted, not measured on learners.

    python benchmarks/computed_values.py

writes `results/computed/values.csv`, which `docs/reproduction.md` compares with the print.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

import metamer
from metamer.paradigms.categories.controls import (
    TRAININGS,
    TrainingCondition,
    equal_correlation,
    towards_zero_shot,
    training_condition,
)
from metamer.paradigms.categories.studies.printed import INTERPOLANTS
from metamer.paradigms.concepts.studies.printed import ACCURACIES, INTERVALS, LEARNERS
from metamer.paradigms.matrices.controls.lists import attribute_pairs
from metamer.paradigms.matrices.rules.vocabulary import (
    NUMBER,
    POSITION,
    TRIPLES,
)
from metamer.paradigms.pointers.rules.noise import DELTAS, exact
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.statistics.intervals import wilson
from metamer.training.networks import count_parameters

OUT = Path(__file__).resolve().parents[1] / "results/computed/values.csv"

Value = tuple[str, float]

NETWORKS = {
    "MLP": ("token-mlp", {}),
    "MLP 2x": ("token-mlp", {"scale": 2}),
    "MLP-Mixer": ("mixer", {}),
    "Transformer": ("encoder", {}),
}
"""The networks of zhang2021, Table 1, by our names."""

INPUTS, RESPONSES = 30, 240
"""Of a concept: test inputs, and responses of people as moskvichev2023 counts them."""


def triples() -> Iterator[Value]:
    """What matrices can be made of."""
    number, position = (
        sum(triple.attribute == attribute for triple in TRIPLES)
        for attribute in (NUMBER, POSITION)
    )
    every = len(TRIPLES) * (len(TRIPLES) - 1) // 2
    yield "triples", len(TRIPLES)
    yield "pairs of triples", every - number * position
    yield "pairs of attributes", len(attribute_pairs())


def pointers() -> Iterator[Value]:
    """Sizes of networks, numbers of cases, and how noise sensitivity goes with m."""
    for name, (learner, settings) in NETWORKS.items():
        size = count_parameters(metamer.learner(learner)(**settings), (11,))
        yield f"parameters: {name}", size
    for complexity in range(4):
        rule = PointerRule(complexity)
        places = rule.places(np.arange(rule.pointers)).tolist()
        cases = sum(10 ** len({*row} & {*range(rule.length)}) for row in places)
        yield f"cases: m = {complexity}", cases
    for aggregate, first, rises in (
        ("mod_sum", 0, True),
        ("min", 1, False),
        ("max", 1, False),
        ("majority", 0, True),
    ):
        share = steps_that_rise(aggregate, first)
        word = "rises" if rises else "falls"
        yield f"noise: {aggregate} {word}", share if rises else 1 - share


def steps_that_rise(aggregate: str, first: int) -> float:
    """Of all steps from m to m + 1, at all deltas, those with more noise sensitivity."""
    steps = [
        many > few
        for delta in DELTAS
        for few, many in pairwise(
            exact(PointerRule(m, aggregate), delta) for m in range(first, 6)
        )
    ]
    return float(np.mean(steps))


def categories() -> Iterator[Value]:
    """Correlations of label and distractor, and the points of App. C.2."""
    partial = TRAININGS["partial_exposure"]
    yield "correlation: partial exposure", abs(partial.correlation)
    for share in INTERPOLANTS:
        zero = training_condition(towards_zero_shot(share))
        equal = training_condition(equal_correlation(share))
        full = TrainingCondition(0.5, share)
        start = f"interpolant {share:g}"
        yield f"{start}: pi0 to zero shot", zero.pi0
        yield f"{start}: correlation to full exposure", abs(full.correlation)
        yield f"{start}: pi0 at equal correlation", equal.pi0
        yield f"{start}: equal correlation", abs(equal.correlation)


def concepts() -> Iterator[Value]:
    """What the text says of Table 1, counted there, and Wilson's bounds of Table 2."""
    people = [row[0] for row in ACCURACIES.values()]
    yield "Table 1: people at .90", sum(share >= 0.9 for share in people)
    yield "Table 1: people, lowest", min(people)
    yield "Table 1: GPT-4, highest", max(row[-1] for row in ACCURACIES.values())
    yield "Table 2: bounds of people", agreeing(slice(0, 1), RESPONSES)
    yield "Table 2: bounds of solvers", agreeing(slice(1, len(LEARNERS)), INPUTS)


def agreeing(columns: slice, n: int) -> int:
    """How many printed bounds are Wilson's, to two decimals."""
    return sum(
        round(bound, 2) == printed
        for concept, shares in ACCURACIES.items()
        for share, bounds in zip(
            shares[columns], INTERVALS[concept][columns], strict=True
        )
        for bound, printed in zip(ends(round(share * n), n), bounds, strict=True)
    )


def ends(successes: int, n: int) -> tuple[float, float]:
    found = wilson(successes, n)
    return found.low, found.high


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    out = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("name", "value"))
        for part in (triples, pointers, categories, concepts):
            rows.writerows((name, f"{value:.10g}") for name, value in part())


if __name__ == "__main__":
    main()
