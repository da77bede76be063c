"""How figures look: one style, and SVG text that a page can hold."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import contextmanager
from math import log10
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#4D4D4D")
"""Okabe and Ito's colours, which colour-blind readers tell apart."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""Colours never carry meaning alone: each comes with a mark."""

STYLE: Any = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "figure.constrained_layout.use": True,
    "font.size": 9,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "metamer",
    "text.parse_math": False,
}
"""Texts are never mathematics: names from outside may hold `$` and `_{`."""

OURS = "metamer"
"""The label of figures in our style; nothing draws it."""

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@contextmanager
def canvas(
    width: float, height: float, rows: int = 1, columns: int = 1, **shared: Any
) -> Iterator[tuple[Figure, Any]]:
    """A figure in our style and a 2-D array of its axes."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        figure.set_label(OURS)
        yield figure, figure.subplots(rows, columns, squeeze=False, **shared)


def show_dollars(figure: Figure) -> Figure:
    """The same figure, with the dollar signs in its texts drawn, not read as mathematics.

    For figures that are not in our style; labels that Matplotlib makes later, such as those
    of logarithmic axes, stay mathematics.
    """
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_text(text.get_text().replace("$", r"\$"))
    return figure


def svg(figure: Figure) -> str:
    """The figure as SVG, the same text for the same figure.

    Matplotlib makes some texts only now. In a figure that somebody else began, those may
    be mathematics, as the labels of its logarithmic axes are.
    """
    import matplotlib

    math: Any = {"text.parse_math": figure.get_label() != OURS}
    with matplotlib.rc_context({**STYLE, **math}):
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def series_style(place: int) -> dict[str, Any]:
    """The colour and the marker of the series at `place`."""
    return {
        "color": COLOURS[place % len(COLOURS)],
        "marker": MARKERS[(place + place // len(COLOURS)) % len(MARKERS)],
    }


def heading_of(levels: Sequence[object]) -> str:
    """A cell's details as a heading: `plane, mirror`."""
    return ", ".join(str(level) for level in levels if str(level))


def legend(
    drawing: Any,
    entries: Sequence[tuple[str, dict[str, Any]]],
    least: int = 2,
    below: bool = False,
) -> None:
    """At the right or below, names beside their marks; none below `least` series."""
    from matplotlib.lines import Line2D

    if len(entries) < least:
        return
    marks = [Line2D([], [], **{"linestyle": "", **style}) for _, style in entries]
    names = [name for name, _ in entries]
    place = {"loc": "outside lower center", "ncols": 3}
    where: Any = place if below else {"loc": "outside right center"}
    drawing.legend(marks, names, fontsize=8, **where)


def line_legend(drawing: Any, names: Sequence[str]) -> None:
    """At the right, names beside the lines and marks of the series at their places."""
    lines = {"linestyle": "-", "markersize": 4}
    entries = [(name, {**lines, **series_style(at)}) for at, name in enumerate(names)]
    legend(drawing, entries, least=1)


def list_downwards(axis: Any, names: Sequence[str], **text: Any) -> None:
    """Name the places 0, 1, 2 ... of the vertical axis, the first at the top."""
    axis.set_yticks(range(len(names)), names, **text)
    axis.set_ylim(len(names) - 0.4, -0.6)


def log_scale(axis: Any) -> None:
    """Make the horizontal axis logarithmic, with plain texts as labels: 10⁻², 10³."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_xscale("log")
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: power_of_ten(value)))
    axis.xaxis.set_minor_formatter(NullFormatter())


def power_of_ten(value: float) -> str:
    """The power of ten nearest to a positive number, as text: `10⁻²`."""
    return f"10{str(round(log10(value))).translate(SUPERSCRIPTS)}"
