"""Tasks whose demonstrations a rule explains, and a shortcut too, as far as wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.controls import (
    FAMILIAR,
    HELD_OUT,
    TRAININGS,
    explains,
    shortcut_rivals,
)
from metamer.paradigms.concepts.rules import (
    Cues,
    RuleAndShortcut,
    ShortcutEntry,
    Unfit,
    draw_variant,
)
from metamer.paradigms.concepts.tasks import Grid, Pair, Task, same

ATTEMPTS = 400
"""How often a set of tasks is drawn anew before the rule is at fault."""

INPUTS = 4000
"""How often one input is: some rules have room on one grid of a hundred."""


class AskedInput(NamedTuple):
    """An input that is asked, and what rule and shortcut make of it."""

    input: Grid
    answer: Grid
    shortcut: Grid | None
    """None where the shortcut says nothing."""
    part: str
    """`held_out` where rule and shortcut part, else `familiar`."""


class ShortcutTask(NamedTuple):
    """A task in one training condition."""

    demonstrations: tuple[Pair, ...]
    asked: tuple[AskedInput, ...]

    @property
    def task(self) -> Task:
        """What is shown of it."""
        return Task(self.demonstrations, tuple(one.input for one in self.asked))


class Pool(NamedTuple):
    """Inputs by how rule and shortcut stand to each other, each with the rule's answer."""

    agree: list[Pair]
    part: list[Pair]
    absent: list[Pair]
    refuting: int
    """Which demonstration refutes the shortcut under partial exposure."""


def draw_tasks(
    entry: ShortcutEntry,
    rng: np.random.Generator,
    demonstrations: int = 3,
    asked: int = 2,
    familiar: int = 1,
) -> tuple[dict[str, ShortcutTask], RuleAndShortcut]:
    """The same task in every training condition, and the rule with its shortcut.

    The inputs on which rule and shortcut part are the same in all conditions, and so are
    all demonstrations but one of cue conflict and partial exposure: conditions are paired.

    Drawn until no other rule misleads in any condition: one that explains the
    demonstrations gives the rule's answers, or under cue conflict the shortcut's.

    Source: ours.
    """
    for _ in range(ATTEMPTS):
        both = draw_variant(entry.rule, rng)
        pool = _draw_pool(both, rng, demonstrations, asked, familiar)
        tasks = {
            training: _assemble(training, both, pool, demonstrations)
            for training in TRAININGS
        }
        if _all_different(pool) and all(
            _is_clear(entry, both, task, training == "cue_conflict")
            for training, task in tasks.items()
        ):
            return tasks, both
    raise Refusal(
        f"{entry.concept} {entry.name} gave no clear tasks in {ATTEMPTS} draws; "
        "this is a fault of the rule"
    )


def _draw_pool(
    both: RuleAndShortcut,
    rng: np.random.Generator,
    demonstrations: int,
    asked: int,
    familiar: int,
) -> Pool:
    def drawn(cues: Cues, count: int) -> list[Pair]:
        return [draw_input(both, rng, cues) for _ in range(count)]

    alike = demonstrations + familiar
    return Pool(
        drawn("agree", alike),
        drawn("part", 1 + asked),
        drawn("absent", alike),
        int(rng.integers(demonstrations)),
    )


def draw_input(both: RuleAndShortcut, rng: np.random.Generator, cues: Cues) -> Pair:
    """An input with these cues, and the rule's answer; both rule and shortcut change it."""
    for _ in range(INPUTS):
        try:
            grid = both.draw(rng, cues)
            answer = both.answer(grid)
        except Unfit:
            continue
        said = shortcut_answer(both, grid)
        unchanged = same(grid, answer) or same(grid, said)
        if cues_of(answer, said) == cues and not unchanged:
            return Pair(grid, answer)
    raise Refusal(
        f"{both} found no input in {INPUTS} draws on which rule and shortcut {cues}; "
        "this is a fault of the rule"
    )


def shortcut_answer(both: RuleAndShortcut, grid: Grid) -> Grid | None:
    """What the shortcut makes of an input; None if it says nothing."""
    try:
        return both.shortcut(grid)
    except Unfit:
        return None


def cues_of(answer: Grid, said: Grid | None) -> Cues:
    """How the answers of rule and shortcut stand to each other."""
    if said is None:
        return "absent"
    return "agree" if same(answer, said) else "part"


def _assemble(
    training: str, both: RuleAndShortcut, pool: Pool, demonstrations: int
) -> ShortcutTask:
    """The task of one training condition."""
    alike = pool.absent if training == "zero_shot" else pool.agree
    refuting, *held_out = pool.part
    shown = alike[:demonstrations]
    if training == "partial_exposure":
        shown[pool.refuting] = refuting
    parts = [(HELD_OUT, held_out), (FAMILIAR, alike[demonstrations:])]
    return ShortcutTask(
        tuple(shown),
        tuple(
            AskedInput(*pair, shortcut_answer(both, pair.input), part)
            for part, pairs in parts
            for pair in pairs
        ),
    )


def _all_different(pool: Pool) -> bool:
    pairs = [*pool.agree, *pool.part, *pool.absent]
    return len({(pair.input.shape, pair.input.tobytes()) for pair in pairs}) == len(
        pairs
    )


def _is_clear(
    entry: ShortcutEntry, both: RuleAndShortcut, task: ShortcutTask, conflict: bool
) -> bool:
    """Whether whoever explains the demonstrations follows the rule, or the shortcut."""
    shown = list(task.demonstrations)
    return not any(
        all(explains(rival, pair) for pair in shown)
        and not _follows(rival, task.asked, conflict)
        for rival in shortcut_rivals(entry, both, shown)
    )


def _follows(
    rival: Callable[[Grid], Grid], asked: Sequence[AskedInput], conflict: bool
) -> bool:
    """Whether its answers are the rule's, or, where both may be meant, the shortcut's."""
    return all(
        explains(rival, Pair(one.input, one.answer))
        or (
            conflict
            and one.shortcut is not None
            and explains(rival, Pair(one.input, one.shortcut))
        )
        for one in asked
    )
