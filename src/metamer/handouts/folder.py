"""A folder with everything that the units of a study are taught and asked."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tomli_w

from metamer.core.checked import read_arrays, read_json
from metamer.core.errors import Refusal
from metamer.core.files import remove_stale, write_arrays, write_text, writing
from metamer.core.jobs import unit_key
from metamer.core.registry import paradigm as paradigms
from metamer.core.settings import to_plain
from metamer.core.study import Condition, Study
from metamer.handouts.contents import answer_form, choices, handout
from metamer.handouts.pictures import draw_pictures, picture_path, trial

FORMAT = 1
"""Version of such a folder."""

RECORD = "handout.json"
"""Records what a folder was made from, so that no other study is mixed into it."""

ITEMS, TRIALS, README = "items.csv", "trials.json", "README.txt"
TAUGHT, ASKED = "taught.npz", "asked.npz"

REMEDY = "delete it, and give the command again"

Advance = Callable[[int], object]


class Asked(NamedTuple):
    """One unit in one condition, and what it is asked."""

    condition: Condition
    unit: int
    folder: str
    arrays: dict[str, np.ndarray]


@dataclass(frozen=True)
class Handing:
    """A study that is handed out."""

    study: Study
    out: Path
    taught: int
    """How many taught items a unit gets at most."""
    pictures: bool = False
    """Whether each asked item is drawn, too, and listed for a program that shows it."""

    def write(self, advance: Advance) -> int:
        """Write the folder; how many items are asked. `advance` is told each unit.

        Units and pictures that are there stay as they are, so that the same call goes on
        where it stopped.
        """
        self._open()
        units: list[Asked] = []
        for condition, unit in self.cells():
            units.append(self._unit(condition, unit))
            advance(1)
        write_text(self.out / ITEMS, _table(self.rows(units)))
        if self.pictures:
            lines = ",\n".join(map(json.dumps, self.trials(units)))
            write_text(self.out / TRIALS, f"[\n{lines}\n]\n")
        write_text(self.out / README, _readme(answer_form(self.study.paradigm)))
        return sum(len(each.arrays["item"]) for each in units)

    def cells(self) -> list[tuple[Condition, int]]:
        """Every unit in every condition."""
        every = self.study.paradigm.conditions()
        return [(each, unit) for each in every for unit in range(self.study.units)]

    @cached_property
    def _folders(self) -> dict[Condition, str]:
        """The name of each condition's folder; no two are the same."""
        found: dict[Condition, str] = {}
        for place, each in enumerate(self.study.paradigm.conditions()):
            name = _safe(each)
            found[each] = f"{name}-{place}" if name in found.values() else name
        return found

    def rows(self, units: list[Asked]) -> Iterator[dict[str, Any]]:
        """A row for each asked item, as `items.csv` has it."""
        form = answer_form(self.study.paradigm)
        for each in units:
            for item in each.arrays["item"].tolist():
                yield {
                    "paradigm": self._paradigm,
                    "condition": each.condition.name,
                    **dict(each.condition.details),
                    "unit": each.unit,
                    "item": item,
                    "folder": each.folder,
                    "answer_form": form,
                }

    def trials(self, units: list[Asked]) -> list[dict[str, Any]]:
        """The same for a program that shows pictures and takes keys."""
        return [
            trial(each.arrays, place, choices(self.study.paradigm, each.condition))
            | {
                "condition": each.condition.name,
                **dict(each.condition.details),
                "unit": each.unit,
                "folder": each.folder,
            }
            for each in units
            for place in range(len(each.arrays["item"]))
        ]

    @property
    def _paradigm(self) -> str:
        kind = type(self.study.paradigm)
        return paradigms.name_of(kind) or kind.__name__

    def _open(self) -> None:
        """Make the folder, or refuse one that holds anything else."""
        made_from = {
            "format": FORMAT,
            "paradigm": to_plain(self.study.paradigm),
            "seed": self.study.seed,
            "taught": self.taught,
        }
        record = self.out / RECORD
        if record.exists():
            if read_json(record, REMEDY) != json.loads(json.dumps(made_from)):
                raise Refusal(
                    f"{self.out} holds the items of another study, or another number of "
                    "taught items; choose another --out, or delete that folder"
                )
        elif self.out.exists() and any(self.out.iterdir()):
            raise Refusal(f"{self.out} is not empty; choose another --out")
        with writing(self.out):
            self.out.mkdir(parents=True, exist_ok=True)
            remove_stale(self.out)
        write_text(record, json.dumps(made_from, indent=2))
        write_text(self.out / "study.toml", tomli_w.dumps(to_plain(self.study)))

    def _unit(self, condition: Condition, unit: int) -> Asked:
        """What one unit is handed, written unless it is there."""
        place = f"{self._folders[condition]}/unit-{unit}"
        folder = self.out / place
        lesson = None
        if not (folder / ASKED).exists():
            lesson = self._lesson(condition, unit)
            own = handout(self.study.paradigm, condition, lesson, self.taught)
            for name, text in own.files.items():
                write_text(folder / name, text)
            if own.taught:
                write_arrays(folder / TAUGHT, own.taught)
            write_arrays(folder / ASKED, own.asked)  # last: it says that all is there
        arrays = read_arrays(folder / ASKED, REMEDY)
        if self.pictures:
            ids = arrays["item"].tolist()
            missing = [
                item for item in ids if not (self.out / picture_path(item)).exists()
            ]
            if missing:
                lesson = lesson or self._lesson(condition, unit)
                draw_pictures(self.study.paradigm, condition, lesson, missing, self.out)
        return Asked(condition, unit, place, arrays)

    def _lesson(self, condition: Condition, unit: int) -> Any:
        return self.study.paradigm.lesson(condition, unit_key(self.study.seed, unit))


def _safe(condition: Condition) -> str:
    """The condition as the name of a folder."""
    values = [condition.name, *(str(value) for _, value in condition.details)]
    return "-".join(re.sub(r"[^\w.]+", "_", value) for value in values)


def _table(rows: Iterator[dict[str, Any]]) -> str:
    listed = list(rows)
    file = io.StringIO()
    writer = csv.DictWriter(file, listed[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return file.getvalue()


def _readme(form: str) -> str:
    return f"""What the units of a study are taught and asked.

{ITEMS}      a row for each item that is asked, by condition and unit
CONDITION/unit-N/{TAUGHT}  what this unit is taught (see below)
CONDITION/unit-N/{ASKED}   what it is asked: ids (item), and inputs without labels
{TRIALS}    with pictures: the same as a list for a program that shows them
study.toml     the study

Answers come back as a csv or parquet file with the columns item and answer, and with
condition, unit and the columns between them if answers differ by unit. A unit's answers
must come from what that unit was taught. An answer is {form}; none says
that there was no answer, which is wrong.

Boards (tiles) are whole in these files, since whoever plays them must turn them up: show
a player only what was turned up. An id can say of which kind its item is: show it to
nobody who answers.
"""
