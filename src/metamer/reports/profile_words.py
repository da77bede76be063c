"""The profile in words: one sentence for each learner, and one for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from metamer.core.counting import count
from metamer.reports.profile import Profile, Score, leaning

VERDICTS = ("rule", "statistics", "undecided", "unknown", "absent")


def sentences(profile: Profile) -> dict[str, str]:
    """What can be said about each learner, in one sentence."""
    return {name: sentence(row) for name, row in profile.scores.items()}


def summary(profile: Profile) -> str:
    """How many learners go by what, in most of the paradigms that tell."""
    rows = profile.scores.values()
    rule = sum(leaning(row) == "rule" for row in rows)
    statistics = sum(leaning(row) == "statistics" for row in rows)
    return (
        f"Of {count(len(rows), 'learner')}, {rule} {'goes' if rule == 1 else 'go'} by the "
        f"rule in most paradigms that tell, and {statistics} by the statistics."
    )


def sentence(row: Sequence[Score]) -> str:
    """What a learner goes by, and where that cannot be told."""
    where = {
        verdict: [score.paradigm for score in row if score.verdict == verdict]
        for verdict in VERDICTS
    }
    clauses = [_goes_by(where["rule"], where["statistics"], len(row))]
    if where["undecided"]:
        clauses.append(f"in {listed(where['undecided'])} it is undecided")
    for reason in dict.fromkeys(s.reason for s in row if s.verdict == "unknown"):
        places = [
            s.paradigm for s in row if s.verdict == "unknown" and s.reason == reason
        ]
        clauses.append(f"in {listed(places)} it cannot be told: {reason}")
    if where["absent"]:
        clauses.append(f"it cannot take part in {listed(where['absent'])}")
    return "; ".join(filter(None, clauses)) + "."


def _goes_by(rule: list[str], statistics: list[str], total: int) -> str:
    of = count(total, "paradigm")
    if rule and statistics:
        return (
            f"goes by the rule in {len(rule)} of {of} ({listed(rule)}) and by the "
            f"statistics in {len(statistics)} ({listed(statistics)})"
        )
    if rule:
        whole = "" if len(rule) == total else f" ({listed(rule)})"
        return f"goes by the rule in {len(rule)} of {of}{whole}"
    if statistics:
        whole = "" if len(statistics) == total else f" ({listed(statistics)})"
        return f"goes by the statistics in {len(statistics)} of {of}{whole}"
    return f"shows in none of {of} what it goes by"


def listed(names: Sequence[str]) -> str:
    """`a`, `b` and `c`."""
    quoted = [f"`{name}`" for name in names] or [""]
    return " and ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))
