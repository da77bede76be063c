"""Published results of people, Kaggle's programs and GPT-4, as responses."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.responses import as_table
from metamer.paradigms.concepts.measures import PEOPLE

if TYPE_CHECKING:
    import pandas as pd

SOLVERS = {
    "kaggle_first": ("kaggle-first", "ranked"),
    "kaggle_second": ("kaggle-second", "ranked"),
    "gpt4_t0": ("gpt-4 T=0", "ranked"),
    "gpt4_t05": ("gpt-4 T=0.5", "samples"),
}
"""Columns with 1 for a solved item: the learner of each, and how its guesses came about.

Source: moskvichev2023, the released data.xlsx.
"""

TEXTS = ("concept", "task")
COUNTS = ("test_index", "human_solved", "human_failed", "human_n")
FLAGS = ("minimal", *SOLVERS)
NEEDED = (*TEXTS, *COUNTS, *FLAGS)

UNKNOWN: dict[str, Any] = {
    "step": 0,
    "answer": "",
    "family": "",
    "apart": False,
    "error": "",
    "cells_wrong": np.nan,
    "seconds": np.nan,
    "program": "",
}
"""Columns that published results cannot fill: neither grids nor times are published."""

ORDER = (
    *("paradigm", "learner", "unit", "condition", "item", "step", "answer", "correct"),
    *("concept", "task", "test_index", "minimal", "family", "apart", "mode", "error"),
    *("cells_wrong", "seconds", "program", "weight"),
)


def read_items(path: Path | str) -> pd.DataFrame:
    """Responses of people and published solvers, from a table with a row per test input.

    People have one row for each participant who was shown an item: `correct` says whether
    one of three tries was right. The file has counts only, so each of these rows is a unit
    of its own, and no participant can be followed from item to item. With `weight` the
    rows of an item count as one: the weighted mean is the paper's mean over items, the
    plain mean is that of all results.

    Source: moskvichev2023, the released data.xlsx, and Table 1 for the mean over items.
    """
    import pandas as pd

    items = pd.DataFrame(_items(Path(path)))
    index = items["test_index"].astype(str)
    items = items.assign(
        paradigm="concepts",
        condition=items["concept"],
        item="concepts/" + items["task"] + "/" + index,
        minimal=items["minimal"].astype(bool),
        **UNKNOWN,
    )
    solvers = [_solver(items, column) for column in SOLVERS]
    everyone = pd.concat([_people(items), *solvers], ignore_index=True)
    everyone = everyone.astype(dict.fromkeys(("unit", "step", "test_index"), "int32"))
    return as_table({name: everyone[name] for name in ORDER})


def _people(items: pd.DataFrame) -> pd.DataFrame:
    """A row for each participant and item, those who solved it first."""
    shown = items.loc[items.index.repeat(items["human_n"])]
    place = shown.groupby(level=0).cumcount()
    return shown.assign(
        learner=PEOPLE,
        unit=np.arange(len(shown)),
        correct=place < shown["human_solved"],
        mode="interactive",
        weight=1 / shown["human_n"],
    )


def _solver(items: pd.DataFrame, column: str) -> pd.DataFrame:
    """A row for each item."""
    learner, mode = SOLVERS[column]
    correct = items[column].astype(bool)
    return items.assign(learner=learner, unit=0, correct=correct, mode=mode, weight=1.0)


def _items(path: Path) -> list[dict[str, Any]]:
    """The rows of the file, in their order; refuses impossible values."""
    if not path.is_file():
        raise Refusal(f"there is no file {path}; give the table of published results")
    try:
        with path.open(newline="", encoding="utf-8-sig") as lines:
            reader = csv.DictReader(lines)
            _check_columns(path, reader.fieldnames or ())
            items = [_item(f"{path}, line {reader.line_num}", row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"cannot read {path} as a table: {error}") from error
    if not items:
        raise Refusal(f"{path} has no rows below its header")
    _check_once(path, items)
    return items


def _check_columns(path: Path, names: Sequence[str]) -> None:
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise Refusal(
            f"{path} lacks the column {', '.join(missing)}; "
            f"it needs: {', '.join(NEEDED)}"
        )


def _item(where: str, row: dict[str, str | None]) -> dict[str, Any]:
    """The needed columns of one row."""
    for name in TEXTS:
        if not row[name]:
            raise Refusal(f"{where}, column {name} is empty; it must be a name")
    item: dict[str, Any] = {name: row[name] for name in TEXTS}
    for name in (*COUNTS, *FLAGS):
        item[name] = _number(f"{where}, column {name}", row[name] or "")
        if name in FLAGS and item[name] > 1:
            raise Refusal(f"{where}, column {name} must be 0 or 1, not {row[name]}")
    if item["human_solved"] + item["human_failed"] != item["human_n"]:
        raise Refusal(
            f"{where}, column human_n is {row['human_n']}, but {row['human_solved']} "
            f"solved the item and {row['human_failed']} failed"
        )
    return item


def _number(where: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise Refusal(
            f"{where} must be a whole number from 0 to 999999, not {text!r:.40}"
        )
    return int(text)


def _check_once(path: Path, items: list[dict[str, Any]]) -> None:
    """Refuse a test input that has two rows."""
    seen = set()
    for item in items:
        which = item["task"], item["test_index"]
        if which in seen:
            raise Refusal(f"{path}: test_index {which[1]} of {which[0]} has two rows")
        seen.add(which)
