"""What is to be learned: sixteen concepts, families of rules, and rules with shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import Field, dataclass, field, fields
from itertools import product
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

import numpy as np

from metamer.core.errors import one_of
from metamer.core.registry import Registry
from metamer.paradigms.concepts.tasks import Grid

CONCEPTS = {
    "AboveBelow": "Above and Below",
    "Center": "Center",
    "CleanUp": "Clean Up",
    "CompleteShape": "Complete Shape",
    "Copy": "Copy",
    "Count": "Count",
    "ExtendToBoundary": "Extend To Boundary",
    "ExtractObjects": "Extract Objects",
    "FilledNotFilled": "Filled and Not Filled",
    "HorizontalVertical": "Horizontal and Vertical",
    "InsideOutside": "Inside and Outside",
    "MoveToBoundary": "Move To Boundary",
    "Order": "Order",
    "SameDifferent": "Same and Different",
    "TopBottom2D": "Top and Bottom 2D",
    "TopBottom3D": "Top and Bottom 3D",
}
"""The concepts by name, and their titles in tables.

Source: moskvichev2023, Table 1, and its order; the names are those of the released files.
"""


def in_table_order(names: Iterable[object]) -> list[str]:
    """Concepts as in the paper's tables, then others by name."""
    present = {str(name) for name in names}
    known = [name for name in CONCEPTS if name in present]
    return [*known, *sorted(present - {*CONCEPTS})]


class Unfit(Exception):
    """This draw does not have exactly one answer (no room, a tie); draw again."""


@runtime_checkable
class Family(Protocol):
    """A rule with parameters: a frozen dataclass whose fields are `parameter`s.

    Its docstring says the rule in one sentence, and which task description it follows.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        """An input for which the rule has one answer; raises `Unfit` to draw again."""
        ...

    def answer(self, grid: Grid) -> Grid:
        """The rule itself, from the grid alone; raises `Unfit` where it says nothing."""
        ...


def parameter(*values: Any) -> Any:
    """A field of a family that takes one of these values, the first by default."""
    return field(metadata={"values": values}, default=values[0])


@dataclass(frozen=True)
class FamilyEntry:
    """A family under its concept and name."""

    concept: str
    name: str
    rule: Callable[..., Family]
    apart: bool
    """Whether the family was unknown to the authors of the search's operations."""


Cues = Literal["agree", "part", "absent"]
"""How a rule and a shortcut stand to each other on one input: they give the same answer, or
different ones, or the shortcut says nothing, since what it looks at does not vary."""


@runtime_checkable
class RuleAndShortcut(Protocol):
    """A rule, and a shortcut that gives the same answers on some inputs.

    Like a `Family`, a frozen dataclass whose fields are `parameter`s; its docstring says
    the rule in one sentence, and the shortcut in the next.
    """

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        """An input that is likely to have these cues; raises `Unfit` to draw again."""
        ...

    def answer(self, grid: Grid) -> Grid:
        """The rule itself, from the grid alone; raises `Unfit` where it says nothing."""
        ...

    def shortcut(self, grid: Grid) -> Grid:
        """The shortcut, from the grid alone; raises `Unfit` where it says nothing."""
        ...

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        """Further rules like these two, which no task may be explained by."""
        ...


@dataclass(frozen=True)
class ShortcutEntry:
    """A rule with a shortcut under its concept and name."""

    concept: str
    name: str
    rule: Callable[..., RuleAndShortcut]


SHORTCUTS: Registry[ShortcutEntry] = Registry(
    "rule with a shortcut", "metamer.paradigms.concepts.shortcuts"
)

FAMILIES: Registry[FamilyEntry] = Registry(
    "family of tasks", "metamer.paradigms.concepts.families"
)
Rule = TypeVar("Rule", bound=type)
Kind = TypeVar("Kind", Family, RuleAndShortcut)


def family(concept: str, name: str) -> Callable[[Rule], Rule]:
    """Add the family below this decorator under its concept and name."""

    def add(rule: Rule) -> Rule:
        apart = ".families.apart." in rule.__module__
        FAMILIES.add(f"{concept} {name}")(FamilyEntry(concept, name, rule, apart))
        return rule

    return add


def shortcut(concept: str, name: str) -> Callable[[Rule], Rule]:
    """Add the rule with a shortcut below this decorator under its concept and name."""

    def add(rule: Rule) -> Rule:
        SHORTCUTS.add(f"{concept} {name}")(ShortcutEntry(concept, name, rule))
        return rule

    return add


def shortcuts_of(concept: str) -> list[ShortcutEntry]:
    """The rules of a concept that have a shortcut, by name."""
    found = map(SHORTCUTS, SHORTCUTS)
    return [entry for entry in found if entry.concept == concept]


def families() -> tuple[FamilyEntry, ...]:
    """All families, by concept and name."""
    return tuple(FAMILIES(name) for name in FAMILIES)


def find_family(concept: str, name: str) -> FamilyEntry:
    """The family of a concept that has this name."""
    one_of("concept", concept, sorted({entry.concept for entry in families()}))
    known = [entry.name for entry in families() if entry.concept == concept]
    one_of(f"family of {concept}", name, known)
    return FAMILIES(f"{concept} {name}")


def families_of(concept: str, apart: str) -> list[FamilyEntry]:
    """The families of a concept, `with` those apart, `without` them, or `only` those."""
    wanted = {"with": (True, False), "without": (False,), "only": (True,)}[apart]
    return [
        entry
        for entry in families()
        if entry.concept == concept and entry.apart in wanted
    ]


def _parameters(rule: Any) -> tuple[Field[Any], ...]:
    """What may differ between tasks of a family."""
    return fields(rule)


def variants(rule: Callable[..., Kind]) -> Iterator[Kind]:
    """The rule with every combination of values of its parameters."""
    names = [entry.name for entry in _parameters(rule)]
    values = [entry.metadata["values"] for entry in _parameters(rule)]
    for combination in product(*values):
        yield rule(**dict(zip(names, combination, strict=True)))


def draw_variant(rule: Callable[..., Kind], rng: np.random.Generator) -> Kind:
    """The rule with parameters drawn at random."""
    values = {
        entry.name: entry.metadata["values"][
            rng.integers(len(entry.metadata["values"]))
        ]
        for entry in _parameters(rule)
    }
    return rule(**values)
