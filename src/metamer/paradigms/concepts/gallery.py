"""A page of a run of `concepts`: every task, every guess, and the program in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.counting import count
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.paradigms.concepts.files import from_json
from metamer.paradigms.concepts.rules import CONCEPTS, in_table_order
from metamer.paradigms.concepts.score import NOT_SCORED
from metamer.paradigms.concepts.show import svg_difference, svg_grid
from metamer.paradigms.concepts.tasks import Grid, NamedTask, from_text, same
from metamer.reports.selection import first_units
from metamer.reports.templates import render

if TYPE_CHECKING:
    import pandas as pd

DEMONSTRATION_SIDE, ANSWER_SIDE = 120, 140
"""Pixels of the longer side of a demonstration, and of an answer."""


MAX_GUESSES = 12_000
"""Guesses beyond which only those of the first units are on the page."""


def gallery(responses: Responses) -> str:
    """The page, or nothing for a run without grids: published results have none."""
    asked = _asked_items(responses)
    if not asked:
        return ""
    table, units = first_units(responses.table, MAX_GUESSES)
    return render(
        __package__,
        "gallery.html",
        title=responses.study.title or responses.study.name,
        learners=list(dict.fromkeys(table["learner"].astype(str))),
        concepts=list(_concepts(table, asked)),
        kind="Training" if any(item.shortcut for item in asked.values()) else "Concept",
        units=units,
    )


class AskedItem(NamedTuple):
    """An asked input as `items.npz` has it."""

    json: str
    """Its task as ARC json, with only this test pair."""
    shortcut: str
    """What the shortcut makes of it; empty if there is none."""


def _concepts(
    table: pd.DataFrame, asked: dict[str, AskedItem]
) -> Iterator[dict[str, Any]]:
    """The concepts of a run, or its training conditions, with their tasks."""
    for name in in_table_order(table["condition"].unique()):
        own = table[table["condition"] == name]
        tasks = own.groupby("task", sort=False, observed=True)
        yield {
            "name": name,
            "title": CONCEPTS.get(name, name.replace("_", " ")),
            "tasks": [_task(str(task), rows, asked) for task, rows in tasks],
        }


def _asked_items(responses: Responses) -> dict[str, AskedItem]:
    """What was asked, by ids."""
    arrays = Run(responses.folder).items()
    groups = [name.removesuffix("/json") for name in arrays if name.endswith("/json")]
    found: dict[str, AskedItem] = {}
    for group in groups:
        ids, texts = (arrays[f"{group}/{name}"] for name in ("item", "json"))
        said = arrays.get(f"{group}/shortcut", np.full(len(ids), ""))
        columns = zip(map(str, texts), map(str, said), strict=True)
        found |= dict(zip(map(str, ids), map(AskedItem._make, columns), strict=True))
    return found


def _task(name: str, rows: pd.DataFrame, asked: dict[str, AskedItem]) -> dict[str, Any]:
    """A task: its demonstrations, and all guesses at each of its inputs."""
    first = rows.iloc[0]
    items = [
        (asked[str(item)], own)
        for item, own in rows.groupby("item", sort=False, observed=True)
    ]
    known = [from_json(item.json, name, str(first["condition"])) for item, _ in items]
    return {
        "name": name,
        "kind": _kind(
            bool(first["minimal"]), str(first["family"]), bool(first["apart"])
        ),
        "demonstrations": [
            [svg_grid(grid, DEMONSTRATION_SIDE) for grid in pair]
            for pair in known[0].task.demonstrations
        ],
        "items": [
            _item(one, from_text(item.shortcut), own)
            for one, (item, own) in zip(known, items, strict=True)
        ],
    }


def _kind(minimal: bool, family: str, apart: bool) -> str:
    if minimal:
        return "minimal task"
    return f"family {family}{', kept apart' * apart}" if family else ""


def _item(
    known: NamedTask, shortcut: Grid | None, rows: pd.DataFrame
) -> dict[str, Any]:
    """One asked input, its answer, the shortcut's, and everybody's guesses at it."""
    (given,), (answer,) = known.task.inputs, known.answers
    by = rows.groupby(["learner", "unit"], sort=False, observed=True)
    several = rows["unit"].nunique() > 1
    return {
        "number": int(rows["test_index"].iloc[0]) + 1,
        "input": svg_grid(given, ANSWER_SIDE),
        "answer": "" if answer is None else svg_grid(answer, ANSWER_SIDE),
        "shortcut": "" if shortcut is None else svg_grid(shortcut, ANSWER_SIDE),
        "agrees": same(shortcut, answer),
        "answers": [
            {
                "learner": str(learner),
                "who": f"{learner}, unit {unit}" if several else str(learner),
                "outcome": _outcome(own),
                "guesses": list(_guesses(own, answer)),
            }
            for (learner, unit), own in by
        ],
    }


def _outcome(rows: pd.DataFrame) -> str:
    if (rows["error"] == NOT_SCORED).any():
        return NOT_SCORED
    return "solved" if rows["correct"].any() else "not solved"


SHORTCUT = "the shortcut's answer"


def _guesses(rows: pd.DataFrame, answer: Grid | None) -> Iterator[dict[str, Any]]:
    """Guesses in their order: a picture, a verdict, and why."""
    for row in rows.sort_values("step").to_dict("records"):
        guess = from_text(row["answer"])
        yield {
            "number": row["step"] + 1,
            "right": bool(row["correct"]),
            "verdict": SHORTCUT
            if row.get("follows") == "shortcut"
            else _verdict(row["error"], row["cells_wrong"]),
            "svg": "" if guess is None else _guess_svg(guess, answer),
            "program": row["program"],
        }


def _guess_svg(guess: Grid, answer: Grid | None) -> str:
    if answer is None:
        return svg_grid(guess, ANSWER_SIDE)
    return svg_difference(guess, answer, ANSWER_SIDE)


def _verdict(error: str, cells: float) -> str:
    """`near miss, 2 cells wrong`."""
    if error not in ("near miss", "wrong cells", "blank"):
        return error
    wrong = f"{count(round(cells), 'cell')} wrong"
    return wrong if error == "wrong cells" else f"{error}, {wrong}"
