"""Matrices with a panel missing: does a learner find the rule where it is new?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Lesson
from metamer.core.keys import Key
from metamer.core.registry import paradigm
from metamer.core.study import Condition
from metamer.paradigms.matrices import items, lists, score, show
from metamer.paradigms.matrices.controls import (
    MIXTURES,
    REGIMES,
    Regime,
    law,
    mixed,
    places,
    regime_of,
)
from metamer.paradigms.matrices.lists import HeldOut
from metamer.streams.matrices.vocabulary import TRIPLES

if TYPE_CHECKING:
    from metamer.streams.matrices.source import Foils
    from metamer.streams.matrices.source import Matrices as Source

FOILS = ("exchangeable", "pgm")


@paradigm.add("matrices")
@dataclass(frozen=True)
class Matrices:
    """Teach matrices of panels of which one is missing; ask about others.

    Source: barrett2018, Sec. 2 and 3.
    """

    shape: ClassVar[str] = "classify"
    demo: ClassVar[tuple[str, ...]] = ("matrices-audit",)

    regimes: tuple[str, ...] = ("neutral",)
    """What training never has and the test does. Source: barrett2018, Sec. 3.2."""
    foils: tuple[Literal["exchangeable", "pgm"], ...] = ("exchangeable",)
    """How wrong candidates are made. Source: ours (`exchangeable`); the released items
    (`pgm`)."""
    mixture: Literal["pgm", "uniform", "one"] = "pgm"
    """How many triples matrices have. Source: barrett2018, App. Table 7, by inference;
    the other two are ours."""
    distractions: tuple[float, ...] = (0.5,)
    """The probability that an attribute without a rule varies. Source: the released
    items, by inference; barrett2018, Sec. 4.3, for 0."""
    absent: float = 0.25
    """The probability that there are no shapes, or no lines, where they have no rule.
    Source: ours; barrett2018, Fig. 1, has such a matrix."""
    sizes: tuple[int, ...] = (1_200_000,)
    """Matrices taught to a unit. Source: barrett2018, App. A."""
    asked: int = 1000
    """New matrices asked of each part. Source: ours; barrett2018 tests with 200,000."""
    again: int = 1000
    """Taught matrices that are asked again. Source: ours."""
    triples: tuple[str, ...] = ()
    """The only triples that occur, e.g. `shape size progression`; all 29 by default.
    Source: ours."""
    structure: tuple[str, ...] = ()
    """The triples that every matrix has, and no others; drawn by default. Source: ours."""
    lists: str = ""
    """A file with one's own held-out lists. Source: ours; barrett2018 never published
    its lists."""
    folder: str = ""
    """A folder of PGM or RAVEN files to ask about, instead of drawing. Source: ours."""

    def __post_init__(self) -> None:
        for name in ("regimes", "foils", "distractions", "sizes"):
            if not getattr(self, name):
                raise Refusal(f"matrices: {name} must not be empty")
        for regime in self.regimes:
            one_of("regime", regime, REGIMES)
        for kind in self.foils:
            one_of("foils", kind, FOILS)
        one_of("mixture", self.mixture, MIXTURES)
        for size in self.sizes:
            at_least("matrices: sizes", size, 1)
        for name in ("asked", "again"):
            at_least(f"matrices: {name}", getattr(self, name), 1)
        for share in (*self.distractions, self.absent):
            if not 0 <= share <= 1:
                raise Refusal(
                    "matrices: distractions and absent must be from 0 to 1, not "
                    f"{share:g}"
                )
        if self.structure and (self.triples or self.regimes != ("neutral",)):
            raise Refusal(
                "matrices: a structure says all there is in every matrix; leave triples "
                "away, and let regimes be neutral"
            )
        for regime in self.regimes:
            self.shares(regime)

    @cached_property
    def held_out(self) -> HeldOut:
        """What the regimes hold out that go by lists."""
        return lists.read(self.lists) if self.lists else lists.derived()

    def regime(self, name: str) -> Regime:
        """What matrices of training and test are like."""
        only, structure = places(self.triples), places(self.structure)
        return regime_of(name, self.held_out, only, structure)

    def shares(self, regime: str) -> tuple[float, ...]:
        """How often matrices of a regime have 1, 2, 3 or 4 triples."""
        if self.structure:
            self.regime(regime)  # says what cannot be
            return tuple(float(many == len(self.structure)) for many in range(1, 5))
        return mixed(self.mixture, regime, self.regime(regime).least)

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, for the catalogue."""
        return {
            "conditions": list(REGIMES),
            "foils": list(FOILS),
            "mixtures": list(MIXTURES),
            "triples": [str(it) for it in TRIPLES],
        }

    def conditions(self) -> tuple[Condition, ...]:
        """Each regime with all foils, distractions and sizes; or the one folder."""
        if self.folder:
            return (self.condition("folder", "as found", -1.0, self.sizes[0]),)
        whole = product(self.regimes, self.foils, self.distractions, self.sizes)
        return tuple(self.condition(*it) for it in whole)

    def condition(
        self, regime: str, foils: str, distraction: float, size: int
    ) -> Condition:
        """One condition by what it is."""
        mixture = "as found" if self.folder else self.mixture
        return Condition(
            regime,
            (
                ("foils", foils),
                ("mixture", mixture),
                ("distraction", distraction),
                ("size", size),
            ),
        )

    def source(self, condition: Condition, split: str) -> Source:
        """Where the matrices of one split come from."""
        from metamer.streams.matrices.source import Matrices as Source

        where = dict(condition.details)
        chances = float(where["distraction"]), self.absent
        regime, shares = self.regime(condition.name), self.shares(condition.name)
        return Source(
            law(regime, split, shares, *chances), cast("Foils", where["foils"])
        )

    def lesson(self, condition: Condition, key: Key) -> Lesson:
        return items.lesson(self, condition, key)

    def score(self, lesson: Lesson, answers: np.ndarray) -> dict[str, np.ndarray]:
        return score.score(lesson, answers)

    def explained(
        self, lesson: Lesson, bits: np.ndarray | None
    ) -> dict[str, np.ndarray]:
        """What a learner says of the triples, against what they are."""
        return score.explained(lesson, bits)

    def items(self, condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
        return items.asked(condition, lessons)

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        from metamer.training.drawing import drawn

        if self.folder:
            return show.pictures(items.read(self, "test", show.EXAMPLES))
        source = self.source(self.conditions()[0], "test")
        return show.pictures(drawn(source, key.stream("pictures"), show.EXAMPLES))

    def description(self) -> list[dict[str, str]]:
        """The conditions, one row each."""
        return [
            {
                "regime": condition.name,
                **{name: str(value) for name, value in condition.details},
            }
            for condition in self.conditions()
        ]
