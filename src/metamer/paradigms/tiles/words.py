"""Boards in words: which tile does a chat model turn up next?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.conversation import (
    LENIENT,
    STRICT,
    TEXT,
    Conversation,
    Picture,
    Reading,
    TaughtExample,
    picture_of,
)
from metamer.core.people import Asking
from metamer.core.study import Condition
from metamer.core.trial import TrialItem
from metamer.paradigms.tiles.items.asked import learning_boards
from metamer.paradigms.tiles.masking import HIDDEN
from metamer.paradigms.tiles.show import board_picture
from metamer.paradigms.tiles.trials import TileTrial, rule_of, tile_trial, trial_items

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles

SIGNS = {None: "?", 0: "B", 1: "R"}
"""A hidden, a blue and a red tile."""

PAIR = r"\(?\s*(\d+)\s*[,; ]\s*(\d+)\s*\)?"


def conversation(settings: Tiles, condition: Condition) -> Conversation:
    """The asked boards; examples are whole boards of the same kind, none of them asked."""

    def begin(item: TrialItem, asking: Asking) -> TileTrial:
        return tile_trial(settings, item, asking)

    items = trial_items(settings, condition)
    deal = learning_boards(settings, rule_of(condition), condition.name)
    return Conversation(
        items=tuple(item for item in items if item.pool == "test"),
        trial=begin,
        styles={TEXT: question, "picture": picture},
        read=read,
        prompts=Path(__file__).parent / "prompts",
        examples=tuple(TaughtExample("", _whole(board)) for board in deal.boards),
        unread=_face_up,
        part=lambda item: "",
        turns=True,
        idle=_idle,
    )


def question(trial: TileTrial) -> str:
    """The board as it is seen now, and what the last click earned."""
    view = trial.view()
    board = in_words(view["tiles"], view["side"])
    return "\n".join(filter(None, [_told(trial), board]))


def picture(trial: TileTrial) -> Picture:
    """The same with the board as a picture."""
    view = trial.view()
    tiles = [HIDDEN if tile is None else tile for tile in view["tiles"]]
    board = np.array(tiles).reshape(view["side"], view["side"])
    return picture_of(board_picture(board), _told(trial))


def _told(trial: TileTrial) -> str:
    if not trial.answers:
        return ""
    view = trial.view()
    row, column = divmod(trial.answers[-1], view["side"])
    return f"Tile {row + 1},{column + 1}. Points so far: {view['points']:g}."


def in_words(tiles: list[int | None], side: int) -> str:
    """Rows of signs under the numbers of the columns."""
    lines = ["  " + " ".join(str(column + 1) for column in range(side))]
    for row in range(side):
        signs = (SIGNS[tile] for tile in tiles[row * side : (row + 1) * side])
        lines.append(f"{row + 1} " + " ".join(signs))
    return "\n".join(lines)


def read(trial: TileTrial, reply: str) -> Reading:
    """A row and a column, both from 1.

    Strict: the reply is these two numbers and nothing else. Lenient: the first two numbers
    with a comma or a space between them that name a tile; or "row R" and "column C".
    """
    side = trial.view()["side"]
    whole = re.fullmatch(PAIR, reply.strip().strip(".`\"'*"))
    worded = re.search(r"row\D{0,3}(\d+).{0,12}?col(?:umn)?\D{0,3}(\d+)", reply, re.I)
    found = [worded.groups()] if worded else re.findall(PAIR, reply)
    for row, column in [whole.groups()] if whole else found:
        if 1 <= int(row[:3]) <= side and 1 <= int(column[:3]) <= side:
            tile = (int(row) - 1) * side + int(column) - 1
            return Reading(tile, STRICT if whole else LENIENT)
    return Reading()


def _idle(trial: TileTrial) -> bool:
    """Whether the last click was on a tile that was face up before."""
    *before, last = trial.answers
    return bool(trial.source.content["shown"][last]) or last in before


def _face_up(trial: TileTrial) -> int:
    """An unreadable reply turns no tile: it counts as a click on one that is face up."""
    return int(np.flatnonzero(trial.game.revealed)[0])


def _whole(board: np.ndarray) -> TrialItem:
    """A board with all tiles face up, to look at."""
    red = board.astype(int).tolist()
    return TrialItem("", "learning", {"red": red, "shown": [1] * len(red)}, {})
