"""Items as a picture or as text, with the window that the pointer points at marked."""

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
from metamer.paradigms.pointers.styles.style import Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from metamer.paradigms.pointers import Pointers

EXAMPLES, MOST = 4, 40
"""Items shown of each part, and how many can be."""

INCHES, COLUMNS = 8.0, 80
"""How wide a picture is, about, and a terminal."""

TITLES = {
    "taught": "taught",
    "iid": "asked, iid: new ones",
    "dshift": "asked, dshift: all digits everywhere",
    "holdout": "asked, holdout: what is left out",
    "others": "asked, others: the other windows that are left out",
    "matched": "asked, matched: taught windows with the labels of those left out",
}
"""What each part of a lesson is, in words."""


class Example(NamedTuple):
    """One item to be shown."""

    seen: np.ndarray
    """The item as a learner sees it."""
    window: list[int]
    """The digits pointed at."""
    marked: list[int]
    """Their places among all digits that are seen, in reading order."""
    label: int


def pictures(settings: Pointers, key: Key) -> list[tuple[str, Figure]]:
    """A picture for each kind of training as its first unit meets it, and what it shows."""
    return [
        (caption(settings, condition), picture(settings, condition, key))
        for condition in kinds(settings)
    ]


def kinds(settings: Pointers) -> list[Condition]:
    """One condition for each kind of training.

    Of several sizes of a holdout, and of several complexities, it is the last one.
    """
    last = {it.name.partition("-")[0]: it for it in settings.conditions()}
    return list(last.values())


def caption(settings: Pointers, condition: Condition) -> str:
    """What is shown, and how windows are marked."""
    rule = settings.rule(condition)
    marked = "framed" if hasattr(settings.style, "grid") else "underlined"
    window, answer = "one digit", "it"
    if rule.complexity:
        window, answer = f"{rule.size} digits", f"their {rule.aggregate}"
    return (
        f"{settings.style.name}, training {condition.name}: a digit points at {window} "
        f"({marked}), and the answer is {answer}. Above each item stand what it points at "
        "and its answer."
    )


def picture(
    settings: Pointers, condition: Condition, key: Key, many: int = EXAMPLES
) -> Figure:
    """A few taught items and a few of each asked part, their windows marked."""
    from matplotlib.figure import Figure

    parts = examples(settings, condition, key, many)
    across, down = _inches(settings.style, 1 + settings.rule(condition).length)
    beside = min(many, max(1, int(INCHES / across)))
    rows = ceil(many / beside)
    height = 0.4 + down * rows
    figure = Figure((across * beside, height * len(parts)), layout="constrained")
    places = figure.subfigures(len(parts), squeeze=False)[:, 0]
    for place, (title, shown) in zip(places, parts.items(), strict=True):
        place.suptitle(title, x=0.01, ha="left", fontsize=9, fontweight="bold")
        _draw(place, settings.style, shown, (rows, beside))
    return figure


def text(
    settings: Pointers, condition: Condition, key: Key, many: int = EXAMPLES
) -> str:
    """A few taught items and a few of each asked part, with signs below their windows."""
    told = [str(condition)]
    for title, shown in examples(settings, condition, key, many).items():
        told += [title, *_beside([_told(settings.style, it) for it in shown])]
    return "\n\n".join(told)


def examples(
    settings: Pointers, condition: Condition, key: Key, many: int
) -> dict[str, list[Example]]:
    """The first items of each part that unit 0 meets, by the title of the part."""
    if not 1 <= many <= MOST:
        raise Refusal(f"-n must be from 1 to {MOST} items of each part, not {many}")
    small = replace(settings, asked=many, again=many, noise=())
    lesson = small.lesson(condition, key.stream("unit", 0))
    parts, rule = lesson.notes["part"], settings.rule(condition)
    pointer, values = lesson.asked.features[:, 0], lesson.asked.features[:, 1:]
    windows, inside = rule.window(pointer, values)
    # The pointer takes a place of its own among the values.
    marked = rule.places(pointer)
    marked = marked + (marked >= getattr(settings.style, "pointer", 0))
    found: dict[str, list[Example]] = {TITLES[part]: [] for part in parts}
    for row, part in enumerate(parts):
        digits, places = (it[row][inside[row]].tolist() for it in (windows, marked))
        seen, label = lesson.asked.inputs[row], int(lesson.asked.labels[row])
        found[TITLES[part]].append(Example(seen, digits, places, label))
    return found


def _inches(style: Style, digits: int) -> tuple[float, float]:
    """The width and height of one item with its title."""
    down, across = getattr(style, "grid", (0.4, digits))
    inch = 0.6 if hasattr(style, "grid") else 0.3
    return inch * across + 0.2, inch * down + 0.3


def _draw(
    figure: SubFigure, style: Style, shown: list[Example], shape: tuple[int, int]
) -> None:
    """The items of one part in rows."""
    axes = figure.subplots(*shape, squeeze=False).ravel()
    for axis, example in zip_longest(axes, shown):
        if example is None:
            axis.set_axis_off()
            continue
        style.picture(axis, example.seen)
        _mark(axis, style, example.marked)
        axis.set_title(_answer(example, "→"), fontsize=8)


def _mark(axes: Axes, style: Style, marked: list[int]) -> None:
    """Frame cells of a picture, and underline digits of a row."""
    if hasattr(style, "grid"):
        for cell in marked:
            cells.frame(axes, cell, style.grid, linewidth=2)
        return
    for place in marked:
        axes.hlines(-0.35, place - 0.4, place + 0.4, color="black", linewidth=2)


def _answer(example: Example, arrow: str) -> str:
    return f"{' '.join(map(str, example.window))} {arrow} {example.label}"


def _told(style: Style, example: Example) -> list[str]:
    """An item in lines."""
    if hasattr(style, "grid"):
        lines = cells.text(example.seen, style.grid, example.marked).splitlines()
        return [_answer(example, "->"), *lines]
    words = style.text(example.seen).split()
    signs = (" ^"[place in example.marked] for place in range(len(words)))
    below = " ".join(sign * len(word) for sign, word in zip(signs, words, strict=True))
    return [f"{' '.join(words)}  {_answer(example, '->')}", below]


def _beside(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines, as many beside each other as a terminal has room for."""
    gap = 3
    width = gap + max(len(line) for block in blocks for line in block)
    many = max(1, (COLUMNS + gap) // width)
    groups = [blocks[first : first + many] for first in range(0, len(blocks), many)]
    return [
        "\n".join(_joined(parts, width) for parts in zip(*it, strict=True))
        for it in groups
    ]


def _joined(parts: tuple[str, ...], width: int) -> str:
    return "".join(part.ljust(width) for part in parts).rstrip()
