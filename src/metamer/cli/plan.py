"""`metamer run STUDY --plan`: what a study will take, as a table or as JSON."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from textwrap import wrap
from typing import Any

from metamer.cli import tables
from metamer.core.commands import print_json
from metamer.core.counting import count
from metamer.core.progress import stages
from metamer.core.study import Study
from metamer.engines.forecast import Cost, Forecast, forecast

HEDGE = (
    "A unit of each learner was timed in up to three conditions; the rest is taken to cost "
    "the same. Workers are taken to be like one core of this machine (or its GPU, if JAX "
    "uses one) and to find what a compiled learner does on all cores here as quick on one. "
    "Sending, and the report at the end, are not counted."
)


def print_plan(study: Study, folder: Path, workers: int, json: bool) -> None:
    """Time each learner for a few seconds, and print how long the rest will take."""
    with stages() as begin:
        found = forecast(study, folder, begin)
    if json:
        print_json(_plain(found, workers))
        return
    print("\n".join(_lines(found, workers)))


def _lines(found: Forecast, workers: int) -> list[str]:
    left = sum(pace.units for pace in found.paces)
    jobs = sum(len(pace.jobs) for pace in found.paces)
    study, room = found.study, tables.width()
    lines = [f"{study.name} ({study.scale}): {count(jobs, 'job')} with {left} of "]
    lines[0] += f"{count(found.units, 'unit')} left to do"
    if found.paces:
        lines += ["", *tables.fit(_columns(found), 1, room)]
    if found.untimed:
        names = ", ".join(found.untimed)
        lines += ["", f"Not timed, since others answer: {names}"]
    here, there = found.here(), found.elsewhere(workers)
    cores, more = count(found.cores, "core"), "" if found.known else "more than "
    lines += [
        "",
        f"this machine ({cores}): {more}{duration(here.seconds)}, {size(here.memory)}",
        f"{count(workers, 'worker')} of one core: {more}{duration(there.seconds)}, "
        f"{size(there.each)} each",
        "",
    ]
    return [*lines, *wrap(HEDGE, room)]


def _columns(found: Forecast) -> dict[str, list[str]]:
    """The table of learners, column by column."""
    rows = [(pace, pace.timing) for pace in found.paces]
    return {
        "learner": [pace.learner for pace, _ in rows],
        "jobs": [str(len(pace.jobs)) for pace, _ in rows],
        "units": [str(pace.units) for pace, _ in rows],
        "start": [duration(timing.start) for _, timing in rows],
        "each unit": [
            f"{'' if timing.known else '> '}{duration(timing.wall)}"
            for _, timing in rows
        ],
        "memory": [size(timing.memory) for _, timing in rows],
        "timed": [timing.basis for _, timing in rows],
    }


def duration(seconds: float) -> str:
    """Seconds as a person says them: `0.25 s`, `3 min`, `2 h 10 min`, `12 days`."""
    if seconds < 99.5:
        return f"{seconds:.2g} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    return f"{hours / 24:.0f} days"


def size(memory: int) -> str:
    """Bytes as a person says them."""
    return f"{memory / 1e9:.2g} GB" if memory >= 1e9 else f"{memory / 1e6:.0f} MB"


def _plain(found: Forecast, workers: int) -> dict[str, Any]:
    """The same for a program: seconds and bytes."""
    return {
        "study": found.study.name,
        "scale": found.study.scale,
        "units": found.units,
        "units_left": sum(pace.units for pace in found.paces),
        "jobs": sum(len(pace.jobs) for pace in found.paces),
        "drawing": found.drawing,
        "known": found.known,
        "learners": [
            {
                "name": pace.learner,
                "compiled": pace.compiled,
                "jobs": len(pace.jobs),
                "units": pace.units,
                **pace.timing._asdict(),
            }
            for pace in found.paces
        ],
        "untimed": list(found.untimed),
        "here": _cost(found.here()) | {"cores": found.cores},
        "elsewhere": _cost(found.elsewhere(workers)) | {"workers": workers},
        "taken_for_granted": HEDGE,
    }


def _cost(cost: Cost) -> dict[str, float]:
    return asdict(cost)
