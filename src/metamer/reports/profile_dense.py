"""The picture of a profile with many learners: low rows, in groups by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isnan

from metamer.reports.profile import Placement
from metamer.reports.profile_figures import (
    WIDE,
    Scale,
    as_svg,
    line,
    number,
    point,
    scale_ends,
    text,
    tooltip,
    verdict_legend,
)

MIN_DENSE = 12
"""Learners from which on rows are low and in groups."""

LABELS, HEAD, ROW, GROUP, FOOT = 112.0, 74.0, 21.0, 27.0, 76.0
"""Room for names, above the rows, of each row, for a group's name, and for the legend."""


@dataclass(frozen=True)
class LearnerRow:
    """A learner at its height in the picture."""

    name: str
    y: float


def dense_picture(
    scores: Mapping[str, Sequence[Placement]],
    kinds: Mapping[str, Sequence[str]],
    asked: Mapping[str, str],
) -> str:
    """One low row a learner, grouped by `kinds`; `asked` is what each paradigm asks."""
    step = (WIDE - LABELS) / len(asked)
    scales = [
        Scale(LABELS + step * place + 12, LABELS + step * (place + 1) - 12)
        for place in range(len(asked))
    ]
    groups, rows, bottom = _layout(scores, kinds)
    body = [each for group in groups for each in _heading(group)]
    for scale, (paradigm, words) in zip(scales, asked.items(), strict=True):
        body += [
            text(scale.at(0.5), 16, paradigm, "head", "middle"),
            text(scale.at(0.5), 33, words, "soft small", "middle"),
            *scale_ends(scale, HEAD - 18, HEAD - 8, bottom),
        ]
    for row in rows:
        body.append(text(8, row.y + 4, row.name, "who dense"))
        for scale, score in zip(scales, scores[row.name], strict=True):
            body += _cell(score, scale, row.y)
    words = f"Profile of {len(rows)} learners, on a scale from statistics to rule"
    return as_svg([*body, *_legend(bottom + 26)], WIDE, bottom + FOOT, words)


def _layout(
    scores: Mapping[str, Sequence[Placement]], kinds: Mapping[str, Sequence[str]]
) -> tuple[list[LearnerRow], list[LearnerRow], float]:
    """The groups' names and the learners at their heights, and where the last one ends."""
    groups, rows, y = [], [], HEAD
    for kind, names in kinds.items():
        groups.append(LearnerRow(kind, y + GROUP - 10))
        y += GROUP
        for name in (each for each in scores if each in names):
            rows.append(LearnerRow(name, y + ROW / 2))
            y += ROW
    return groups, rows, y + 4


def _heading(group: LearnerRow) -> Iterator[str]:
    top = group.y + 10 - GROUP
    yield line(0, top, WIDE, top, "line")
    yield text(0, group.y + 3, group.name, "soft small")


def _cell(score: Placement, scale: Scale, y: float) -> list[str]:
    """A point with its interval; grey if competence is too low; a dash for no part."""
    told = f"<title>{escape(tooltip(score))}</title>"
    if score.verdict == "absent":
        dash = text(scale.at(0.5), y + 4, "–", "faint", "middle")
        return [f"<g>{told}{dash}</g>"]
    if score.verdict == "unknown":
        return [f"<g>{told}{''.join(_untold(score, scale, y))}</g>"]
    bar = line(
        scale.at(score.rule.low), y, scale.at(score.rule.high), y, _bar(score.verdict)
    )
    return [f"<g>{told}{bar}{point(score, scale, y)}</g>"]


def _bar(verdict: str) -> str:
    return f"{verdict} interval"


def _untold(score: Placement, scale: Scale, y: float) -> Iterator[str]:
    """A grey field that says how competent the learner is."""
    left, right = scale.at(0), scale.at(1)
    yield (
        f'<rect x="{left:.1f}" y="{y - 7:.1f}" width="{right - left:.1f}" height="14" '
        'rx="3" class="untold"/>'
    )
    known = not isnan(score.competence.value)
    words = f"competence {number(score.competence.value)}" if known else score.reason
    yield text(scale.at(0.5), y + 3.5, words, "soft tiny", "middle")


def _legend(y: float) -> list[str]:
    """In two lines: points and their shades; grey fields and dashes."""
    field = (
        f'<rect x="0" y="{y + 17:.1f}" width="32" height="14" rx="3" class="untold"/>'
    )
    none = "does not take part; the reason is in the table"
    return [
        *verdict_legend(0, y),
        field,
        text(40, y + 28, "learned too little to tell", "soft small"),
        text(196, y + 28, "–", "faint", "middle"),
        text(208, y + 28, none, "soft small"),
    ]
