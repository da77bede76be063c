"""What can be repeated of a paper: its studies, their commands, and how long they take."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any

import metamer
from metamer.cli import tables
from metamer.core.commands import people
from metamer.core.errors import one_of
from metamer.core.study import SCALES

CITED = re.compile(r"^Paper: (\w+)\.", re.MULTILINE)
"""How the docstring of a paradigm's package cites its papers, the main one first."""

PLACE = re.compile(r"\(([^()]*)\)[.?]?$")
"""How the first line of a study's docstring says what it reproduces."""

UNKNOWN = "?"

LEGEND = (
    "Choose with --scale demo, small (the default) or paper. Times are for 2 cores, and "
    "rough: the first run on a machine also compiles. A demo is made to take at most two "
    "minutes. ?: not measured. GPU: not feasible without one, and not measured."
)


def of_paper(paper: str) -> list[dict[str, Any]]:
    """One row for each study of a paper; refuses a paper that has none."""
    papers = _papers()
    one_of("paper with studies here", paper, papers)
    return [_row(name) for name in papers[paper]]


def lines(paper: str) -> Iterator[str]:
    """The same as a table for the terminal."""
    rows = of_paper(paper)
    columns = {
        "reproduces": [row["reproduces"] for row in rows],
        "command": [row["command"] for row in rows],
        **{scale: [_time(row, scale) for row in rows] for scale in SCALES},
    }
    room = tables.width()
    yield from tables.fit(columns, 2, room)
    yield ""
    yield from wrap(LEGEND, room)
    for paradigm in people:
        if paper in _cited(metamer.paradigm(paradigm)):
            command = f"metamer people import {paradigm} PATH"
            yield from wrap(f"People: {command} ({people(paradigm).__doc__})", room)


def _row(name: str) -> dict[str, Any]:
    words = (metamer.study(name).__doc__ or "").strip().split("\n")[0]
    found = PLACE.search(words)
    measured = _measured()
    plan = metamer.study(name)()
    paradigm = metamer.paradigm.name_of(type(plan.paradigm))
    return {
        "study": name,
        "reproduces": found[1] if found else "ours",
        "what": words,
        "command": f"metamer run {name}",
        "seconds": {
            scale: measured["cores"].get(name, {}).get(scale) for scale in SCALES
        },
        "gpu": {
            scale: scale == "paper" and paradigm in measured["gpu"] for scale in SCALES
        },
    }


def _time(row: dict[str, Any], scale: str) -> str:
    """`20 s`, `4 min`, or that it is not known; and whether a GPU is needed."""
    seconds = row["seconds"][scale]
    if row["gpu"][scale]:
        return "GPU"
    if seconds is None:
        return "< 2 min" if scale == "demo" else UNKNOWN
    return f"{seconds} s" if seconds < 100 else f"{round(seconds / 60)} min"


@cache
def _measured() -> dict[str, Any]:
    """The times that were measured, and which paradigms need a GPU at scale paper."""
    text = files("metamer.cli").joinpath("times.toml").read_text("utf-8")
    return tomllib.loads(text)


def _papers() -> dict[str, list[str]]:
    """The studies of each paper: the main one of their paradigm."""
    found: dict[str, list[str]] = {}
    for name in metamer.study:
        cited = _cited(type(metamer.study(name)().paradigm))
        if cited:
            found.setdefault(cited[0], []).append(name)
    return found


def _cited(paradigm: type) -> list[str]:
    """The papers that the package of a paradigm cites."""
    return CITED.findall(sys.modules[paradigm.__module__].__doc__ or "")
