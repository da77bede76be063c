"""Choices of people of one's own, read from a csv file and scored as every learner's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar

import numpy as np

from metamer.core.checked import read_arrays
from metamer.core.choices import (
    TIMED,
    Choice,
    choose,
    named_item,
    read_choices,
)
from metamer.core.csv_rows import CsvRow
from metamer.core.errors import Refusal
from metamer.core.imported import AskedElsewhere
from metamer.core.items import identify
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem, listed_items
from metamer.paradigms.categories.controls import training_condition

NEEDED = ("participant", "condition", "item", "answer")
"""The columns of a file of choices; `domain` and `seconds` may be there as well."""

ARRAYS = ("x", "label", "discriminant", "distractor", "split")
"""What a file that `metamer make categories` wrote has."""

OWN = "own"
"""The domain if none is named."""

CLASSES = (0, 1)

PARTS = {"train": "taught", "test": "held_out"}
"""Parts of such a file, and what they are called in the table."""


@dataclass(frozen=True)
class AnsweredItems(AskedElsewhere):
    """Items that people put in one of two classes elsewhere.

    Source: ours.
    """

    shape: ClassVar[str] = "classify"
    command: ClassVar[str] = "metamer people import categories CHOICES.csv"
    """The command that makes such a run, for its report."""

    trainings: tuple[str, ...]
    domains: tuple[str, ...]

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": []}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("domain", domain), ("arrangement", "printed")))
            for domain in self.domains
            for name in self.trainings
        )

    def description(self) -> list[dict[str, str]]:
        return [{"condition": name} for name in self.trainings]


def read(file: Path) -> list[Choice]:
    """The choices in a file, in its order; refuses what is none, by line and column."""
    return read_choices(file, NEEDED, _choice)


def _choice(row: CsvRow) -> Choice:
    domain = (row.values.get("domain") or OWN).strip()
    condition = Condition(
        _training(row), (("domain", domain), ("arrangement", "printed"))
    )
    item = named_item(row, partial(_items_in, domain=domain))
    trial = ChoiceTrial(item, {}, len(CLASSES), item.content["right"], TIMED)
    return choose(row, condition, trial)


def _training(row: CsvRow) -> str:
    name = row.text("condition")
    try:
        training_condition(name)
    except Refusal as refusal:
        row.refuse("condition", str(refusal))
    return name


@lru_cache
def _items_in(file: Path, domain: str) -> tuple[TrialItem, ...]:
    arrays = read_arrays(file, "give a file that `metamer make categories` wrote")
    missing = [name for name in ARRAYS if name not in arrays]
    if missing:
        raise Refusal(f"{file} has no array {missing[0]}; it needs {', '.join(ARRAYS)}")
    if len({len(arrays[name]) for name in ARRAYS}) > 1:
        raise Refusal(f"{file}: its arrays have different lengths")
    unknown = set(arrays["split"].astype(str)) - set(PARTS)
    if unknown:
        raise Refusal(
            f"{file}: split must be train or test, not {sorted(unknown)[0]!r}"
        )
    labels, *roles = (arrays[name].astype(int) for name in ARRAYS[1:4])
    notes = {
        "item": identify(f"categories/{domain}", arrays["x"]),
        "part": np.array([PARTS[str(split)] for split in arrays["split"]], object),
        "discriminant": roles[0],
        "distractor": roles[1],
    }
    return listed_items("answered", notes, ({"right": one} for one in labels.tolist()))
