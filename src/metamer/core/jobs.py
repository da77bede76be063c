"""A study as jobs: pure functions of a plan and a seed, each with an id of its own."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from metamer.core.capabilities import SetsBlock, is_compiled
from metamer.core.keys import Key, root
from metamer.core.learner import DiffersByCondition
from metamer.core.settings import to_plain
from metamer.core.study import Condition, Learner, Paradigm, Study

FORMAT = 1
"""Version of run folders; a folder with a higher one was made by a newer metamer."""

BLOCK = {True: 50, False: 10}
"""Units per job of compiled learners and of others: as much as a sudden end can lose."""


@dataclass(frozen=True)
class Job:
    """Some units of one learner in one condition."""

    paradigm: Paradigm
    learner: Learner
    condition: Condition
    units: range
    seed: int
    records: bool = False
    """Whether it stores what was asked. One learner does: all are asked the same."""

    @cached_property
    def series(self) -> str:
        """A hash of all that the rows depend on except the units."""
        parts = [to_plain(part, lasting=True) for part in (self.paradigm, self.learner)]
        plan = [FORMAT, *parts, str(self.condition), self.seed]
        text = json.dumps(plan, sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()

    @property
    def id(self) -> str:
        """The series, the first unit, and the one after the last."""
        return f"{self.series}-{self.units.start}-{self.units.stop}"

    def of(self, units: range) -> "Job":
        """The same for other units; what it depends on besides is hashed once."""
        job = replace(self, units=units)
        vars(job)["series"] = self.series
        return job

    def key(self, unit: int) -> Key:
        """The key of one unit: the same in every condition and for every learner."""
        return unit_key(self.seed, unit)

    @property
    def about(self) -> tuple[tuple[str, str], ...]:
        """Columns that say whose units these are."""
        details = tuple((name, str(value)) for name, value in self.condition.details)
        named = (("learner", self.learner.name), ("condition", self.condition.name))
        return named + details

    def __str__(self) -> str:
        first, last = self.units.start, self.units.stop - 1
        units = f"unit {last}" if first == last else f"units {first}-{last}"
        return f"{self.learner.name}, {self.condition}, {units}"


def unit_key(seed: int, unit: int) -> Key:
    """The key of one unit of a study."""
    return root(seed).stream("unit", unit)


def series(study: Study) -> list[Job]:
    """All units of each learner in each condition; neighbours share their items."""
    return [
        Job(
            study.paradigm,
            _of_condition(learner, condition),
            condition,
            range(study.units),
            study.seed,
            records=learner is study.learners[0],
        )
        for condition, learner in product(study.paradigm.conditions(), study.learners)
    ]


def _of_condition(learner: Learner, condition: Condition) -> Learner:
    """Who answers in a condition."""
    if isinstance(learner, DiffersByCondition):
        return learner.in_condition(condition)
    return learner


def pieces(whole: Job, done: Sequence[range]) -> list[Job]:
    """What is left to do of `whole`, in blocks that begin at the same units every time."""
    behind = {unit for units in done for unit in units}
    size = block_size(whole.learner)
    left = [unit for unit in whole.units if unit not in behind]
    blocks: list[list[int]] = []
    for unit in left:
        # Blocks end at multiples of the size, so that a run that goes on with more units
        # has the same jobs, and thus the same checkpoints, as one that was never stopped.
        if blocks and unit == blocks[-1][-1] + 1 and unit % size:
            blocks[-1].append(unit)
        else:
            blocks.append([unit])
    return [whole.of(range(block[0], block[-1] + 1)) for block in blocks]


def block_size(learner: Any) -> int:
    """How many units of `learner` one job holds."""
    if isinstance(learner, SetsBlock):
        return learner.block
    return BLOCK[is_compiled(learner)]
