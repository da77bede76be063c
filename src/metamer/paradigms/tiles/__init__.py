"""Boards of red and blue tiles, turned up one by one: by rule, or by statistics?

Paper: kumar2022. Kumar, Dasgupta, Daw, Cohen & Griffiths (2023). Disentangling
abstraction from statistical pattern matching in human and machine learning. PLOS
Computational Biology 19(8), e1011316; arXiv:2204.01437 (2022).
Paper: kumar2021. Kumar, Dasgupta, Cohen, Daw & Griffiths (2021). Meta-learning of
structured task distributions in humans and machines. ICLR 2021.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from metamer.core.conversation import Conversation
from metamer.core.errors import MAX_HELD, Refusal, at_least, one_of
from metamer.core.given import read_given
from metamer.core.handout import Handout
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.play import GameLesson, GameView, Trajectories
from metamer.core.registry import paradigm
from metamer.core.shown import AskedItems, ItemViews
from metamer.core.study import Condition
from metamer.core.trial import TrialItem, View
from metamer.metamers.recipe import Recipe
from metamer.metamers.recipe import recipe as recipes
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import item_views, score, show, words
from metamer.paradigms.tiles.controls import CONDITIONS, Control
from metamer.paradigms.tiles.distributions.files import FILES
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.rewards import Rewards
from metamer.paradigms.tiles.items import lessons
from metamer.paradigms.tiles.rules import FAMILY, READINGS, rule
from metamer.paradigms.tiles.trials import (
    TileTrial,
    complete_rows,
    game_view,
    tile_trial,
    trial_items,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PAPER_RECIPE, PAPER_REWARDS = Gibbs(), Rewards()
"""How the paper makes metamers, and what its clicks earn."""


@paradigm.add("tiles")
@dataclass(frozen=True)
class Tiles:
    """Teach a rule's boards, or metamers of them; then ask for new boards of that kind.

    Source: kumar2022, Results and Methods.
    """

    shape: ClassVar[str] = "play"
    demo: ClassVar[tuple[str, ...]] = ("tiles-metamers",)
    answer_form: ClassVar[str] = "a tile as row,column from 0; a row for each step"

    rules: tuple[str, ...] = FAMILY
    """Rules by name, or files of boards (.npy, .npz)."""
    reading: Literal["as_coded", "as_described"] = "as_coded"
    """The rules of the authors' generators, or those of their Table S1."""
    taught: tuple[str, ...] = tuple(CONDITIONS)
    """What units are taught: `abstract` boards, `metamer` boards, or some the one and
    some the other."""
    asked: Literal["own", "all"] = "own"
    """Whether units play boards of the kind they were taught, or of both kinds."""
    recipe: Recipe = PAPER_RECIPE
    """How metamers are made. Source: kumar2022, Methods."""
    metamer_seed: int = 0
    """Which metamer network; networks differ in where red tiles lie. Source: ours."""
    pool: int = 16384
    """How many metamer boards there are to draw from. Source: ours."""
    matched: bool = False
    """Whether to keep no more distinct metamer boards than the rule has boards. If not, a
    learner of a small rule has fewer boards to learn from than a learner of its metamers.
    Source: ours."""
    boards: int = 25
    """Boards that are played.

    Source: kumar2022, Methods: 25 for agents.
    Unclear: Methods speaks of 24 grids for people.
    """
    boards_seed: int = 0
    """Which boards are played: the same for every unit and every learner."""
    shown: int = 0
    """Tiles that are face up at the start of an asked board, besides the usual red one.
    Source: kumar2022, Fig. 3B."""
    published: str = ""
    """A folder with the paper's own boards, which are then the boards played."""
    trials: int = 1000
    """Games of the neighbour player on each board for the precise z. Source: ours."""
    limit: int = 60
    """Clicks on a board in training. Source: kumar2022, the authors' code."""
    asked_limit: int = 120
    """Clicks on an asked board. Source: kumar2022, the authors' code (LSTM)."""
    lag: Literal[0, 1] = 0
    """How many clicks the action and reward that a player sees are behind the board.
    Source: kumar2022, Methods: none. Unclear: in the authors' code one click."""
    rewards: Rewards = PAPER_REWARDS
    weigh: bool = True
    """Whether each click is compared with the two ideal observers. Source: ours."""
    policy: bool = False
    """Whether the table has the probability of every tile before the first click. Source:
    kumar2022, Fig. 3B."""
    later: ClassVar[tuple[str, ...]] = ("policy",)

    def __post_init__(self) -> None:
        read_given(self, "tiles")
        for name in ("rules", "taught"):
            if not getattr(self, name):
                raise Refusal(f"tiles: {name} must not be empty")
        for name in self.rules:
            if Path(name).suffix not in FILES:
                rule(name)
        for name in self.taught:
            one_of("condition", name, CONDITIONS)
        one_of("reading", self.reading, READINGS)
        one_of("asked", self.asked, ("own", "all"))
        one_of("lag", self.lag, (0, 1))
        least = {
            "boards": 1,
            "shown": 0,
            "pool": 64,
            "trials": 2,
            "limit": 1,
            "asked_limit": 1,
        }
        for name, smallest in least.items():
            at_least(f"tiles: {name}", getattr(self, name), smallest, MAX_HELD)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of boards in this study; no asked board of any kind is taught."""
        return self.taught if self.asked == "own" else tuple(CONDITIONS)

    @property
    def slots(self) -> int:
        """Room for the boards of any of its rules: one compiled program serves all."""
        sizes = [len(distribution_of(rule, self.reading).boards) for rule in self.rules]
        return 1 << (max(*sizes, self.pool) - 1).bit_length()

    def control(self, rule: str) -> Control:
        """Which metamer boards belong to a rule."""
        return Control(
            rule,
            self.reading,
            self.recipe,
            self.pool,
            self.matched,
            self.metamer_seed,
        )

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, for the catalogue."""
        return {
            "conditions": list(CONDITIONS),
            "rules": [*rule, "FILE.npz"],
            "readings": list(READINGS),
            "recipes": list(recipes),
        }

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("rule", rule),))
            for rule, name in product(self.rules, self.taught)
        )

    def lesson(self, condition: Condition, key: Key) -> GameLesson:
        """What every unit in this condition learns on and plays, whatever its `key`."""
        return lessons.lesson(self, condition)

    def score(self, lesson: GameLesson, answers: Trajectories) -> dict[str, np.ndarray]:
        return score.score(self, lesson, answers)

    def trial_items(self, condition: Condition, key: Key) -> tuple[TrialItem, ...]:
        """The boards of the lesson, whatever the `key`."""
        return trial_items(self, condition)

    def conversation(self, condition: Condition, key: Key) -> Conversation:
        return words.conversation(self, condition)

    def trial(self, item: TrialItem, asking: Asking) -> TileTrial:
        return tile_trial(self, item, asking)

    def game_view(self, view: View, action: int, reward: float) -> GameView:
        """What a player sees of a trial; with a lag it would see an earlier click."""
        one_of("lag of a player in the browser", self.lag, (0,))
        return game_view(view, action, reward)

    def complete_rows(self, condition: Condition, table: pd.DataFrame) -> pd.DataFrame:
        return complete_rows(self, condition, table)

    def choices(self, condition: Condition) -> tuple[str, ...]:
        """None: there are as many answers as there are tiles, and several in turn."""
        return ()

    def read_answer(self, condition: Condition, text: str) -> int:
        rule = str(dict(condition.details)["rule"])
        known = distribution_of(rule, self.reading)
        return score.read_tile(text, isqrt(known.boards.shape[1]))

    def hand_out(
        self, condition: Condition, lesson: GameLesson, taught: int
    ) -> Handout:
        return lessons.handout(lesson, taught)

    def item_picture(
        self, condition: Condition, lesson: GameLesson, place: int
    ) -> Figure:
        return show.first_view(lesson.start, place)

    def items(
        self, condition: Condition, asked: Sequence[GameLesson]
    ) -> dict[str, Any]:
        return lessons.archive(asked)

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        return show.pictures(self, asked)

    def item_views(self, table: pd.DataFrame, asked: AskedItems) -> ItemViews:
        return item_views.item_views(table, asked)

    def description(self) -> list[dict[str, str]]:
        """The conditions, one row each. Source: kumar2022, Results."""
        return [
            {
                "condition": name,
                "taught and asked": CONDITIONS[name],
                "rules": ", ".join(Path(rule).stem for rule in self.rules),
                "boards asked": f"{self.boards} of each rule, none of them taught",
            }
            for name in self.taught
        ]
