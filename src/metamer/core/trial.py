"""An item while it is put to somebody step by step: to a person, a chat model, a program.

A trial knows everything about its item and shows only what may be known now. Whoever
answers goes through the same trial, so that all are asked the same question and nothing
that is hidden can leak. A trial is rebuilt by giving its answers again (`replay`): nobody
needs to store its state.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns

if TYPE_CHECKING:
    import pandas as pd

Json = Any
"""Whatever JSON can hold."""

View = dict[str, Json]
"""All that may be known of an item now. It has no id: an id says what is hidden."""

Feedback = dict[str, Json]
"""What an answer is told: nothing if the block gives no feedback."""

MAX_LEARNING = 200
"""Taught items that are put to anybody: more than one session has."""


class TrialItem(NamedTuple):
    """An item to put to somebody, with everything there is to know about it."""

    id: str
    """As in the table of responses."""
    pool: str
    """Which items it is drawn among: `practice`, `learning`, `test` ..."""
    content: dict[str, Json]
    """Plain JSON, what is hidden included: a trial is made from it without the paradigm's
    generators."""
    notes: dict[str, Json]
    """Further columns of the table that say something of the item."""
    group: str = ""
    """Nobody is put two items of one group; empty if that does not matter."""


@runtime_checkable
class Trial(Protocol):
    """One item on its way through its answers."""

    @property
    def item(self) -> str:
        """The item's id, as in the table of responses."""
        ...

    @property
    def over(self) -> bool:
        """Whether no further answer is asked for."""
        ...

    def view(self) -> View:
        """All that may be known now, as plain JSON."""
        ...

    def respond(self, answer: Json) -> Feedback:
        """Judge one answer and move on; refuse an impossible one, which changes nothing.

        None is the answer of somebody whose time is up, or who may pass.
        """
        ...

    def rows(self) -> Columns:
        """The table's rows for the answers so far: `item`, `step`, `answer`, `correct`,
        and the paradigm's further columns."""
        ...


@runtime_checkable
class PutsTrials(Protocol):
    """A paradigm whose items can be put step by step."""

    def trial_items(self, condition: Any, key: Key) -> tuple[TrialItem, ...]:
        """What the unit with this key can be put in this condition.

        The items of its lesson, under the same ids: people and learners are compared on
        them.
        """
        ...

    def trial(self, item: TrialItem, asking: Asking) -> Trial:
        """The item before its first answer. Quick: nothing is drawn, and no JAX."""
        ...


@runtime_checkable
class CompletesRows(Protocol):
    """A paradigm that says more of answers than its trials can.

    What takes generators, networks or JAX is left out while somebody answers, and added
    when the answers are exported.
    """

    def complete_rows(self, condition: Any, table: "pd.DataFrame") -> "pd.DataFrame":
        """The rows of trials in one condition with further columns, as learners' have.

        The rows of each trial follow each other as its `rows` gave them.
        """
        ...


def replay(trial: Trial, answers: Iterable[Json]) -> Trial:
    """`trial` after these answers."""
    for answer in answers:
        trial.respond(answer)
    return trial


@dataclass
class ChoiceTrial:
    """A trial in which one of a few things is chosen."""

    source: TrialItem
    shown: View
    options: int
    """How many things there are to choose from: 0 to `options` - 1."""
    right: int
    asking: Asking = field(default_factory=Asking)
    written: tuple[str, ...] = ()
    """How the table writes each of them; by its number if empty."""
    answers: list[int | None] = field(default_factory=list)

    @property
    def item(self) -> str:
        return self.source.id

    @property
    def over(self) -> bool:
        if not self.answers:
            return False
        spent = 0 < self.asking.attempts <= len(self.answers)
        return spent or self.answers[-1] == self.right or timed_out(self)

    def view(self) -> View:
        return {**self.shown, "options": self.options}

    def respond(self, answer: Json) -> Feedback:
        check_open(self)
        if answer is None:
            check_timed(self.asking)
        else:
            answer = whole("the answer", answer, self.options)
        self.answers.append(answer)
        if not self.asking.feedback:
            return {}
        told: Feedback = {"correct": answer == self.right}
        return {**told, "right": self.right} if self.over else told

    def rows(self) -> Columns:
        many = len(self.answers)
        return {
            "item": np.full(many, self.item, object),
            "step": np.arange(many, dtype=np.int16),
            "answer": np.array([self._text(answer) for answer in self.answers], object),
            "correct": np.array(
                [answer == self.right for answer in self.answers], bool
            ),
            **note_columns(self.source, many),
        }

    def _text(self, answer: int | None) -> str:
        if answer is None:
            return NO_ANSWER
        return self.written[answer] if self.written else str(answer)


NO_ANSWER = "none"
"""The answer of somebody whose time was up, as in the table."""


def note_columns(item: TrialItem, many: int) -> Columns:
    """The notes of an item as columns with `many` rows; null is an unknown number."""
    return {
        name: np.full(
            many,
            np.nan if value is None else value,
            object if isinstance(value, str) else None,
        )
        for name, value in item.notes.items()
    }


def choice_items(
    pool: str, notes: Columns, contents: Iterable[dict[str, Json]]
) -> tuple[TrialItem, ...]:
    """The items of a pool, each id once; `notes` are those of a lesson, as is `item`."""
    listed = listed_items(pool, notes, contents)
    return tuple({item.id: item for item in reversed(listed)}.values())[::-1]


def listed_items(
    pool: str, notes: Columns, contents: Iterable[dict[str, Json]]
) -> tuple[TrialItem, ...]:
    """The same, one for each row."""
    columns = {name: notes[name].tolist() for name in notes if name != "step"}
    rows = (
        {name: known(column[place]) for name, column in columns.items()}
        for place in range(len(columns["item"]))
    )
    return tuple(
        TrialItem(row.pop("item"), pool, content, row)
        for row, content in zip(rows, contents, strict=True)
    )


def known(value: Json) -> Json:
    """The value, or null for a number that is none: JSON has no NaN."""
    return None if isinstance(value, float) and value != value else value


def whole(what: str, value: Json, end: int) -> int:
    """`value` if it is a whole number from 0 to before `end`; otherwise a refusal."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
        raise Refusal(
            f"{what} must be a whole number from 0 to {end - 1}, not {value!r:.40}"
        )
    return value


def check_open(trial: Trial) -> None:
    """Refuse an answer to a trial that is over."""
    if trial.over:
        raise Refusal("this item takes no further answer: it is over")


def timed_out(trial: Any) -> bool:
    """Whether the last answer is none because the time was up; who may pass goes on."""
    return trial.answers[-1] is None and not trial.asking.may_pass


def check_timed(asking: Asking) -> None:
    """Refuse no answer where there is no time limit and nobody may pass."""
    if not (asking.seconds or asking.may_pass):
        raise Refusal("there must be an answer: this item has no time limit")
