"""Pictures of a search: its history, which settings mattered, and where they were best."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.reports.drawing import COLOURS, canvas, list_downwards, svg
from metamer.search.ledger import Ledger, quiet
from metamer.search.plan import Search

if TYPE_CHECKING:
    import pandas as pd

DONE, PRUNED = COLOURS[0], COLOURS[6]
BEST = COLOURS[1]

COLUMNS = 3
"""Slices in a row."""

MIN_TRIALS = 10
"""The fewest finished trials from which importance is computed. Source: ours."""


def history(table: pd.DataFrame, search: Search) -> str:
    """Every trial's number in order, and the best so far."""
    done, pruned = _parts(table)
    with canvas(7, 3) as (figure, axes):
        axis = axes[0, 0]
        _points(axis, pruned["trial"], pruned["value"], done=False)
        _points(axis, done["trial"], done["value"], done=True)
        so_far = done["value"].cummax() if search.higher else done["value"].cummin()
        # The line goes on to the last trial, whatever became of that.
        places, heights = (
            [*done["trial"], table["trial"].max()],
            [*so_far, *so_far[-1:]],
        )
        axis.step(places, heights, where="post", color=BEST, label="best so far")
        axis.set_xlabel("trial")
        axis.set_ylabel(_number_name(search))
        figure.legend(loc="outside upper right", ncols=3, fontsize=8)
        return svg(figure)


def importance(ledger: Ledger) -> dict[str, float]:
    """How much of the differences between finished trials each setting explains.

    Source: hutter2014 (functional analysis of variance), by Optuna.
    """
    import optuna

    complete = optuna.trial.TrialState.COMPLETE
    many = len(ledger.study.get_trials(deepcopy=False, states=(complete,)))
    if many < MIN_TRIALS or len(ledger.search.space.parameters) < 2:
        return {}
    with quiet(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numbers that are all alike, for one
        evaluator = optuna.importance.FanovaImportanceEvaluator(seed=0)
        found = optuna.importance.get_param_importances(
            ledger.study, evaluator=evaluator
        )
    return {name: float(share) for name, share in found.items()}


def importance_picture(shares: dict[str, float]) -> str:
    """The shares as bars, the largest at the top."""
    with canvas(7, 0.6 + 0.3 * len(shares)) as (figure, axes):
        axis = axes[0, 0]
        axis.barh(range(len(shares)), list(shares.values()), 0.6, color=DONE)
        for place, share in enumerate(shares.values()):
            axis.text(share + 0.01, place, f"{share:.2f}", va="center", fontsize=8)
        list_downwards(axis, list(shares))
        axis.set_xlim(0, 1)
        axis.set_xlabel("share of the variance between finished trials")
        return svg(figure)


def slices(table: pd.DataFrame, search: Search, best: dict[str, Any]) -> str:
    """The number of every trial by the value of each setting."""
    names = list(search.space.parameters)
    rows = -(-len(names) // COLUMNS)
    done, pruned = _parts(table)
    low, high = _limits(done["value"], search.higher)
    with canvas(9, 2.3 * rows, rows, COLUMNS, sharey=True) as (figure, axes):
        for axis in axes.flat[len(names) :]:
            axis.set_visible(False)
        for axis, name in zip(axes.flat, names, strict=False):
            places = _places(search, name)
            for part, is_done in ((pruned, False), (done, True)):
                at = part[name].map(places) if places else part[name]
                _points(axis, at, part["value"].clip(low, high), is_done)
            here = places[best[name]] if places else best[name]
            axis.axvline(here, color=BEST, linewidth=1)
            _scale(axis, search, name, places)
            axis.set_xlabel(name)
            axis.set_ylim(low, high)
        for axis in axes[:, 0]:
            axis.set_ylabel(_number_name(search))
        return svg(figure)


def _number_name(search: Search) -> str:
    """What the number of a trial is, on an axis."""
    return "reward of a board" if search.plays else search.measure


def _parts(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Finished and pruned trials."""
    known = table[table["value"].notna()]
    return known[known["state"] == "complete"], known[known["state"] == "pruned"]


def _points(axis: Any, x: Any, y: Any, done: bool) -> None:
    """Discs for finished trials, small crosses for pruned ones."""
    look = (
        {"marker": "o", "s": 14, "color": DONE, "label": "finished"}
        if done
        else {"marker": "x", "s": 9, "color": PRUNED, "alpha": 0.5, "label": "pruned"}
    )
    axis.scatter(x, y, linewidths=0.8, **look)


def _limits(values: pd.Series, higher: bool) -> tuple[float, float]:
    """Room for all finished trials but the worst tenth: those can be far off."""
    low, high = np.quantile(values, [0.1, 1] if higher else [0, 0.9])
    pad = 0.06 * (high - low) or 1.0
    return float(low - pad), float(high + pad)


def _places(search: Search, name: str) -> dict[Any, int]:
    """Where values stand that are chosen from a list; empty for numbers in between."""
    from metamer.search.space import Listed

    parameter = search.space.parameters[name]
    if not isinstance(parameter, Listed):
        return {}
    return {value: place for place, value in enumerate(parameter.choices)}


def _scale(axis: Any, search: Search, name: str, places: dict[Any, int]) -> None:
    from metamer.reports.drawing import log_scale
    from metamer.search.space import Bounded

    if places:
        axis.set_xticks(range(len(places)), [str(value) for value in places])
        axis.set_xlim(-0.5, len(places) - 0.5)
    parameter = search.space.parameters[name]
    if isinstance(parameter, Bounded) and parameter.log:
        log_scale(axis)
