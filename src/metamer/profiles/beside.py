"""Other runs beside a profile: whoever answered items of the same kind elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.contrast import Contrast
from metamer.core.errors import Refusal
from metamer.core.store import load
from metamer.reports.analysis import without_excluded
from metamer.reports.profile import Column, Guest, by_unit

if TYPE_CHECKING:
    import pandas as pd

NOT_THERE = "no run beside the profile has its answers here"


@dataclass(frozen=True)
class Beside:
    """One run of answers from elsewhere."""

    folder: Path
    paradigm: str
    table: pd.DataFrame

    @property
    def names(self) -> list[str]:
        """Who answered."""
        return [str(name) for name in self.table["learner"].unique()]


def read_beside(
    folders: Sequence[str | Path], paradigms: Sequence[str], given: Sequence[str]
) -> list[Beside]:
    """The runs in these folders; refuses any that can say nothing in this profile."""
    found: list[Beside] = []
    for folder in folders:
        run = _read(Path(folder), paradigms)
        taken = [
            *given,
            *(n for r in found if r.paradigm == run.paradigm for n in r.names),
        ]
        for name in run.names:
            if name in taken:
                raise Refusal(
                    f"{folder}: another learner of the profile is called {name!r}, too"
                )
        found.append(run)
    return found


def _read(folder: Path, paradigms: Sequence[str]) -> Beside:
    table = without_excluded(load(folder).table)
    paradigm = str(table["paradigm"].iloc[0])
    if paradigm not in paradigms:
        raise Refusal(
            f"{folder} is a run of {paradigm}; a profile has: {', '.join(paradigms)}"
        )
    return Beside(folder, paradigm, table)


def with_guests(columns: Sequence[Column], runs: Sequence[Beside]) -> list[Column]:
    """The columns of a profile with everybody who answered in these runs."""
    names = dict.fromkeys(name for run in runs for name in run.names)
    found = []
    for column in columns:
        guests, reasons = {}, dict.fromkeys(names, NOT_THERE)
        for run in (each for each in runs if each.paradigm == column.paradigm):
            for name in run.names:
                try:
                    guests[name] = guest(name, run.table, column)
                    del reasons[name]
                except Refusal as refusal:
                    reasons[name] = str(refusal)
        found.append(
            replace(column, guests=guests, reasons={**column.reasons, **reasons})
        )
    return found


def guest(name: str, table: pd.DataFrame, column: Column) -> Guest:
    """What one learner of another run did where the profile asks; refuses if nothing."""
    contrast = column.contrast
    own = _alike(table[table["learner"] == name], column.responses.table, contrast)
    competences, rules = (
        by_unit(each, own)[name] for each in (contrast.competence, contrast.rule)
    )
    return Guest(competences, rules)


def _alike(own: pd.DataFrame, asked: pd.DataFrame, contrast: Contrast) -> pd.DataFrame:
    """The answers in conditions that the profile has, too."""
    for column in contrast.alike:
        here = {str(value) for value in asked[column].unique()}
        there = {str(value) for value in own[column].unique()}
        own = own[own[column].astype(str).isin(here)]
        if own.empty:
            raise Refusal(
                f"its answers are to other items: {column} is {' or '.join(sorted(there))} "
                f"there, and {' or '.join(sorted(here))} in the profile"
            )
    return own
