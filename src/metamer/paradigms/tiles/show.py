"""Boards as pictures and as text; Gibbs sweeps, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.paradigms.tiles.controls import CONDITIONS, fit
from metamer.paradigms.tiles.items.draw import draw_boards

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from metamer.paradigms.tiles import Tiles
    from metamer.paradigms.tiles.game.boards import Boards

RED, BLUE = "#D55E00", "#A6D3EE"
"""Colours that colour-blind people can tell apart, and that differ in print without
colour: one is dark, the other light. Red tiles have a dot as well."""

FACE_DOWN = "#BBBBBB"

EXAMPLES, CHAINS = 4, 2
"""Boards shown of each kind, and chains of each rule."""

BOARDS_PER_ROW, MAX_BOARDS = 8, 400
"""Boards side by side, in a terminal of 80 columns or in a picture, and in total."""

SWEEPS = (0, 1, 2, 5, 10, 20)
"""After how many sweeps a chain is shown. Source: kumar2022, Fig. S3: some of 20."""

INCH = 0.11
"""Side of a tile in a picture."""

LETTER = 0.8
"""Width of a letter, in tiles, to leave room for the titles."""


class Group(NamedTuple):
    """Boards that are shown side by side, and which of their tiles are face up."""

    boards: Bool[np.ndarray, "board tile"]
    shown: Bool[np.ndarray, "board tile"]


TitledGroups = tuple[str, tuple[Group, ...]]
"""One row of a picture: a title, and groups of boards side by side."""


def pictures(settings: Tiles, asked: dict[str, Any]) -> list[tuple[str, Figure]]:
    """Some of the boards that a run asked: those of each rule beside their metamers."""
    return pictures_of(settings.rules, settings.taught, asked)


def pictures_of(
    rules: Sequence[str], kinds: tuple[str, ...], asked: dict[str, Any]
) -> list[tuple[str, Figure]]:
    """The same for rules that need not be known here."""
    caption = (
        "Some of the boards that are asked: "
        + "; ".join(f"{kind}: {CONDITIONS[kind]}" for kind in kinds)
        + ". Red tiles are dark and have a dot; tiles that are face up at the start have "
        "a frame."
    )
    stems = [Path(rule).stem for rule in rules]
    rows = [
        (rule, tuple(_first(asked, rule, kind) for kind in kinds)) for rule in stems
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


def boards(
    settings: Tiles, kinds: tuple[str, ...], many: int, seed: int
) -> list[TitledGroups]:
    """The boards that `metamer make` would write, one condition beside the other."""
    _check_number(many)
    wide, rows = BOARDS_PER_ROW // len(kinds), []
    for rule in settings.rules:
        deals = [draw_boards(settings, rule, kind, many, seed) for kind in kinds]
        for first in range(0, many, wide):
            part = slice(first, first + wide)
            groups = tuple(Group(deal.boards[part], deal.shown[part]) for deal in deals)
            rows.append(("" if first else Path(rule).stem, groups))
    return rows


def sweeps(settings: Tiles, many: int, key: Key) -> list[TitledGroups]:
    """Some chains on their way from noise to a metamer, one chain in each row.

    Source: kumar2022, Fig. S3.
    """
    _check_number(many)
    rows: list[TitledGroups] = []
    for rule in settings.rules:
        chains = fit(settings.control(rule)).trace(SWEEPS, many, key.stream(rule))
        if not chains:
            raise Refusal(
                "this recipe makes metamers without sweeps; only the recipes gibbs and "
                "max_entropy have sweeps to show"
            )
        steps = [boards.reshape(many, 1, -1).astype(bool) for boards in chains]
        for chain in range(many):
            groups = tuple(
                Group(step[chain], np.zeros_like(step[chain])) for step in steps
            )
            rows.append(("" if chain else Path(rule).stem, groups))
    return rows


def _check_number(many: int) -> None:
    if not 1 <= many <= MAX_BOARDS:
        raise Refusal(f"-n must be from 1 to {MAX_BOARDS} to show boards, not {many}")


def sweep_titles() -> tuple[str, ...]:
    """The headings of the columns in a picture of sweeps."""
    return tuple(f"{many} sweep{'s' * (many != 1)}" for many in SWEEPS)


def picture(rows: list[TitledGroups], headings: tuple[str, ...]) -> Figure:
    """Rows of boards with their titles, and a heading above each group.

    Lengths are in tiles, from the upper left corner.
    """
    from matplotlib.figure import Figure

    side = max(_side(group) for _, groups in rows for group in groups)
    left = 1 + LETTER * max(len(title) for title, _ in rows)
    columns = zip(*(groups for _, groups in rows), strict=True)
    longest = [max(len(group.boards) for group in column) for column in columns]
    widths = [boards * (side + 1) + 1.5 for boards in longest]
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
    """The boards of a group side by side, from this upper left corner."""
    side = _side(group)
    board, tile = (index.ravel() for index in np.indices(group.boards.shape))
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


def board_picture(seen: Int[np.ndarray, "row col"], first: int = 1) -> Figure:
    """One board as it is seen in play; rows and columns are numbered from `first`.

    Tiles are 1 (red), 0 (blue) or -1 (face down), as a player sees them.
    """
    from matplotlib.figure import Figure

    side = len(seen)
    figure = Figure(figsize=(0.4 * side + 0.6, 0.4 * side + 0.6))
    axis = figure.subplots()
    axis.set(xlim=(-0.1, side), ylim=(side, -0.1), aspect="equal")
    for state, colour in ((-1, FACE_DOWN), (0, BLUE), (1, RED)):
        corners = np.argwhere(seen == state)[:, ::-1].astype(float)
        if len(corners):
            _squares(axis, corners, facecolor=colour, linewidth=0)
    axis.plot(*(np.argwhere(seen == 1)[:, ::-1] + 0.46).T, "o", color="white")
    middle = np.arange(side) + 0.46
    names = [str(number + first) for number in range(side)]
    axis.set_xticks(middle, names)
    axis.set_yticks(middle, names)
    axis.tick_params(length=0, labeltop=True, labelbottom=False)
    for edge in axis.spines.values():
        edge.set_visible(False)
    return figure


def first_view(boards: Boards, place: int) -> Figure:
    """One of these boards before the first click, with rows and columns as in answers."""
    red, shown = boards.red[place], boards.shown[place]
    side = isqrt(len(red))
    seen = np.where(shown, red, -1).astype(int).reshape(side, side)
    return board_picture(seen, first=0)


def text(rows: list[TitledGroups], headings: tuple[str, ...]) -> str:
    """Boards in the terminal: # is red, . is blue, @ is the red tile that is face up."""
    blocks = [[_block(group) for group in groups] for _, groups in rows]
    widths = [
        max(len(heading), *(len(line[place][0]) for line in blocks))
        for place, heading in enumerate(headings)
    ]
    lines = []
    for (title, _), line in zip(rows, blocks, strict=True):
        lines += [title, _beside(headings, widths)] if title else []
        lines += [_beside(parts, widths) for parts in zip(*line, strict=True)]
        lines.append("")
    return "\n".join(lines)


def plain(
    rows: list[TitledGroups], headings: tuple[str, ...]
) -> list[dict[str, object]]:
    """Boards for a program to read: 1 is red, and the tiles that are face up."""
    found: list[dict[str, object]] = []
    rule = ""
    for title, groups in rows:
        rule = title or rule
        for heading, group in zip(headings, groups, strict=True):
            side = _side(group)
            for board, shown in zip(group.boards, group.shown, strict=True):
                face_up = np.argwhere(shown.reshape(side, side)).tolist()
                tiles = board.reshape(side, side).astype(int).tolist()
                found.append(
                    {"rule": rule, "kind": heading, "board": tiles, "face_up": face_up}
                )
    return found


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
