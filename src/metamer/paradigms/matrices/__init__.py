"""Matrices with a missing panel: does a learner find the rule where it is new?

Paper: barrett2018. Barrett, Hill, Santoro, Morcos & Lillicrap (2018). Measuring
abstract reasoning in neural networks. ICML 2018; arXiv:1807.04225.
Paper: yang2023. Yang, You, Zhen, Wang, Wan, Xie & Zhang (2023). Neural prediction
errors enable analogical visual reasoning in human standard intelligence tests. ICML
2023.
Read: Its generator and its held-out lists were never published, and no released file was
available: what is said here of the released items or files comes from three items,
decoded from public pictures of them, and from what the authors and others say about the
files. The text that these lines were checked against has no appendix, and refers to
appendix A for settings that are cited here from App. B: what cites `App.` could not be
compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

import numpy as np

from metamer.core.answers import read_label
from metamer.core.conversation import Conversation
from metamer.core.errors import MAX_HELD, Refusal, at_least, one_of
from metamer.core.given import read_given
from metamer.core.items import Lesson
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.registry import paradigm
from metamer.core.shown import AskedItems, ItemViews
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem
from metamer.paradigms.matrices import item_views, items, score, show, trials, words
from metamer.paradigms.matrices.controls import list_files
from metamer.paradigms.matrices.controls.lists import HeldOut, derive
from metamer.paradigms.matrices.controls.regimes import (
    MIXTURES,
    REGIMES,
    Regime,
    distribution_of,
    regime_by_name,
    triple_counts,
    triple_indices,
)
from metamer.paradigms.matrices.rules.vocabulary import TRIPLES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from metamer.paradigms.matrices.generator.source import Foils, MatrixSource

FOILS = ("exchangeable", "pgm")


@paradigm.add("matrices")
@dataclass(frozen=True)
class Matrices:
    """Teach matrices of panels, one of which is missing, and ask about others.

    Source: barrett2018, Sec. 2 and 3.
    """

    shape: ClassVar[str] = "classify"
    demo: ClassVar[tuple[str, ...]] = ("matrices-audit",)
    answer_form: ClassVar[str] = "a letter from A to H"

    regimes: tuple[str, ...] = ("neutral",)
    """What training lacks and the test has. Source: barrett2018, Sec. 2.2."""
    foils: tuple[Literal["exchangeable", "pgm"], ...] = ("exchangeable",)
    """How wrong candidates are made. Source: ours (`exchangeable`); the released items
    (`pgm`)."""
    mixture: Literal["pgm", "uniform", "one"] = "pgm"
    """How many triples matrices have. Source: inferred from barrett2018, App. Table 7;
    the other two are ours."""
    distractions: tuple[float, ...] = (0.5,)
    """The probability that an attribute without a rule varies. Source: inferred from the
    released items; barrett2018, Sec. 4.3, for 0."""
    absent: float = 0.25
    """The probability that there are no shapes, or no lines, if they have no rule.
    Source: ours; barrett2018, Fig. 1, has such a matrix."""
    sizes: tuple[int, ...] = (1_200_000,)
    """Matrices taught to a unit. Source: barrett2018, App. A."""
    asked: int = 1000
    """New matrices asked in each part. Source: ours; barrett2018 tests with 200,000."""
    again: int = 1000
    """Taught matrices that are asked again. Source: ours."""
    triples: tuple[str, ...] = ()
    """The only triples that occur, e.g. `shape size progression`; all 29 by default.
    Source: ours."""
    structure: tuple[str, ...] = ()
    """The triples that every matrix has, and no others; random by default. Source: ours."""
    lists: str = ""
    """A file with held-out lists of your own. Source: ours; barrett2018 never published
    its lists."""
    folder: str = ""
    """A folder of PGM or RAVEN files to use instead of drawing items. Source: ours."""

    def __post_init__(self) -> None:
        read_given(self, "matrices")
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
            at_least(f"matrices: {name}", getattr(self, name), 1, MAX_HELD)
        for share in (*self.distractions, self.absent):
            if not 0 <= share <= 1:
                raise Refusal(
                    "matrices: distractions and absent must be from 0 to 1, not "
                    f"{share:g}"
                )
        if self.structure and (self.triples or self.regimes != ("neutral",)):
            raise Refusal(
                "matrices: structure fixes all triples of every matrix; remove triples, "
                "and set regimes to neutral"
            )
        for regime in self.regimes:
            self.shares(regime)

    @cached_property
    def held_out(self) -> HeldOut:
        """The held-out lists, for the regimes that go by lists."""
        return list_files.read(self.lists) if self.lists else derive()

    def regime(self, name: str) -> Regime:
        """The matrices of training and test, by the name of their regime."""
        only, structure = triple_indices(self.triples), triple_indices(self.structure)
        return regime_by_name(name, self.held_out, only, structure)

    def shares(self, regime: str) -> tuple[float, ...]:
        """How often matrices of a regime have 1, 2, 3 or 4 triples."""
        if self.structure:
            self.regime(regime)  # refuses an impossible structure
            return tuple(float(count == len(self.structure)) for count in range(1, 5))
        return triple_counts(self.mixture, regime, self.regime(regime).fewest)

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """The values that its settings can have, for the catalogue."""
        return {
            "conditions": list(REGIMES),
            "foils": list(FOILS),
            "mixtures": list(MIXTURES),
            "triples": [str(triple) for triple in TRIPLES],
        }

    def conditions(self) -> tuple[Condition, ...]:
        """Each regime with all foils, distractions and sizes; or the one folder."""
        if self.folder:
            return (self.condition("folder", "as found", -1.0, self.sizes[0]),)
        cells = product(self.regimes, self.foils, self.distractions, self.sizes)
        return tuple(self.condition(*cell) for cell in cells)

    def condition(
        self, regime: str, foils: str, distraction: float, size: int
    ) -> Condition:
        """The condition with these details."""
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

    def source(self, condition: Condition, split: str) -> MatrixSource:
        """The source of the matrices of one split."""
        from metamer.paradigms.matrices.generator.source import MatrixSource

        details = dict(condition.details)
        distribution = distribution_of(
            self.regime(condition.name),
            split,
            self.shares(condition.name),
            float(details["distraction"]),
            self.absent,
        )
        return MatrixSource(distribution, cast("Foils", details["foils"]))

    def lesson(self, condition: Condition, key: Key) -> Lesson:
        return items.lesson(self, condition, key)

    def score(self, lesson: Lesson, answers: np.ndarray) -> dict[str, np.ndarray]:
        return score.score(lesson, answers)

    def explained(
        self, lesson: Lesson, bits: np.ndarray | None
    ) -> dict[str, np.ndarray]:
        """Whether what a learner says about the triples is right."""
        return score.explained(lesson, bits)

    def choices(self, condition: Condition) -> tuple[str, ...]:
        return score.CHOICES

    def read_answer(self, condition: Condition, text: str) -> int | None:
        return read_label(text, score.CHOICES)

    def item_picture(self, condition: Condition, lesson: Lesson, place: int) -> Figure:
        return show.question_picture(np.asarray(lesson.asked.inputs[place]))

    def items(self, condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
        return items.asked(condition, lessons)

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        from metamer.training.drawing import draw_items

        if self.folder:
            return show.pictures(items.read(self, "test", show.EXAMPLES))
        source = self.source(self.conditions()[0], "test")
        return show.pictures(draw_items(source, key.stream("pictures"), show.EXAMPLES))

    def item_views(self, table: pd.DataFrame, asked: AskedItems) -> ItemViews:
        return item_views.item_views(table, asked)

    def trial_items(self, condition: Condition, key: Key) -> tuple[TrialItem, ...]:
        return trials.trial_items(self, condition, key)

    def conversation(self, condition: Condition, key: Key) -> Conversation:
        return words.conversation(self, condition, key)

    def trial(self, item: TrialItem, asking: Asking) -> ChoiceTrial:
        return trials.trial(item, asking)

    def description(self) -> list[dict[str, str]]:
        """The conditions, one row each."""
        return [
            {
                "regime": condition.name,
                **{name: str(value) for name, value in condition.details},
            }
            for condition in self.conditions()
        ]
