"""The page of a search: the answer in a sentence, then how it came about."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from metamer.core.files import write_text
from metamer.core.versions import device
from metamer.reports.templates import render
from metamer.search.cost import Cost, cost, words
from metamer.search.figures import (
    history,
    importance,
    importance_picture,
    slices,
)
from metamer.search.outcome import PAGE, Found, SearchOutcome
from metamer.search.space import Bounded, Listed

HISTORY = (
    "Every trial in the order in which it was asked: discs were trained to the end, "
    "crosses were pruned (their last report). The line is the best so far."
)
IMPORTANCE = (
    "How much of the differences between finished trials each setting explains alone "
    "(functional analysis of variance); the shares add up to 1. Pruned trials do not count."
)
SLICES = (
    "Every trial by each of its settings; the line is the best one. The scale ends at the "
    "worst tenth of the finished trials; what is worse stands at the edge."
)


def write_page(outcome: SearchOutcome, folder: Path, command: str, run: str) -> Path:
    """Write `report.html`, with the commands that search and that run; returns its path."""
    search, spent = outcome.search, cost(outcome)
    page = render(
        "metamer.search",
        "page.html",
        title=f"The best settings of {search.learner.name} in {search.study.name}",
        answer=answers(outcome, spent),
        goal=_goal(outcome),
        names=list(search.space.parameters),
        cells=[_cell(outcome, cell) for cell in outcome.ledgers],
        history_words=HISTORY,
        importance_words=IMPORTANCE,
        slices_words=SLICES,
        run=run,
        cost=_cost_sentences(outcome, spent),
        space=_space(outcome),
        source=search.space.conduct.source,
        command=command,
        version=version("metamer"),
        optuna=version("optuna"),
        device=device(),
        seed=search.study.seed,
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
    )
    write_text(folder / PAGE, page)
    return folder / PAGE


def answers(outcome: SearchOutcome, spent: Cost | None) -> list[str]:
    """What was found, in one or two sentences."""
    found, table = outcome.found, outcome.table()
    pruned = int((table["state"] == "pruned").sum())
    cell, best = next(iter(found.items()))
    earned = f"{best.value:.4g}" + (" a board" if outcome.search.plays else "")
    settings = f"{earned}: {_said(best)}."
    first = f"The best of {len(table):,} trials reached {settings}"
    if len(found) > 1:
        first = (
            f"The table has the best settings in each of {len(found)} conditions, of "
            f"{len(table):,} trials in all. In `{cell}` they reached {settings}"
        )
    second = f"It took {words(outcome.seconds)}; {pruned:,} trials were pruned."
    if spent:
        second += (
            f" One after the other they would have taken {words(spent.alone)}, and "
            f"{words(spent.unpruned)} without pruning."
        )
    return [first, second]


def _goal(outcome: SearchOutcome) -> str:
    search = outcome.search
    better = "higher" if search.higher else "lower"
    items = (
        "No asked board was looked at."
        if search.plays
        else "The items were drawn for the search alone, by a seed of its own."
    )
    return f"The number of a trial: {search.goal}; {better} is better. {items}"


def _said(found: Found) -> str:
    return ", ".join(f"{name} {shown(value)}" for name, value in found.values.items())


def shown(value: Any) -> str:
    """A value with as many digits as are worth reading."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _cell(outcome: SearchOutcome, cell: str) -> dict[str, Any]:
    """One condition: its numbers and its pictures."""
    table = outcome.table()
    own = table[table["condition"] == cell]
    found, search = outcome.found[cell], outcome.search
    shares = importance(outcome.ledgers[cell])
    pruned = int((own["state"] == "pruned").sum())
    failed = own[own["state"] == "fail"]
    sentence = f"{len(own):,} trials, {pruned:,} of them pruned"
    if len(failed):
        sentence += f", {len(failed):,} failed ({failed['reason'].iloc[0]})"
    return {
        "name": cell,
        "value": f"{found.value:.4g}",
        "trials": len(own),
        "pruned": pruned,
        "chosen": [shown(found.values[name]) for name in search.space.parameters],
        "sentence": f"{sentence}. Trial {found.number} is the best, with "
        f"{found.value:.4g}: {_said(found)}.",
        "history": history(own, search),
        "importance": importance_picture(shares) if shares else "",
        "slices": slices(own, search, dict(found.values)),
    }


def _cost_sentences(outcome: SearchOutcome, spent: Cost | None) -> list[str]:
    if spent is None:
        return [
            f"The search took {words(outcome.seconds)}, all processes together. Its trials "
            "were done one after the other: only networks that learn to play are trained "
            "side by side."
        ]
    return [
        f"The search took {words(spent.taken)}, all processes together, with what was "
        f"compiled. Its trials made {spent.clicks:,} clicks.",
        f"One trial by itself, with the best settings, made {spent.pace:,.0f} clicks a "
        f"second on the machine that wrote this page first. At that pace all trials would "
        f"have taken {words(spent.alone)} one after the other, and "
        f"{words(spent.unpruned)} if each had been trained to its end; compiling is not "
        "in these two.",
    ]


def _space(outcome: SearchOutcome) -> list[dict[str, str]]:
    return [
        {"name": name, "range": _range(each), "source": each.source}
        for name, each in outcome.search.space.parameters.items()
    ]


def _range(parameter: Bounded | Listed) -> str:
    if isinstance(parameter, Listed):
        return ", ".join(map(shown, parameter.choices))
    scale = ", each order of magnitude alike" if parameter.log else ""
    return f"{parameter.low:g} to {parameter.high:g}{scale}"
