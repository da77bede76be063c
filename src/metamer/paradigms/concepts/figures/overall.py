"""Figures of `concepts`: how much each learner solved, drawn and in one row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.paradigms.concepts import measures
from metamer.paradigms.concepts.figures.consistency import SAME
from metamer.paradigms.concepts.figures.tables import solved_counts, with_published
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import COLOURS, canvas, legend, list_downwards
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd


@figure.add("concept_overall")
@dataclass(frozen=True)
class Overall:
    """Shares of inputs and of whole tasks solved, the best learner first.

    Source: ours; moskvichev2023, Table 1, has inputs by concept.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Analysis) -> Exhibit:
        table, names = with_published(run, self.beside)
        counts: Any = solved_counts(table, "learner").to_dict("index")
        tasks = measures.strict_of_task(table)
        names = sorted(names, key=lambda name: -counts[name]["share"])
        with canvas(7.2, 1.0 + 0.38 * len(names)) as (drawing, axes):
            axis = axes[0, 0]
            if measures.PEOPLE in names and len(names) > 1:
                people = counts[measures.PEOPLE]
                axis.axvspan(people["low"], people["high"], color="0.9", zorder=0)
            for y, name in enumerate(names):
                _draw_share(axis, counts[name], y - 0.12, SAME)
                own = tasks[tasks.index.get_level_values("learner") == name]
                if len(own):
                    found = wilson(int(own.sum()), len(own))
                    row = {
                        "share": found.estimate,
                        "low": found.low,
                        "high": found.high,
                    }
                    _draw_share(axis, row, y + 0.16, WHOLE)
            list_downwards(axis, names)
            axis.set_xlim(-0.03, 1.1)
            axis.set_xlabel("share solved")
            legend(drawing, [("test inputs", SAME), ("whole tasks", WHOLE)], below=True)
        return Exhibit(self.title, self.caption, drawing)


def _draw_share(axis: Any, row: dict[str, Any], y: float, style: Any) -> None:
    """Draw a share with its interval, and write it beside them."""
    axis.plot([row["low"], row["high"]], [y, y], color=style["color"], linewidth=1.2)
    axis.plot(row["share"], y, linestyle="", **style)
    axis.text(row["high"] + 0.015, y, f"{row['share']:.2f}", va="center", fontsize=7)


WHOLE: dict[str, Any] = {"color": COLOURS[1], "marker": "s", "markersize": 5}


@figure.add("concept_summary")
@dataclass(frozen=True)
class Summary:
    """Everything about a learner in one row: accuracy, strict, consistency and time.

    Source: ours.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        table, names = with_published(run, self.beside)
        rows = [_row(table[table["learner"] == name], name) for name in names]
        body = pd.DataFrame(rows)
        return Exhibit(self.title, self.caption, body.loc[:, (body != "").any()])


def _row(own: pd.DataFrame, name: str) -> dict[str, str]:
    """One learner's numbers; what it does not have is empty."""
    whole = solved_counts(own, "learner").iloc[0]
    items = measures.solved_of_item(own).index.get_level_values("item")
    tasks = measures.strict_of_task(own)
    seconds = own.drop_duplicates(["unit", "task"])["seconds"].dropna()
    return {
        "learner": name,
        "guesses": ", ".join(sorted(set(own["mode"].astype(str)))),
        "items": str(items.nunique()),
        "solved": _share(whole["share"], whole["low"], whole["high"]),
        "first guess": _mean(measures.solved_first(own)),
        "strict": _strict(tasks),
        "all, if one input": _mean(measures.consistency_within_task(own)),
        "beyond chance, if one task": _mean(measures.consistency_within_concept(own)),
        "seconds per task": _seconds(seconds),
    }


def _mean(values: pd.Series) -> str:
    return "" if values.empty else f"{values.mean():.2f}"


def _seconds(values: pd.Series) -> str:
    """The mean, and the longest."""
    return "" if values.empty else f"{values.mean():.2f}, at most {values.max():.1f}"


def _strict(tasks: pd.Series) -> str:
    if tasks.empty:
        return ""
    found = wilson(int(tasks.sum()), len(tasks))
    return _share(found.estimate, found.low, found.high)


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.3f} ({low:.2f} to {high:.2f})"
