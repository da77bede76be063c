"""Spaces: which settings of a learner may vary, and how far. They are TOML files."""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metamer.core.checked import read_toml
from metamer.core.errors import Refusal, at_least, likely
from metamer.core.learner import Learner
from metamer.core.reading import from_plain, structure
from metamer.core.recorded import CALLED, TAG
from metamer.core.settings import assign, tag_of, to_plain, toml_value

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

FOLDER = "spaces"
"""Where a paradigm keeps its spaces, one file for each learner."""

Value = str | int | float | bool
Values = Mapping[str, Value]
"""A value for each searched setting."""


@dataclass(frozen=True)
class Bounded:
    """A number between two others."""

    low: float
    high: float
    log: bool = False
    """Whether each order of magnitude is as likely."""
    source: str = ""
    """Where the bounds are from."""

    def __post_init__(self) -> None:
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high):
            raise Refusal(
                f"low must be a number below high, not {self.low:g} to {self.high:g}"
            )
        if self.log and self.low <= 0:
            raise Refusal(f"log needs a low above 0, not {self.low:g}")

    def ends(self, whole: bool) -> tuple[Value, ...]:
        """Its smallest and its largest value."""
        ends = (self.low, self.high)
        if whole and any(end != int(end) for end in ends):
            raise Refusal(f"must have whole bounds, not {self.low:g} to {self.high:g}")
        return tuple(int(end) for end in ends) if whole else ends

    def distribution(self, whole: bool) -> BaseDistribution:
        from optuna.distributions import FloatDistribution, IntDistribution

        if whole:
            return IntDistribution(int(self.low), int(self.high), log=self.log)
        return FloatDistribution(self.low, self.high, log=self.log)


@dataclass(frozen=True)
class Listed:
    """One of a few values."""

    choices: tuple[Value, ...]
    source: str = ""
    """Where the values are from."""

    def __post_init__(self) -> None:
        if not self.choices:
            raise Refusal("choices must not be empty")
        if len(set(self.choices)) < len(self.choices):
            raise Refusal(f"choices must differ, not {list(self.choices)}")

    def ends(self, whole: bool) -> tuple[Value, ...]:
        """All its values."""
        return self.choices

    def distribution(self, whole: bool) -> BaseDistribution:
        from optuna.distributions import CategoricalDistribution

        return CategoricalDistribution(self.choices)


@dataclass(frozen=True)
class Conduct:
    """How trials are done, and what they are judged by."""

    length: int = 0
    """How long a player is trained in a trial, in what its training counts; 0: as long as
    the study trains it."""
    report: int = 0
    """After how much of that it reports its reward, and may be pruned; 0: a tenth."""
    measure: str = ""
    """What is best, for learners that classify; by default the paradigm's competence."""
    source: str = ""
    """Where all this is from."""

    def __post_init__(self) -> None:
        for name in ("length", "report"):
            at_least(name, getattr(self, name), 0)


@dataclass(frozen=True)
class Space:
    """What a search may vary, and how its trials are done."""

    parameters: dict[str, Bounded | Listed]
    """By the path of the setting: `training.rate`."""
    conduct: Conduct = Conduct()

    def of(self, learner: Learner, values: Values) -> Learner:
        """The learner with these settings."""
        plain = copy.deepcopy(to_plain(learner))
        for path, value in values.items():
            assign(plain, path, value, "space")
        return from_plain(Learner, plain, "the learner")  # type: ignore[type-abstract]

    def distributions(self, learner: Learner) -> dict[str, BaseDistribution]:
        """What Optuna draws from."""
        return {
            path: parameter.distribution(_is_whole(learner, path))
            for path, parameter in self.parameters.items()
        }

    def check(self, learner: Learner, where: str) -> None:
        """Refuse settings that the learner lacks, and values that it cannot have."""
        for path, values in (ends := self._ends(learner, where)).items():
            first = {name: others[0] for name, others in ends.items()}
            for value in values:
                try:
                    self.of(learner, {**first, path: value})
                except Refusal as refusal:
                    raise Refusal(f"{where}: {path} = {value!r}: {refusal}") from None

    def _ends(self, learner: Learner, where: str) -> dict[str, tuple[Value, ...]]:
        """Values at which each setting could be wrong."""
        found = {}
        for path, parameter in self.parameters.items():
            try:
                found[path] = parameter.ends(_is_whole(learner, path))
            except Refusal as refusal:
                raise Refusal(f"{where}: {path}: {refusal}") from None
        return found


def _is_whole(learner: Learner, path: str) -> bool:
    """Whether a setting is a whole number; refuses one that the learner lacks."""
    known = _settings(to_plain(learner))
    if path not in known:
        raise Refusal(
            f"{learner.name} has no such setting{likely(path, [*known])}; it has: "
            f"{', '.join(known)}"
        )
    return isinstance(known[path], int) and not isinstance(known[path], bool)


def _settings(plain: Any, before: str = "") -> dict[str, Any]:
    """Every setting that is one value, by its path."""
    if isinstance(plain, list):
        plain = {str(place): entry for place, entry in enumerate(plain)}
    if not isinstance(plain, dict):
        return {before: plain}
    return {
        path: value
        for name, entry in plain.items()
        if before or name not in (TAG, CALLED)
        for path, value in _settings(
            entry, f"{before}.{name}" if before else name
        ).items()
    }


def read_space(path: Path) -> Space:
    """The space that a TOML file describes."""
    return space_from_plain(read_toml(path), str(path))


def space_from_plain(plain: dict[str, Any], where: str) -> Space:
    """The space that `plain` describes; refuses what no space could have."""
    given = plain.get("parameters", {})
    if not isinstance(given, dict) or not given:
        raise Refusal(
            f"{where} has no [parameters]; a space has a table for each setting that may "
            'vary: `"training.rate" = { low = 1e-5, high = 1e-2, log = true }`'
        )
    rest = {name: entry for name, entry in plain.items() if name != "parameters"}
    parameters = {path: _parameter(given[path], f"{where}: {path}") for path in given}
    return Space(parameters, structure(Conduct, rest, where))


def _parameter(table: Any, where: str) -> Bounded | Listed:
    is_table = isinstance(table, dict)
    if is_table and any(isinstance(entry, dict) for entry in table.values()):
        (inner, *_) = table
        name = where.rpartition(": ")[2]
        raise Refusal(
            f'{where} holds tables: write the path in quotes, "{name}.{inner}"'
        )
    if not is_table or not {"choices", "low"} & set(table):
        raise Refusal(f"{where} needs low and high, or choices, not {table!r:.60}")
    return structure(Listed if "choices" in table else Bounded, table, where)


def own_space(paradigm: object, learner: Learner) -> Space:
    """The space that comes with a paradigm for a learner."""
    tag, known = tag_of(learner), spaces_of(paradigm)
    if tag not in known:
        raise Refusal(
            f"no space comes with {tag}, but here with: {', '.join(known) or 'none'}; "
            "give one of your own with --space FILE.toml (see docs/guides/search.md)"
        )
    return read_space(known[tag])


def spaces_of(paradigm: object) -> dict[str, Path]:
    """The spaces that come with a paradigm, by the registered name of the learner."""
    module = vars(sys.modules[type(paradigm).__module__])
    folder = Path(str(module.get("__file__", ""))).parent / FOLDER
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def with_conduct(space: Space, changes: Mapping[str, str]) -> Space:
    """The space with another length, report or measure."""
    plain = {name: toml_value(text) for name, text in changes.items()}
    conduct = structure(Conduct, {**vars(space.conduct), **plain}, "--set space")
    return replace(space, conduct=conduct)
