"""Numbers in the terminal: tables that fit its width, with every number whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

from metamer.core.study import MIN_UNITS
from metamer.statistics.summaries import HALF_WIDTH, mean_text, summary

if TYPE_CHECKING:
    import pandas as pd

GAP = 2
"""Spaces between columns."""

NARROW = 9
"""Letters that a column of names has at least; longer names go on in the next line."""

ROOMY = 16
"""Letters of a column of names that suffice for numbers to stand side by side."""

NUMBERS = ("mean", "low", "high", "count")


def means(measures: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Means over units with their intervals, without what is told apart within a unit."""
    import pandas as pd

    from metamer.core.responses import details

    known = ["measure", "learner", "condition", *details(table), "unit", "value"]
    within = [name for name in measures if name not in known]
    shown = measures[(measures[within] == "").all(axis=1)][known]
    by = known[:-2]
    if shown.empty:
        return pd.DataFrame(columns=[*by, *NUMBERS])
    # Each measure on its own: its interval ends where its range does.
    found = [summary(part, by) for _, part in shown.groupby("measure", sort=False)]
    return pd.concat(found)[list(NUMBERS)].round(4).reset_index()


def lines(found: pd.DataFrame) -> Iterator[str]:
    """The means as a table: a row per learner, a column per measure.

    Measures that contrast conditions are shown if there are any; where there are none,
    conditions have rows of their own. What all rows have in common stands above.
    """
    if found.empty:
        yield "no unit has a value of any measure"
        return
    contrasts = found[found["condition"] == ""]
    shown = found if contrasts.empty else contrasts
    texts = [mean_text(*row) for row in shown[list(NUMBERS[:3])].to_numpy()]
    names = [name for name in shown if name not in ("measure", *NUMBERS)]
    common = [
        name for name in names if name != "learner" and shown[name].nunique() == 1
    ]
    told = [f"{name} {shown[name].iloc[0]}" for name in common if name != "condition"]
    if contrasts.empty and "condition" in common:
        told.insert(0, f"condition {shown['condition'].iloc[0]}")
    if told:
        yield from wrap(", ".join(told), width())
    rows = [name for name in names if name not in common]
    wide = shown.assign(text=texts).pivot(index=rows, columns="measure", values="text")
    whole = wide.fillna("").reset_index().astype(str)
    columns = {str(name): list(whole[name]) for name in whole}
    yield from fit(columns, len(rows), width())
    yield from wrap(f"{_what_follows_the_sign(shown)}.", width())


def _what_follows_the_sign(found: pd.DataFrame) -> str:
    """What ± means, how many units there are, and why some numbers have none."""
    least, most = int(found["count"].min()), int(found["count"].max())
    units = f"{most}" if least == most else f"{least} to {most}"
    if most < MIN_UNITS:
        noun = "unit" if units == "1" else "units"
        return f"Means over {units} {noun}; from {MIN_UNITS} on they have an interval"
    some = f"; below {MIN_UNITS} units there is none" if least < MIN_UNITS else ""
    return f"Means over units ({units}); {HALF_WIDTH}{some}"


def width() -> int:
    """The columns of the terminal; 80 where there is none."""
    return max(get_terminal_size((80, 24)).columns, 40)


def fit(columns: dict[str, list[str]], names: int, room: int) -> Iterator[str]:
    """Columns of texts as lines of at most `room` letters, the headings on top.

    The first `names` columns are names, which may go on in the next line and are repeated
    with every group of numbers that has room beside them. Numbers are never broken.
    """
    heads, values = list(columns)[:names], list(columns)[names:]
    numbers = [_least(columns, name) for name in values]
    free = room - sum(wide + GAP for wide in numbers)
    if free < names * (ROOMY + GAP):  # numbers are divided, and names need not suffer
        free = max(room - GAP - max(numbers, default=0), names * (NARROW + GAP))
    widths = _narrowed([_most(columns, name) for name in heads], free)
    taken = sum(widths) + GAP * len(heads)
    for group in _groups(numbers, room - taken):
        chosen = [values[place] for place in group]
        both = [*widths, *(_least(columns, name) for name in chosen)]
        if group[:1] not in ([], [0]):
            yield ""
        yield from _rows(columns, [*heads, *chosen], both, names)


def _most(columns: dict[str, list[str]], name: str) -> int:
    return max(len(text) for text in (name, *columns[name]))


def _least(columns: dict[str, list[str]], name: str) -> int:
    """The width of a column of numbers whose heading goes on at each underscore."""
    return max(len(text) for text in (*_breakable(name).split(), *columns[name]))


def _breakable(name: str) -> str:
    return name.replace("_", "_ ")


def _narrowed(widths: Sequence[int], room: int) -> list[int]:
    """Widths that fit: the widest gives way first."""
    found = list(widths)
    while sum(found) + GAP * len(found) > room and max(found) > NARROW:
        found[found.index(max(found))] -= 1
    return found


def _groups(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Places of columns that stand side by side, at least one at a time."""
    group: list[int] = []
    for place in range(len(widths)):
        if group and sum(widths[each] + GAP for each in [*group, place]) - GAP > room:
            yield group
            group = []
        group.append(place)
    yield group


def _rows(
    columns: dict[str, list[str]],
    shown: Sequence[str],
    widths: Sequence[int],
    names: int,
) -> Iterator[str]:
    """A heading and all rows, each of as many lines as its longest cell needs."""
    heading = [_pieces(_breakable(name), wide) for name, wide in _pairs(shown, widths)]
    deepest = max(map(len, heading))
    rows = [[[""] * (deepest - len(each)) + each for each in heading]]
    for cells in zip(*(columns[name] for name in shown), strict=True):
        rows.append([_pieces(text, wide) for text, wide in _pairs(cells, widths)])
    for row in rows:
        for parts in zip_longest(*row, fillvalue=""):
            padded = [
                part.ljust(wide) if place < names else part.rjust(wide)
                for place, (part, wide) in enumerate(_pairs(parts, widths))
            ]
            yield (" " * GAP).join(padded).rstrip()


def _pairs(texts: Sequence[str], widths: Sequence[int]) -> Iterator[tuple[str, int]]:
    return zip(texts, widths, strict=True)


def _pieces(text: str, wide: int) -> list[str]:
    """A text in lines of a width."""
    lines = wrap(text, wide) or [""]
    return [line.replace("_ ", "_") for line in lines]
