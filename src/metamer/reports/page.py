"""One self-contained page for one or more runs, and the tables beside it."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

from metamer.core.capabilities import DescribesAsked, NeedsMeasures
from metamer.core.counting import count
from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.keys import root
from metamer.core.recorded import Recorded
from metamer.core.responses import Responses
from metamer.core.settings import tag_of, to_plain
from metamer.core.store import Run, load
from metamer.core.study import Figure, Learner, Study
from metamer.reports.analysis import Analysis, Exhibit, analyse
from metamer.reports.comparison import compared
from metamer.reports.defaults import figures_of
from metamer.reports.drawing import show_dollars, svg
from metamer.reports.items_page import items_page
from metamer.reports.participants import participants
from metamer.reports.repetition import repetition
from metamer.reports.replies import replies
from metamer.reports.result_rows import RESULT_COLUMNS, result_row
from metamer.reports.run_files import RunFiles
from metamer.reports.templates import render
from metamer.reports.verdict import answers

MAX_WIDTH = 420.0
"""Points beyond which a figure scrolls sideways on a phone instead of shrinking."""

QUESTION = "Did it learn the rule, or only the statistics?"
"""The title of a page that answers this about several learners."""

MAX_CSV = 200_000
"""Characters of a figure's data that the page holds; `measures.csv` has all of it."""

Finished = Responses | str | Path
"""The responses of a run, or the folder that holds them."""


def report(runs: Finished | Sequence[Finished], out: str | Path = "") -> Path:
    """Measure, test and draw; write the page, and return where it is.

    Without `out` the page is `report.html` in the folder of the first run, and
    `measures.csv`, `tests.csv` and `figures/` go to each run's own folder. With `out` the
    page goes there, with pages that it links to beside it, and no run folder changes.
    """
    given = [runs] if isinstance(runs, Finished) else list(runs)
    finished = [run if isinstance(run, Responses) else load(run) for run in given]
    return write_report([analyse(run) for run in finished], out)


def write_report(
    analyses: Sequence[Analysis],
    out: str | Path = "",
    into_runs: bool = False,
    opening: str = "",
) -> Path:
    """The same for runs that are already analysed.

    With `into_runs`, their tables and figures go to their folders wherever the page goes.
    `opening` is HTML that the page begins with: who learned the rule.
    """
    if not analyses:
        raise Refusal("a report needs at least one run")
    page = Path(out) if out else analyses[0].responses.folder / "report.html"
    into_runs = into_runs or not out
    sections = [
        _section(analysis, RunFiles(analysis, page, number, into_runs))
        for number, analysis in enumerate(analyses, 1)
    ]
    text = render(
        "metamer.reports",
        "page.html",
        title=QUESTION if opening else _title(sections),
        opening=opening,
        sections=sections,
        compared=[_exhibit(shown, "compared") for shown in compared(analyses)],
        links=any(_links(part) for part in sections),
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        version=sections[0]["versions"]["packages"]["metamer"],
        script=(resources.files("metamer.reports") / "page.js").read_text("utf-8"),
    )
    write_text(page, text)
    return page


def _title(sections: list[dict[str, Any]]) -> str:
    return sections[0]["title"] if len(sections) == 1 else "metamer: a report"


def _links(section: dict[str, Any]) -> bool:
    """Whether a section links to another page."""
    links = [found["links"] for found in section["exhibits"]]
    return any([section["items_link"], *links])


def _section(analysis: Analysis, files: RunFiles) -> dict[str, Any]:
    """What the page says about one run; also writes its other files."""
    study, run = analysis.study, Run(analysis.responses.folder)
    exhibits = [
        _figure(figure, analysis, files) for figure in figures_of(analysis.study)
    ]
    files.write({shown["name"]: shown["svg"] for shown in exhibits if shown["svg"]})
    recorded = isinstance(study.paradigm, Recorded)
    return {
        "name": study.name,
        "scale": study.scale,
        "title": study.title or study.name,
        "question": study.question,
        "answers": answers(analysis),
        "reproduces": study.reproduces,
        "printed": study.printed,
        "remarks": study.remarks,
        "items_link": _items_link(analysis, files),
        "pictures": [] if recorded else _pictures(study, run),
        "conditions": [] if recorded else _as_rows(_description(study, run)),
        "learners": [_about(learner) for learner in study.learners],
        "counts": _counts(analysis),
        "replies": replies(analysis),
        "exhibits": exhibits,
        "participants": [
            _exhibit(shown, "participants") for shown in participants(analysis)
        ],
        "tests": [result_row(result) for result in analysis.tests],
        "test_columns": RESULT_COLUMNS,
        "plan": (run.folder / "study.toml").read_text("utf-8"),
        "versions": run.versions(),
        "repetition": repetition(study, run.folder),
    }


def _items_link(analysis: Analysis, files: RunFiles) -> dict[str, str] | None:
    """A link to the page of single items, if the run has one."""
    page = items_page(analysis)
    return files.link(page) if page else None


def _figure(figure: Figure, analysis: Analysis, files: RunFiles) -> dict[str, Any]:
    """A figure of one run, with its data and links to the pages that belong to it."""
    exhibit: Exhibit = figure(analysis)
    return {
        **_exhibit(exhibit, _file_name(figure)),
        "csv": _data(figure, analysis),
        "links": [files.link(page) for page in exhibit.pages],
    }


def _exhibit(exhibit: Exhibit, name: str) -> dict[str, Any]:
    """A figure as SVG, or a table as rows of texts."""
    import pandas as pd

    shown: dict[str, Any] = {
        "name": name,
        "title": exhibit.title,
        "caption": exhibit.caption,
        "columns": [],
        "rows": [],
        "svg": "",
        "csv": "",
        "links": [],
    }
    if isinstance(exhibit.body, pd.DataFrame):
        shown["columns"] = [str(column) for column in exhibit.body]
        rows = exhibit.body.to_numpy()
        shown["rows"] = [[str(value) for value in row] for row in rows]
    else:
        shown["svg"] = svg(exhibit.body)
        shown["wide"] = 72 * exhibit.body.get_size_inches()[0] > MAX_WIDTH
    return shown


def _data(figure: object, analysis: Analysis) -> str:
    """The measures that a figure shows, as a link that holds them; empty if too many."""
    if not isinstance(figure, NeedsMeasures):
        return ""
    shown = analysis.measures["measure"].isin(figure.needed_measures)
    text = analysis.measures[shown].to_csv(index=False)
    return "" if len(text) > MAX_CSV else f"data:text/csv,{quote(text)}"


def _as_rows(description: list[dict[str, str]]) -> dict[str, Any]:
    """Rows by name as a table: its columns, and the cells of each row."""
    if not description:
        return {}
    rows = [list(row.values()) for row in description]
    return {"columns": list(description[0]), "rows": rows}


def _file_name(figure: object) -> str:
    """A name for the figure's file, which no setting can turn into a path."""
    settings = to_plain(figure)
    which = settings.get("measure") or settings.get("y") or ""
    return re.sub(r"[^\w.-]+", "-", f"{tag_of(figure)}-{which}").strip("-.")


def _pictures(study: Study, run: Run) -> list[dict[str, str]]:
    """Examples of items, as PNG: photographs and scatter plots would make heavy SVG."""
    drawn = study.paradigm.pictures(root(study.seed), run.items())
    return [
        {"caption": caption, "png": _png(show_dollars(figure))}
        for caption, figure in drawn
    ]


def _description(study: Study, run: Run) -> list[dict[str, str]]:
    """The conditions in words and numbers, from the run alone if the paradigm can."""
    if isinstance(study.paradigm, DescribesAsked):
        return study.paradigm.describe_asked(run.items())
    return study.paradigm.description()


def _png(figure: Any) -> str:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=144)
    return base64.b64encode(data.getvalue()).decode()


def _about(learner: Learner) -> dict[str, str]:
    """A learner's name, the first line of its docstring, and its settings."""
    if isinstance(learner, Recorded):
        return {"name": learner.name, "what": "was defined in Python", "settings": ""}
    words = (type(learner).__doc__ or "").strip().split("\n")[0]
    settings = ", ".join(
        f"{field.name} = {getattr(learner, field.name)!r}" for field in _fields(learner)
    )
    return {"name": learner.name, "what": words, "settings": settings}


def _fields(learner: Any) -> tuple[Any, ...]:
    return fields(learner) if is_dataclass(learner) else ()


def _counts(analysis: Analysis) -> str:
    """How many learners, units, items and responses there are, as a sentence."""
    table = analysis.responses.table
    learners, units = table["learner"].nunique(), table["unit"].nunique()
    each = " each" if learners > 1 else ""
    limit = "up to " if learners > 1 and units > 1 else ""
    return (
        f"{count(learners, 'learner')} with {limit}{count(units, 'unit')}{each}, "
        f"{count(table['item'].nunique(), 'different item')}, "
        f"{count(len(table), 'response')}."
    )
