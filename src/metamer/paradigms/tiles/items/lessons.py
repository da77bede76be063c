"""What the units of one condition learn on and play."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.handout import Handout
from metamer.core.play import GameLesson
from metamer.core.study import Condition
from metamer.paradigms.tiles.controls import Control, boards_of, metamers
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.items.asked import asked_boards, hold_out
from metamer.paradigms.tiles.items.notes import notes

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles
    from metamer.paradigms.tiles.game.compiled import TileGame


@dataclass(frozen=True)
class Course:
    """A game to learn. Only reference players look at anything but `game`."""

    game: TileGame
    """Pure JAX; the same compiled program serves all rules."""
    boards: Distribution
    """The boards that `game` deals: those of the condition, without any that are asked."""
    control: Control
    condition: str
    """Which kind of boards these are: `abstract` or `metamer`."""

    @property
    def tiles(self) -> int:
        return self.boards.boards.shape[1]

    @property
    def rule(self) -> str:
        return self.control.rule

    @property
    def reading(self) -> str:
        return self.control.reading

    def rule_boards(self) -> Distribution:
        """Every board that the rule can make."""
        return distribution_of(self.rule, self.reading)

    def metamer_boards(self) -> Distribution:
        """The metamer boards of the rule."""
        return metamers(self.control)


@functools.lru_cache(maxsize=64)
def lesson(settings: Tiles, condition: Condition) -> GameLesson:
    """What every unit in this condition learns on and plays."""
    from metamer.paradigms.tiles.game.compiled import TileGame

    rule = str(dict(condition.details)["rule"])
    control = settings.control(rule)
    deals = {kind: asked_boards(settings, rule, kind) for kind in settings.kinds}
    known = hold_out(boards_of(condition.name, control), list(deals.values()), rule)
    game = TileGame.on(
        known, settings.slots, settings.limit, settings.lag, settings.rewards
    )
    kinds = settings.kinds if settings.asked == "all" else (condition.name,)
    columns = [notes(settings, control, kind, deals[kind]) for kind in kinds]
    return GameLesson(
        Course(game, known, control, condition.name),
        replace(game, limit=settings.asked_limit),
        Boards(
            np.concatenate([deals[kind].boards for kind in kinds]),
            np.concatenate([deals[kind].shown for kind in kinds]),
        ),
        {name: np.concatenate([part[name] for part in columns]) for name in columns[0]},
    )


def handout(lesson: GameLesson, taught: int) -> Handout:
    """The boards of a lesson, with what is hidden: whoever plays them must turn it up.

    `boards` of `taught` are all that can be dealt, the most probable first, each with its
    `probability`.
    """
    course: Course = lesson.taught
    known, boards = course.boards, lesson.start
    side = isqrt(course.tiles)
    square = (-1, side, side)
    likely = np.argsort(-known.probabilities, kind="stable")[:taught]
    return Handout(
        {
            "boards": known.boards[likely].reshape(square).astype(np.uint8),
            "probability": known.probabilities[likely],
            "taught_in_all": np.array([len(known.boards)]),
        },
        {
            "item": lesson.notes["item"].astype(str),
            "boards": boards.red.reshape(square).astype(np.uint8),
            "shown": boards.shown.reshape(square).astype(np.uint8),
            "limit": np.full(len(boards.red), lesson.asked.limit),
        },
        {},
    )


def archive(lessons: Sequence[GameLesson]) -> dict[str, Any]:
    """The boards that were played, as the arrays of `items.npz`."""
    boards: Boards = lessons[0].start
    side = isqrt(boards.red.shape[1])
    square = (-1, side, side)
    return {
        "tiles/item": lessons[0].notes["item"].astype(str),
        "tiles/board": boards.red.reshape(square).astype(np.uint8),
        "tiles/shown": boards.shown.reshape(square).astype(np.uint8),
    }
