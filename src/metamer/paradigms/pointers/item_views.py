"""Single items of a run with their windows marked, and the answers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.shown import AskedItems, ItemViews, ShownAnswer, ShownItem, TableRows
from metamer.core.study import Condition
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.styles.style import OnGrid, PlacesPointer, Style
from metamer.reports.inline import data_uri, drawing, text

if TYPE_CHECKING:
    import pandas as pd

    from metamer.paradigms.pointers import Pointers

LEGEND = (
    "The digit in the dashed frame is the pointer; those it points at have a solid frame. "
    "The right answer combines them as the rule of the condition says."
)

DIGIT, CELL = 26, 60
"""The width of a digit of a row, and of a cell of a picture, in pixels."""

ERRORS = {
    "position": "what another pointer would ask for",
    "rule": "another use of the right digits",
    "digit": "neither another place nor another use of the right digits",
}
"""The kinds of errors in words; see `score`."""


def item_views(settings: Pointers, table: pd.DataFrame, asked: AskedItems) -> ItemViews:
    """Items as rows of digits or as pictures."""
    return ItemViews(table, lambda rows: _item(settings, rows, asked), _answer, LEGEND)


def _item(settings: Pointers, rows: TableRows, asked: AskedItems) -> ShownItem:
    row = rows[0]
    item = asked[row["item"]]
    rule = settings.rule(_condition(row))
    window, marked = _window(rule, item["digits"].astype(int))
    pointer = 0
    if isinstance(settings.style, PlacesPointer):
        pointer = settings.style.pointer
    # The pointer takes up a place among the values.
    marked = [place + (place >= pointer) for place in marked]
    how = (
        f" ({rule.aggregate} of {', '.join(map(str, window))})"
        if rule.complexity
        else ""
    )
    return ShownItem(
        _picture(settings.style, item["x"], pointer, marked),
        f"Right answer: {row['label']}{how}.",
    )


def _condition(row: dict[str, Any]) -> Condition:
    details = ("style", "complexity", "aggregate", "size")
    return Condition(
        str(row["condition"]), tuple((name, row[name]) for name in details)
    )


def _window(rule: PointerRule, digits: np.ndarray) -> tuple[list[int], list[int]]:
    """The digits pointed at, and their places among the values."""
    pointer, values = digits[:1], digits[None, 1:]
    window, inside = rule.window(pointer, values)
    return window[inside].tolist(), rule.places(pointer)[inside].tolist()


def _answer(rows: TableRows) -> ShownAnswer:
    row = rows[0]
    kind = ERRORS.get(str(row["error"]), "")
    return ShownAnswer(f"answers {row['answer']}{f' ({kind})' if kind else ''}")


def _picture(style: Style, item: np.ndarray, pointer: int, marked: list[int]) -> str:
    """An item with its pointer and its window in frames."""
    if isinstance(style, OnGrid):
        return _cells(item, style.grid, marked)
    return _row(item, pointer, marked) if item.ndim == 1 else text(style.text(item))


def _row(item: np.ndarray, pointer: int, marked: list[int]) -> str:
    digits = "".join(
        f'<text x="{place + 0.5}" y=".7" text-anchor="middle" font-size=".55" '
        f'fill="currentColor">{digit}</text>'
        for place, digit in enumerate(item.tolist())
    )
    frames = _frame(pointer, 0, True) + "".join(_frame(at, 0, False) for at in marked)
    words = " ".join(map(str, item.tolist()))
    return drawing(digits + frames, (len(item), 1), words, DIGIT)


def _cells(item: np.ndarray, grid: tuple[int, int], marked: list[int]) -> str:
    """A picture whose first cell is the pointer; grey ones dark on light."""
    down, across = grid
    pixels = 255 - item if item.ndim == 2 else item
    image = (
        f'<image href="{data_uri(pixels.astype(np.uint8))}" width="{across}" '
        f'height="{down}" preserveAspectRatio="none"/>'
    )
    frames = _frame(0, 0, True) + "".join(
        _frame(cell % across, cell // across, False) for cell in marked
    )
    scale = min(CELL, 330 / across)
    return drawing(image + frames, (across, down), "digits as pictures", scale)


def _frame(x: Any, y: Any, dashed: bool) -> str:
    colour, dash = (
        ("#0072B2", ' stroke-dasharray=".12 .09"') if dashed else ("#D55E00", "")
    )
    return (
        f'<path d="M{x}.06 {y}.06h.88v.88h-.88z" fill="none" stroke="{colour}" '
        f'stroke-width=".07"{dash}/>'
    )
