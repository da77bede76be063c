"""A page of a run of `concepts`: every task, every guess, and the program in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from metamer.core.counting import count
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.paradigms.concepts.files import from_json
from metamer.paradigms.concepts.rules import CONCEPTS, in_table_order
from metamer.paradigms.concepts.score import NOT_SCORED
from metamer.paradigms.concepts.show import svg_difference, svg_grid
from metamer.paradigms.concepts.tasks import Grid, NamedTask, from_text
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
    asked = _item_json(responses)
    if not asked:
        return ""
    table, units = first_units(responses.table, MAX_GUESSES)
    return render(
        __package__,
        "gallery.html",
        title=responses.study.title or responses.study.name,
        learners=list(dict.fromkeys(table["learner"].astype(str))),
        concepts=list(_concepts(table, asked)),
        units=units,
    )


def _concepts(table: pd.DataFrame, asked: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The concepts of a run, with their tasks."""
    for name in in_table_order(table["condition"].unique()):
        own = table[table["condition"] == name]
        tasks = own.groupby("task", sort=False, observed=True)
        yield {
            "name": name,
            "title": CONCEPTS.get(name, name),
            "tasks": [_task(str(task), rows, asked) for task, rows in tasks],
        }


def _item_json(responses: Responses) -> dict[str, str]:
    """Each item's task as ARC json, with only that item's test pair."""
    arrays = Run(responses.folder).items()
    groups = [name.removesuffix("/json") for name in arrays if name.endswith("/json")]
    return {
        str(item): str(text)
        for group in groups
        for item, text in zip(
            arrays[f"{group}/item"], arrays[f"{group}/json"], strict=True
        )
    }


def _task(name: str, rows: pd.DataFrame, asked: dict[str, str]) -> dict[str, Any]:
    """A task: its demonstrations, and all guesses at each of its inputs."""
    items = [
        (from_json(asked[str(item)], name, str(own["condition"].iloc[0])), own)
        for item, own in rows.groupby("item", sort=False, observed=True)
    ]
    first = rows.iloc[0]
    return {
        "name": name,
        "kind": _kind(
            bool(first["minimal"]), str(first["family"]), bool(first["apart"])
        ),
        "demonstrations": [
            [svg_grid(grid, DEMONSTRATION_SIDE) for grid in pair]
            for pair in items[0][0].task.demonstrations
        ],
        "items": [_item(known, own) for known, own in items],
    }


def _kind(minimal: bool, family: str, apart: bool) -> str:
    if minimal:
        return "minimal task"
    return f"family {family}{', kept apart' * apart}" if family else ""


def _item(known: NamedTask, rows: pd.DataFrame) -> dict[str, Any]:
    """One asked input, its answer, and everybody's guesses at it."""
    (given,), (answer,) = known.task.inputs, known.answers
    by = rows.groupby(["learner", "unit"], sort=False, observed=True)
    several = rows["unit"].nunique() > 1
    return {
        "number": int(rows["test_index"].iloc[0]) + 1,
        "input": svg_grid(given, ANSWER_SIDE),
        "answer": "" if answer is None else svg_grid(answer, ANSWER_SIDE),
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


def _guesses(rows: pd.DataFrame, answer: Grid | None) -> Iterator[dict[str, Any]]:
    """Guesses in their order: a picture, a verdict, and why."""
    for row in rows.sort_values("step").to_dict("records"):
        guess = from_text(row["answer"])
        yield {
            "number": row["step"] + 1,
            "right": bool(row["correct"]),
            "verdict": _verdict(row["error"], row["cells_wrong"]),
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
