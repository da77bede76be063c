"""Grid tasks: does who solves one task of a concept solve its others?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of, remark
from metamer.core.keys import Key
from metamer.core.registry import paradigm
from metamer.core.solve import Sitting, Solved
from metamer.core.study import Condition
from metamer.paradigms.concepts import items, show
from metamer.paradigms.concepts.corpus import NamedTask, read_tasks
from metamer.paradigms.concepts.rows import rows

CONCEPTS = (
    "AboveBelow",
    "Center",
    "CleanUp",
    "CompleteShape",
    "Copy",
    "Count",
    "ExtendToBoundary",
    "ExtractObjects",
    "FilledNotFilled",
    "HorizontalVertical",
    "InsideOutside",
    "MoveToBoundary",
    "Order",
    "SameDifferent",
    "TopBottom2D",
    "TopBottom3D",
)
"""Source: moskvichev2023, Table 1."""
APART = ("with", "without", "only")


@paradigm.add("concepts")
@dataclass(frozen=True)
class Concepts:
    """Show grid tasks of a concept; ask what their rule makes of new inputs.

    Source: moskvichev2023, Sec. 3.
    """

    shape: ClassVar[str] = "solve"
    demo: ClassVar[tuple[str, ...]] = ("concepts-corpus",)

    concepts: tuple[str, ...] = ()
    """Which concepts; all by default. Source: moskvichev2023, Table 1."""
    folder: str = ""
    """A folder of ARC tasks to ask, instead of drawing them. Source: moskvichev2023's
    released corpus has one folder for each concept."""
    minimal: bool = False
    """Whether a corpus' minimal tasks are asked too. Source: moskvichev2023, Sec. 4.1:
    they check the attention of people, and count in no accuracy."""
    tasks: int = 9
    """Tasks drawn for each concept and unit, of its families in turn. Source: ours;
    moskvichev2023 has 10."""
    demonstrations: int = 3
    """Of each drawn task. Source: moskvichev2023's released tasks have 2 to 4."""
    asked: int = 3
    """Inputs asked of each drawn task. Source: moskvichev2023, Sec. 3."""
    guesses: int = 3
    """How many answers count for an input. Source: moskvichev2023, Sec. 4."""
    apart: Literal["with", "without", "only"] = "with"
    """Families that those who wrote the search's operations did not see: with the others,
    without them, or only they. Source: ours."""

    def __post_init__(self) -> None:
        one_of("apart", self.apart, APART)
        for name in ("tasks", "demonstrations", "asked", "guesses"):
            at_least(f"concepts: {name}", getattr(self, name), 1)
        known = self.found if self.folder else CONCEPTS
        items.checked_concepts(self.concepts, known)

    @cached_property
    def read(self) -> tuple[NamedTask, ...]:
        """The tasks of the folder; what cannot be read is told, and left out."""
        found, faults = read_tasks(self.folder)
        for fault in faults:
            remark(fault)
        kept = tuple(it for it in found if self.minimal or not it.minimal)
        if not kept:
            raise Refusal(f"{self.folder} has no task that can be asked")
        return kept

    @cached_property
    def found(self) -> tuple[str, ...]:
        """The concepts of the folder's tasks."""
        return tuple(sorted({it.concept for it in self.read}))

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, for the catalogue."""
        from metamer.paradigms.concepts.families.family import families

        return {
            "conditions": list(CONCEPTS),
            "families": [f"{it.concept} {it.name}" for it in families()],
        }

    def conditions(self) -> tuple[Condition, ...]:
        """One for each concept."""
        known = self.found if self.folder else CONCEPTS
        return tuple(Condition(name) for name in self.concepts or known)

    def lesson(self, condition: Condition, key: Key) -> Sitting:
        return items.sitting(self, condition, key)

    def score(
        self, sitting: Sitting, solved: Sequence[Solved]
    ) -> dict[str, np.ndarray]:
        return rows(sitting, solved)

    def items(
        self, condition: Condition, sittings: Sequence[Sitting]
    ) -> dict[str, Any]:
        return items.asked(condition, sittings)

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        """One task of each of the first concepts."""
        found = [(it.name, self.lesson(it, key)) for it in self.conditions()[:4]]
        return [
            (name, show.picture(sitting.shown[0].task, sitting.known[0].answers))
            for name, sitting in found
        ]

    def description(self) -> list[dict[str, str]]:
        """The concepts, one row each."""
        if self.folder:
            return [
                {
                    "concept": name,
                    "tasks": str(sum(it.concept == name for it in self.read)),
                }
                for name in self.concepts or self.found
            ]
        return [
            {
                "concept": it.name,
                "families": ", ".join(
                    entry.name for entry in items.offered(it.name, self.apart)
                ),
            }
            for it in self.conditions()
        ]
