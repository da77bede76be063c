"""Studies by name, built-in or described by TOML files, and their learners by name."""

import re
from dataclasses import replace
from inspect import signature
from pathlib import Path

from metamer.core.checked import read_toml
from metamer.core.errors import Refusal
from metamer.core.learner import Learner
from metamer.core.lookup import find_named
from metamer.core.registry import learner, study
from metamer.core.settings import study_from_plain
from metamer.core.study import SCALES, Study


def find_study(
    name: str | Path, scale: str = "", changes: dict[str, str] | None = None
) -> Study:
    """A built-in study, or the one that a TOML file describes.

    Changes that a built-in study knows by name (`folder=tasks`) are taken out of
    `changes` and given to it: more than one setting may follow from them.
    """
    name = str(name)
    if not name.endswith(".toml"):
        make = study(name)
        changes = {} if changes is None else changes
        known = set(signature(make).parameters) & set(changes) - {"scale"}
        own = {key: changes.pop(key) for key in sorted(known)}
        return make(**own, **{"scale": scale} if scale else {})
    if scale:
        raise Refusal(
            "a scale chooses among sizes of a built-in study; a TOML file says its own "
            f"size (built-in studies have {', '.join(SCALES)})"
        )
    plain = read_toml(Path(name))
    plain.setdefault("name", _name_of(Path(name)))
    return study_from_plain(plain, name)


def _name_of(path: Path) -> str:
    """What a study is called that says no name: its file, without what no name may have."""
    return re.sub(r"[^\w.-]+", "-", path.stem).strip("-.") or Study.name


def find_learner(plan: Study, name: str) -> Learner:
    """A learner of the study with its settings there, or any other with its defaults."""
    for entry in plan.learners:
        if entry.name == name:
            return entry
    kind = find_named(learner, Learner, name)
    try:
        made = kind()
    except TypeError as error:
        raise Refusal(f"{name!r} cannot be made without settings: {error}") from error
    replace(plan, learners=(made,))  # refuses one that cannot take part
    return made
