"""Single boards of a run, and each learner's clicks on them in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.counting import count
from metamer.core.responses import details
from metamer.core.shown import AskedItems, ItemViews, ShownAnswer, ShownItem, TableRows
from metamer.paradigms.tiles.show import BLUE, RED
from metamer.reports.inline import drawing

if TYPE_CHECKING:
    import pandas as pd

PIXELS = 20
"""The side of a tile in a picture."""

LEGEND = (
    "A board, and the clicks of each learner on it in their order. Red tiles are dark, and "
    "have a dot on the board; blue ones are light. Tiles in a frame are face up at the "
    "start, grey ones were never turned up, and a ring marks a red tile that was not "
    "found. A game counts as better if it finds all red tiles and turns up fewer blue ones "
    "than the neighbour player does on average on the same board."
)


def item_views(table: pd.DataFrame, asked: AskedItems) -> ItemViews:
    """Boards, and the games played on them."""
    return ItemViews(
        games(table),
        lambda rows: _board(rows, asked),
        lambda rows: _game(rows, asked),
        LEGEND,
        ("better", "not better"),
    )


def games(table: pd.DataFrame) -> pd.DataFrame:
    """One row for each game: whether it found all red tiles at less than usual cost."""
    keys = ["condition", *details(table), "item", "learner", "unit"]
    blue = (~table["correct"] & ~table["again"]).astype(int)
    by = table.assign(blue=blue).groupby(keys, observed=True, sort=False)
    played = by.agg(
        blue=("blue", "sum"),
        finished=("finished", "first"),
        neighbour_mean=("neighbour_mean", "first"),
        ideal_blues=("ideal_blues", "first"),
    ).reset_index()
    better = played["finished"] & (played["blue"] < played["neighbour_mean"])
    # No two games are alike, so there is no most common one to show.
    return played.assign(correct=better, answer="")


def _board(rows: TableRows, asked: AskedItems) -> ShownItem:
    """The whole board."""
    red, shown = _arrays(asked, rows)
    row = rows[0]
    dots = "".join(f"M{x + 0.5} {y + 0.5}h0" for y, x in np.argwhere(red))
    dotted = (
        f'<path d="{dots}" stroke="#fff" stroke-width=".3" stroke-linecap="round"/>'
    )
    content = _tiles(red, RED) + _tiles(~red, BLUE) + dotted + _frames(shown)
    words = (
        f"{count(int(red.sum()), 'red tile')}. Blue tiles that the neighbour player turns "
        f"up: {row['neighbour_mean']:.1f}"
    )
    if not np.isnan(row["ideal_blues"]):  # as on boards of a rule that is not known
        words += f"; a player who knows all boards: {row['ideal_blues']:.1f}"
    return ShownItem(_picture(content, red, "the board"), f"{words}.")


def _game(rows: TableRows, asked: AskedItems) -> ShownAnswer:
    """The board as it is at the end of a game, with the number of each click."""
    red, shown = _arrays(asked, rows)
    clicks = sorted(rows, key=lambda row: row["step"])
    new = [row for row in clicks if not row["again"]]
    order = [tuple(map(int, row["answer"].split(","))) for row in new]
    up = shown.copy()
    for place in order:
        up[place] = True
    content = (
        _tiles(up & red, RED)
        + _tiles(up & ~red, BLUE)
        + _frames(shown)
        + _rings(red & ~up)
        + "".join(_number(step, place, red) for step, place in enumerate(order, 1))
    )
    blue = sum(not row["correct"] for row in new)
    words = f"{count(blue, 'blue tile')}{_repeats(rows)}{_end(rows, red & ~up)}"
    return ShownAnswer(words, _picture(content, red, "the clicks in their order"))


def _repeats(rows: TableRows) -> str:
    again = sum(row["again"] for row in rows)
    return f", {count(again, 'click')} on tiles that were face up" if again else ""


def _end(rows: TableRows, missed: np.ndarray) -> str:
    if rows[0]["finished"]:
        return ""
    return (
        f", given up after {count(len(rows), 'click')} with "
        f"{count(int(missed.sum()), 'red tile')} not found"
    )


def _arrays(asked: AskedItems, rows: TableRows) -> tuple[np.ndarray, np.ndarray]:
    """Which tiles of a board are red, and which are face up at the start."""
    item = asked[rows[0]["item"]]
    return item["board"].astype(bool), item["shown"].astype(bool)


def _picture(content: str, red: np.ndarray, words: str) -> str:
    side = len(red)
    under = f'<path d="M0 0h{side}v{side}h-{side}z" fill="#8b949e" opacity=".35"/>'
    return drawing(under + content, (side, side), words, PIXELS)


def _tiles(which: np.ndarray, colour: str) -> str:
    squares = "".join(f"M{x}.04 {y}.04h.92v.92h-.92z" for y, x in np.argwhere(which))
    return f'<path d="{squares}" fill="{colour}"/>' if squares else ""


def _frames(which: np.ndarray) -> str:
    frames = "".join(f"M{x}.1 {y}.1h.8v.8h-.8z" for y, x in np.argwhere(which))
    return f'<path d="{frames}" fill="none" stroke="#000" stroke-width=".12"/>'


def _rings(which: np.ndarray) -> str:
    ring = "a.25 .25 0 1 0 .5 0a.25 .25 0 1 0-.5 0"
    rings = "".join(f"M{x}.25 {y}.5{ring}" for y, x in np.argwhere(which))
    style = f'fill="none" stroke="{RED}" stroke-width=".12"'
    return f'<path d="{rings}" {style}/>' if rings else ""


def _number(step: int, place: tuple[Any, ...], red: np.ndarray) -> str:
    """The number of a click, legible on its tile."""
    y, x = place
    colour = "#fff" if red[place] else "#000"
    middle = f'x="{x + 0.5}" y="{y + 0.7}" text-anchor="middle"'
    return f'<text {middle} font-size=".55" fill="{colour}">{step}</text>'
