"""The answer of a run to its question."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.core.capabilities import NeedsMeasures
from metamer.core.study import Finding
from metamer.reports.analysis import Analysis
from metamer.reports.findings import Ranking


@dataclass(frozen=True)
class Verdict:
    """What one finding says, and what its numbers are."""

    sentences: list[str]
    note: str


def answers(run: Analysis) -> list[Verdict]:
    """What the run's findings say; a study without any ranks its learners.

    A finding is silent about a run without its measures. The ranking is by the study's
    first measure.
    """
    able = [each for each in run.study.findings if _has_measures(run, each)]
    found = [each.sentences(run) for each in able or _default(run)]
    return [Verdict(said[:-1] or said, said[-1] if said[1:] else "") for said in found]


def _has_measures(run: Analysis, finding: Finding) -> bool:
    needed = finding.needed_measures if isinstance(finding, NeedsMeasures) else ()
    return set(needed) <= set(run.study.measures)


def verdict(run: Analysis) -> list[str]:
    """The sentences alone, for a terminal."""
    return [sentence for answer in answers(run) for sentence in answer.sentences]


def _default(run: Analysis) -> tuple[Finding, ...]:
    return tuple(
        Ranking(name, name.replace("_", " ")) for name in run.study.measures[:1]
    )
