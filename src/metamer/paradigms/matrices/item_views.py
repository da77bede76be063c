"""Single matrices of a run with their candidates, and who chose which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from metamer.core.shown import AskedItems, ItemViews, ShownAnswer, ShownItem, TableRows
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import CANDIDATES, CONTEXT
from metamer.paradigms.matrices.score import LETTERS
from metamer.paradigms.matrices.show import RIGHT, distractors, rules
from metamer.reports.inline import data_uri, drawing

if TYPE_CHECKING:
    import pandas as pd

PIXELS, GAP = 40, 4
"""The width of a panel in a picture, and of the gap between two."""

STEP, ABOVE = PIXELS + GAP, 12
"""From one panel to the next, and the room for the letters of candidates."""

BELOW = 3 * STEP + 2 * GAP
"""Where the candidates begin, from the top."""

LEGEND = (
    "A matrix with its missing panel, and the candidates for it. The right candidate has a "
    "frame and a tick; below each candidate stands how many answers it got."
)


def item_views(table: pd.DataFrame, asked: AskedItems) -> ItemViews:
    """Matrices, drawn from symbols or pixels."""
    return ItemViews(table, lambda rows: _item(rows, asked), _answer, LEGEND)


def _item(rows: TableRows, asked: AskedItems) -> ShownItem:
    item, label = asked[rows[0]["item"]], int(rows[0]["label"])
    answers = [row["answer"] for row in rows]
    chosen = [answers.count(letter) for letter in LETTERS[:CANDIDATES]]
    features = np.asarray(item["features"])
    lines = "; ".join([*rules(features), *distractors(features)])
    return ShownItem(
        _picture(np.asarray(item["x"]), label, chosen),
        f"Right answer: {LETTERS[label]}. {lines}.",
    )


def _answer(rows: TableRows) -> ShownAnswer:
    return ShownAnswer(f"chooses {rows[0]['answer']}")


def _picture(item: np.ndarray, label: int, chosen: list[int]) -> str:
    """The matrix above its candidates."""
    width, height = 4 * STEP, BELOW + 2 * (STEP + 2 * ABOVE)
    image = (
        f'<image href="{data_uri(_pixels(item))}" width="{width}" height="{height}"/>'
    )
    left, top = _corner(CONTEXT)
    middle = PIXELS / 2
    parts = [
        image,
        f'<text x="{left + middle}" y="{top + middle + 8}" text-anchor="middle" '
        'font-size="24" fill="currentColor">?</text>',
        *(_notes(place, label, many) for place, many in enumerate(chosen)),
    ]
    return drawing("".join(parts), (width, height), "a matrix and its candidates", 1.4)


def _notes(place: int, label: int, many: int) -> str:
    """The letter above a candidate, a frame if it is right, and its answers below."""
    left, top = _corner(CONTEXT + 1 + place)
    right = place == label
    letter = f"{LETTERS[place]}{' ✓' * right}"
    frame = (
        f'<path d="M{left - 1} {top - 1}h{PIXELS + 2}v{PIXELS + 2}h-{PIXELS + 2}z" '
        f'fill="none" stroke="{RIGHT}" stroke-width="3"/>'
    )
    middle = f'x="{left + PIXELS / 2}" text-anchor="middle" font-size="9"'
    return (
        f'<text {middle} y="{top - 4}" fill="currentColor">{letter}</text>'
        + (frame if right else "")
        + (
            f'<text {middle} y="{top + PIXELS + 9}" fill="currentColor">{many}×</text>'
            if many
            else ""
        )
    )


def _pixels(item: np.ndarray) -> np.ndarray:
    """All panels in one image, with nothing between them."""
    panels = render(item, PIXELS) if item.ndim == 2 else _shrink(item)
    height, width = BELOW + 2 * (STEP + 2 * ABOVE), 4 * STEP
    whole = np.zeros((height, width, 2), np.uint8)
    places = [*range(CONTEXT), *range(CONTEXT + 1, CONTEXT + 1 + CANDIDATES)]
    for place, panel in zip(places, panels, strict=True):
        left, top = _corner(place)
        whole[top : top + PIXELS, left : left + PIXELS, 0] = panel
        whole[top : top + PIXELS, left : left + PIXELS, 1] = 255
    return whole


def _corner(place: int) -> tuple[int, int]:
    """The left and upper edge of a panel; the missing one comes after the context."""
    if place <= CONTEXT:
        down, across = divmod(place, 3)
        return GAP // 2 + STEP // 2 + across * STEP, GAP // 2 + down * STEP
    down, across = divmod(place - CONTEXT - 1, 4)
    return GAP // 2 + across * STEP, BELOW + ABOVE + down * (STEP + 2 * ABOVE)


def _shrink(panels: np.ndarray) -> np.ndarray:
    """Panels of any number of pixels, with as many as they have here."""
    from PIL import Image

    size = (PIXELS, PIXELS)
    return np.stack(
        [
            np.asarray(Image.fromarray(panel.astype(np.uint8)).resize(size))
            for panel in panels
        ]
    )
