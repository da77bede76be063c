"""People of one's own on boards of rules and of metamers, from their clicks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metamer.core.counting import count
from metamer.core.imported import Imported
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.core.study import Figure, Study, Test
from metamer.paradigms.tiles import people_clicks, people_scores
from metamer.paradigms.tiles.controls import CONDITIONS
from metamer.paradigms.tiles.figures.by_rule import ByRule
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
from metamer.paradigms.tiles.people import PEOPLE, digest
from metamer.paradigms.tiles.people_scores import PlayedBoards
from metamer.paradigms.tiles.studies.shared import PEOPLE as PUBLISHED
from metamer.reports.contrasts import Difference
from metamer.reports.tables import Means
from metamer.statistics.t_test import Pairwise

if TYPE_CHECKING:
    import pandas as pd

MEASURES = ("z", "blues", "finished_share", "z_of_finished")


def take_clicks(file: Path, out: Path) -> tuple[Responses, list[dict[str, Any]]]:
    """Write people's clicks as a run folder; also how many finished no board."""
    started = time.monotonic()
    table, items = people_scores.table(people_clicks.read(file))
    study = plan(table, file)
    run = Run(out).import_responses(study, table, items, time.monotonic() - started)
    return run, _unfinished(table)


def plan(table: pd.DataFrame, file: Path) -> Study:
    """The study under which clicks are recorded."""
    rules = tuple(dict.fromkeys(table["rule"].astype(str)))
    kinds = tuple(name for name in CONDITIONS if name in set(table["condition"]))
    people = table["unit"].nunique()
    about = f"{count(people, 'participant')}, numbered as they first appear"
    return Study(
        paradigm=PlayedBoards(rules, kinds),
        learners=(Imported(PEOPLE, about, file.name, digest(file)),),
        measures=MEASURES,
        units=int(table["unit"].max()) + 1,
        name="tiles-people-clicks",
        title=f"People on {count(len(rules), 'rule')}",
        question="Some boards are made by a rule; metamer boards have the same statistics "
        "and no rule. On which do people turn up fewer blue tiles?",
        findings=FINDINGS if len(kinds) > 1 else (),
        tests=_tests(table),
        figures=FIGURES,
        remarks=REMARKS,
    )


def _tests(table: pd.DataFrame) -> tuple[Test, ...]:
    """The two conditions compared: within participants, if all played both."""
    if table["condition"].nunique() < 2:
        return ()
    who = ["rule", "unit"]
    both = table.groupby(who, observed=True)["condition"].nunique().eq(2).all()
    return (Pairwise("z", "paired" if both else "welch", by="condition"),)


def _unfinished(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The cells in which participants finished no board, and how many did not."""
    cell = ["rule", "condition"]
    best = table.groupby([*cell, "unit"], observed=True)["finished"].max()
    none = best[~best].groupby(cell, observed=True).size()
    return [
        {"rule": str(rule), "condition": str(condition), "rows": int(many)}
        for rule, condition, many in none.reset_index().to_numpy()
    ]


FINDINGS = (
    Difference(
        "z",
        "abstract",
        "metamer",
        "z",
        "Fewer blue tiles on boards of the rule",
        "Fewer blue tiles on metamers",
    ),
)

FIGURES: tuple[Figure, ...] = (
    ByRule(
        "z",
        "Boards made by a rule, and their metamers",
        "Blue tiles turned up, in standard deviations above the neighbour player (0); "
        "lower is better. Mean and 95 % confidence interval over participants. The panel "
        "of published people shows the paper's, on its own boards.",
        PUBLISHED,
    ),
    ByRule(
        "blues",
        "Blue tiles turned up",
        "Mean over a participant's boards, with the 95 % confidence interval over "
        "participants; lower is better.",
        limits=(0.0, 64.0),
    ),
    UnfinishedBoards(),
    Means(
        ("z", "blues", "finished_share"),
        "All conditions in numbers",
        "Means over participants, with the half width of their 95 % confidence intervals.",
    ),
)

REMARKS = (
    "Ideal players are not asked here, and clicks are not weighed by observers: "
    "`fraction_of_ideal` and `rule_evidence` need a run of `tiles`.",
    "If one report shows this run beside one of `tiles`, mind that the boards may differ.",
)
