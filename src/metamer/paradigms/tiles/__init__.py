"""Boards of red and blue tiles, turned up one by one: by rule, or by statistics?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.keys import Key
from metamer.core.play import Played, Round
from metamer.core.registry import paradigm
from metamer.core.study import Condition
from metamer.games.rewards import Rewards
from metamer.metamers.recipe import Recipe
from metamer.metamers.recipe import recipe as recipes
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import items, score, show
from metamer.paradigms.tiles.controls import CONDITIONS, Control
from metamer.paradigms.tiles.rules import FAMILY, READINGS, RULES
from metamer.paradigms.tiles.tables import FILES, table

PAPERS, PRINTED = Gibbs(), Rewards()
"""How the paper makes metamers, and what its clicks earn."""


@paradigm.add("tiles")
@dataclass(frozen=True)
class Tiles:
    """Teach a rule's boards, or metamers of them; let new boards of that kind be played.

    Source: kumar2022, Results and Methods.
    """

    shape: ClassVar[str] = "play"
    demo: ClassVar[tuple[str, ...]] = ("tiles-metamers",)

    rules: tuple[str, ...] = FAMILY
    """Rules by name, or files of boards (.npy, .npz)."""
    reading: Literal["as_coded", "as_described"] = "as_coded"
    """The rules of the authors' generators, or those of their Table S1."""
    taught: tuple[str, ...] = tuple(CONDITIONS)
    """What units are taught: `abstract` boards, `metamer` boards, or either."""
    asked: Literal["own", "all"] = "own"
    """Whether units play boards of the kind they were taught, or of both kinds."""
    recipe: Recipe = PAPERS
    """How metamers are made. Source: kumar2022, Methods."""
    metamer_seed: int = 0
    """Which metamer network: they differ in where red tiles lie. Source: ours."""
    pool: int = 16384
    """Metamer boards that there are to draw from. Source: ours."""
    matched: bool = False
    """Whether there are no more distinct metamer boards than the rule has boards: else a
    learner of a small rule has fewer boards to learn from. Source: ours."""
    boards: int = 25
    """Boards that are played. Source: kumar2022, Methods."""
    boards_seed: int = 0
    """Which boards are played: the same for every unit and every learner."""
    shown: int = 0
    """Tiles that are face up at the start of an asked board beside the usual red one.
    Source: kumar2022, Fig. 3B."""
    published: str = ""
    """A folder with the paper's own boards, which are then the ones played."""
    trials: int = 1000
    """Games of the neighbour player on each board for the precise z. Source: ours."""
    limit: int = 60
    """Clicks on a board in training. Source: kumar2022, the authors' code."""
    asked_limit: int = 120
    """Clicks on an asked board. Source: kumar2022, the authors' code (LSTM)."""
    lag: Literal[0, 1] = 0
    """How far behind the action and reward are that a player sees. Source: kumar2022,
    Methods: not at all. Unclear: in the authors' code one click."""
    rewards: Rewards = PRINTED
    weigh: bool = True
    """Whether each click is set beside the two ideal observers. Source: ours."""

    def __post_init__(self) -> None:
        for name in ("rules", "taught"):
            if not getattr(self, name):
                raise Refusal(f"tiles: {name} must not be empty")
        for rule in self.rules:
            if Path(rule).suffix not in FILES:
                one_of("rule", rule, RULES)
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
            at_least(f"tiles: {name}", getattr(self, name), smallest)

    @property
    def conditions_of(self) -> tuple[str, ...]:
        """The kinds of boards that there are: asked boards of all are never taught."""
        return self.taught if self.asked == "own" else tuple(CONDITIONS)

    @property
    def slots(self) -> int:
        """Room for the boards of any of its rules: one compiled program serves all."""
        sizes = [len(table(rule, self.reading).boards) for rule in self.rules]
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
            "rules": [*RULES, "FILE.npz"],
            "readings": list(READINGS),
            "recipes": list(recipes),
        }

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("rule", rule),))
            for rule, name in product(self.rules, self.taught)
        )

    def lesson(self, condition: Condition, key: Key) -> Round:
        """What every unit in this condition learns on and plays; `key` changes nothing."""
        return items.round_of(self, condition)

    def score(self, lesson: Round, answers: Played) -> dict[str, np.ndarray]:
        return score.score(self, lesson, answers)

    def items(self, condition: Condition, lessons: Sequence[Round]) -> dict[str, Any]:
        return items.kept(lessons)

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        return show.pictures(self, asked)

    def description(self) -> list[dict[str, str]]:
        """The conditions, one row each. Source: kumar2022, Results."""
        return [
            {
                "condition": name,
                "taught and asked": CONDITIONS[name],
                "rules": ", ".join(Path(rule).stem for rule in self.rules),
                "boards asked": f"{self.boards} of each rule, never taught",
            }
            for name in self.taught
        ]
