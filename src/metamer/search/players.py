"""Players in trials: side by side in compiled programs, one for each shape."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.study import Condition
from metamer.search.ledger import Asked, Ledger
from metamer.search.plan import Search
from metamer.search.space import Values
from metamer.training.networks import policy_builder
from metamer.training.population import VARIED
from metamer.training.settings import PlayerTraining
from metamer.training.slots import Slots

GROUPS = 8
"""The most shapes that are trained at a time. Source: ours; the LSTM of kumar2022 has
seven, one for each number of clicks before an update."""

TENTH = 10
"""Windows between two reports of trainings that count clicks. Those that count boards have
as many clicks in a window as there are boards between two reports: a board takes ten
clicks or more."""


@dataclass
class Trainee:
    """A trial in a slot."""

    asked: Asked
    training: PlayerTraining
    begun: float = field(default_factory=time.monotonic)
    clicks: int = 0
    boards: int = 0
    """Finished until the last report."""
    earned: float = 0.0
    """Since then."""
    mark: int = 0
    """Of the last report."""
    value: float = float("nan")
    """What was reported there."""

    def count(self, row: Any, report: int) -> bool:
        """Take in what a window brought; whether a mark was passed.

        Marks are multiples of `report`, and the end.
        """
        steps, boards, _, _, earned = row
        self.clicks, self.earned = int(steps), self.earned + float(earned)
        done = boards if self.training.counted_in == "episodes" else steps
        over = done >= self.training.length
        mark = self.training.length if over else int(done) // report * report
        if mark == self.mark or (boards == self.boards and not over):
            return False
        if boards > self.boards:
            self.value = self.earned / (boards - self.boards)
        self.mark, self.boards, self.earned = mark, int(boards), 0.0
        return True

    @property
    def told(self) -> dict[str, float]:
        """What else is kept of it."""
        return {"clicks": self.clicks, "seconds": time.monotonic() - self.begun}


@dataclass
class Cohort:
    """Trials of one shape: their networks and updates are alike in all sizes."""

    shape: Values
    slots: Slots
    window: int
    """Updates between two looks."""
    members: dict[int, Trainee] = field(default_factory=dict)

    @property
    def free(self) -> list[int]:
        return [slot for slot in range(self.slots.many) if slot not in self.members]


class Population:
    """The trials in hand, and who comes next."""

    def __init__(self, search: Search, condition: Condition, ledger: Ledger, many: int):
        key = unit_key(search.study.seed, 0)
        lesson: Any = search.study.paradigm.lesson(condition, key)
        self.game = lesson.taught.game
        self.search, self.ledger, self.many = search, ledger, many
        self.key = search.key.stream(str(condition))
        self.groups: list[Cohort] = []
        self.waiting: list[Asked] = []

    @property
    def busy(self) -> bool:
        return bool(self.waiting or any(group.members for group in self.groups))

    def fill(self) -> None:
        """Ask for trials until one must wait for a slot.

        What is asked is what Optuna proposes. Only if more shapes are proposed than are
        trained at a time are slots filled with others of their shape; meanwhile the
        smallest group is left to run out, and makes room for the next shape.
        """
        self.groups = [group for group in self.groups if group.members]
        while True:
            self.waiting = [each for each in self.waiting if not self._seat(each)]
            shape = self._shape(self.waiting[0]) if self.waiting else None
            fixed = None if shape is None else self._shape_to_fill(shape)
            if shape is not None and fixed is None:
                return
            asked = self.ledger.ask(fixed)
            if asked is None:
                return
            self.waiting.append(asked)

    def advance(self) -> None:
        """Train all trials in hand for a window, and report those that passed a mark."""
        for group in self.groups:
            rows = group.slots.advance(group.window)
            for slot, member in list(group.members.items()):
                if member.count(rows[slot], self.search.report) and self._ends(member):
                    del group.members[slot]
                    group.slots.clear(slot)

    def release(self) -> None:
        """Give back what is in hand."""
        members = [each for group in self.groups for each in group.members.values()]
        for asked in [*self.waiting, *(member.asked for member in members)]:
            self.ledger.release(asked)

    def _ends(self, member: Trainee) -> bool:
        """Report a member; whether its trial is over."""
        if isnan(member.value):
            self.ledger.fail(member.asked, "no board was finished")
            return True
        stop = self.ledger.report(member.asked, member.mark, member.value)
        if member.mark >= member.training.length:
            self.ledger.complete(member.asked, member.value, **member.told)
            return True
        if stop:
            self.ledger.prune(member.asked, **member.told)
        return stop

    def _seat(self, asked: Asked) -> bool:
        """Begin a trial, if there is a slot for it; one that cannot be has failed."""
        try:
            learner = self.search.trial(asked.values)
            group = self._group(learner, self._shape(asked))
        except Refusal as refusal:
            self.ledger.fail(asked, str(refusal))
            return True
        if group is None:
            return False
        slot, training = group.free[0], learner.training
        group.slots.put(slot, training, self.key.stream("trial", asked.first).jax)
        group.members[slot] = Trainee(asked, training)
        return True

    def _group(self, learner: Any, shape: Values) -> Cohort | None:
        """A group of this shape with a free slot, perhaps a new one."""
        alike = [group for group in self.groups if group.shape == shape]
        for group in alike:
            if group.free:
                return group
        if alike or len(self.groups) >= GROUPS:
            return None
        training = learner.training
        build = policy_builder(learner, self.game.actions)
        slots = Slots(build, self.game, training, self.many)
        report = self.search.report
        clicks = report if training.counted_in == "episodes" else report / TENTH
        window = max(round(clicks / (training.games * training.steps)), 1)
        self.groups.append(Cohort(shape, slots, window))
        return self.groups[-1]

    def _shape(self, asked: Asked) -> Values:
        """The values that cannot differ within a compiled program."""
        free = {f"training.{name}" for name in VARIED}
        return {name: each for name, each in asked.values.items() if name not in free}

    def _shape_to_fill(self, waiting: Values) -> Values | None:
        """A shape with free slots, while one that is not trained yet waits for a group."""
        if any(group.shape == waiting for group in self.groups):
            return None
        smallest = min(self.groups, key=lambda group: len(group.members))
        for group in self.groups:
            if group is not smallest and group.free:
                return group.shape
        return None


def search_players(
    search: Search,
    condition: Condition,
    ledger: Ledger,
    many: int,
    patient: bool,
    hear: Callable[[], None],
) -> None:
    """Do what is left of the trials in one condition, `many` of a shape side by side.

    Who is `patient` waits for what other processes have in hand.
    """
    groups = Population(search, condition, ledger, many)
    try:
        while True:
            groups.fill()
            hear()  # before the first program is compiled, too
            if groups.busy:
                groups.advance()
                ledger.take_over()
            elif not (patient and ledger.wait()):
                return
    finally:
        groups.release()
