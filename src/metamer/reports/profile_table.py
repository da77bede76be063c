"""The table of a profile: what `profile.csv` has, and how it is read again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from metamer.reports.profile import Placement, UnitMean

if TYPE_CHECKING:
    import pandas as pd

Scores = Mapping[str, Sequence[Placement]]
"""Each learner in all paradigms."""


def to_table(scores: Scores) -> pd.DataFrame:
    """A row for each learner and paradigm."""
    import pandas as pd

    return pd.DataFrame([_row(score) for row in scores.values() for score in row])


def from_table(table: pd.DataFrame) -> Scores:
    """The scores that a table was made from."""
    scores: dict[str, list[Placement]] = {}
    for row in table.fillna({"learner_there": "", "reason": ""}).to_dict("records"):
        scores.setdefault(row["learner"], []).append(_placement(row))
    return scores


def _row(score: Placement) -> dict[str, str | float | int]:
    competence, rule = score.competence, score.rule
    return {
        "learner": score.learner,
        "paradigm": score.paradigm,
        "competence": competence.value,
        "competence_low": competence.low,
        "competence_high": competence.high,
        "rule": rule.value,
        "low": rule.low,
        "high": rule.high,
        "n": max(competence.n, rule.n),
        "learner_there": score.player,
        "reason": score.reason,
    }


def _placement(row: Mapping[Hashable, Any]) -> Placement:
    low, high = row["competence_low"], row["competence_high"]
    return Placement(
        row["learner"],
        row["paradigm"],
        row["learner_there"],
        UnitMean(row["competence"], low, high, row["n"]),
        UnitMean(row["rule"], row["low"], row["high"], row["n"]),
        row["reason"],
    )
