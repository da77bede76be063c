"""A study as jobs: pure functions of a plan and a seed, each with an id of its own."""

import hashlib
import json
from dataclasses import dataclass
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

    @cached_property
    def id(self) -> str:
        """A hash of all that this job's rows depend on."""
        plan = [FORMAT, *(to_plain(part) for part in (self.paradigm, self.learner))]
        plan += [str(self.condition), self.units.start, self.units.stop, self.seed]
        text = json.dumps(plan, sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()

    def key(self, unit: int) -> Key:
        """The key of one unit: the same in every condition and for every learner."""
        return root(self.seed).stream("unit", unit)

    def __str__(self) -> str:
        last = self.units.stop - 1
        units = (
            f"unit {last}"
            if len(self.units) == 1
            else f"units {self.units.start}-{last}"
        )
        return f"{self.learner.name}, {self.condition}, {units}"


def jobs(study: Study) -> list[Job]:
    """Everything there is to do; neighbours share a condition, and so their items."""
    return [
        Job(study.paradigm, learner, condition, units, study.seed)
        for condition, learner in product(study.paradigm.conditions(), study.learners)
        for units in blocks(study.units, block_size(learner))
    ]


def block_size(learner: Any) -> int:
    """How many units of `learner` one job holds."""
    return getattr(learner, "block", BLOCK[compiled(learner)])


def blocks(units: int, size: int) -> list[range]:
    """The units in runs of `size`, counted from 0 so that more units add jobs."""
    return [range(start, min(start + size, units)) for start in range(0, units, size)]
