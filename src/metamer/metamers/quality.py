"""How good metamers are: do the statistics match, and is the rule gone?"""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Bool, Float, UInt8

from metamer.core.keys import Key
from metamer.metamers.marginals import marginals, some_triples
from metamer.metamers.recipe import Accept, Fitted, are_accepted, draw
from metamer.metamers.source import Source, flattened

DRAWS = 5000
"""How many metamers are looked at."""
ASKED = 1000
"""How many rows of the source have each of their variables guessed."""
CHAINS, COUNTS = 2048, (1, 2, 5, 10, 20, 50, 100, 200)
"""How many chains are followed, and after which sweeps they are looked at."""
LEVEL = 0.01
"""How seldom statistics that stand still are taken to move."""

Report = dict[str, Any]
"""Names and plain numbers; None where there is no number to give."""


def quality(
    source: Source,
    fitted: Fitted,
    key: Key,
    accept: Accept | None = None,
    holds: Accept | None = None,
) -> Report:
    """Everything there is to report of one fit.

    `accept` says which metamers will do; `holds` which rows obey the rule. Without it
    these are the rows that the source can give.

    Source: ours.
    """
    rows, rejected = draw(fitted, DRAWS, key.stream("draws"), accept)
    flat = flattened(rows)
    return {
        **fitted.notes,
        **guessing(source, fitted, key.stream("guessing").numpy),
        "rejected": rejected,
        **settling(source, fitted, key.stream("settling")),
        **errors(source, flat, key.stream("triples").numpy),
        **two_samples(source, flat, key.stream("two samples")),
        **overlap(source, rows, holds),
    }


def guessing(source: Source, fitted: Fitted, generator: np.random.Generator) -> Report:
    """How often one hidden variable is guessed right, and how often by its commonest
    value alone."""
    rows = source.draw(ASKED, generator)
    guesses = fitted.given_others(rows.reshape(-1, *source.shape)).argmax(axis=-1)
    first = np.tensordot(
        source.weights, source.flat[..., None] == np.arange(source.values), 1
    )
    return {
        "masked_accuracy": float((guesses == rows).mean()),
        "commonest_accuracy": float(first.max(axis=1).mean()),
    }


def settling(source: Source, fitted: Fitted, key: Key) -> Report:
    """The number of sweeps after which chains no longer differ from the last look.

    0 for a recipe without chains, None if they still move before the last look.
    """
    looks = fitted.trace(COUNTS, CHAINS, key)
    ends = [statistics(flattened(rows), source.values) for rows in looks]
    still = [moved(end, ends[-1], CHAINS) for end in ends[:-1]]
    # From one look on, all must agree: chains can come close once and drift off again.
    settled = next((i for i in range(len(still)) if not any(still[i:])), None)
    after = None if settled is None else COUNTS[settled]
    return {"settles_after": after if looks else 0, "sweeps_followed": COUNTS[-1]}


def statistics(
    rows: UInt8[np.ndarray, "row variable"], values: int
) -> Float[np.ndarray, " statistic"]:
    """How often each value and each pair of values occurs in rows."""
    no_triples = some_triples(2, values, np.random.default_rng(0))
    frequencies = marginals(rows, np.full(len(rows), 1 / len(rows)), values, no_triples)
    return np.concatenate([frequencies.first.ravel(), frequencies.pairs])


def moved(
    earlier: Float[np.ndarray, " statistic"],
    later: Float[np.ndarray, " statistic"],
    rows: int,
) -> bool:
    """Whether the statistics of two sets of rows differ by more than noise.

    The largest difference in standard errors, beside what the largest of that many
    differences seldom exceeds.
    """
    from scipy.stats import norm

    middle = (earlier + later) / 2
    # With 1 / rows, a value that hardly occurs still has a variance; without it a
    # single row would count as movement.
    variances = 2 * (middle * (1 - middle) + 1 / rows) / rows
    limit = norm.isf(LEVEL / 2 / len(earlier))
    return bool((abs(earlier - later) / np.sqrt(variances)).max() > limit)


def errors(
    source: Source,
    rows: UInt8[np.ndarray, "row variable"],
    generator: np.random.Generator,
) -> Report:
    """Mean and largest differences of how often values occur: alone, in pairs, triples.

    `noise` is the mean difference that as many rows of the source itself would have.
    """
    triples = some_triples(rows.shape[1], source.values, generator)
    expected = marginals(source.flat, source.weights, source.values, triples)
    even = np.full(len(rows), 1 / len(rows))
    observed = marginals(rows, even, source.values, triples)
    report: Report = {}
    for order in ("first", "pairs", "triples"):
        target, seen = getattr(expected, order), getattr(observed, order)
        if target.size:
            report |= _differences(order, target, seen, len(rows))
    return report


def _differences(
    order: str, target: np.ndarray, seen: np.ndarray, rows: int
) -> dict[str, float]:
    """Mean and largest difference, and the mean difference of noise alone.

    The mean size of a normal deviate is sqrt(2 / pi) standard deviations.
    """
    spread = np.sqrt(np.clip(target * (1 - target), 0, None) / rows)
    return {
        f"{order}_mean_error": float(abs(seen - target).mean()),
        f"{order}_largest_error": float(abs(seen - target).max()),
        f"{order}_noise": float((spread * np.sqrt(2 / np.pi)).mean()),
    }


def two_samples(
    source: Source, rows: UInt8[np.ndarray, "row variable"], key: Key
) -> Report:
    """How well classifiers tell metamers from the source: 0.5 is not at all.

    Trained on one half of both, asked about the other; with 95 % Wilson intervals.

    Source: Lopez-Paz and Oquab (2017), Revisiting classifier two-sample tests.
    """
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split

    real = source.draw(len(rows), key.stream("source").numpy)
    pooled = np.concatenate([real, rows[: len(real)]])
    inputs = (pooled[..., None] == np.arange(1, source.values)).reshape(len(pooled), -1)
    labels = np.repeat([0, 1], len(real))
    seed = key.stream("judges").integer
    train_inputs, test_inputs, train_labels, test_labels = train_test_split(
        inputs, labels, test_size=0.5, random_state=seed, stratify=labels
    )
    judges: dict[str, Any] = {
        "linear": LogisticRegression(max_iter=1000),
        "trees": RandomForestClassifier(100, min_samples_leaf=5, random_state=seed),
    }
    report: Report = {}
    for name, judge in judges.items():
        right = (
            judge.fit(train_inputs, train_labels).predict(test_inputs) == test_labels
        )
        report |= _share(f"told_apart_{name}", right)
    return report


def _share(name: str, right: Bool[np.ndarray, " row"]) -> dict[str, float]:
    from scipy.stats import binomtest

    interval = binomtest(int(right.sum()), len(right)).proportion_ci(method="wilson")
    return {
        name: float(right.mean()),
        f"{name}_low": float(interval.low),
        f"{name}_high": float(interval.high),
    }


def overlap(source: Source, rows: np.ndarray, holds: Accept | None) -> Report:
    """How many metamers obey the rule, are rows of the source, and are different."""
    codes = [row.tobytes() for row in flattened(rows)]
    support = source.support
    shared = np.array([row in support for row in codes])
    legal = shared if holds is None else are_accepted(rows, holds)
    return {
        "legal": float(legal.mean()),
        "in_source": float(shared.mean()),
        "metamers": len(codes),
        "distinct": len(set(codes)),
    }
