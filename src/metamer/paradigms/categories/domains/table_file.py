"""A user's own data in a file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.checked import open_arrays, read_table
from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.paradigms.categories.domains.domain import Pool, domain
from metamer.paradigms.categories.domains.table import Table, check_columns

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@domain.add("table")
@dataclass(frozen=True)
class TableFile:
    """Rows of a .csv, .parquet or .npz file.

    An .npz file has the form that `metamer make categories` writes: an array `x`, and one
    array for each feature.

    Source: ours.
    """

    path: str
    discriminant: str = "discriminant"
    distractor: str = "distractor"
    inputs: tuple[str, ...] = ()
    """The columns of inputs; by default all but the two features.

    For an .npz file it is one array; by default `x`.
    """

    def __post_init__(self) -> None:
        if Path(self.path).suffix not in READERS:
            known = ", ".join(READERS)
            raise Refusal(
                f"{self.path!r} cannot be read as a table; its name must end in {known}"
            )

    @property
    def name(self) -> str:
        return f"{Path(self.path).stem}:{self.discriminant}:{self.distractor}"

    @property
    def features(self) -> tuple[str, str]:
        return self._table.features

    def pool(self, per_quadrant: int, generator: np.random.Generator) -> Pool:
        """Up to `per_quadrant` rows of each quadrant."""
        return self._table.pool(per_quadrant, generator)

    def picture(self, axes: Axes, item: Any) -> None:
        """Draw an image as an image, other numbers as bars, a text as text."""
        self._table.picture(axes, item)

    def text(self, item: Any) -> str:
        """The row's text, or its numbers."""
        return self._table.text(item)

    @cached_property
    def _table(self) -> Table:
        path = Path(self.path)
        if not path.is_file():
            raise Refusal(f"there is no file {self.path!r}")
        with reading(path, REMEDY):
            return READERS[path.suffix](path, self)


REMEDY = "needed: a csv, parquet or npz file with a row for each thing"


def _read_frame(path: Path, asked: TableFile) -> Table:
    frame = read_table(path, REMEDY)
    return Table.from_frame(frame, asked.discriminant, asked.distractor, asked.inputs)


def _read_npz(path: Path, asked: TableFile) -> Table:
    with open_arrays(path, REMEDY) as arrays:
        shown = asked.inputs or ("x",)
        if len(shown) > 1:
            raise Refusal(
                f"inputs must name one array of {path.name}, not {len(shown)}"
            )
        check_columns(list(arrays), asked.discriminant, asked.distractor, shown)
        return Table(
            arrays[shown[0]],
            arrays[asked.discriminant],
            arrays[asked.distractor],
            (asked.discriminant, asked.distractor),
        )


READERS = {".csv": _read_frame, ".parquet": _read_frame, ".npz": _read_npz}
"""Readers by the suffix of the file."""
