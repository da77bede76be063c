"""Answers that were given elsewhere: rows of a file, by the ids of their items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from metamer.core.csv_rows import CsvRow, read_any_rows
from metamer.core.errors import Refusal, likely
from metamer.core.learner import Learner
from metamer.core.study import Condition
from metamer.core.trial import NO_ANSWER

NEEDED = ("item", "answer")
"""The columns of a file of answers."""

OPTIONAL = ("step", "probability", "seconds", "condition", "unit")
"""Columns that it may have besides; those that single out a condition may be there, too."""

SLIP = 0.85
"""How much like a known column the name of another one must be to be taken for a slip of
it: `conditon` is, `part` is not. Source: ours."""

FORM = f"columns {', '.join(NEEDED)}, and if need be {', '.join(OPTIONAL)}"


class GivenAnswer(NamedTuple):
    """One answer to an item."""

    text: str
    """As it was written; the paradigm reads it."""
    probability: float
    """NaN if none was given, as for `seconds`."""
    seconds: float
    row: CsvRow


ByItem = Mapping[str, Sequence[GivenAnswer]]
"""All answers to each item, in their order, by the item's id."""


class GivenAnswers:
    """The answers of a file. The order of its rows does not matter.

    Without the columns `condition` and `unit` an answer holds wherever its item is asked;
    with them, or with one that singles out a condition (`rule`, `domain`), only there.
    """

    def __init__(self, file: Path):
        self.rows = read_any_rows(file, NEEDED)
        self.columns = tuple(self.rows[0].values)
        for name in self.columns:
            near = likely(name, (*NEEDED, *OPTIONAL), SLIP)
            if near and name not in (*NEEDED, *OPTIONAL):
                raise Refusal(f"{file} has a column {name!r}{near}; it takes {FORM}")
        self._answers = [_answer(row) for row in self.rows]
        self._indices: dict[tuple[str, ...], dict[tuple[str, ...], ByItem]] = {}

    def has(self, column: str) -> bool:
        """Whether the file has this column."""
        return column in self.columns

    def of(self, condition: Condition, unit: int) -> ByItem:
        """The answers that hold for one unit in one condition."""
        where = {
            "condition": condition.name,
            **{name: str(value) for name, value in condition.details},
            "unit": str(unit),
        }
        named = tuple(name for name in where if name in self.columns)
        if named not in self._indices:
            self._indices[named] = self._index(named)
        return self._indices[named].get(
            tuple(_plain(where[name]) for name in named), {}
        )

    def _index(self, named: Sequence[str]) -> dict[tuple[str, ...], ByItem]:
        """The answers by where they hold, and by item."""
        found: dict[tuple[str, ...], dict[str, dict[int, GivenAnswer]]] = {}
        for answer in self._answers:
            row = answer.row
            where = tuple(_plain(row.values.get(name) or "") for name in named)
            step = row.number("step") if self.has("step") else 0
            own = found.setdefault(where, {}).setdefault(row.text("item"), {})
            if step in own:
                self._refuse_twice(row, own[step].row)
            own[step] = answer
        return {
            where: {item: _in_order(item, steps) for item, steps in items.items()}
            for where, items in found.items()
        }

    def _refuse_twice(self, row: CsvRow, before: CsvRow) -> None:
        more = "" if self.has("step") else "; several answers to one item need `step`"
        row.refuse(
            "item",
            f"{row.unit} {before.line} has an answer to {row.text('item')} already{more}",
        )


def _answer(row: CsvRow) -> GivenAnswer:
    text = (row.values.get("answer") or "").strip()
    return GivenAnswer(text, row.share("probability"), row.seconds("seconds"), row)


def _in_order(item: str, steps: dict[int, GivenAnswer]) -> tuple[GivenAnswer, ...]:
    """The answers of steps 0, 1, 2 ...; refuses a gap."""
    for place, step in enumerate(sorted(steps)):
        if step != place:
            steps[step].row.refuse(
                "step", f"{item} has no step {place}: they count from 0 without gaps"
            )
    return tuple(steps[step] for step in sorted(steps))


def _plain(text: str) -> str:
    """The same text for the same number: R writes 1 where we write 1.0."""
    try:
        return str(float(text))
    except ValueError:
        return text.strip()


@runtime_checkable
class AnswersById(Learner, Protocol):
    """A learner that is asked by the ids of items: its answers were given elsewhere.

    It takes part whatever the way of asking, and is neither taught nor shown anything.
    """

    def given(self) -> GivenAnswers:
        """All that it answers."""
        ...


@runtime_checkable
class ReadsAnswers(Protocol):
    """A paradigm that reads answers that were given elsewhere.

    Without this an answer is a whole number from 0.
    """

    @property
    def answer_form(self) -> str:
        """What an answer must look like, in a few words."""
        ...

    def choices(self, condition: Any) -> tuple[str, ...]:
        """All answers, as the table writes them; none if an answer is no choice."""
        ...

    def read_answer(self, condition: Any, text: str) -> Any:
        """The label, the action or the grid that a text stands for.

        None if it says that there was no answer; refuses what is none of these, in words
        that go on after "the answer".
        """
        ...


def read_label(text: str, written: Sequence[str]) -> int | None:
    """The choice that a text names: by its number, or as the table writes it.

    None if it says that there was no answer.
    """
    number = text.removesuffix(".0")
    is_number = number.isascii() and number.isdecimal()
    if text not in written and is_number and int(number[:9]) < len(written):
        return int(number)
    return read_choice(text, written)


def read_choice(text: str, written: Sequence[str]) -> int | None:
    """The same where numbers do not count, unless the table writes them."""
    allowed = (*written, NO_ANSWER)
    if text in allowed:
        return None if text == NO_ANSWER else written.index(text)
    near = likely(text, allowed)
    raise Refusal(f"must be one of {', '.join(allowed)}, not {text!r:.60}{near}")
