"""The pictures of a profile, drawn as SVG that takes its colours from the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isnan

from metamer.reports.profile import Placement, Profile

LOWEST, HIGHEST = -0.2, 1.2
"""What part of the scale is drawn; points beyond it stand at its edge as triangles."""

WIDE, NARROW = 1000, 390
"""Widths of the first picture, for a desk and for a phone."""

STYLE = """
.profile text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue",
  Arial, sans-serif; fill: var(--ink, #1c2126); font-variant-numeric: tabular-nums; }
.profile .soft { fill: var(--soft, #5b6570); }
.profile .small { font-size: 10.5px; }
.profile .head { font-weight: 650; font-size: 14px; }
.profile .who { font-weight: 600; font-size: 13.5px; }
.profile .line { stroke: var(--line, #dfe3e8); stroke-width: 1; }
.profile .end { stroke: var(--soft, #5b6570); stroke-width: 1; stroke-opacity: .45; }
.profile .dash { stroke-dasharray: 2 3; }
.profile .back { fill: var(--paper, #ffffff); }
.profile .rule { fill: var(--by-rule, #0072b2); stroke: var(--by-rule, #0072b2); }
.profile .statistics { fill: var(--by-statistics, #d55e00);
  stroke: var(--by-statistics, #d55e00); }
.profile .undecided { fill: var(--soft, #5b6570); stroke: var(--soft, #5b6570); }
.profile .interval { stroke-width: 4; stroke-linecap: round; stroke-opacity: .35; }
.profile .mark { stroke-width: 1.6; }
.profile .untold { fill: var(--line, #dfe3e8); fill-opacity: .55; }
.profile .dense { font-weight: 500; font-size: 12.5px; }
.profile .tiny { font-size: 9.5px; }
.profile .faint { fill: var(--soft, #5b6570); fill-opacity: .5; }
"""

PAPER = '<rect width="100%" height="100%" fill="#ffffff"/>'
"""What a picture stands on where there is no page."""

VERDICTS = {
    "rule": "by the rule",
    "undecided": "undecided",
    "statistics": "by the statistics",
}
"""Colours of points; the scale says the same without colour."""


def picture(profile: Profile, width: int = WIDE) -> str:
    """One row a learner, one scale from statistics to rule in each paradigm."""
    draw = _wide if width >= WIDE else _narrow
    body, height = draw(profile)
    words = (
        f"Profile of {', '.join(profile.scores)}, on a scale from statistics to rule"
    )
    return as_svg(body, width, height, words)


def standalone(svg: str) -> str:
    """A picture as a file of its own, on white, with colours that any program can read."""
    plain = re.sub(r"var\(--[a-z-]+, (#[0-9a-f]+)\)", r"\1", svg)
    return plain.replace("</style>", f"</style>{PAPER}", 1)


def as_svg(body: Sequence[str], width: float, height: float, words: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="profile" role="img" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'aria-label="{escape(words, quote=True)}"><style>{STYLE}</style>'
        f"{''.join(body)}</svg>"
    )


@dataclass(frozen=True)
class Scale:
    """Where a number from statistics (0) to rule (1) stands on a line of the picture."""

    left: float
    right: float

    def at(self, value: float) -> float:
        share = (value - LOWEST) / (HIGHEST - LOWEST)
        return self.left + (self.right - self.left) * min(max(share, 0.0), 1.0)


LABELS, HEAD, ROW, FOOT = 132.0, 74.0, 46.0, 50.0
"""Of the wide picture: room for names, above the rows, of each row, and for the legend."""


def _wide(profile: Profile) -> tuple[list[str], float]:
    step = (WIDE - LABELS) / len(profile.columns)
    scales = [
        Scale(LABELS + step * place + 10, LABELS + step * (place + 1) - 10)
        for place in range(len(profile.columns))
    ]
    bottom = HEAD + ROW * len(profile.scores)
    body = []
    for scale, column in zip(scales, profile.columns, strict=True):
        middle = scale.at(0.5)
        body += [
            text(middle, 16, column.paradigm, "head", "middle"),
            text(middle, 33, column.contrast.asked, "soft small", "middle"),
            *scale_ends(scale, HEAD - 18, HEAD - 8, bottom),
        ]
    for place, (name, row) in enumerate(profile.scores.items()):
        y = HEAD + ROW * place + ROW / 2 + 5
        body.append(line(0, y + ROW / 2 - 5, WIDE, y + ROW / 2 - 5, "line"))
        body.append(text(0, y + 4, _short(name, 17), "who"))
        for scale, score in zip(scales, row, strict=True):
            body += _cell(score, scale, y)
    return [*body, *verdict_legend(0, bottom + 28)], bottom + FOOT


def _narrow(profile: Profile) -> tuple[list[str], float]:
    """The same with the paradigms of a learner below each other."""
    scale, top, row_height = Scale(104, NARROW - 8), 34.0, 32.0
    block = 34 + row_height * len(profile.columns)
    body = [text(scale.at(0), 12, "statistics", "soft small", "middle")]
    body.append(text(scale.at(1), 12, "rule", "soft small", "middle"))
    for place, (name, row) in enumerate(profile.scores.items()):
        y = top + block * place
        last = y + block - 22
        body.append(text(0, y, _short(name, 40), "who"))
        body += _guides(scale, y + 8, last)
        for number, score in enumerate(row):
            at = y + 28 + row_height * number
            body.append(text(0, at + 4, score.paradigm, "soft"))
            body += _cell(score, scale, at)
    bottom = top + block * len(profile.scores)
    return [*body, *verdict_legend(0, bottom + 4, stacked=True)], bottom + 78


def scale_ends(scale: Scale, words: float, top: float, bottom: float) -> list[str]:
    """What 0 and 1 are, above lines that run through all rows."""
    return [
        text(scale.at(0), words, "statistics", "soft small", "middle"),
        text(scale.at(1), words, "rule", "soft small", "middle"),
        *_guides(scale, top, bottom),
    ]


def _guides(scale: Scale, top: float, bottom: float) -> list[str]:
    """Upright lines at both ends of the scale, and a dotted one in the middle."""
    styles = {0.0: "end", 0.5: "line dash", 1.0: "end"}
    return [
        line(scale.at(value), top, scale.at(value), bottom, style)
        for value, style in styles.items()
    ]


def _cell(score: Placement, scale: Scale, y: float) -> list[str]:
    """One learner in one paradigm: a point with its interval, or why there is none."""
    told = f"<title>{escape(tooltip(score))}</title>"
    middle = scale.at(0.5)
    if score.verdict == "absent":
        words = _haloed(middle, y + 4, "does not take part", "soft small")
        return [f"<g>{told}{words}</g>"]
    if score.verdict == "unknown":
        first = _haloed(middle, y - 1, "cannot be told", "soft small")
        known = not isnan(score.competence.value)
        competence = f"competence {number(score.competence.value)}" if known else ""
        second = _haloed(middle, y + 12, competence, "soft small")
        return [f"<g>{told}{first}{second}</g>"]
    found = score.rule
    low, high = scale.at(found.low), scale.at(found.high)
    bar = line(low, y + 3, high, y + 3, f"{score.verdict} interval")
    label = _haloed(scale.at(found.value), y - 8, number(found.value), "small")
    return [f"<g>{told}{bar}{point(score, scale, y + 3)}{label}</g>"]


def point(score: Placement, scale: Scale, y: float) -> str:
    """A disc, or a triangle if the point lies beyond the scale; filled by competence."""
    value, x = score.rule.value, scale.at(score.rule.value)
    if LOWEST <= value <= HIGHEST:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5"'
    else:
        tip = 7 if value > HIGHEST else -7
        shape = f'<path d="M{x + tip:.1f} {y:.1f}L{x:.1f} {y - 6:.1f}V{y + 6:.1f}Z"'
    return filled(shape, score.verdict, score.competence.value)


def filled(shape: str, style: str, share: float) -> str:
    """A shape on paper, filled by a share."""
    back = f'{shape} class="back"/>'
    return f'{back}{shape} class="{style} mark" fill-opacity="{share:.2f}"/>'


def verdict_legend(x: float, y: float, stacked: bool = False) -> list[str]:
    """What colours, shades, bars and triangles mean."""
    body = []
    for style, words in VERDICTS.items():
        body.append(filled(f'<circle cx="{x + 6:g}" cy="{y:g}" r="5"', style, 1.0))
        body.append(text(x + 16, y + 4, words, "soft small"))
        x += 36 + 5.5 * len(words)
    x, y = (0, y + 24) if stacked else (x + 24, y)
    body.append(text(x, y + 4, "competence 0", "soft small"))
    for place in range(5):
        shape = f'<circle cx="{x + 92 + 15 * place:g}" cy="{y:g}" r="5"'
        body.append(filled(shape, "undecided", place / 4))
    body.append(text(x + 162, y + 4, "1", "soft small"))
    x, y = (0, y + 24) if stacked else (x + 206, y)
    body.append(line(x + 3, y, x + 29, y, "undecided interval"))
    body.append(text(x + 38, y + 4, "95 % interval over units", "soft small"))
    x += 190
    shape = f'<path d="M{x + 8:g} {y:g}L{x:g} {y - 6:g}V{y + 6:g}Z"'
    body.append(filled(shape, "undecided", 1.0))
    body.append(text(x + 15, y + 4, "beyond the scale", "soft small"))
    return body


def tooltip(score: Placement) -> str:
    """All that is known of one cell, in words."""
    name = f"{score.learner} in {score.paradigm}"
    if score.verdict == "absent":
        return f"{name} does not take part: {score.reason}"
    competence = f"competence {number(score.competence.value)}"
    if score.verdict == "unknown":
        return f"{name}: {competence}; cannot be told: {score.reason}"
    low, high = number(score.rule.low), number(score.rule.high)
    rule = f"rule {number(score.rule.value)} [{low}, {high}]"
    return f"{name} ({score.player}): {rule}, {competence}, n = {score.rule.n}"


def number(value: float) -> str:
    """Two decimals, with a true minus sign."""
    rounded = round(value, 2) + 0.0  # no minus zero
    return f"{rounded:.2f}".replace("-", "−")


def text(x: float, y: float, words: str, style: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def _haloed(x: float, y: float, words: str, style: str) -> str:
    """Centred text on a background that interrupts the lines behind it."""
    if not words:
        return ""
    half = 3.1 * len(words)
    back = (
        f'<rect x="{x - half:.1f}" y="{y - 9:.1f}" width="{2 * half:.1f}" height="12" '
        'class="back"/>'
    )
    return back + text(x, y, words, style, "middle")


def line(x: float, y: float, to_x: float, to_y: float, style: str) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'class="{style}"/>'
    )


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
