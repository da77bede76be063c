"""Choices of people of one's own, read from a csv file and scored as every learner's."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

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
from metamer.core.items import Items
from metamer.core.reading import from_plain
from metamer.core.study import Condition
from metamer.core.trial import TrialItem, listed_items
from metamer.paradigms.pointers.items import ORIGIN, assemble, section
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.trials import judge, judged_trial

NEEDED = ("participant", "item", "answer")
"""The columns of a file of choices; `size` and `seconds` may be there as well."""

ARRAYS = ("inputs", "labels", "digits", ORIGIN)
"""What a file that `metamer make pointers` wrote has."""

REMEDY = "give a file that `metamer make pointers` wrote"


class Origin(NamedTuple):
    """How the items of a file were made."""

    style: str
    condition: str
    part: str
    rule: PointerRule


class MadeItem(NamedTuple):
    """An item of a file."""

    origin: Origin
    item: TrialItem


def read(file: Path) -> list[Choice]:
    """The choices in a file, in its order; refuses what is none, by line and column."""
    return read_choices(file, NEEDED, _choice)


def _choice(row: CsvRow) -> Choice:
    origin, item = named_item(row, _items_in)
    taught = row.number("size") if (row.values.get("size") or "").strip() else 0
    details = (
        ("style", origin.style),
        ("complexity", origin.rule.complexity),
        ("aggregate", origin.rule.aggregate),
        ("size", taught),
    )
    trial = judged_trial(item, {}, TIMED)
    return choose(row, Condition(origin.condition, details), trial)


@lru_cache
def _items_in(file: Path) -> list[MadeItem]:
    arrays = read_arrays(file, REMEDY)
    missing = [name for name in ARRAYS if name not in arrays]
    if missing:
        raise Refusal(
            f"{file} has no array {missing[0]}; it needs {', '.join(ARRAYS)}: {REMEDY}"
        )
    origin = _origin(file, arrays[ORIGIN])
    asked = _checked(file, origin.rule, arrays)
    lesson = assemble(origin.style, None, [section(origin.part, asked)])
    notes, contents = judge(origin.rule, lesson)
    return [
        MadeItem(origin, item) for item in listed_items("answered", notes, contents)
    ]


def _origin(file: Path, array: np.ndarray) -> Origin:
    try:
        found = json.loads(str(array[0]))
        style, condition, part = (
            str(found[name]) for name in ("style", "condition", "part")
        )
        rule = from_plain(PointerRule, found["rule"], "rule")
        return Origin(style, condition, part, rule)
    except (ValueError, IndexError, KeyError, TypeError) as error:
        raise Refusal(
            f"{file}: cannot read how its items were made: {error}; {REMEDY}"
        ) from error


def _checked(file: Path, rule: PointerRule, arrays: dict[str, np.ndarray]) -> Items:
    """The items, whose labels must follow from their digits."""
    digits, labels = arrays["digits"].astype(int), arrays["labels"].astype(np.int32)
    fits = digits.shape == (len(labels), rule.length + 1) and len(labels) == len(
        arrays["inputs"]
    )
    if fits:
        pointer, values = digits[:, 0], digits[:, 1:]
        fits = bool(
            ((digits >= 0) & (digits < rule.alphabet)).all()
            and (pointer < rule.pointers).all()
            and (rule.label(pointer, values) == labels).all()
        )
    if not fits:
        raise Refusal(f"{file}: its labels do not follow from its digits; {REMEDY}")
    return Items(arrays["inputs"], labels, arrays["digits"])
