"""Rows of a csv file that someone else made, each with the place it was found at."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import NamedTuple, NoReturn

from metamer.core.errors import Refusal, likely

MAX_NUMBER = 999_999
"""No step or number of an item may be larger."""


class CsvRow(NamedTuple):
    """One row: its values by column, and where it stands."""

    file: Path
    line: int
    values: dict[str, str]

    def text(self, column: str) -> str:
        """A value that must not be empty."""
        value = (self.values.get(column) or "").strip()
        return value or self.refuse(column, "must not be empty")

    def one_of(self, column: str, allowed: Sequence[str]) -> str:
        """A value that must be among `allowed`."""
        value = self.text(column)
        if value in allowed:
            return value
        near = likely(value, allowed)
        self.refuse(column, f"must be one of {', '.join(allowed)}, not {value!r}{near}")

    def number(self, column: str, most: int = MAX_NUMBER) -> int:
        """A whole number from 0."""
        value = self.text(column)
        if value.isascii() and value.isdecimal() and int(value) <= most:
            return int(value)
        self.refuse(
            column, f"must be a whole number from 0 to {most}, not {value!r:.40}"
        )

    def seconds(self, column: str) -> float:
        """A time, or NaN if there is none."""
        value = (self.values.get(column) or "").strip()
        try:
            found = float(value or "nan")
        except ValueError:
            found = -1.0
        if value and not (isfinite(found) and found >= 0):
            self.refuse(column, f"must be seconds from 0, not {value!r:.40}")
        return found

    def refuse(self, column: str, fault: str) -> NoReturn:
        """Refuse the file because of one value of this row."""
        raise Refusal(f"{self.file}, line {self.line}, column {column}: {fault}")


def read_rows(file: Path, needed: Sequence[str]) -> list[CsvRow]:
    """All rows of a csv file, which must have the `needed` columns and some rows."""
    try:
        rows = list(_rows(file, needed))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"cannot read {file} as a table: {error}") from error
    if not rows:
        raise Refusal(f"{file} has no rows below its header")
    return rows


def _rows(file: Path, needed: Sequence[str]) -> Iterator[CsvRow]:
    with file.open(newline="", encoding="utf-8-sig") as lines:
        reader = csv.DictReader(lines, restval="", restkey="")
        names = reader.fieldnames or ()
        missing = [name for name in needed if name not in names]
        if missing:
            raise Refusal(
                f"{file} has no column {', '.join(missing)}; it needs "
                f"{', '.join(needed)}"
            )
        for values in reader:
            if "" in values:
                raise Refusal(
                    f"{file}, line {reader.line_num}: has more values than the header "
                    "has columns"
                )
            yield CsvRow(file, reader.line_num, values)


def columns_of(file: Path) -> list[str]:
    """The header of a csv file; none if it cannot be read as one."""
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            return next(csv.reader(lines), [])
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
