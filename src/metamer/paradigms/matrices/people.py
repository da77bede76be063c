"""Choices of people of one's own, read from a csv file and scored as every learner's."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metamer.core.checked import open_arrays
from metamer.core.choices import TIMED, Choice, choose, named_item, read_choices
from metamer.core.csv_rows import CsvRow
from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem, listed_items
from metamer.paradigms.matrices.items import notes_of
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    MAX_TRIPLES,
    PANELS,
    SLOTS,
    TRIPLES,
)
from metamer.paradigms.matrices.score import LETTERS

NEEDED = ("participant", "item", "answer")
"""The columns of a file of choices; `size` and `seconds` may be there as well."""

PARTS = {"train": "taught", "validation": "validation", "test": "test"}
"""Splits of files, and what they are called in the table."""

DETAILS = ("foils", "mixture", "distraction")

REMEDY = "give a file that `metamer make matrices --format packed` wrote"

WRITTEN = tuple(LETTERS[:CANDIDATES])


class MadeMatrix(NamedTuple):
    """A matrix of a file, and what the file says of all its matrices."""

    origin: dict[str, Any]
    item: TrialItem


def read(file: Path) -> list[Choice]:
    """The choices in a file, in its order; refuses what is none, by line and column."""
    return read_choices(file, NEEDED, _choice)


def _choice(row: CsvRow) -> Choice:
    origin, item = named_item(row, _matrices_in)
    taught = row.number("size") if (row.values.get("size") or "").strip() else 0
    details = (*((name, origin[name]) for name in DETAILS), ("size", taught))
    right = item.content["right"]
    trial = ChoiceTrial(item, {}, CANDIDATES, right, TIMED, WRITTEN)
    return choose(row, Condition(str(origin["regime"]), details), trial)


@lru_cache
def _matrices_in(file: Path) -> list[MadeMatrix]:
    with open_arrays(file, REMEDY) as arrays:
        origin = json.loads(str(arrays["settings"]))
        items = Items(
            arrays["symbols"].astype(np.int16),
            arrays["targets"].astype(np.int32),
            np.concatenate([arrays[name] for name in FACTS], axis=1).astype(np.int8),
        )
        _check(file, origin, items)
    part = np.full(len(items.labels), PARTS[origin["split"]], object)
    rights = ({"right": label} for label in items.labels.tolist())
    listed = listed_items("answered", notes_of(items, part), rights)
    return [MadeMatrix(origin, item) for item in listed]


FACTS = ("triples", "directions", "distracting")
"""The arrays that make up the features of matrices."""


def _check(file: Path, origin: Any, items: Items) -> None:
    """Refuse a file whose arrays are no matrices."""
    many = len(items.labels)
    features = items.features
    fits = (
        isinstance(origin, dict)
        and {*DETAILS, "regime", "split"} <= {*origin}
        and origin["split"] in PARTS
        and items.inputs.shape == (many, PANELS, SLOTS)
        and features.shape == (many, 2 * MAX_TRIPLES + len(ATTRIBUTES))
        and (features[:, :MAX_TRIPLES] < len(TRIPLES)).all()
        and ((items.labels >= 0) & (items.labels < CANDIDATES)).all()
    )
    if not fits:
        raise Refusal(f"{file} does not hold matrices; {REMEDY}")
