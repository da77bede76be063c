"""Choices of people of one's own, read from a csv file and scored as every learner's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from metamer.core.checked import read_arrays
from metamer.core.csv_rows import CsvRow, read_rows
from metamer.core.errors import Refusal
from metamer.core.imported import AskedElsewhere
from metamer.core.items import identify
from metamer.core.responses import as_table
from metamer.core.study import Condition
from metamer.paradigms.categories.controls import training_condition

if TYPE_CHECKING:
    import pandas as pd

NEEDED = ("participant", "condition", "item", "answer")
"""The columns of a file of choices; `domain` and `seconds` may be there as well."""

ARRAYS = ("x", "label", "discriminant", "distractor", "split")
"""What a file that `metamer make categories` wrote has."""

PEOPLE, OWN = "people", "own"
"""Who answered, and the domain if none is named."""

ANSWERS = ("0", "1", "none")

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


class Choice(NamedTuple):
    """One row of the file."""

    participant: str
    condition: str
    domain: str
    answer: str
    seconds: float
    item: Item


class Item(NamedTuple):
    """One item of a file that `metamer make categories` wrote."""

    id: str
    label: int
    discriminant: int
    distractor: int
    part: str


def read(file: Path) -> list[Choice]:
    """The choices in a file, in its order; refuses what is none, by line and column."""
    choices: list[Choice] = []
    seen: dict[tuple[str, str, str], int] = {}
    for row in read_rows(file, NEEDED):
        choices.append(_choice(row))
        which = (row.text("participant"), choices[-1].condition, row.text("item"))
        if which in seen:
            row.refuse(
                "item", f"line {seen[which]} has this participant's answer already"
            )
        seen[which] = row.line
    return choices


def _choice(row: CsvRow) -> Choice:
    domain = (row.values.get("domain") or OWN).strip()
    return Choice(
        row.text("participant"),
        _condition(row),
        domain,
        row.one_of("answer", ANSWERS),
        row.seconds("seconds"),
        _item(row, domain),
    )


def _condition(row: CsvRow) -> str:
    name = row.text("condition")
    try:
        training_condition(name)
    except Refusal as refusal:
        row.refuse("condition", str(refusal))
    return name


def _item(row: CsvRow, domain: str) -> Item:
    """An item by its number in a file: `faces.npz#12`."""
    name, sign, number = row.text("item").rpartition("#")
    if not sign:
        row.refuse("item", f"must be FILE.npz#NUMBER, not {number!r:.60}")
    items = _items_in(row.file.parent / name, domain)
    if not number.isdecimal() or int(number) >= len(items):
        row.refuse(
            "item", f"{name} has items 0 to {len(items) - 1}, not {number!r:.20}"
        )
    return items[int(number)]


@lru_cache
def _items_in(file: Path, domain: str) -> list[Item]:
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
    ids = identify(f"categories/{domain}", arrays["x"])
    numbers = (arrays[name].astype(int).tolist() for name in ARRAYS[1:4])
    parts = [PARTS[str(split)] for split in arrays["split"]]
    return [Item(*values) for values in zip(ids, *numbers, parts, strict=True)]


def table(choices: list[Choice]) -> pd.DataFrame:
    """Responses, a row for each choice.

    Participants are units. If each was in one condition only, they are numbered within
    their conditions, so that measures which compare conditions have values; which
    participants are compared with which then means nothing.
    """
    units = _units(choices)
    return as_table(
        {
            "paradigm": ["categories"] * len(choices),
            "learner": [PEOPLE] * len(choices),
            "unit": np.array(units, np.int32),
            "condition": [choice.condition for choice in choices],
            "domain": [choice.domain for choice in choices],
            "arrangement": ["printed"] * len(choices),
            "item": [choice.item.id for choice in choices],
            "step": np.zeros(len(choices), np.int8),
            "part": [choice.item.part for choice in choices],
            "discriminant": np.array([choice.item.discriminant for choice in choices]),
            "distractor": np.array([choice.item.distractor for choice in choices]),
            "answer": [choice.answer for choice in choices],
            "correct": np.array(
                [choice.answer == str(choice.item.label) for choice in choices]
            ),
            "probability": np.full(len(choices), np.nan, np.float32),
            "seconds": np.array([choice.seconds for choice in choices]),
        }
    )


def are_between(choices: list[Choice]) -> bool:
    """Whether each participant was in one condition only, and there are several."""
    pairs = {(choice.participant, choice.condition) for choice in choices}
    people = {choice.participant for choice in choices}
    return len(pairs) == len(people) and len({choice[1] for choice in choices}) > 1


def _units(choices: list[Choice]) -> list[int]:
    """The number of each choice's participant, in the order of the file."""
    between = are_between(choices)
    numbers: dict[str, dict[str, int]] = {}
    units = []
    for choice in choices:
        own = numbers.setdefault(choice.condition if between else "", {})
        units.append(own.setdefault(choice.participant, len(own)))
    return units
