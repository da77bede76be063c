"""Settings as plain values and back: the same dataclasses are TOML, flags and Python.

A thing that comes from a registry is a table with its registered name, so
`{ name = "gp", length_scale = 2.0 }` is `GaussianProcess(length_scale=2.0)`. A thing that
is in no registry is named by where it can be imported from: `my_package.module:Mine`.
"""

import tomllib
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from metamer.core.capabilities import (
    HasLaterSettings,
    HasNeutralSettings,
    NeedsMeasures,
    WritesSettings,
)
from metamer.core.checked import read_toml
from metamer.core.errors import Refusal, likely
from metamer.core.identity import content
from metamer.core.learner import (
    Classifier,
    ClassifierNetwork,
    Player,
    PlayerNetwork,
    Solver,
)
from metamer.core.reading import REGISTRIES, RENAMED, from_plain
from metamer.core.recorded import CALLED, TAG, Recorded
from metamer.core.registry import measure
from metamer.core.study import Figure, Finding, Learner, Paradigm, Study, Test

T = TypeVar("T")

KINDS: dict[str, type] = {
    "measures": str,
    "tests": Test,
    "figures": Figure,
    "findings": Finding,
}
"""What a study lists of what is made of its responses, and of which kind it is."""


def tag_of(thing: object) -> str:
    """The registered name of `thing`'s class, or where it can be imported from."""
    kind = type(thing)
    names = (registry.name_of(kind) for registry in tuple(REGISTRIES.values()))
    return next(filter(None, names), f"{kind.__module__}:{kind.__qualname__}")


def to_plain(value: Any, lasting: bool = False) -> Any:
    """`value` as tables, lists, texts and numbers.

    With nothing left out; or, if `lasting`, as the first version would have written it:
    by the names that settings had (see `renamed`), and without settings that a later
    version added and that have their defaults (see `HasLaterSettings`).
    """
    if isinstance(value, Recorded):
        return value.plain
    if isinstance(value, Study):
        return {
            field.name: to_plain(getattr(value, field.name), lasting)
            for field in fields(value)
            if field.name != "people" or value.people.blocks
        }
    if isinstance(value, dict):
        return {str(key): to_plain(entry, lasting) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(entry, lasting) for entry in value]
    if isinstance(value, str | int | float | bool):
        return value
    return {**_settings(value, lasting), **_identity(value)}


def _plain_setting(value: Any, where: str, lasting: bool) -> Any:
    """One setting as a plain value; what is none, such as an array, by its content."""
    if isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, np.bool_ | np.number):
        return value.item()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, dict):
        return {
            str(key): _plain_setting(entry, f"{where}.{key}", lasting)
            for key, entry in value.items()
        }
    if isinstance(value, list | tuple):
        return [
            _plain_setting(entry, f"{where}[{place}]", lasting)
            for place, entry in enumerate(value)
        ]
    if _has_settings(value):
        return to_plain(value, lasting)
    return content(value, where)


def _has_settings(value: Any) -> bool:
    """Whether `value` is a thing with settings of its own, and not a mere object."""
    if isinstance(value, type):
        return False
    learners = Classifier | ClassifierNetwork | Player | PlayerNetwork | Solver
    known = Recorded | WritesSettings | Paradigm | learners
    return is_dataclass(value) or isinstance(value, known)


def _fields(thing: Any, lasting: bool) -> dict[str, Any]:
    later = thing.later if lasting and isinstance(thing, HasLaterSettings) else ()
    neutral = thing.neutral if lasting and isinstance(thing, HasNeutralSettings) else ()
    values = {field: getattr(thing, field.name) for field in fields(thing)}
    old = {new: name for name, new in RENAMED.get(type(thing), {}).items() if lasting}
    return {
        old.get(field.name, field.name): _plain_setting(
            value, _where(thing, field.name), lasting
        )
        for field, value in values.items()
        if not (field.name in later and value == field.default)
        and field.name not in neutral
    }


def _where(thing: Any, attribute: str) -> str:
    """How an attribute is called in a sentence."""
    owner = thing.name if isinstance(thing, Learner) else type(thing).__name__
    return f"{owner}: {attribute}"


def _identity(thing: object) -> dict[str, str]:
    """Which registered thing this is, or where it was defined and what it is called.

    Nothing for settings within settings: their place says what they are.
    """
    tag = tag_of(thing)
    if ":" in tag and not any(isinstance(thing, kind) for kind in REGISTRIES):
        return {}
    if ":" in tag and isinstance(thing, Learner) and thing.name:
        return {TAG: tag, CALLED: thing.name}
    return {TAG: tag}


def _settings(thing: Any, lasting: bool) -> dict[str, Any]:
    """A thing's own settings; `to_plain` lets it say them itself."""
    if isinstance(thing, WritesSettings):
        return thing.to_plain()
    if is_dataclass(thing):
        return _fields(thing, lasting)
    return {
        name: _plain_setting(value, _where(thing, name), lasting)
        for name, value in vars(thing).items()
        if not isinstance(vars(type(thing)).get(name), cached_property)
    }


def study_from_plain(plain: dict[str, Any], where: str = "the study") -> Study:
    """The study that `plain` describes; refuses what no study could have."""
    return from_plain(Study, plain, where)


def recorded_study(plain: dict[str, Any], where: str) -> Study:
    """A finished run's study, with a `Recorded` for what cannot be made again.

    No code is imported that is neither registered nor ours: the folder may be a
    stranger's. What is not known here of the measures, tests, figures and findings is left
    out, and a remark names it.
    """
    plain, remarks = dict(plain), []
    for key, kind in KINDS.items():
        listed = plain.get(key)
        if not isinstance(listed, list):
            continue
        measures = _texts(plain.get("measures"))
        known = [entry for entry in listed if _is_known(kind, entry, measures)]
        if known != listed:
            gone = [_name_of(entry) for entry in listed if entry not in known]
            remarks.append(f"Left out, since unknown here: {key} {', '.join(gone)}.")
            plain[key] = known
    study = from_plain(Study, plain, where, forgiving=True)
    return replace(study, remarks=(*study.remarks, *remarks))


def _texts(value: Any) -> list[str]:
    entries = value if isinstance(value, list) else []
    return [entry for entry in entries if isinstance(entry, str)]


def _is_known(kind: Any, entry: Any, measures: list[str]) -> bool:
    """Whether a measure, a test or a figure of a recorded study can be made here."""
    if kind is str:
        return entry in measure if isinstance(entry, str) else True
    try:
        made = from_plain(kind, entry, "", forgiving=True)
    except Refusal:
        return False
    needed = made.needed_measures if isinstance(made, NeedsMeasures) else ()
    return set(needed) <= set(measures)


def _name_of(entry: Any) -> str:
    return str(entry.get(TAG, entry) if isinstance(entry, dict) else entry)


def with_settings(study: Study, assignments: dict[str, str]) -> Study:
    """`study` with some settings changed: `{"paradigm.per_class": "100"}`."""
    return with_changes(Study, study, assignments)


def with_changes(kind: type[T], thing: T, assignments: dict[str, str]) -> T:
    """A thing of some kind with some settings changed: `{"recipe.sweeps": "100"}`."""
    plain = to_plain(thing)
    for path, text in assignments.items():
        assign(plain, path, toml_value(text), "--set")
    return from_plain(kind, plain, "--set")


def assign(plain: Any, path: str, value: Any, where: str) -> None:
    """Change one entry of plain tables and lists; a list or a table may come from a file.

    `learners=best.toml` takes what is called `learners` in that file.
    """
    *parents, last = path.split(".")
    for step in parents:
        plain = _entry(plain, step, f"{where} {path}")
    before = _entry(plain, last, f"{where} {path}")
    if isinstance(before, list | dict) and str(value).endswith(".toml"):
        value = _from_file(Path(value), last)
    plain[int(last) if isinstance(plain, list) else last] = value


def _from_file(path: Path, name: str) -> Any:
    """What a TOML file has under a name."""
    found = read_toml(path)
    if name not in found:
        listed = ", ".join(found) or "nothing"
        raise Refusal(f"{path} has no {name!r}; it has: {listed}")
    return found[name]


def _entry(plain: Any, step: str, where: str) -> Any:
    if isinstance(plain, list) and step.isdecimal() and int(step) < len(plain):
        return plain[int(step)]
    if isinstance(plain, dict) and step in plain:
        return plain[step]
    known = range(len(plain)) if isinstance(plain, list) else plain
    known = known if isinstance(known, range | dict) else ()
    names = [str(key) for key in known]
    raise Refusal(
        f"{where}: there is no {step!r} here{likely(step, names)}; there is: "
        f"{', '.join(names) or 'nothing'}"
    )


def toml_value(text: str) -> Any:
    """A value as TOML writes it; what is no TOML is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
