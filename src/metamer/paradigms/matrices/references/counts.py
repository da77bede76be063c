"""The lower end of the scale: a learner of the statistics that rules leave behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Float, Int, Integer

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.registry import learner
from metamer.paradigms.matrices.references.solver import are_pixels, value_sets
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    CONTEXT,
    META_BITS,
)

VALUES = 10
"""The most values that an attribute has. Source: barrett2018, App. A."""

COUNTS = CONTEXT + 2
"""How often a value can occur in nine panels: never to always."""

WEIGHTS = len(ATTRIBUTES) * VALUES * COUNTS


class LearnedCounts(NamedTuple):
    """What was learned."""

    weights: Float[np.ndarray, " weight"]
    """Of values and how often they occur."""
    reasons: Float[np.ndarray, "feature bit"] | None
    """Of how often values occur in the context, for each bit of the meta-target; None if
    no meta-targets were taught."""


Rows = Int[np.ndarray, "item candidate value"]
"""For each candidate, where the weights of its counts are."""


@learner.add("matrix-counts")
@dataclass(frozen=True)
class MatrixCounts:
    """Learns how often each value occurs in a complete matrix, and nothing of its order.

    A candidate's score is a sum of weights: one for each value of each attribute and the
    number of the nine panels that show it. The weights are learned from the taught items
    (multinomial logistic regression). So it knows what a rule leaves behind, such as that
    a value occurs in three panels or in none, and has no weights for values that it never
    saw.

    Source: ours; the statistics end of the scale for barrett2018, Table 1.
    """

    penalty: float = 0.3
    """On the squared weights. Source: ours."""
    iterations: int = 60
    """Of the optimiser (L-BFGS), at most. Source: ours."""

    @property
    def name(self) -> str:
        return "matrix-counts"

    def fit(self, items: Items, key: Any) -> LearnedCounts:
        rows, labels = _rows(self.name, items), np.asarray(items.labels, int)
        weights = self._minimise(_loss, WEIGHTS, rows, labels)
        if items.hints is None:
            return LearnedCounts(weights, None)
        features, bits = _context(items), np.asarray(items.hints, float)
        size = features.shape[1] * bits.shape[1]
        reasons = self._minimise(_meta_loss, size, features, bits)
        return LearnedCounts(weights, reasons.reshape(-1, bits.shape[1]))

    def answer(
        self, fitted: LearnedCounts, items: Items
    ) -> Float[np.ndarray, "item candidate"]:
        """The probability of each candidate."""
        return _probabilities(fitted.weights[_rows(self.name, items)].sum(axis=2))

    def explain(
        self, fitted: LearnedCounts, items: Items
    ) -> Float[np.ndarray, "item bit"]:
        """The probability of each bit of the meta-target, from the context alone."""
        if fitted.reasons is None:
            return np.full((len(items.inputs), len(META_BITS)), np.nan)
        return _sigmoid(_context(items) @ fitted.reasons)

    def _minimise(self, loss: Any, size: int, *given: Any) -> np.ndarray:
        from scipy.optimize import minimize

        found = minimize(
            loss,
            np.zeros(size),
            (*given, self.penalty),
            method="L-BFGS-B",
            jac=True,
            options={"maxiter": self.iterations},
        )
        return found.x


def _rows(who: str, items: Items) -> Rows:
    symbols = np.asarray(items.inputs)
    if are_pixels(who, symbols):
        raise Refusal(f"{who} needs symbols, and these items are pixels")
    shown = _shown(symbols)
    counts = shown[:, :CONTEXT].sum(axis=1, keepdims=True) + shown[:, CONTEXT:]
    places = np.arange(counts.shape[-1]) * COUNTS
    return (places + counts).astype(np.int64)


def _shown(
    symbols: Integer[np.ndarray, "item panel slot"],
) -> Int[np.ndarray, "item panel value"]:
    """1 for each value of each attribute that a panel shows, else 0."""
    sets = value_sets(symbols)
    bits = (sets[..., None] >> np.arange(VALUES)) & 1
    return bits.reshape(*sets.shape[:2], -1).astype(int)


def _loss(
    weights: Float[np.ndarray, " weight"],
    rows: Rows,
    labels: Int[np.ndarray, " item"],
    penalty: float,
) -> tuple[float, Float[np.ndarray, " weight"]]:
    """The penalised cross-entropy of the right candidates, and its gradient."""
    shares = _probabilities(weights[rows].sum(axis=2))
    right = shares[np.arange(len(labels)), labels]
    loss = -np.log(np.maximum(right, 1e-300)).sum() + penalty / 2 * weights @ weights
    excess = shares - np.eye(CANDIDATES)[labels]
    spread = np.broadcast_to(excess[..., None], rows.shape)
    gradient = np.bincount(rows.ravel(), spread.ravel(), WEIGHTS)
    # A value that never occurs says nothing: without this, rounding errors would.
    gradient[::COUNTS] = 0
    return float(loss), gradient + penalty * weights


def _context(items: Items) -> Float[np.ndarray, "item feature"]:
    """For each attribute, how many of its values occur in 0, 1 ... panels; and a 1."""
    counts = _shown(np.asarray(items.inputs))[:, :CONTEXT].sum(axis=1)
    known = np.eye(CONTEXT + 1)[counts.reshape(len(counts), -1, VALUES)].sum(axis=2)
    flat = known.reshape(len(counts), -1)
    return np.column_stack([flat, np.ones(len(flat))])


def _meta_loss(
    flat: Float[np.ndarray, " weight"],
    features: Float[np.ndarray, "item feature"],
    bits: Float[np.ndarray, "item bit"],
    penalty: float,
) -> tuple[float, Float[np.ndarray, " weight"]]:
    """The penalised cross-entropy of all bits of the meta-target, and its gradient."""
    weights = flat.reshape(-1, bits.shape[1])
    scores = features @ weights
    loss = (np.logaddexp(0, scores) - bits * scores).sum() + penalty / 2 * flat @ flat
    gradient = features.T @ (_sigmoid(scores) - bits) + penalty * weights
    return float(loss), gradient.ravel()


def _sigmoid(scores: Float[np.ndarray, "item bit"]) -> Float[np.ndarray, "item bit"]:
    return 0.5 * (1 + np.tanh(scores / 2))


def _probabilities(
    scores: Float[np.ndarray, "item candidate"],
) -> Float[np.ndarray, "item candidate"]:
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)
