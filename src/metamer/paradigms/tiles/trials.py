"""A board while it is put to somebody click by click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.people import Asking
from metamer.core.play import GameLesson, GameView, Trajectories
from metamer.core.responses import Columns
from metamer.core.study import Condition
from metamer.core.trial import Feedback, Json, TrialItem, View, check_open, whole
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.game.single import SingleGame
from metamer.paradigms.tiles.items.asked import Deal, learning_boards
from metamer.paradigms.tiles.items.lessons import lesson
from metamer.paradigms.tiles.items.notes import notes
from metamer.paradigms.tiles.score import clicks, views, weigh

if TYPE_CHECKING:
    import pandas as pd

    from metamer.paradigms.tiles import Tiles

TYPES = {int: np.int16, float: np.float32, str: object}
"""The types of what is noted of a board, as in `items/notes.py`."""

KIND = "boards"
"""The note that stands before the item, if there are boards of both kinds."""


def trial_items(settings: Tiles, condition: Condition) -> tuple[TrialItem, ...]:
    """The boards that are asked, and with `shown` whole boards to play before them.

    Source: kumar2022, Results and Methods: people played the agents' boards, without
    practice; part-revealed boards came after 25 whole ones.
    """
    asked = lesson(settings, condition)
    found = _items("test", asked.start, asked.notes)
    if settings.shown:
        deal = learning_boards(settings, rule_of(condition), condition.name)
        found += _items("learning", *_as_lesson(settings, condition, deal))
    return found


def _as_lesson(
    settings: Tiles, condition: Condition, deal: Deal
) -> tuple[Boards, dict[str, np.ndarray]]:
    """Boards as a lesson has them, and what is noted of each."""
    control = settings.control(rule_of(condition))
    columns = notes(settings, control, condition.name, deal)
    return Boards(deal.boards, deal.shown), columns


def rule_of(condition: Condition) -> str:
    """The rule, or file of boards, that a condition is about."""
    return str(dict(condition.details)["rule"])


def _items(
    pool: str, start: Boards, columns: dict[str, np.ndarray]
) -> tuple[TrialItem, ...]:
    """Boards with all that is known of them, as plain JSON."""
    plain = {name: column.tolist() for name, column in columns.items()}
    ids = plain.pop("item")
    return tuple(
        TrialItem(
            name,
            pool,
            {"red": red.astype(int).tolist(), "shown": shown.astype(int).tolist()},
            {column: values[place] for column, values in plain.items()},
        )
        for place, (name, red, shown) in enumerate(zip(ids, *start, strict=True))
    )


@dataclass
class TileTrial:
    """One board in play. Every click is told, also without feedback: it turns a tile."""

    source: TrialItem
    game: SingleGame
    points: float = 0.0
    answers: list[int] = field(default_factory=list)

    @property
    def item(self) -> str:
        return self.source.id

    @property
    def over(self) -> bool:
        return self.game.over

    def view(self) -> View:
        return {
            "side": isqrt(len(self.game.red)),
            "tiles": [
                None if tile < 0 else int(tile) for tile in self.game.seen.tolist()
            ],
            "points": self.points,
            "clicks": self.game.clicks,
            "limit": self.game.limit,
        }

    def respond(self, answer: Json) -> Feedback:
        """Turn up a tile, or click one again that is face up, which is allowed."""
        check_open(self)
        tile = whole("the tile", answer, len(self.game.red))
        earned = self.game.click(tile)
        self.points += earned
        self.answers.append(tile)
        return {"red": bool(self.game.red[tile]), "earned": earned}

    def rows(self) -> Columns:
        """A row for each click, as `score` gives it of a learner's."""
        known = {**self.source.notes, "item": self.item}
        first = [name for name in (KIND, "item") if name in known]
        columns = {
            name: np.array([known[name]], TYPES.get(type(known[name])))
            for name in dict.fromkeys([*first, *known])
        }
        start = Boards(*(part[None] for part in _start(self.source)))
        games = _trajectories([self.answers])
        return clicks(GameLesson(None, None, start, columns), games)


def tile_trial(settings: Tiles, item: TrialItem, asking: Asking) -> TileTrial:
    """A board before its first click.

    A board is played until all its red tiles are up, or `asked_limit` clicks are spent.
    """
    if asking.seconds:
        raise Refusal(
            "tiles: a board has no time limit; it takes clicks until all red tiles are up "
            "or paradigm.asked_limit is reached, so seconds must be 0"
        )
    red, shown = _start(item)
    return TileTrial(
        item, SingleGame(red, shown, settings.asked_limit, settings.rewards)
    )


def game_view(view: View, action: int, reward: float) -> GameView:
    """What a player sees of a board: the same as the compiled game shows."""
    tiles = [-1 if tile is None else tile for tile in view["tiles"]]
    return GameView(
        np.array([tiles], np.float32),
        np.array([action], np.int32),
        np.array([reward], np.float32),
    )


def _start(item: TrialItem) -> tuple[np.ndarray, np.ndarray]:
    """Which tiles are red, and which are face up at the start."""
    return (
        np.array(item.content["red"], bool),
        np.array(item.content["shown"], bool),
    )


def _trajectories(games: Sequence[Sequence[int]]) -> Trajectories:
    """Clicks on boards that were played by somebody who gave no probabilities."""
    longest = max((len(game) for game in games), default=0)
    actions = np.full((len(games), longest), -1)
    for row, game in zip(actions, games, strict=True):
        row[: len(game)] = game
    return Trajectories(actions, np.full(actions.shape, np.nan))


def complete_rows(
    settings: Tiles, condition: Condition, table: pd.DataFrame
) -> pd.DataFrame:
    """The same rows with each click weighed by the two ideal observers.

    `table` holds clicks in one condition; the rows of a trial follow each other.
    """
    if not settings.weigh or table.empty:
        return table
    games = table["step"].eq(0).cumsum().to_numpy() - 1
    step = table["step"].to_numpy()
    start = _boards_of(settings, condition, table.loc[step == 0, "item"])
    side = isqrt(start.red.shape[1])
    tile = np.array([_tile(text, side) for text in table["answer"]])
    played = [tile[games == game].tolist() for game in range(len(start.red))]
    seen = views(start, _trajectories(played))[games, step]
    evidence = weigh(settings.control(rule_of(condition)), seen, tile)
    return table.assign(**evidence)


def _boards_of(settings: Tiles, condition: Condition, ids: Any) -> Boards:
    """The board of each id."""
    known = {item.id: _start(item) for item in trial_items(settings, condition)}
    for name in ids:
        if name not in known:
            raise Refusal(
                f"{name} is no board of {condition}; the table must be of this study"
            )
    red, shown = zip(*(known[name] for name in ids), strict=True)
    return Boards(np.array(red), np.array(shown))


def _tile(text: str, side: int) -> int:
    """The number of a tile from `row,column`."""
    row, column = text.split(",")
    return int(row) * side + int(column)
