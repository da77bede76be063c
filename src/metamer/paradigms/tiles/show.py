"""Boards as pictures and as text; Gibbs sweeps, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.keys import Key
from metamer.paradigms.tiles.controls import CONDITIONS, Control, boards_of, fitted
from metamer.paradigms.tiles.tables import sample

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from metamer.paradigms.tiles import Tiles

RED, BLUE, HIDDEN = "#D55E00", "#56B4E9", "#f4f4f4"
"""Colours that colour-blind readers tell apart; red tiles have a dot as well."""

EXAMPLES = 6
"""Boards shown of each kind."""

SWEEPS = (0, 1, 2, 5, 10, 20)
"""After how many sweeps a chain is shown. Source: kumar2022, Fig. S1: some of 20."""


def pictures(settings: Tiles) -> list[tuple[str, Figure]]:
    """Boards of all rules beside their metamers."""
    kinds = settings.taught
    caption = (
        "Some of the boards that are asked: "
        + "; ".join(f"{kind}: {CONDITIONS[kind]}" for kind in kinds)
        + ". Red tiles carry a dot. The tile that is face up at the start has a frame."
    )
    return [(caption, asked_boards(settings))]


def asked_boards(settings: Tiles) -> Figure:
    """The first asked boards of every rule and condition."""
    from metamer.paradigms.tiles.items import asked

    rows = []
    for rule in settings.rules:
        for kind in settings.taught:
            it = asked(settings, rule, kind)
            title = f"{Path(rule).stem}: {kind}"
            rows.append((title, it.boards[:EXAMPLES], it.starts[:EXAMPLES]))
    return gallery(rows)


def boards(control: Control, condition: str, many: int, key: Key) -> np.ndarray:
    """Some boards of one condition, drawn by their probability."""
    return sample(boards_of(condition, control), many, key.stream("show").numpy)


def sweeps(control: Control, many: int, key: Key) -> list[tuple[str, np.ndarray]]:
    """What becomes of some chains on their way to a metamer; none for other recipes.

    Source: kumar2022, Fig. S1 to S3.
    """
    chains = fitted(control).trace(SWEEPS, many, key.stream("show"))
    return [
        (f"after {count} sweeps", rows.reshape(len(rows), -1).astype(bool))
        for count, rows in zip(SWEEPS, chains, strict=False)
    ]


def gallery(rows: list[tuple[str, np.ndarray, np.ndarray | None]]) -> Figure:
    """Rows of boards, each row with a title."""
    from matplotlib.figure import Figure

    columns = max(len(boards) for _, boards, _ in rows)
    figure = Figure(figsize=(1.6 + 0.95 * columns, 1.0 * len(rows)))
    axes = figure.subplots(len(rows), columns, squeeze=False)
    for line, (title, boards, starts) in zip(axes, rows, strict=True):
        for place, axis in enumerate(line):
            axis.set_axis_off()
            if place < len(boards):
                draw(axis, boards[place], None if starts is None else starts[place])
        line[0].text(
            -0.12, 0.5, title, transform=line[0].transAxes, ha="right", va="center"
        )
    figure.subplots_adjust(1.5 / (1.6 + 0.95 * columns), 0.02, 0.99, 0.98, 0.08, 0.08)
    return figure


def draw(axis: Any, board: np.ndarray, start: int | None = None) -> None:
    """One board; the tile at `start` has a frame."""
    from matplotlib.patches import Rectangle

    side = round(len(board) ** 0.5)
    for tile, red in enumerate(board):
        row, column = divmod(tile, side)
        colour = RED if red else BLUE
        axis.add_patch(Rectangle((column, row), 0.92, 0.92, color=colour, linewidth=0))
        if red:
            axis.plot(column + 0.46, row + 0.46, "o", color="white", markersize=1.6)
        if tile == start:
            frame = Rectangle((column, row), 0.92, 0.92, fill=False, linewidth=1.4)
            axis.add_patch(frame)
    axis.set(xlim=(-0.1, side), ylim=(side, -0.1), aspect="equal")


def text(boards: np.ndarray) -> str:
    """Boards in the terminal, side by side: # is red, . is blue."""
    side = round(boards.shape[1] ** 0.5)
    lines = []
    for row in range(side):
        tiles = boards[:, row * side : (row + 1) * side]
        lines.append(
            "   ".join("".join("#" if red else "." for red in it) for it in tiles)
        )
    return "\n".join(lines)
