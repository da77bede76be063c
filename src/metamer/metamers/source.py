"""What metamers are made of: rows of discrete variables, or an exact table of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Integer, Shaped, UInt8

from metamer.core.errors import Refusal

MOST_VALUES = 255
"""Values fit a byte, and so does one more that stands for a hidden one."""
FEWEST_TO_SPLIT = 20
"""A sample with fewer rows has none to spare for checking."""


@dataclass(frozen=True)
class Source:
    """Rows of variables with values from 0, of any shape, and how probable each row is.

    Without `probabilities` the rows are a sample. With them they are an exact table:
    every row there can be, so that what is drawn from it is fresh for ever.
    """

    rows: Shaped[np.ndarray, "row ..."]
    probabilities: np.ndarray | None = None

    def __post_init__(self) -> None:
        _check_rows(self.rows)
        if self.probabilities is not None:
            _check_probabilities(self.probabilities, len(self.rows))

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes of one row."""
        return self.rows.shape[1:]

    @property
    def values(self) -> int:
        """How many values a variable can have: K, for values 0 to K - 1."""
        return max(2, int(self.rows.max()) + 1)

    @property
    def flat(self) -> UInt8[np.ndarray, "row variable"]:
        """The rows as plain lists of variables."""
        return flattened(self.rows)

    @property
    def weights(self) -> Float[np.ndarray, " row"]:
        """How probable each row is; they sum to 1."""
        if self.probabilities is None:
            return np.full(len(self.rows), 1 / len(self.rows))
        return self.probabilities / self.probabilities.sum()

    @property
    def support(self) -> set[bytes]:
        """Every row that can be drawn, as bytes."""
        return {row.tobytes() for row in self.flat[self.weights > 0]}

    def draw(
        self, many: int, generator: np.random.Generator
    ) -> UInt8[np.ndarray, "draw variable"]:
        """Fresh rows of a table; rows of a sample, each at most once."""
        if self.probabilities is None:
            return self.flat[generator.permutation(len(self.rows))[:many]]
        return self.flat[generator.choice(len(self.rows), many, p=self.weights)]

    def split(
        self, generator: np.random.Generator
    ) -> tuple[Integer[np.ndarray, " learned"], Integer[np.ndarray, " checked"]]:
        """Which rows to learn from, and which to check by: a tenth of a sample.

        A table, and a sample too small to share, are their own check.

        Source: ours.
        """
        rows = generator.permutation(len(self.rows))
        if self.probabilities is not None or len(rows) < FEWEST_TO_SPLIT:
            return rows, rows
        return rows[len(rows) // 10 :], rows[: len(rows) // 10]


def flattened(rows: np.ndarray) -> UInt8[np.ndarray, "row variable"]:
    """Rows of any shape as plain lists of variables."""
    return np.ascontiguousarray(rows.reshape(len(rows), -1), dtype=np.uint8)


def _check_rows(rows: np.ndarray) -> None:
    if rows.dtype.kind not in "biu":
        raise Refusal(f"values must be whole numbers, not {rows.dtype}")
    if rows.ndim < 2 or rows[:1].size == 0:
        raise Refusal(f"rows need variables, not the shape {rows.shape}")
    if len(rows) < 2:
        raise Refusal(f"there must be at least 2 rows, not {len(rows)}")
    least, most = int(rows.min()), int(rows.max())
    if least < 0 or most >= MOST_VALUES:
        raise Refusal(
            f"values must be from 0 to {MOST_VALUES - 1}, not from {least} to {most}"
        )
    if least == most:
        raise Refusal(f"every value is {least}; variables must have at least 2 values")


def _check_probabilities(probabilities: np.ndarray, rows: int) -> None:
    if len(probabilities) != rows:
        raise Refusal(
            f"{rows} rows need {rows} probabilities, not {len(probabilities)}"
        )
    if not (np.isfinite(probabilities).all() and (probabilities >= 0).all()):
        raise Refusal("probabilities must be numbers from 0")
    if abs(probabilities.sum() - 1) > 1e-6:
        raise Refusal(f"probabilities must sum to 1, not {probabilities.sum():g}")
