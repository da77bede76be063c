"""A study as jobs: pure functions of a plan and a seed, each with an id of its own."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from metamer.core.keys import Key, root
from metamer.core.settings import to_plain
from metamer.core.study import Condition, Learner, Paradigm, Study

FORMAT = 1
"""Version of run folders; a folder with a higher one was made by a newer metamer."""

BLOCK = {True: 50, False: 10}
"""Units per job, for compiled learners and for others: what a sudden end can lose."""


def compiled(learner: Learner) -> bool:
    """Whether `learner` is a pair of pure JAX functions."""
    return bool(getattr(learner, "compiled", False))


@dataclass(frozen=True)
class Job:
    """Some units of one learner in one condition."""

    paradigm: Paradigm
    learner: Learner
    condition: Condition
    units: range
    seed: int
    records: bool = False
    """Whether it keeps what was asked: once is enough, for all learners answer the same."""

    @cached_property
    def series(self) -> str:
        """A hash of all that the rows depend on, but for which units they are of."""
        plan = [FORMAT, *(to_plain(part) for part in (self.paradigm, self.learner))]
        text = json.dumps([*plan, str(self.condition), self.seed], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()

    @property
    def id(self) -> str:
        """The series, the first unit, and the one after the last."""
        return f"{self.series}-{self.units.start}-{self.units.stop}"

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
            learner,
            condition,
            range(study.units),
            study.seed,
            records=learner is study.learners[0],
        )
        for condition, learner in product(study.paradigm.conditions(), study.learners)
    ]


def pieces(whole: Job, done: Sequence[range]) -> list[Job]:
    """What is left to do of `whole`, in blocks that begin at the same units every time."""
    finished = {unit for units in done for unit in units}
    size = block_size(whole.learner)
    left = [unit for unit in whole.units if unit not in finished]
    blocks: list[list[int]] = []
    for unit in left:
        if blocks and unit == blocks[-1][-1] + 1 and unit % size:
            blocks[-1].append(unit)
        else:
            blocks.append([unit])
    return [replace(whole, units=range(it[0], it[-1] + 1)) for it in blocks]


def block_size(learner: Any) -> int:
    """How many units of `learner` one job holds."""
    return getattr(learner, "block", BLOCK[compiled(learner)])
