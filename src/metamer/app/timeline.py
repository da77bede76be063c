"""Which page follows which in a session: a pure function of the study and the plan."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.people import People, TrialBlock
from metamer.core.study import Paradigm
from metamer.core.trial import Json, PutsTrials, Trial, TrialItem

Page = dict[str, Json]
Kind = Literal["consent", "text", "questions", "trial", "describe", "done"]

MAX_TRIES = 2
"""Tries at the comprehension questions. Source: Prolific's rules for such checks."""


@dataclass(frozen=True)
class SessionTexts:
    """What a participant reads, as safe HTML."""

    consent: str
    """Empty only if somebody plays alone: nobody's data are collected then."""
    instructions: str
    debriefing: str
    blocks: tuple[str, ...]
    """What is said before each block; empty if nothing is."""
    endings: dict[str, str]
    """What is said at the end, for each reason to end."""


@dataclass(frozen=True)
class SessionStep:
    """A place in a session: one page, before anything on it is answered."""

    kind: Kind
    id: str
    block: int = -1
    place: int = 0
    """Trials of the block before this one."""
    tries: int = 1
    """How often the comprehension questions have been asked, this time included."""
    reason: str = ""
    """Why the session is over."""


@dataclass(frozen=True)
class Timeline:
    """All that a session can become."""

    paradigm: Any
    screen: str
    """The paradigm's name: which screen shows its trials."""
    people: People
    texts: SessionTexts
    planned: tuple[tuple[TrialItem, ...], ...]
    """The items of each block, in the order of its first pass."""
    seed: int

    def first(self) -> SessionStep:
        if not self.texts.consent:
            return self._instructions(1)
        return SessionStep("consent", "consent")

    def after(
        self, step: SessionStep, right: bool = True, met: bool = False
    ) -> SessionStep:
        """What follows a finished page.

        `right` says whether consent was given or the questions were answered right, and
        `met` whether the block's criterion has been met.
        """
        if step.kind == "consent":
            return self._instructions(1) if right else self.end("no_consent")
        if step.kind == "questions":
            return self._after_questions(step, right)
        if step.kind == "trial" and self.people.blocks[step.block].describe:
            return replace(step, kind="describe", id=f"{step.id}-describe")
        if step.kind in ("trial", "describe"):
            return self._next_trial(step, met)
        return self._after_text(step)

    def end(self, reason: str) -> SessionStep:
        return SessionStep("done", "done", reason=reason)

    def _instructions(self, tries: int) -> SessionStep:
        return SessionStep("text", f"instructions-{tries}", tries=tries)

    def _after_questions(self, step: SessionStep, right: bool) -> SessionStep:
        if right:
            return self._begin_block(0)
        if step.tries == MAX_TRIES:
            return self.end("failed_checks")
        return self._instructions(step.tries + 1)

    def _after_text(self, step: SessionStep) -> SessionStep:
        if step.id == "debriefing":
            return self.end("completed")
        if step.block >= 0:
            return self._first_trial(step.block)
        if self.people.questions:
            return SessionStep("questions", f"questions-{step.tries}", tries=step.tries)
        return self._begin_block(0)

    def _begin_block(self, block: int) -> SessionStep:
        if block == len(self.people.blocks):
            return SessionStep("text", "debriefing")
        if self.texts.blocks[block]:
            return SessionStep("text", f"block-{block + 1}", block)
        return self._first_trial(block)

    def _first_trial(self, block: int) -> SessionStep:
        return self._trial(*self.order(block)[0])

    def _trial(self, block: int, place: int) -> SessionStep:
        return SessionStep("trial", f"trial-{block + 1}-{place + 1}", block, place)

    def _next_trial(self, step: SessionStep, met: bool) -> SessionStep:
        order, done = self.order(step.block), self.done(step)
        if met or done + 1 == len(order):
            return self._begin_block(self.group(step.block)[-1] + 1)
        return self._trial(*order[done + 1])

    def group(self, block: int) -> range:
        """The blocks whose items come together: mixed ones and the one after them."""
        return self._groups[block]

    def done(self, step: SessionStep) -> int:
        """How many trials of its group come before a trial."""
        return self.order(step.block).index((step.block, step.place))

    def order(self, block: int) -> tuple[tuple[int, int], ...]:
        """The block and the place of every trial in the group of a block, as they come."""
        return self._orders[self.group(block)[0]]

    @cached_property
    def _groups(self) -> tuple[range, ...]:
        return groups(self.people.blocks)

    @cached_property
    def _orders(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """The order of each group, by its first block."""
        orders = {}
        for group in {*self._groups}:
            every = [
                (block, place) for block in group for place in range(self.length(block))
            ]
            if len(group) > 1:
                rng = root(self.seed).stream("mixed", group[0]).numpy
                every = [every[place] for place in rng.permutation(len(every))]
            orders[group[0]] = tuple(every)
        return orders

    def length(self, block: int) -> int:
        """The most trials that a block can have: those of all its passes."""
        return len(self.planned[block]) * self.people.blocks[block].passes

    def item(self, step: SessionStep) -> TrialItem:
        """The item of a trial; each pass after the first has an order of its own."""
        items = self.planned[step.block]
        turn, place = divmod(step.place, len(items))
        if turn:
            place = order_of_pass(self.seed, step.block, turn, len(items))[place]
        return items[place]

    def trial(self, step: SessionStep) -> Trial:
        """A trial before its first answer."""
        asking = self.people.blocks[step.block].asking
        return self.paradigm.trial(self.item(step), asking)

    def waits(self, step: SessionStep) -> bool:
        """Whether the result of an answer must be known to go on."""
        if step.kind == "trial":
            return self.waiting[step.block]
        return step.kind not in ("text", "describe")

    @cached_property
    def waiting(self) -> tuple[bool, ...]:
        """For each block, whether its trials wait for the result of an answer."""
        return tuple(waits(block, self.paradigm) for block in self.people.blocks)


@lru_cache(maxsize=1000)
def order_of_pass(seed: int, block: int, turn: int, many: int) -> list[int]:
    """The order in which a later pass puts the items of a block."""
    rng = root(seed).stream("pass", block, turn).numpy
    return [int(place) for place in rng.permutation(many)]


def groups(blocks: Sequence[TrialBlock]) -> tuple[range, ...]:
    """For each block, those whose items come together with its own."""
    found: list[range] = []
    first = 0
    for place, block in enumerate(blocks):
        if not block.mixed:
            group = range(first, place + 1)
            found.extend([group] * len(group))
            first = place + 1
    return tuple(found)


def waits(block: TrialBlock, paradigm: Paradigm) -> bool:
    """Whether what comes after an answer depends on it: feedback, attempts, a criterion.

    Each action of a game changes what is seen.
    """
    told = block.feedback or block.criterion > 0 or block.attempts != 1
    return told or paradigm.shape == "play"


def check_paradigm(paradigm: object) -> PutsTrials:
    """The paradigm, if its items can be put to people; otherwise a refusal."""
    if not isinstance(paradigm, PutsTrials):
        raise Refusal(
            f"{type(paradigm).__name__} cannot be put to people: the paradigm has no "
            "trials (the methods trial_items and trial)"
        )
    return paradigm


def conditions_of_cells(study: Any) -> list[Sequence[Any]]:
    """The conditions of each cell: one each, or all in one cell."""
    conditions = study.paradigm.conditions()
    return [conditions] if study.people.within else [(entry,) for entry in conditions]
