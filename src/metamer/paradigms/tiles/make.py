"""Boards on request: for files and pictures."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import at_least, one_of
from metamer.core.keys import Key, root
from metamer.core.settings import with_settings
from metamer.core.study import Study
from metamer.metamers.recipe import draw
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.controls import CONDITIONS, acceptable, fitted
from metamer.paradigms.tiles.references import Neighbour
from metamer.paradigms.tiles.rules import FAMILY, READINGS
from metamer.paradigms.tiles.tables import sample, table


class Drawn(NamedTuple):
    """Boards, and which tile of each is face up at the start."""

    boards: Bool[np.ndarray, "board tile"]
    starts: Int[np.ndarray, " board"]

    @property
    def shown(self) -> Bool[np.ndarray, "board tile"]:
        """Which tiles are face up."""
        return np.arange(self.boards.shape[1]) == self.starts[:, None]


def settings(rule: str, reading: str, changes: dict[str, str]) -> Tiles:
    """The paradigm for one rule, or for the eight; some settings are given as texts."""
    one_of("reading", reading, READINGS)
    rules = (rule,) if rule else FAMILY
    # In a study, for studies know how a setting within a setting is changed.
    plan = Study(Tiles(rules=rules, reading=reading), (Neighbour(),))  # type: ignore[arg-type]
    paths = {f"paradigm.{key}": text for key, text in changes.items()}
    return cast(Tiles, with_settings(plan, paths).paradigm)


def drawn(paradigm: Tiles, rule: str, condition: str, many: int, seed: int) -> Drawn:
    """New boards of one condition, each as often as is probable, so some may be equal.

    Metamers are fresh ones, not those of the pool that players learn on.
    """
    one_of("condition", condition, CONDITIONS)
    at_least("-n", many, 1)
    at_least("--seed", seed, 0)
    key = root(seed).stream("make", rule, condition)
    boards = _boards(paradigm, rule, condition, many, key.stream("boards"))
    chance = key.stream("starts").numpy.random(many)
    return Drawn(boards, _starts(boards, chance))


def _boards(
    paradigm: Tiles, rule: str, condition: str, many: int, key: Key
) -> Bool[np.ndarray, "board tile"]:
    if condition == "abstract":
        return sample(table(rule, paradigm.reading), many, key.numpy)
    learned = fitted(paradigm.control(rule))
    return draw(learned, many, key, acceptable)[0].astype(bool)


def _starts(
    boards: Bool[np.ndarray, "board tile"], chance: np.ndarray
) -> Int[np.ndarray, " board"]:
    """One red tile of each board, all alike: the first whose rank passes a chance."""
    ranks = np.cumsum(boards, axis=1)
    return np.argmax(ranks > (chance * ranks[:, -1])[:, None], axis=1)


def arrays(it: Drawn) -> dict[str, np.ndarray]:
    """Boards for a file: `boards`, where 1 is red, and `starts`, row and column."""
    side = round(it.boards.shape[1] ** 0.5)
    return {
        "boards": it.boards.reshape(-1, side, side).astype(np.uint8),
        "starts": np.stack(np.divmod(it.starts, side), axis=1),
    }
