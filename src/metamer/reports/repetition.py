"""How a run can be repeated, and what that needs."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from metamer.core.capabilities import FromElsewhere
from metamer.core.checked import read_toml
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.recorded import TAG, Recorded
from metamer.core.registry import study as studies
from metamer.core.settings import study_from_plain, tag_of
from metamer.core.study import Study

UNREACHABLE = ("__main__:", "<locals>")
"""Signs of a name that only the program which defined it can look up."""

ANSWERED_ELSEWHERE = (
    "People answered; the answers come from the database of the study "
    "(`metamer people export`). The study itself is `study.toml`: `metamer serve` puts it "
    "to other people."
)


@dataclass(frozen=True)
class Repetition:
    """The command that repeats a run, and a sentence about it; both may be empty."""

    command: str = ""
    remark: str = ""


def repetition(study: Study, folder: Path) -> Repetition:
    """How to repeat the run in `folder`: by the name of its study, or by its plan."""
    for part in (study.paradigm, *study.learners):
        if isinstance(part, FromElsewhere):
            return Repetition(part.command)
    if any(isinstance(learner, Imported) for learner in study.learners):
        return Repetition("", ANSWERED_ELSEWHERE)
    if study.name in studies and studies(study.name)(scale=study.scale) == study:
        return Repetition(f"metamer run {study.name} --scale {study.scale}")
    command = f"metamer run {shlex.quote(str(folder / 'study.toml'))}"
    names = _names_from_python(study)
    if any(sign in name for name in names for sign in UNREACHABLE):
        return Repetition("", _needs_its_program(names))
    if names:
        return Repetition(command, _needs_imports(names))
    try:
        study_from_plain(read_toml(folder / "study.toml"))
    except Refusal as refusal:
        return Repetition("", _cannot_be_read(refusal))
    return Repetition(command)


def _names_from_python(study: Study) -> list[str]:
    """Where those parts of a study were defined that are in no registry."""
    parts = (study.paradigm, *study.learners, *study.tests, *study.figures)
    return list(dict.fromkeys(name for name in map(_name, parts) if ":" in name))


def _name(part: object) -> str:
    return str(part.plain[TAG]) if isinstance(part, Recorded) else tag_of(part)


def _cannot_be_read(refusal: Refusal) -> str:
    return (
        f"No command repeats this run from its plan ({refusal}). If a Python program made "
        "it, run that program again."
    )


def _needs_its_program(names: list[str]) -> str:
    return (
        f"This study was defined in Python ({_listed(names)}), and no command can look "
        "that up: run the same Python program again. Its settings are in `study.toml`, "
        "below."
    )


def _needs_imports(names: list[str]) -> str:
    modules = dict.fromkeys(name.partition(":")[0] for name in names)
    return (
        f"This study was defined in Python ({_listed(names)}). The command repeats it if "
        f"{_listed(modules)} can be imported, as an installed package or from a folder in "
        "`PYTHONPATH`, and made again from the settings in `study.toml`, below."
    )


def _listed(names: list[str] | dict[str, None]) -> str:
    return ", ".join(f"`{name}`" for name in names)
