"""How often values occur, alone and together, in rows of discrete variables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int, UInt8

TRIPLES = 2000
"""How many triples of values are looked at."""


@dataclass(frozen=True)
class Marginals:
    """How often each value, each pair of values and some triples of values occur."""

    first: Float[np.ndarray, "variable value"]
    pairs: Float[np.ndarray, " pair"]
    """Pairs of values of two different variables."""
    triples: Float[np.ndarray, " triple"]


def marginals(
    rows: UInt8[np.ndarray, "row variable"],
    weights: Float[np.ndarray, " row"],
    values: int,
    triples: Int[np.ndarray, "triple place 2"],
) -> Marginals:
    """The marginals of weighted rows; `triples` holds variables and their values."""
    has = rows[..., None] == np.arange(values)
    flat = has.reshape(len(rows), -1).astype(np.float32)
    pairs = (flat * weights[:, None].astype(np.float32)).T @ flat
    return Marginals(
        np.tensordot(weights, has, 1),
        pairs[two_variables(rows.shape[1], values)].astype(float),
        np.array([_together(rows, weights, triple) for triple in triples]),
    )


def _together(
    rows: np.ndarray, weights: np.ndarray, wanted: Int[np.ndarray, "place 2"]
) -> float:
    """How often these variables have these values at once."""
    places, values = wanted.T
    return float(weights[(rows[:, places] == values).all(axis=1)].sum())


def two_variables(variables: int, values: int) -> Bool[np.ndarray, "unit unit"]:
    """Which pairs of values belong to two variables, each pair once."""
    owner = np.repeat(np.arange(variables), values)
    return owner[:, None] < owner


def some_triples(
    variables: int, values: int, generator: np.random.Generator
) -> Int[np.ndarray, "triple place 2"]:
    """Random triples of variables with random values; none for two variables."""
    if variables < 3:
        return np.empty((0, 3, 2), int)
    # Three different variables for all triples at once; drawing them one by one would
    # have to reject repetitions.
    places = np.argsort(generator.random((TRIPLES, variables)), axis=1)[:, :3]
    return np.stack([places, generator.integers(0, values, places.shape)], axis=-1)
