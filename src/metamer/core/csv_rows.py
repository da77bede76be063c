"""Rows of a csv or parquet file that someone else made, each with where it was found."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from math import inf, isfinite
from pathlib import Path
from typing import NamedTuple, NoReturn

from metamer.core.checked import read_table
from metamer.core.errors import Refusal, likely, one_of

KINDS = (".csv", ".parquet")
"""Ends of the names of files that can be read."""

MAX_NUMBER = 999_999
"""No step or number of an item may be larger."""


class CsvRow(NamedTuple):
    """One row: its values by column, and where it stands."""

    file: Path
    line: int
    values: dict[str, str]
    unit: str = "line"
    """What `line` counts: lines of a text, or rows of a table."""

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
        return self._fraction(column, inf, "seconds from 0")

    def share(self, column: str) -> float:
        """A number from 0 to 1, or NaN if there is none."""
        return self._fraction(column, 1.0, "a number from 0 to 1")

    def _fraction(self, column: str, most: float, allowed: str) -> float:
        value = (self.values.get(column) or "").strip()
        try:
            found = float(value or "nan")
        except ValueError:
            found = -1.0
        if value and not (isfinite(found) and 0 <= found <= most):
            self.refuse(column, f"must be {allowed}, not {value!r:.40}")
        return found

    def refuse(self, column: str, fault: str) -> NoReturn:
        """Refuse the file because of one value of this row."""
        where = f"{self.file}, {self.unit} {self.line}, column {column}"
        raise Refusal(f"{where}: {fault}")


def read_rows(file: Path, needed: Sequence[str]) -> list[CsvRow]:
    """All rows of a csv file, which must have the `needed` columns and some rows."""
    try:
        rows = list(_rows(file, needed))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"cannot read {file} as a table: {error}") from error
    if not rows:
        raise Refusal(f"{file} has no rows below its header")
    return rows


def read_any_rows(file: Path, needed: Sequence[str]) -> list[CsvRow]:
    """The same of a csv or a parquet file, by the end of its name."""
    one_of("kind of table", file.suffix, KINDS)
    if file.suffix == ".csv":
        return read_rows(file, needed)
    table = read_table(file, "write it again")
    _check_columns(file, needed, [str(name) for name in table])
    plain = table.astype(object).where(table.notna(), None)
    columns = {str(name): map(_text, plain[name].tolist()) for name in plain}
    rows = zip(*columns.values(), strict=True)
    found = [
        CsvRow(file, number, dict(zip(columns, row, strict=True)), "row")
        for number, row in enumerate(rows, 1)
    ]
    if not found:
        raise Refusal(f"{file} has no rows")
    return found


def _text(value: object) -> str:
    """A cell as a csv file would have it; whole numbers have no point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _check_columns(file: Path, needed: Sequence[str], names: Sequence[str]) -> None:
    missing = [name for name in needed if name not in names]
    if missing:
        raise Refusal(
            f"{file} has no column {', '.join(missing)}; it needs {', '.join(needed)}"
        )


def _rows(file: Path, needed: Sequence[str]) -> Iterator[CsvRow]:
    with file.open(newline="", encoding="utf-8-sig") as lines:
        reader = csv.DictReader(lines, restval="", restkey="")
        _check_columns(file, needed, reader.fieldnames or ())
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
