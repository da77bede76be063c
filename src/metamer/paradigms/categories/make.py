"""One lesson on request: for files and pictures."""

from __future__ import annotations

from metamer.core.errors import Refusal
from metamer.core.items import Lesson
from metamer.core.keys import root
from metamer.core.reading import from_plain
from metamer.core.settings import toml_value
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.domain import Domain
from metamer.paradigms.categories.items import arrays

__all__ = ["arrays", "domain", "few", "lesson"]

ASKED = 5
"""One item in so many is asked; the others are taught."""


def domain(name: str, settings: dict[str, str]) -> Domain:
    """A domain by name, with some settings given as texts."""
    values = {key: toml_value(text) for key, text in settings.items()}
    return from_plain(Domain, {**values, "name": name}, f"domain {name}")  # type: ignore[type-abstract]


def lesson(
    name: str,
    settings: dict[str, str],
    training: str,
    arrangement: str,
    many: int,
    seed: int,
) -> Lesson:
    """What unit 0 is taught and asked, `many` items in all."""
    if many < 2 * ASKED:
        raise Refusal(f"-n must be at least {2 * ASKED}, not {many}")
    per_class = (many - many // ASKED) // 2
    paradigm = Categories(
        (domain(name, settings),),
        (training,),
        (arrangement,),
        per_class=per_class,
        held_out=many - 2 * per_class,
        familiar=0,
        again=0,
    )
    return paradigm.lesson(paradigm.conditions()[0], root(seed).stream("unit", 0))


def few(name: str, settings: dict[str, str], training: str) -> Categories:
    """A small paradigm, to be looked at."""
    trainings = tuple(dict.fromkeys((training, "partial_exposure")))
    return Categories(
        (domain(name, settings),),
        trainings,
        per_class=24,
        held_out=12,
        familiar=0,
        again=0,
    )
