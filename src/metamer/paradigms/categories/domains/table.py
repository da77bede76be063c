"""A user's own data in memory: rows with two two-valued features."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.paradigms.categories.domains.domain import QUADRANTS, Pool, draw_rows

if TYPE_CHECKING:
    import pandas as pd
    from jaxtyping import Shaped, UInt8
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class Table:
    """Rows in memory. The value of a feature that sorts first counts as 0, the other as 1.

    Source: ours.
    """

    inputs: Any
    """One row per item: an array of numbers, or a list of texts."""
    discriminant: Any
    distractor: Any
    """One value per item, with two different values: True and False, texts, or numbers."""
    names: tuple[str, str] = ("discriminant", "distractor")

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        discriminant: str,
        distractor: str,
        inputs: Sequence[str] = (),
    ) -> Table:
        """Rows of a data frame; `inputs` names columns, by default all others."""
        columns = list(map(str, frame.columns))
        inputs = tuple(inputs) or tuple(
            name for name in columns if name not in (discriminant, distractor)
        )
        check_columns(columns, discriminant, distractor, inputs)
        frame = frame.set_axis(columns, axis="columns")
        return cls(
            _inputs(frame[list(inputs)]),
            frame[discriminant].to_numpy(),
            frame[distractor].to_numpy(),
            (discriminant, distractor),
        )

    def __post_init__(self) -> None:
        lengths = {
            what: len(getattr(self, what))
            for what in ("inputs", "discriminant", "distractor")
        }
        if len(set(lengths.values())) > 1:
            found = ", ".join(f"{length} {what}" for what, length in lengths.items())
            raise Refusal(
                "inputs and features must have one row per item; these have different "
                f"lengths: {found}"
            )
        _check_inputs(self._rows)
        counts = (self._values[:, None] == QUADRANTS).all(axis=2).sum(axis=0)
        if not counts.all():
            _refuse_quadrant(
                QUADRANTS[int(np.argmin(counts))], self.names, self._levels
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """A hash of everything in the table."""
        rows = self._rows
        texts = rows.dtype == object
        content = hashlib.sha256(
            repr(rows.tolist()).encode() if texts else rows.tobytes()
        )
        content.update(self._values.tobytes())
        content.update(repr((rows.shape, rows.dtype, self.features)).encode())
        return content.hexdigest()

    def to_plain(self) -> dict[str, Any]:
        """What a run folder records of a table that exists only in memory."""
        return {"rows": len(self._rows), "sha256": self.digest}

    @property
    def name(self) -> str:
        return f"table:{self.names[0]}:{self.names[1]}"

    @property
    def features(self) -> tuple[str, str]:
        """Each feature with the values that count as 0 and 1."""
        first, second = (
            f"{name} (0 = {low}, 1 = {high})"
            for name, (low, high) in zip(self.names, self._levels, strict=True)
        )
        return (first, second)

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """Up to `per_quadrant` rows of each quadrant."""
        return draw_rows(self._rows, self._values, per_quadrant, generator)

    def picture(self, axes: Axes, item: Any) -> None:
        """Draw an image as an image, other numbers as bars, a text as text."""
        if isinstance(item, str):
            axes.text(0.5, 0.5, item, ha="center", va="center", wrap=True)
        elif np.ndim(item) >= 2:
            axes.imshow(item, cmap="gray")
        else:
            axes.bar(np.arange(np.size(item)), np.ravel(item), color="0.4")
        axes.set_axis_off()

    def text(self, item: Any) -> str:
        """The row's text, or its numbers."""
        if isinstance(item, str):
            return item
        return np.array2string(np.asarray(item), precision=3, separator=", ")

    @cached_property
    def _rows(self) -> Shaped[np.ndarray, "item ..."]:
        rows = np.asarray(self.inputs)
        return rows.astype(object) if rows.dtype.kind == "U" else rows

    @cached_property
    def _levels(self) -> tuple[tuple[Any, Any], ...]:
        pairs = zip(self.names, (self.discriminant, self.distractor), strict=True)
        return tuple(_two_values(name, values) for name, values in pairs)

    @cached_property
    def _values(self) -> UInt8[np.ndarray, "item 2"]:
        columns = [np.asarray(self.discriminant), np.asarray(self.distractor)]
        highs = [high for _, high in self._levels]
        ones = [column == high for column, high in zip(columns, highs, strict=True)]
        return np.column_stack(ones).astype(np.uint8)


def check_columns(
    columns: list[str], discriminant: str, distractor: str, inputs: Sequence[str]
) -> None:
    """Refuse columns that do not exist or occur twice, and a table without inputs."""
    if not inputs:
        raise Refusal(
            "a table needs two columns of features and at least one of inputs; it has "
            f"{', '.join(columns) or 'none'}"
        )
    for name in (discriminant, distractor, *inputs):
        if name not in columns:
            raise Refusal(f"no column {name!r}; there is: {', '.join(columns)}")
        if columns.count(name) > 1:
            raise Refusal(f"two columns are named {name!r}; give them different names")
    if discriminant == distractor:
        raise Refusal(
            f"discriminant and distractor are both the column {discriminant!r}; they "
            "must be two columns"
        )


def _inputs(frame: pd.DataFrame) -> Shaped[np.ndarray, "item ..."]:
    """Columns of numbers as rows of an array, or a single column of texts."""
    from pandas.api.types import is_numeric_dtype

    texts = [name for name in frame if not is_numeric_dtype(frame[name])]
    if texts and frame.shape[1] > 1:
        raise Refusal(
            f"the input column {texts[0]!r} does not hold numbers; inputs must be columns "
            "of numbers, or one column of texts"
        )
    if texts:
        return frame[texts[0]].to_numpy(dtype=object)
    return frame.to_numpy(dtype=float, na_value=np.nan)


def _check_inputs(rows: Shaped[np.ndarray, "item ..."]) -> None:
    if rows.dtype == object:
        bad = [row for row, entry in enumerate(rows) if not isinstance(entry, str)]
    else:
        bad = list(np.unique(np.argwhere(~np.isfinite(rows))[:, 0]))
    if bad:
        raise Refusal(f"row {bad[0]} has a missing input; remove this row")


def _two_values(name: str, column: Any) -> tuple[Any, Any]:
    """The two values of a feature, in sorted order."""
    import pandas as pd

    if np.ndim(column) != 1:
        raise Refusal(f"the feature {name!r} must have one value per row")
    series = pd.Series(np.asarray(column))
    if series.isna().any():
        raise Refusal(f"the feature {name!r} has missing values; remove those rows")
    values = sorted(
        series.unique().tolist(), key=lambda value: (str(type(value)), value)
    )
    if len(values) != 2:
        shown = ", ".join(map(str, values[:5])) + (", ..." if len(values) > 5 else "")
        raise Refusal(
            f"the feature {name!r} must have two values, not {len(values)}: {shown}"
        )
    return values[0], values[1]


def _refuse_quadrant(
    quadrant: tuple[int, int],
    names: tuple[str, str],
    levels: tuple[tuple[Any, Any], ...],
) -> None:
    values = " and ".join(
        f"{name} = {pair[value]}"
        for name, pair, value in zip(names, levels, quadrant, strict=True)
    )
    raise Refusal(f"no row has {values}; every combination of the features must occur")
