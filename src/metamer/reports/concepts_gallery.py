"""A page of a run of `concepts`: every task, every guess, and the program in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.registry import figure
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.measures.concepts import NOT_SCORED
from metamer.paradigms.concepts.corpus import NamedTask, from_json
from metamer.paradigms.concepts.score import from_text
from metamer.paradigms.concepts.show import svg_difference, svg_grid
from metamer.programs.task import Grid
from metamer.reports.concepts import CONCEPTS, in_order
from metamer.reports.finding import Exhibit, Finding

if TYPE_CHECKING:
    import pandas as pd

SHOWN, GUESSED = 120, 140
"""Pixels of the longer side of a demonstration, and of an answer."""


@figure.add("concept_gallery")
@dataclass(frozen=True)
class Gallery:
    """One program for each concept, in words; the page with all of them is written too.

    Source: ours.
    """

    title: str
    caption: str
    learner: str = "program-search"
    """Whose programs are told."""

    def __call__(self, run: Finding) -> Exhibit:
        gallery(run.responses)
        table = run.responses.table
        right = table[(table["learner"] == self.learner) & table["correct"]]
        first = right.sort_values("step").groupby("condition", observed=True).first()
        body = first.loc[in_order(first.index), ["task", "program"]]
        body = body.rename(index=CONCEPTS).rename_axis(index="concept").reset_index()
        return Exhibit(self.title, self.caption, body)


def gallery(responses: Responses, out: str | Path = "") -> Path:
    """Write the page to `out`, or to `gallery.html` in the folder of the run."""
    import jinja2

    source = resources.files("metamer.reports")
    template = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True
    ).from_string((source / "concepts_gallery.html").read_text("utf-8"))
    concepts = list(_concepts(responses))
    text = template.render(
        title=responses.study.title or responses.study.name,
        style=(source / "style.css").read_text("utf-8"),
        learners=list(dict.fromkeys(responses.table["learner"].astype(str))),
        concepts=concepts,
    )
    page = Path(out) if out else responses.folder / "gallery.html"
    write_text(page, text)
    return page


def _concepts(responses: Responses) -> Iterator[dict[str, Any]]:
    """The concepts of a run, with their tasks."""
    table, asked = responses.table, _asked(responses)
    for name in in_order(table["condition"].unique()):
        own = table[table["condition"] == name]
        tasks = own.groupby("task", sort=False, observed=True)
        yield {
            "name": name,
            "title": CONCEPTS.get(name, name),
            "tasks": [_task(str(task), rows, asked) for task, rows in tasks],
        }


def _asked(responses: Responses) -> dict[str, str]:
    """Each item's task as ARC json, with only that item's test pair."""
    arrays = Run(responses.folder).items()
    groups = [name.removesuffix("/json") for name in arrays if name.endswith("/json")]
    if not groups:
        raise Refusal(
            f"{responses.folder} has no grids to show: its answers were given elsewhere"
        )
    return {
        str(item): str(text)
        for group in groups
        for item, text in zip(
            arrays[f"{group}/item"], arrays[f"{group}/json"], strict=True
        )
    }


def _task(name: str, rows: pd.DataFrame, asked: dict[str, str]) -> dict[str, Any]:
    """A task: what is shown, and what was made of each of its inputs."""
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
            [svg_grid(grid, SHOWN) for grid in pair]
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
        "input": svg_grid(given, GUESSED),
        "answer": "" if answer is None else svg_grid(answer, GUESSED),
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
            "svg": "" if guess is None else _drawn(guess, answer),
            "program": row["program"],
        }


def _drawn(guess: Grid, answer: Grid | None) -> str:
    if answer is None:
        return svg_grid(guess, GUESSED)
    return svg_difference(guess, answer, GUESSED)


def _verdict(error: str, cells: float) -> str:
    """`near miss, 2 cells wrong`."""
    if error not in ("near miss", "wrong cells", "blank"):
        return error
    told = "1 cell wrong" if cells == 1 else f"{cells:.0f} cells wrong"
    return told if error == "wrong cells" else f"{error}, {told}"
