"""A page of single items of a run, with what every learner answered to them.

The paradigm draws items and answers (`ShowsItems`); here some items of each condition are
chosen, so that the page stays small whatever the size of the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.capabilities import HasItemsPage, ShowsItems
from metamer.core.responses import Responses, details
from metamer.core.shown import AskedItems, ItemViews, TableRows
from metamer.core.store import Run
from metamer.reports.analysis import Analysis, LinkedPage
from metamer.reports.selection import choose, first_units
from metamer.reports.templates import render

if TYPE_CHECKING:
    import pandas as pd

FILE = "items.html"
LINK = "Single items, with what every learner answered"
"""The name of the page, and the words of the link to it."""

PER_CELL = (12, 9, 6, 3, 1)
"""How many items of each condition and part are shown: as many as fit on the page."""

MAX_CARDS, MAX_CELLS = 240, 80
"""The most items on the page, and the most conditions and parts with items on it."""

MAX_BYTES = 1_900_000
"""The largest page that is written, except by paradigms that write theirs themselves."""

MAX_ROWS = 2_000_000
"""TableRows of the table beyond which only the first units are looked at."""


def items_page(run: Analysis) -> LinkedPage | None:
    """The page of a run, or None if its items cannot be shown."""
    paradigm, text = run.study.paradigm, ""
    if isinstance(paradigm, HasItemsPage):
        text = paradigm.items_page(run.responses)
    elif isinstance(paradigm, ShowsItems):
        text = _text(run.responses, paradigm)
    return LinkedPage(FILE, LINK, text) if text else None


def _text(responses: Responses, paradigm: ShowsItems) -> str:
    """The page, with as many items as fit; empty if the run keeps none of them."""
    asked = AskedItems(Run(responses.folder).items())
    table, units = first_units(responses.table, MAX_ROWS)
    table = table[table["item"].map(lambda item: item in asked).astype(bool)]
    if table.empty:
        return ""
    views = paradigm.item_views(table, asked)
    cells, total = _cells(views, table)
    answered = set(table["learner"].unique())
    known = [learner.name for learner in responses.study.learners]
    names = [name for name in known if name in answered]
    sections = [_section(cell, views, names) for cell in cells]
    values = {
        "title": responses.study.title or responses.study.name,
        "facets": _facets(cells),
        "learners": names,
        "views": views,
        "total": table["item"].nunique(),
        "cells": total,
        "units": units,
    }
    for number in PER_CELL:
        small = [{**part, "cards": part["cards"][:number]} for part in sections]
        page = render(__package__, "items_page.html", sections=small, **values)
        if len(page.encode()) <= MAX_BYTES:
            return page
    return ""


@dataclass(frozen=True)
class AskedPart:
    """One condition, or one part of what is asked in it."""

    where: dict[str, str]
    """The columns that single it out."""
    rows: pd.DataFrame
    answers: pd.DataFrame
    """The rows of the table, and the answers that they give (see `ItemViews`)."""
    number: int
    """How many of its items may be shown."""


def _cells(views: ItemViews, table: pd.DataFrame) -> tuple[list[AskedPart], int]:
    """All conditions and parts, or some evenly among them; and how many there are."""
    columns = ["condition", *details(table), *(["part"] if "part" in table else [])]
    rows = table.groupby(columns, observed=True, sort=False)
    groups = list(views.answers.groupby(columns, observed=True, sort=False))
    some = groups[:: -(-len(groups) // MAX_CELLS)]
    fits = [number for number in PER_CELL if number * len(some) <= MAX_CARDS]
    return [
        AskedPart(
            dict(zip(columns, map(str, key), strict=True)),
            rows.get_group(key),
            answers,
            fits[0],
        )
        for key, answers in some
    ], len(groups)


def _facets(cells: Sequence[AskedPart]) -> list[dict[str, Any]]:
    """What cells can be filtered by: the columns that differ between them."""
    columns = list(cells[0].where)
    values = {
        name: list(dict.fromkeys(cell.where[name] for cell in cells))
        for name in columns
    }
    return [
        {"name": name, "values": values[name]}
        for name in columns
        if len(values[name]) > 1
    ]


def _section(
    cell: AskedPart, views: ItemViews, learners: Sequence[str]
) -> dict[str, Any]:
    """What the page says about one cell."""
    chosen = choose(cell.answers, cell.number)
    answers = _by_item(cell.answers, chosen)
    given = {
        item: [
            _given(name, [row for row in rows if row["learner"] == name])
            for name in learners
            if any(row["learner"] == name for row in rows)
        ]
        for item, rows in answers.items()
    }
    units = {one.unit for everyone in given.values() for one in everyone}
    rows = _by_item(cell.rows[cell.rows["unit"].isin(units)], chosen)
    return {
        "where": cell.where,
        "total": cell.answers["item"].nunique(),
        "cards": [
            {
                "name": item.rpartition("/")[2],
                "shown": views.item(answers[item]),
                "answers": [_answer(one, rows[item], views) for one in given[item]],
                "differ": len({one.share for one in given[item]}) > 1,
            }
            for item in chosen
        ],
    }


def _by_item(frame: pd.DataFrame, chosen: Sequence[str]) -> dict[str, TableRows]:
    """The rows that are about each of some items."""
    rows: dict[str, TableRows] = {item: [] for item in chosen}
    for row in frame[frame["item"].isin(chosen)].to_dict("records"):
        rows[row["item"]].append({str(name): value for name, value in row.items()})
    return rows


@dataclass(frozen=True)
class Given:
    """The answers of all units of one learner to one item."""

    learner: str
    share: float
    """The share of right answers."""
    units: int
    unit: int
    """The first of the units with the most common answer."""
    alike: int
    """How many units gave this answer; 0 if no two answers can be the same."""


def _given(learner: str, answers: TableRows) -> Given:
    frequent, _ = Counter(row["answer"] for row in answers).most_common(1)[0]
    units = {row["unit"] for row in answers if row["answer"] == frequent}
    return Given(
        learner,
        sum(bool(row["correct"]) for row in answers) / len(answers),
        len({row["unit"] for row in answers}),
        min(units),
        len(units) if frequent else 0,
    )


def _answer(given: Given, rows: TableRows, views: ItemViews) -> dict[str, Any]:
    """The most common answer of one learner, and how many of its units are right."""
    whose = (given.learner, given.unit)
    outcome = {1.0: "right", 0.0: "wrong"}.get(given.share, "mixed")
    return {
        "learner": given.learner,
        "shown": views.answer(
            [row for row in rows if (row["learner"], row["unit"]) == whose]
        ),
        "outcome": outcome,
        "verdict": _verdict(outcome, given, views.verdicts),
        "whose": _whose(given),
    }


def _verdict(outcome: str, given: Given, words: tuple[str, str]) -> str:
    """`✓ right`, or of several units `◐ right (3 of 5 units)`."""
    wrong = outcome == "wrong"
    sign = {"right": "✓", "mixed": "◐", "wrong": "✗"}[outcome]
    verdict = f"{sign}\N{NO-BREAK SPACE}{words[wrong]}"
    if given.units == 1:
        return verdict
    many = given.units * (1 if wrong else given.share)
    return f"{verdict} ({many:.3g} of {given.units} units)"


def _whose(given: Given) -> str:
    """Whose answer is shown, unless all units gave the same."""
    if given.alike == given.units or given.units == 1:
        return ""
    if not given.alike:
        return f"unit {given.unit}, "
    return f"most often ({given.alike} of {given.units} units) "
