"""Choices of people that were collected elsewhere: a csv file as rows of the table.

Each row of the file is one choice about an item of a file that `metamer make` wrote, and
is scored by the item's trial, as everybody's answers are.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from metamer.core.answers import read_choice
from metamer.core.counting import count
from metamer.core.csv_rows import CsvRow, read_rows
from metamer.core.errors import Refusal
from metamer.core.imported import ChosenElsewhere, Imported
from metamer.core.people import Asking
from metamer.core.responses import Columns, Responses, as_table
from metamer.core.study import Condition, Study
from metamer.core.trial import ChoiceTrial

if TYPE_CHECKING:
    import pandas as pd

PEOPLE = "people"
"""Who answered, in the table."""

TIMED = Asking(seconds=1.0)
"""How items are put whose answer may be missing."""

BETWEEN = (
    "Each participant was in one condition. Units of different conditions are different "
    "people, so a single value of a measure that compares conditions means nothing; its "
    "mean does, and its interval is about right."
)

T = TypeVar("T")


class Choice(NamedTuple):
    """One row of the file."""

    participant: str
    condition: Condition
    seconds: float
    rows: Columns
    """The row of the table for this choice, from `item` on."""


def read_choices(
    file: Path, needed: Sequence[str], choice: Callable[[CsvRow], Choice]
) -> list[Choice]:
    """The choices in a file, in its order; refuses what is none, by line and column."""
    found: list[Choice] = []
    seen: dict[tuple[str, Condition, str], int] = {}
    for row in read_rows(file, needed):
        found.append(choice(row))
        which = (found[-1].participant, found[-1].condition, row.text("item"))
        if which in seen:
            row.refuse(
                "item", f"line {seen[which]} has this participant's answer already"
            )
        seen[which] = row.line
    return found


def named_item(row: CsvRow, items_in: Callable[[Path], Sequence[T]]) -> T:
    """An item by its number in a file beside the csv file: `faces.npz#12`."""
    name, sign, number = row.text("item").rpartition("#")
    if not sign:
        row.refuse("item", f"must be FILE.npz#NUMBER, not {number!r:.60}")
    items = items_in(row.file.parent / name)
    if not number.isdecimal() or int(number) >= len(items):
        row.refuse(
            "item", f"{name} has items 0 to {len(items) - 1}, not {number!r:.20}"
        )
    return items[int(number)]


def choose(row: CsvRow, condition: Condition, trial: ChoiceTrial) -> Choice:
    """The choice in a row, about the item of this trial, which must be `TIMED`."""
    written = trial.written or tuple(map(str, range(trial.options)))
    text = row.text("answer")
    try:
        trial.respond(read_choice(text, written))
    except Refusal as refusal:
        row.refuse("answer", str(refusal))
    return Choice(
        row.text("participant"), condition, row.seconds("seconds"), trial.rows()
    )


def choices_table(paradigm: str, choices: Sequence[Choice]) -> pd.DataFrame:
    """Responses, a row for each choice.

    Participants are units. If each was in one condition only, they are numbered within
    their conditions, so that measures which compare conditions have values; which
    participants are compared with which then means nothing.
    """
    many = len(choices)
    details = [dict(choice.condition.details) for choice in choices]
    return as_table(
        {
            "paradigm": [paradigm] * many,
            "learner": [PEOPLE] * many,
            "unit": np.array(_units(choices), np.int32),
            "condition": [choice.condition.name for choice in choices],
            **{name: [row[name] for row in details] for name in details[0]},
            **{
                name: np.concatenate([choice.rows[name] for choice in choices])
                for name in choices[0].rows
            },
            "probability": np.full(many, np.nan, np.float32),
            "seconds": np.array([choice.seconds for choice in choices]),
        }
    )


def are_between(choices: Sequence[Choice]) -> bool:
    """Whether each participant was in one condition only, and there are several."""
    pairs = {(choice.participant, choice.condition) for choice in choices}
    people = {choice.participant for choice in choices}
    return len(pairs) == len(people) and len({pair[1] for pair in pairs}) > 1


def _units(choices: Sequence[Choice]) -> list[int]:
    """The number of each choice's participant, in the order of the file."""
    between = are_between(choices)
    numbers: dict[Condition | None, dict[str, int]] = {}
    units = []
    for choice in choices:
        own = numbers.setdefault(choice.condition if between else None, {})
        units.append(own.setdefault(choice.participant, len(own)))
    return units


def record(
    file: Path,
    out: Path,
    paradigm: str,
    read: Callable[[Path], Sequence[Choice]],
    plan: Callable[[Sequence[Choice], Path, int], Study],
) -> Responses:
    """Write the choices in a file as a run folder, under the study that `plan` makes.

    It is given the choices, their file, and the number of units.
    """
    from metamer.core.store import Run

    started = time.monotonic()
    choices = read(file)
    table = choices_table(paradigm, choices)
    study = plan(choices, file, int(table["unit"].max()) + 1)
    return Run(out).import_responses(study, table, {}, time.monotonic() - started)


def parts_of(choices: Sequence[Choice]) -> set[str]:
    """The parts that items of these choices belong to."""
    return {str(choice.rows["part"][0]) for choice in choices}


def asked_elsewhere(paradigm: str, choices: Sequence[Choice]) -> ChosenElsewhere:
    """The paradigm under which choices are recorded."""
    conditions = dict.fromkeys(choice.condition for choice in choices)
    return ChosenElsewhere(paradigm, tuple(map(str, conditions)))


def respondents(choices: Sequence[Choice], file: Path) -> Imported:
    """The participants as the learner of a study, with the file that they come from."""
    many = count(len({choice.participant for choice in choices}), "participant")
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return Imported(PEOPLE, many, file.name, digest)


def remarks_on(choices: Sequence[Choice]) -> tuple[str, ...]:
    """What a reader must know of these participants."""
    return (BETWEEN,) if are_between(choices) else ()
