"""People's clicks as responses, scored as every player's."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from metamer.core.imported import AskedElsewhere
from metamer.core.items import identify
from metamer.core.keys import root
from metamer.core.play import GameLesson, Trajectories
from metamer.core.responses import as_table
from metamer.core.shown import AskedItems, ItemViews
from metamer.core.study import Condition
from metamer.paradigms.tiles import show
from metamer.paradigms.tiles.controls import CONDITIONS
from metamer.paradigms.tiles.distributions.distribution import contains
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.item_views import item_views
from metamer.paradigms.tiles.items import orders
from metamer.paradigms.tiles.items.notes import TRIALS
from metamer.paradigms.tiles.observers.games import neighbour_blues
from metamer.paradigms.tiles.people import PEOPLE
from metamer.paradigms.tiles.people_clicks import Board, Click
from metamer.paradigms.tiles.rules import rule as rules_known
from metamer.paradigms.tiles.score import clicks as rows_of_clicks

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PlayedBoards(AskedElsewhere):
    """Boards that people played elsewhere, click by click.

    Source: ours.
    """

    shape: ClassVar[str] = "play"
    command: ClassVar[str] = "metamer people import tiles CLICKS.csv"
    """The command that makes such a run, for its report."""

    rules: tuple[str, ...]
    taught: tuple[str, ...]
    """The conditions."""

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": list(CONDITIONS)}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("rule", rule),))
            for rule in self.rules
            for name in self.taught
        )

    def pictures(self, key: Any, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        return show.pictures_of(self.rules, self.taught, asked)

    def item_views(self, table: pd.DataFrame, asked: AskedItems) -> ItemViews:
        return item_views(table, asked)

    def description(self) -> list[dict[str, str]]:
        rules = ", ".join(self.rules)
        return [
            {"condition": name, "asked": CONDITIONS[name], "rules": rules}
            for name in self.taught
        ]


def table(clicks: list[Click]) -> tuple[pd.DataFrame, dict[str, np.ndarray]]:
    """Responses, a row for each click, and the boards for `items.npz`.

    Participants are units, numbered as they first appear.
    """
    units = {name: place for place, name in enumerate(_distinct("participant", clicks))}
    cells: dict[tuple[str, str], list[Click]] = defaultdict(list)
    for click in clicks:
        cells[click.cell].append(click)
    parts, asked = [], []
    for (rule, condition), own in cells.items():
        boards = _distinct("board", own)
        lesson = GameLesson(None, None, _start(boards), _notes(rule, condition, boards))
        asked.append((lesson.notes["item"].astype(str), lesson.start))
        for participant in _distinct("participant", own):
            played = [click for click in own if click.participant == participant]
            about = {"condition": condition, "rule": rule, "unit": units[participant]}
            parts.append(_rows(lesson, boards, played, about))
    columns = {
        name: np.concatenate([part[name] for part in parts]) for name in parts[0]
    }
    return as_table(columns), _archive(asked)


def _distinct(field: str, clicks: list[Click]) -> list[Any]:
    return list(dict.fromkeys(getattr(click, field) for click in clicks))


def _start(boards: list[Board]) -> Boards:
    red = np.array([list(board.tiles) for board in boards], bool)
    starts = np.array([board.start for board in boards])
    return Boards(red, np.arange(red.shape[1]) == starts[:, None])


def _rows(
    lesson: GameLesson, boards: list[Board], played: list[Click], about: dict[str, Any]
) -> dict[str, np.ndarray]:
    """The rows of one participant in one condition."""
    games: dict[int, list[Click]] = defaultdict(list)
    for click in sorted(played, key=lambda click: click.step):
        games[boards.index(click.board)].append(click)
    longest = max(len(game) for game in games.values())
    actions = np.full((len(boards), longest), -1)
    seconds = np.full(actions.shape, np.nan)
    for place, game in games.items():
        actions[place, : len(game)] = [click.tile for click in game]
        seconds[place, : len(game)] = [click.seconds for click in game]
    # Nobody gave probabilities, and no observer weighs these clicks.
    trajectories = Trajectories(actions, np.full(actions.shape, np.nan))
    columns = rows_of_clicks(lesson, trajectories)
    many = len(columns["item"])
    return {
        "paradigm": np.full(many, "tiles", object),
        "learner": np.full(many, PEOPLE, object),
        "unit": np.full(many, about["unit"], np.int32),
        "condition": np.full(many, about["condition"], object),
        "rule": np.full(many, about["rule"], object),
        **columns,
        "seconds": seconds[actions >= 0],
    }


def _notes(rule: str, condition: str, boards: list[Board]) -> dict[str, np.ndarray]:
    """Columns that depend on the board alone, as those of every run have them.

    Whether a rule of one's own could have made a board is not known, and no ideal player
    is asked: both are missing.
    """
    start = _start(boards)
    starts = np.array([board.start for board in boards])
    whole = np.concatenate([start.red, start.shown], axis=1).astype(np.uint8)
    key = root(0).stream("neighbour", rule, condition)
    mean, sd = neighbour_blues(start.red, starts, TRIALS, key)
    unknown = np.full(len(boards), np.nan, np.float32)
    legal = (
        contains(distribution_of(rule), start.red) if rule in rules_known else unknown
    )
    return {
        "item": identify(f"tiles/{rule}/{condition}", whole),
        "board": np.arange(len(boards), dtype=np.int16),
        "reds": start.red.sum(axis=1).astype(np.int16),
        "legal": legal.astype(np.float32),
        "order_1": orders.order_1(start.red).astype(np.int16),
        "order_2": orders.order_2(start.red).astype(np.int16),
        "order_3": orders.order_3(start.red).astype(np.int16),
        "neighbour_mean": mean.astype(np.float32),
        "neighbour_sd": sd.astype(np.float32),
        "neighbour_mean_precise": mean.astype(np.float32),
        "neighbour_sd_precise": sd.astype(np.float32),
        "ideal_blues": unknown,
    }


def _archive(asked: list[tuple[np.ndarray, Boards]]) -> dict[str, np.ndarray]:
    """The boards that were played, as `items.npz` of any run of tiles has them."""
    side = isqrt(asked[0][1].red.shape[1])
    red, shown = (
        np.concatenate([getattr(boards, part) for _, boards in asked])
        .reshape(-1, side, side)
        .astype(np.uint8)
        for part in ("red", "shown")
    )
    ids = np.concatenate([ids for ids, _ in asked])
    return {"tiles/item": ids, "tiles/board": red, "tiles/shown": shown}
