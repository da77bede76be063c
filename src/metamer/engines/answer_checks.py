"""Whether answers that were given elsewhere fit a study, before anybody is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from metamer.core.answers import AnswersById, GivenAnswers
from metamer.core.counting import count
from metamer.core.csv_rows import CsvRow
from metamer.core.jobs import unit_key
from metamer.core.registry import paradigm as paradigms
from metamer.core.study import Condition, Study
from metamer.engines.answered import READ, asked_ids, lacking, missing_ids, place


def check_answers(
    study: Study, learner: AnswersById, say: Callable[[str], None]
) -> None:
    """Refuse answers that a study cannot use; `say` is told how far this is.

    Every item must have an answer, every answer must be one, and every row must be about
    an item that is asked.
    """
    given, paradigm = learner.given(), study.paradigm
    missing: list[str] = []
    used: set[int] = set()
    for condition, unit, lesson in _lessons(study, learner.name, say):
        answers = given.of(condition, unit)
        lost = missing_ids(paradigm, lesson, answers)
        missing += [place(item, condition, unit) for item in lost]
        if not missing:
            READ[paradigm.shape](paradigm, condition, lesson, answers)
        asked = asked_ids(paradigm, lesson)
        used |= {each.row.line for item in asked for each in answers.get(item, ())}
    rest = _unused(study, given, used)
    if missing:
        hint = f"; {rest[0].text('item')}, which it has, is not asked" if rest else ""
        raise lacking(learner, missing, hint)
    if rest:
        _refuse(rest)


def _lessons(
    study: Study, name: str, say: Callable[[str], None]
) -> Iterator[tuple[Condition, int, Any]]:
    for condition in study.paradigm.conditions():
        say(f"looking up answers of {name}: {condition}")
        for unit in range(study.units):
            key = unit_key(study.seed, unit)
            yield condition, unit, study.paradigm.lesson(condition, key)


def _unused(study: Study, given: GivenAnswers, used: set[int]) -> list[CsvRow]:
    """Rows about what is not asked; a file may have the items of other paradigms, too."""
    others = set(paradigms) - {paradigms.name_of(type(study.paradigm))}
    return [
        row
        for row in given.rows
        if row.line not in used and row.text("item").partition("/")[0] not in others
    ]


def _refuse(rest: list[CsvRow]) -> None:
    """Refuse rows about what is not asked, by the first of them."""
    first = rest[0]
    named = [name for name in ("condition", "unit") if first.values.get(name)]
    where = ", ".join(f"{name} {first.values[name]}" for name in named)
    more = f" (nor are those of {count(len(rest) - 1, 'further row')})"
    first.refuse(
        "item",
        f"{first.text('item')} is not asked{f' in {where}' if where else ''}"
        f"{more if len(rest) > 1 else ''}; `metamer make study` writes what is asked",
    )
