"""All learners of a profile on one plane: competence across, rule upwards."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

from metamer.reports.labels import place_labels
from metamer.reports.profile import Profile, leaning, means
from metamer.reports.profile_figures import (
    HIGHEST,
    LOWEST,
    as_svg,
    filled,
    line,
    text,
)

SIDE, EDGE = 560.0, 46.0
"""Of the second picture: its width, and room for the axes."""


def map_picture(profile: Profile) -> str:
    """All learners by mean competence and mean rule, each labelled where it stands."""
    known = {name: means(row) for name, row in profile.scores.items()}
    known = {name: both for name, both in known.items() if not isnan(both[0])}
    height = 380.0

    def across(value: float) -> float:
        return EDGE + (SIDE - EDGE - 14) * value

    def down(value: float) -> float:
        share = (min(max(value, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
        return (height - EDGE) * (1 - share) + 6

    body = _axes(across, down)
    points = {name: (across(both[1]), down(both[0])) for name, both in known.items()}
    for name, (x, y) in points.items():
        style = leaning(profile.scores[name])
        body.append(filled(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"', style, 0.85))
    for label in place_labels(points, (EDGE, 0, SIDE, height - EDGE)):
        if label.leader:
            body.append(line(*label.leader, "end"))
        body.append(text(label.x, label.y, label.name, "small", label.anchor))
    words = "Learners by competence and by rule, means over paradigms"
    return as_svg(body, SIDE, height + 8, words)


def _axes(
    across: Callable[[float], float], down: Callable[[float], float]
) -> list[str]:
    body = []
    for value in (0.0, 0.5, 1.0):
        style = "line dash" if value == 0.5 else "end"
        body.append(line(across(0), down(value), across(1), down(value), style))
        body.append(
            line(across(value), down(HIGHEST), across(value), down(LOWEST), "line")
        )
        body.append(text(across(0) - 8, down(value) + 4, f"{value:g}", "soft", "end"))
        body.append(
            text(across(value), down(LOWEST) + 18, f"{value:g}", "soft", "middle")
        )
    body.append(text(across(0) + 6, down(1) - 6, "rule", "soft small"))
    body.append(text(across(0) + 6, down(0) + 14, "statistics", "soft small"))
    words = "competence"
    body.append(text(across(0.5), down(LOWEST) + 36, words, "soft", "middle"))
    return body
