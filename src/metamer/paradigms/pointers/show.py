"""Items as a picture or as text, with their windows marked."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.pointers.styles import cells
from metamer.paradigms.pointers.styles.style import OnGrid, PlacesPointer, Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from metamer.paradigms.pointers import Pointers

EXAMPLES, MAX_EXAMPLES = 4, 40
"""Items shown of each part, by default and at most."""

INCHES, COLUMNS = 8.0, 80
"""The approximate width of a picture, and that of a terminal."""

TITLES = {
    "taught": "taught",
    "iid": "asked, iid: new items",
    "dshift": "asked, dshift: all digits everywhere",
    "holdout": "asked, holdout: what training leaves out",
    "others": "asked, others: the other windows that training leaves out",
    "matched": "asked, matched: taught windows with the labels of those left out",
}
"""The title of each part of a lesson."""


class Example(NamedTuple):
    """One item to show."""

    item: np.ndarray
    """The item as learners see it."""
    window: list[int]
    """The digits pointed at."""
    marked: list[int]
    """Their places among all digits of the item, in reading order."""
    label: int


def pictures(settings: Pointers, key: Key) -> list[tuple[str, Figure]]:
    """A picture of what the first unit of each kind of training sees, with its caption."""
    return [
        (caption(settings, condition), picture(settings, condition, key))
        for condition in kinds(settings)
    ]


def kinds(settings: Pointers) -> list[Condition]:
    """One condition for each kind of training.

    It is the last one of several sizes of a holdout and of several complexities.
    """
    last = {each.name.partition("-")[0]: each for each in settings.conditions()}
    return list(last.values())


def caption(settings: Pointers, condition: Condition) -> str:
    """What a picture shows, and how windows are marked."""
    rule = settings.rule(condition)
    marked = "framed" if isinstance(settings.style, OnGrid) else "underlined"
    window, answer = "one digit", "this digit"
    if rule.complexity:
        window, answer = f"{rule.size} digits", f"their {rule.aggregate}"
    return (
        f"{settings.style.name}, training {condition.name}: a digit points at {window} "
        f"({marked}), and the answer is {answer}. Above each item: the digits pointed at, "
        "and the answer."
    )


def picture(
    settings: Pointers, condition: Condition, key: Key, count: int = EXAMPLES
) -> Figure:
    """A few taught items and a few of each asked part, their windows marked."""
    from matplotlib.figure import Figure

    parts = examples(settings, condition, key, count)
    across, down = _inches(settings.style, 1 + settings.rule(condition).length)
    columns = min(count, max(1, int(INCHES / across)))
    rows = ceil(count / columns)
    height = 0.4 + down * rows
    figure = Figure((across * columns, height * len(parts)), layout="constrained")
    places = figure.subfigures(len(parts), squeeze=False)[:, 0]
    for place, (title, items) in zip(places, parts.items(), strict=True):
        place.suptitle(title, x=0.01, ha="left", fontsize=9, fontweight="bold")
        _draw(place, settings.style, items, (rows, columns))
    return figure


def item_picture(style: Style, seen: np.ndarray) -> Figure:
    """One item alone; nothing is marked."""
    from matplotlib.figure import Figure

    size = _inches(style, len(seen) if seen.ndim == 1 else 1)
    figure = Figure(size, layout="constrained")
    style.picture(figure.subplots(), seen)
    return figure


def text(
    settings: Pointers, condition: Condition, key: Key, count: int = EXAMPLES
) -> str:
    """A few taught items and a few of each asked part, with signs below their windows."""
    paragraphs = [str(condition)]
    for title, items in examples(settings, condition, key, count).items():
        blocks = [_lines(settings.style, example) for example in items]
        paragraphs += [title, *_beside(blocks)]
    return "\n\n".join(paragraphs)


def plain(
    settings: Pointers, condition: Condition, key: Key, count: int = EXAMPLES
) -> dict[str, list[dict[str, object]]]:
    """The same items for a program to read, by the title of their part."""
    return {
        title: [
            {"x": each.item, "window": each.window, "label": each.label}
            for each in items
        ]
        for title, items in examples(settings, condition, key, count).items()
    }


def examples(
    settings: Pointers, condition: Condition, key: Key, count: int
) -> dict[str, list[Example]]:
    """The first items of each part for unit 0, by the title of the part."""
    if not 1 <= count <= MAX_EXAMPLES:
        raise Refusal(
            f"-n must be from 1 to {MAX_EXAMPLES} items of each part, not {count}"
        )
    small = replace(settings, asked=count, again=count, noise=())
    lesson = small.lesson(condition, key.stream("unit", 0))
    parts, rule = lesson.notes["part"], settings.rule(condition)
    pointer, values = lesson.asked.features[:, 0], lesson.asked.features[:, 1:]
    windows, inside = rule.window(pointer, values)
    # The pointer takes up a place among the values.
    marked, style = rule.places(pointer), settings.style
    marked = marked + (
        marked >= (style.pointer if isinstance(style, PlacesPointer) else 0)
    )
    found: dict[str, list[Example]] = {TITLES[part]: [] for part in parts}
    for row, part in enumerate(parts):
        digits, places = (
            column[row][inside[row]].tolist() for column in (windows, marked)
        )
        item, label = lesson.asked.inputs[row], int(lesson.asked.labels[row])
        found[TITLES[part]].append(Example(item, digits, places, label))
    return found


def _inches(style: Style, digits: int) -> tuple[float, float]:
    """The width and height of one item with its title."""
    if isinstance(style, OnGrid):
        down, across = style.grid
        return 0.6 * across + 0.2, 0.6 * down + 0.3
    return 0.3 * digits + 0.2, 0.3 * 0.4 + 0.3


def _draw(
    figure: SubFigure, style: Style, items: list[Example], shape: tuple[int, int]
) -> None:
    """Draw the items of one part in rows."""
    axes = figure.subplots(*shape, squeeze=False).ravel()
    for axis, example in zip_longest(axes, items):
        if example is None:
            axis.set_axis_off()
            continue
        style.picture(axis, example.item)
        _mark(axis, style, example.marked)
        axis.set_title(_answer(example, "→"), fontsize=8)


def _mark(axes: Axes, style: Style, marked: list[int]) -> None:
    """Frame cells of a picture, and underline digits of a row."""
    if isinstance(style, OnGrid):
        for cell in marked:
            cells.frame(axes, cell, style.grid, linewidth=2)
        return
    for place in marked:
        axes.hlines(-0.35, place - 0.4, place + 0.4, color="black", linewidth=2)


def _answer(example: Example, arrow: str) -> str:
    return f"{' '.join(map(str, example.window))} {arrow} {example.label}"


def _lines(style: Style, example: Example) -> list[str]:
    """An item as lines of text."""
    if isinstance(style, OnGrid):
        lines = cells.text(example.item, style.grid, example.marked).splitlines()
        return [_answer(example, "->"), *lines]
    words = style.text(example.item).split()
    signs = (" ^"[place in example.marked] for place in range(len(words)))
    below = " ".join(sign * len(word) for sign, word in zip(signs, words, strict=True))
    return [f"{' '.join(words)}  {_answer(example, '->')}", below]


def _beside(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines, as many side by side as a terminal has room for."""
    gap = 3
    width = gap + max(len(line) for block in blocks for line in block)
    across = max(1, (COLUMNS + gap) // width)
    groups = [blocks[at : at + across] for at in range(0, len(blocks), across)]
    return [
        "\n".join(_join(parts, width) for parts in zip(*group, strict=True))
        for group in groups
    ]


def _join(parts: tuple[str, ...], width: int) -> str:
    return "".join(part.ljust(width) for part in parts).rstrip()
