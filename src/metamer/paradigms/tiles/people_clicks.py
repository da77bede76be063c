"""Clicks of people of one's own, read from a csv file."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metamer.core.csv_rows import CsvRow, read_rows
from metamer.core.errors import Refusal, likely
from metamer.paradigms.tiles.controls import CONDITIONS
from metamer.paradigms.tiles.distributions.files import FILES, MAX_SIDE, MIN_GIVEN_REDS
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.rules import rule as rules_known
from metamer.paradigms.tiles.score import read_tile

NEEDED = ("participant", "condition", "rule", "board", "step", "tile")
"""The columns of a file of clicks; `seconds` may be there as well."""

START = "R"
"""The letter of the red tile that is face up at the start; r is red, and b is blue."""


SLIP = 0.85
"""How much like a known rule the name of one's own rule must be to be taken for a slip of
it: `rectangel` is, `my-zigzags` is not. Source: ours."""


class Board(NamedTuple):
    """A board, and the tile of it that is face up at the start."""

    tiles: bytes
    """1 is red."""
    start: int

    @property
    def side(self) -> int:
        return isqrt(len(self.tiles))


class Click(NamedTuple):
    """One row of the file."""

    participant: str
    cell: tuple[str, str]
    """Rule and condition."""
    board: Board
    step: int
    tile: int
    seconds: float
    row: CsvRow


def read(file: Path) -> list[Click]:
    """The clicks in a file, in its order; refuses what is no click, by line and column."""
    clicks = [_click(row) for row in read_rows(file, NEEDED)]
    sides = {click.board.side for click in clicks}
    if len(sides) > 1:
        raise Refusal(
            f"{file}: boards have different sizes: {sorted(sides)} tiles a side"
        )
    _check_once(clicks)
    return clicks


def _click(row: CsvRow) -> Click:
    board = _board(row)
    return Click(
        row.text("participant"),
        (_rule(row), row.one_of("condition", list(CONDITIONS))),
        board,
        row.number("step"),
        _tile(row, board.side),
        row.seconds("seconds"),
        row,
    )


def _rule(row: CsvRow) -> str:
    """A built-in rule, a file of boards, or a name of one's own."""
    name = row.text("rule")
    if Path(name).suffix in FILES:
        distribution_of(str(_beside(row, name)))
        return Path(name).stem
    if name not in rules_known and (near := likely(name, list(rules_known), SLIP)):
        row.refuse(
            "rule", f"no rule {name!r}{near}; a rule of your own needs another name"
        )
    if "/" in name or len(name) > 100:
        row.refuse(
            "rule", f"must be a name of at most 100 letters without /, not {name!r}"
        )
    return name


def _beside(row: CsvRow, name: str) -> Path:
    """A file that is named in the table: relative to the table."""
    return row.file.parent / name


def _board(row: CsvRow) -> Board:
    """A board from its letters, or by its number in a file: `boards.npz#3`."""
    text = row.text("board")
    name, sign, number = text.rpartition("#")
    if sign:
        boards = _boards_in(_beside(row, name))
        if not number.isdecimal() or int(number) >= len(boards):
            row.refuse(
                "board", f"{name} has boards 0 to {len(boards) - 1}, not {number!r}"
            )
        return boards[int(number)]
    side = isqrt(len(text))
    if (
        set(text) - {"r", "b", START}
        or side**2 != len(text)
        or not 2 <= side <= MAX_SIDE
    ):
        row.refuse(
            "board",
            "must be a letter for each tile of a square board, row by row: r (red), b "
            f"(blue), {START} (red, face up at the start), or FILE.npz#NUMBER, not "
            f"{text!r:.60}",
        )
    if text.count(START) != 1:
        row.refuse(
            "board", f"must have one {START}, the red tile that is face up first"
        )
    if text.count("r") + 1 < MIN_GIVEN_REDS:
        row.refuse("board", "has no red tile that is left to find")
    return Board(bytes(letter != "b" for letter in text), text.index(START))


@lru_cache
def _boards_in(file: Path) -> list[Board]:
    """The boards of a file that `metamer make tiles` wrote."""
    from metamer.core.checked import read_arrays
    from metamer.paradigms.tiles.distributions.files import red_tiles

    arrays = read_arrays(file, "give a file that `metamer make tiles` wrote")
    if not {"boards", "starts"} <= set(arrays):
        raise Refusal(f"{file} must have the arrays boards and starts")
    boards, starts = red_tiles(file, arrays["boards"]), arrays["starts"].astype(int)
    side = isqrt(boards.shape[1])
    if starts.shape != (len(boards), 2) or not ((starts >= 0) & (starts < side)).all():
        raise Refusal(f"{file}: starts must be a row and a column for each board")
    flat = starts @ [side, 1]
    return [
        Board(board.astype(np.uint8).tobytes(), int(start))
        for board, start in zip(boards, flat, strict=True)
    ]


def _tile(row: CsvRow, side: int) -> int:
    """A tile by its number, row by row from 0, or as `row,column`."""
    try:
        return read_tile(row.text("tile"), side)
    except Refusal as refusal:
        row.refuse("tile", str(refusal))


def _check_once(clicks: list[Click]) -> None:
    seen: dict[tuple[Any, ...], int] = {}
    for click in clicks:
        which = (click.participant, click.cell, click.board, click.step)
        if which in seen:
            click.row.refuse(
                "step",
                f"line {seen[which]} has the same participant, board and step already",
            )
        seen[which] = click.row.line
