"""Single items of a run, and the classes that they were put in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.shown import AskedItems, ItemViews, ShownAnswer, ShownItem, TableRows
from metamer.paradigms.categories import rules
from metamer.paradigms.categories.domains.digits import Digits
from metamer.paradigms.categories.domains.domain import Flat
from metamer.paradigms.categories.domains.figures import Figures, outline
from metamer.paradigms.categories.domains.plane import EDGE
from metamer.reports.inline import drawing, picture, text

if TYPE_CHECKING:
    import pandas as pd

    from metamer.paradigms.categories import Categories

LEGEND = "An item that was asked, its class, and the class that each learner put it in."
FLAT = (
    " The ring is the item; behind it are points that the same unit was taught: dots "
    "are class 0, crosses class 1."
)

WIDTH = 120
"""The width of a picture, in pixels."""

HALF = EDGE + 1
"""Pictures of the plane go from -HALF to HALF."""


def item_views(
    settings: Categories, table: pd.DataFrame, asked: AskedItems
) -> ItemViews:
    """Points, images, texts or numbers."""
    flat = {domain.name for domain in settings.domains if isinstance(domain, Flat)}
    inked = {domain.name for domain in settings.domains if isinstance(domain, Digits)}
    again = table[table["part"] == "taught"]
    taught = cache(lambda *where: _taught(again, where, asked))

    def item(rows: TableRows) -> ShownItem:
        row = rows[0]
        domain, arrangement = row["domain"], row["arrangement"]
        known = asked[row["item"]]
        label = rules.labels(known["features"][None], arrangement)[0]
        if domain in flat:
            behind = taught(*(row[name] for name in COLUMNS))
            shown = _plane(known["x"], behind)
        elif domain == Figures().name:
            shown = _figure(known["x"])
        else:
            shown = _picture(known["x"], domain in inked)
        return ShownItem(shown, f"Right answer: class {label}. {_corner(row)}")

    return ItemViews(table, item, _answer, LEGEND + FLAT * bool(flat))


def _answer(rows: TableRows) -> ShownAnswer:
    answer = rows[0]["answer"]
    return ShownAnswer("no class" if answer == "none" else f"class {answer}")


def _corner(row: dict[str, Any]) -> str:
    """The item's corner, by its features in their roles."""
    return f"Discriminant {row['discriminant']}, distractor {row['distractor']}."


COLUMNS = ("condition", "domain", "arrangement", "unit")
"""What singles out a lesson."""

Behind = dict[int, np.ndarray]
"""Taught points by their class."""


def _taught(again: pd.DataFrame, where: tuple[Any, ...], asked: AskedItems) -> Behind:
    """The points of one unit and condition, of all taught ones that were asked again."""
    own = again
    for name, value in zip(COLUMNS, where, strict=True):
        own = own[own[name] == value]
    known = [asked[item] for item in own["item"].unique()]
    if not known:
        return {}
    points, features = (
        np.array([row[name] for row in known]) for name in ("x", "features")
    )
    labels = rules.labels(features, str(where[2]))
    return {label: points[labels == label] for label in (0, 1)}


def _plane(point: np.ndarray, behind: Behind) -> str:
    """The point among those that were taught."""
    axes = f"M{-HALF} 0h{2 * HALF}M0 {-HALF}v{2 * HALF}"
    dots, crosses = (
        "".join(form.format(x=x, y=-y) for x, y in behind.get(label, ()))
        for label, form in ((0, "M{x:.1f} {y:.1f}h0"), (1, CROSS))
    )
    x, y = np.clip(point, -HALF, HALF)
    content = (
        f'<g transform="translate({HALF} {HALF})" fill="none" stroke="currentColor" '
        f'stroke-width=".06"><path d="{axes}" opacity=".4"/>'
        f'<path d="{dots}" stroke="#0072B2" stroke-width=".45" stroke-linecap="round"/>'
        f'<path d="{crosses}" stroke="#D55E00" stroke-width=".15"/>'
        f'<circle cx="{x:.2f}" cy="{-y:.2f}" r=".5" stroke-width=".3"/></g>'
    )
    words = f"the point ({point[0]:+.2f}, {point[1]:+.2f})"
    return drawing(content, (2 * HALF, 2 * HALF), words, 1.4 * WIDTH / (2 * HALF))


CROSS = "M{x:.1f} {y:.1f}m-.2-.2l.4 .4m0-.4l-.4 .4"


def _figure(item: np.ndarray) -> str:
    """The figure in its field."""
    figure = Figures().figure(item)
    corners = " ".join(f"{x:.3f},{y:.3f}" for x, y in outline(figure))
    content = (
        '<path d="M0 0h1v1h-1z" fill="none" stroke="currentColor" stroke-width=".02"/>'
        f'<polygon points="{corners}" fill="{figure["colour"]}" '
        'stroke="currentColor" stroke-width=".02"/>'
    )
    return drawing(content, (1, 1), Figures().text(item), WIDTH)


def _picture(item: Any, inked: bool) -> str:
    """A text as it is, numbers in rows and columns as an image, others as numbers.

    Numbers that are `inked` are dark where they are high. The domain is not asked: its
    file may be gone when a finished run is read.
    """
    if isinstance(item, str):
        return text(item)
    if np.ndim(item) in (2, 3):
        pixels = _pixels(np.asarray(item))
        return picture(255 - pixels if inked else pixels, "the item", WIDTH)
    return text(np.array2string(np.asarray(item), precision=3, separator=", "))


def _pixels(item: np.ndarray) -> np.ndarray:
    """Bytes as they are; other numbers from their smallest to their largest."""
    if item.dtype == np.uint8:
        return item
    low, high = float(item.min()), float(item.max())
    return np.rint(255 * (item - low) / max(high - low, 1e-9)).astype(np.uint8)
