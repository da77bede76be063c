"""Single items of a run, and the answers to them, as a page shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


TableRows = list[dict[str, Any]]
"""Some rows of a table, by their columns."""


@dataclass(frozen=True)
class ShownItem:
    """One item."""

    picture: str
    """What was asked, as HTML: an SVG, an image, or a text that is escaped."""
    right: str
    """The right answer in words."""


@dataclass(frozen=True)
class ShownAnswer:
    """What one unit of a learner answered to an item."""

    words: str
    picture: str = ""
    """The answer as HTML, where words are not enough."""


@dataclass(frozen=True)
class ItemViews:
    """How a paradigm shows the items of one run."""

    answers: pd.DataFrame
    """A row for each learner, unit and item: what singles out a condition, `answer` (the
    same text for the same answer, empty if no two can be the same) and `correct`."""
    item: Callable[[TableRows], ShownItem]
    """Draws an item; gets the rows of `answers` that are about it, in one condition."""
    answer: Callable[[TableRows], ShownAnswer]
    """Shows an answer; gets the rows of the table that one unit of a learner gave it in."""
    legend: str
    """What a reader must know to read the pictures."""
    verdicts: tuple[str, str] = ("right", "wrong")
    """What it is called if `correct` is true, and if not."""


class AskedItems:
    """The items of a run by their ids, from the arrays of its `items.npz`."""

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._columns: dict[str, dict[str, np.ndarray]] = {}
        for name, array in arrays.items():
            group, _, column = name.rpartition("/")
            self._columns.setdefault(group, {})[column] = array
        self._places = {
            str(item): (group, row)
            for group, columns in self._columns.items()
            for row, item in enumerate(columns.get("item", ()))
        }

    def __contains__(self, item: object) -> bool:
        return item in self._places

    def __getitem__(self, item: str) -> dict[str, Any]:
        """What the run knows of an item: its entry in each array of its group."""
        group, row = self._places[item]
        return {name: array[row] for name, array in self._columns[group].items()}
