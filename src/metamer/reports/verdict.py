"""The answer of a run to its question."""

from __future__ import annotations

from metamer.reports.analysis import Analysis
from metamer.reports.findings import Ranking


def verdict(run: Analysis) -> list[str]:
    """Sentences from the run's numbers; a study that names no finding ranks its learners.

    The ranking is by the study's first measure.
    """
    findings = run.study.findings or _default(run)
    return [sentence for found in findings for sentence in found.sentences(run)]


def _default(run: Analysis) -> tuple[Ranking, ...]:
    return tuple(
        Ranking(name, name.replace("_", " ")) for name in run.study.measures[:1]
    )
