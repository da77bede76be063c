"""The page of a profile, the table beside it, and the part that other pages begin with."""

from __future__ import annotations

import inspect
import shlex
from datetime import UTC, datetime
from math import isnan
from typing import Any

from metamer.core.files import write_text
from metamer.core.registry import learner as learners
from metamer.core.registry import measure
from metamer.core.registry import profile as registry
from metamer.core.settings import tag_of
from metamer.core.store import Run
from metamer.reports.profile import Column, Placement, Profile, means
from metamer.reports.profile_dense import MIN_DENSE, dense_picture
from metamer.reports.profile_figures import NARROW, number, picture, standalone
from metamer.reports.profile_map import map_picture
from metamer.reports.profile_words import listed, sentences, summary
from metamer.reports.templates import render

MAX_ABOVE = 6
"""Sentences that stand above the picture; more of them stand below."""

QUESTION = "Did it learn the rule, or only the statistics that the rule leaves behind?"


def _wide(profile: Profile) -> str:
    """The picture for screens that are wide enough."""
    if len(profile.scores) < MIN_DENSE:
        return picture(profile)
    asked = {each.paradigm: each.contrast.asked for each in profile.columns}
    return dense_picture(profile.scores, profile.kinds, asked)


def opening(profile: Profile, href: str = "") -> str:
    """The first screen as HTML that a page begins with; `href`: where the whole page is."""
    said = sentences(profile)
    return render(
        "metamer.reports",
        "profile_opening.html",
        summary=summary(profile),
        sentences=said,
        few=len(said) <= MAX_ABOVE,
        wide=_wide(profile),
        narrow=picture(profile, NARROW),
        href=href,
    )


def write_profile(profile: Profile) -> None:
    """Write `profile.csv`, `profile.svg` and `report.html` to the profile's folder."""
    folder = profile.folder
    write_text(folder / "profile.csv", profile.table.to_csv(index=False))
    write_text(folder / "profile.svg", standalone(_wide(profile)))
    versions = Run(folder / profile.paradigms[0]).versions()
    page = render(
        "metamer.reports",
        "profile.html",
        question=QUESTION,
        opening=opening(profile),
        map=map_picture(profile),
        several=len(profile.scores) > 1,
        unplaced=listed(
            [n for n, row in profile.scores.items() if isnan(means(row)[0])]
        ),
        rows=[_numbers(score) for row in profile.scores.values() for score in row],
        paradigms=[_about(column) for column in profile.columns],
        absent=_absent(profile),
        command=_command(profile),
        profile=profile,
        guests=listed(profile.guests),
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        version=versions["packages"]["metamer"],
    )
    write_text(profile.page, page)


def _numbers(score: Placement) -> dict[str, Any]:
    """A row of the table: both numbers with their intervals, as texts."""
    return {
        "learner": score.learner,
        "paradigm": score.paradigm,
        "player": score.player,
        "competence": _with_interval(score.competence) if score.player else "",
        "rule": _with_interval(score.rule) if not score.reason else "",
        "n": score.competence.n or "",
        "reason": score.reason,
    }


def _with_interval(found: Any) -> str:
    return f"{number(found.value)} [{number(found.low)}, {number(found.high)}]"


def _about(column: Column) -> dict[str, Any]:
    """What the two numbers mean in one paradigm, and who stands at both ends."""
    contrast = column.contrast
    return {
        "name": column.paradigm,
        "question": contrast.question,
        "what": _first_words(registry(column.paradigm)),
        "competence": _meaning(contrast.competence),
        "rule": _meaning(contrast.rule),
        "least": number(contrast.least),
        "zero": _end(column, column.at_zero),
        "one": _end(column, column.at_one),
        "people": contrast.people,
        "units": column.responses.study.units,
    }


def _end(column: Column, name: str) -> dict[str, str]:
    """A reference: its name, what it is, its raw value and its competence."""
    (reference,) = [each for each in column.contrast.references if each.name == name]
    tag = tag_of(reference)
    known = inspect.getdoc(learners(tag)) if tag in learners else ""
    return {
        "name": name,
        "what": (known or "").split("\n\n")[0],
        "raw": f"{column.raw[name].mean():.3f}",
        "competence": number(float(column.competences[name].mean())),
    }


def _meaning(name: str) -> str:
    """A measure and what it says."""
    return f"`{name}`: {_first_words(measure(name))}"


def _first_words(thing: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def _absent(profile: Profile) -> list[dict[str, str]]:
    """Who could not take part where, and why."""
    return [
        {"learner": name, "paradigm": column.paradigm, "reason": reason}
        for name in profile.scores
        for column in profile.columns
        if (reason := column.reasons.get(name))
    ]


def _command(profile: Profile) -> str:
    names = " ".join(map(shlex.quote, profile.given))
    folder = shlex.quote(str(profile.folder))
    beside = "".join(f" --beside {shlex.quote(str(run))}" for run in profile.beside)
    return f"metamer profile {names} --scale {profile.scale} --out {folder}{beside}"
