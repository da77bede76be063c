"""Boards as pictures and as text; Gibbs sweeps, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from jaxtyping import Bool

from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.paradigms.tiles.controls import CONDITIONS, fitted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from metamer.paradigms.tiles import Tiles

RED, BLUE = "#D55E00", "#A6D3EE"
"""Colours that the colour-blind tell apart, and whoever prints without colour: one is
dark, the other light. Red tiles have a dot as well."""

EXAMPLES, CHAINS = 4, 2
"""Boards shown of each kind, and chains of each rule."""

WIDE, MOST = 8, 400
"""Boards beside each other, in a terminal of 80 columns or a picture, and in all."""

SWEEPS = (0, 1, 2, 5, 10, 20)
"""After how many sweeps a chain is shown. Source: kumar2022, Fig. S1: some of 20."""

INCH = 0.11
"""Side of a tile in a picture."""

LETTER = 0.8
"""Width of a letter, in tiles: room for the titles."""


class Group(NamedTuple):
    """Boards that stand together in a row, and which of their tiles are face up."""

    boards: Bool[np.ndarray, "board tile"]
    shown: Bool[np.ndarray, "board tile"]


Row = tuple[str, tuple[Group, ...]]
"""A title, and groups of boards that stand beside each other."""


def pictures(settings: Tiles, asked: dict[str, Any]) -> list[tuple[str, Figure]]:
    """Boards of all rules beside their metamers, of those that a run asked."""
    kinds = settings.taught
    caption = (
        "Some of the boards that are asked: "
        + "; ".join(f"{kind}: {CONDITIONS[kind]}" for kind in kinds)
        + ". Red tiles are dark and carry a dot; what is face up at the start has a frame."
    )
    rules = [Path(rule).stem for rule in settings.rules]
    rows = [
        (rule, tuple(_first(asked, rule, kind) for kind in kinds)) for rule in rules
    ]
    return [(caption, picture(rows, kinds))]


def _first(asked: dict[str, Any], rule: str, kind: str) -> Group:
    """The first asked boards of one rule and condition."""
    own = np.char.startswith(asked["tiles/item"].astype(str), f"tiles/{rule}/{kind}/")
    many = asked["tiles/board"][0].size
    boards, shown = (
        asked[f"tiles/{name}"].reshape(-1, many)[own][:EXAMPLES].astype(bool)
        for name in ("board", "shown")
    )
    return Group(boards, shown)


def boards(settings: Tiles, kinds: tuple[str, ...], many: int, seed: int) -> list[Row]:
    """The boards that `metamer make` would write, one condition beside the other."""
    from metamer.paradigms.tiles.make import drawn

    _check_number(many)
    wide, rows = WIDE // len(kinds), []
    for rule in settings.rules:
        sets = [drawn(settings, rule, kind, many, seed) for kind in kinds]
        for first in range(0, many, wide):
            part = slice(first, first + wide)
            groups = tuple(Group(it.boards[part], it.shown[part]) for it in sets)
            rows.append(("" if first else Path(rule).stem, groups))
    return rows


def sweeps(settings: Tiles, many: int, key: Key) -> list[Row]:
    """What becomes of some chains on their way to a metamer, a chain in each row.

    Source: kumar2022, Fig. S1 to S3.
    """
    _check_number(many)
    rows: list[Row] = []
    for rule in settings.rules:
        chains = fitted(settings.control(rule)).trace(SWEEPS, many, key.stream(rule))
        if not chains:
            raise Refusal(
                "this recipe makes metamers without sweeps; there are sweeps to show of "
                "the recipes gibbs and max_entropy"
            )
        steps = [it.reshape(many, 1, -1).astype(bool) for it in chains]
        for chain in range(many):
            boards = [step[chain] for step in steps]
            groups = tuple(Group(it, np.zeros_like(it)) for it in boards)
            rows.append(("" if chain else Path(rule).stem, groups))
    return rows


def _check_number(many: int) -> None:
    if not 1 <= many <= MOST:
        raise Refusal(f"-n must be from 1 to {MOST} where boards are shown, not {many}")


def sweep_titles() -> tuple[str, ...]:
    """What stands above the columns of a picture of sweeps."""
    return tuple(f"{many} sweep{'s' * (many != 1)}" for many in SWEEPS)


def picture(rows: list[Row], headings: tuple[str, ...]) -> Figure:
    """Rows of boards with their titles; a heading stands above each group.

    Everything is measured in tiles, from the upper left corner.
    """
    from matplotlib.figure import Figure

    side = max(_side(group) for _, groups in rows for group in groups)
    left = 1 + LETTER * max(len(title) for title, _ in rows)
    columns = zip(*(groups for _, groups in rows), strict=True)
    most = [max(len(group.boards) for group in column) for column in columns]
    widths = [many * (side + 1) + 1.5 for many in most]
    lefts = list(accumulate(widths, initial=left))
    width, height = lefts[-1], 2.5 + (side + 1) * len(rows)
    figure = Figure(figsize=(INCH * width, INCH * height))
    axis = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
    axis.set_axis_off()
    for x, heading in zip(lefts[:-1], headings, strict=True):
        axis.text(x, 1.5, heading, fontsize=9, va="center")
    for place, (title, groups) in enumerate(rows):
        y = 2.5 + place * (side + 1)
        axis.text(left - 1, y + side / 2, title, fontsize=9, ha="right", va="center")
        for x, group in zip(lefts[:-1], groups, strict=True):
            _draw(axis, group, x, y)
    return figure


def _side(group: Group) -> int:
    return isqrt(group.boards.shape[1])


def _draw(axis: Any, group: Group, x: float, y: float) -> None:
    """The boards of a group side by side, from a corner on."""
    side = _side(group)
    board, tile = (it.ravel() for it in np.indices(group.boards.shape))
    row, column = np.divmod(tile, side)
    corners = np.stack([x + board * (side + 1) + column, y + row], axis=1)
    red, shown = group.boards.ravel(), group.shown.ravel()
    _squares(axis, corners[~red], facecolor=BLUE, linewidth=0)
    _squares(axis, corners[red], facecolor=RED, linewidth=0)
    axis.plot(*(corners[red] + 0.46).T, "o", color="white", markersize=1.8)
    _squares(axis, corners[shown], facecolor="none", linewidth=1.3)


def _squares(axis: Any, corners: np.ndarray, **style: Any) -> None:
    """Tiles as one shape: thousands of shapes would make a large and slow picture."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    around = 0.92 * np.array([[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]])
    codes = [Outline.MOVETO, *[Outline.LINETO] * 3, Outline.CLOSEPOLY]
    points = (corners[:, None] + around).reshape(-1, 2)
    axis.add_patch(PathPatch(Outline(points, codes * len(corners)), **style))


def text(rows: list[Row], headings: tuple[str, ...]) -> str:
    """Boards in the terminal: # is red, . is blue, @ is the red tile that is face up."""
    blocks = [[_block(group) for group in groups] for _, groups in rows]
    widths = [
        max(len(heading), *(len(line[place][0]) for line in blocks))
        for place, heading in enumerate(headings)
    ]
    told = []
    for (title, _), line in zip(rows, blocks, strict=True):
        told += [title, _beside(headings, widths)] if title else []
        told += [_beside(parts, widths) for parts in zip(*line, strict=True)]
        told.append("")
    return "\n".join(told)


def _beside(parts: Sequence[str], widths: Sequence[int]) -> str:
    """Texts in columns."""
    columns = zip(parts, widths, strict=True)
    return "   ".join(part.ljust(width) for part, width in columns).rstrip()


def _block(group: Group) -> list[str]:
    """The boards of a group as lines of text."""
    side = _side(group)
    signs = np.where(group.boards, np.where(group.shown, "@", "#"), ".")
    lines = signs.reshape(-1, side, side).swapaxes(0, 1)
    return ["  ".join("".join(board) for board in line) for line in lines]
