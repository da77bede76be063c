"""The answer of a run to its question."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.reports.analysis import Analysis
from metamer.reports.findings import Ranking


@dataclass(frozen=True)
class Answer:
    """What one finding says, and what its numbers are."""

    sentences: list[str]
    note: str


def answers(run: Analysis) -> list[Answer]:
    """What the run's findings say; a study without any ranks its learners.

    The ranking is by the study's first measure.
    """
    found = [each.sentences(run) for each in run.study.findings or _default(run)]
    return [Answer(said[:-1] or said, said[-1] if said[1:] else "") for said in found]


def verdict(run: Analysis) -> list[str]:
    """The sentences alone, for a terminal."""
    return [sentence for answer in answers(run) for sentence in answer.sentences]


def _default(run: Analysis) -> tuple[Ranking, ...]:
    return tuple(
        Ranking(name, name.replace("_", " ")) for name in run.study.measures[:1]
    )
