"""One self-contained page for one or more runs, and the tables beside it."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import asdict, fields, is_dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from metamer.core.capabilities import FromElsewhere
from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.keys import root
from metamer.core.reading import Recorded
from metamer.core.responses import Responses
from metamer.core.result import Result
from metamer.core.settings import tag_of, to_plain
from metamer.core.store import Run
from metamer.core.study import Learner, Study
from metamer.reports.analysis import Analysis, Exhibit, analyse, results_table
from metamer.reports.drawing import svg
from metamer.reports.templates import render
from metamer.statistics.wording import count

MAX_WIDTH = 720.0
"""Points beyond which a figure scrolls sideways on its own instead of shrinking."""

MAX_TESTS = 40
"""Tests shown at once; the rest is folded away."""


def report(responses: Responses | Sequence[Responses], out: str | Path = "") -> Path:
    """Measure, test and draw; write the tables, the figures and the page.

    `measures.csv`, `tests.csv` and `figures/` go to each run's own folder. The page goes
    to `out`, or to `report.html` in the folder of the first run.
    """
    runs = [responses] if isinstance(responses, Responses) else list(responses)
    return write_report([analyse(run) for run in runs], out)


def write_report(analyses: Sequence[Analysis], out: str | Path = "") -> Path:
    """The same for runs that are already analysed."""
    if not analyses:
        raise Refusal("a report needs at least one run")
    sections = [_section(analysis) for analysis in analyses]
    page = Path(out) if out else analyses[0].responses.folder / "report.html"
    text = render(
        "metamer.reports",
        "page.html",
        title=sections[0]["title"] if len(sections) == 1 else "metamer: a report",
        sections=sections,
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        version=sections[0]["versions"]["packages"]["metamer"],
    )
    write_text(page, text)
    return page


def _section(analysis: Analysis) -> dict[str, Any]:
    """What the page says about one run; also writes its tables and figures."""
    study, run = analysis.study, Run(analysis.responses.folder)
    exhibits = [_exhibit(figure(analysis)) for figure in study.figures]
    _write_tables(run, analysis)
    for figure, exhibit in zip(study.figures, exhibits, strict=True):
        if exhibit["svg"]:
            run.write_text(f"figures/{_file_name(figure)}.svg", exhibit["svg"])
    recorded = isinstance(study.paradigm, Recorded)
    return {
        "name": study.name,
        "title": study.title or study.name,
        "question": study.question,
        "remarks": study.remarks,
        "pictures": [] if recorded else _pictures(study, run),
        "conditions": [] if recorded else study.paradigm.description(),
        "learners": [_about(learner) for learner in study.learners],
        "counts": _counts(analysis),
        "exhibits": exhibits,
        "tests": [_short_texts(result) for result in analysis.tests],
        "max_tests": MAX_TESTS,
        "plan": (run.folder / "study.toml").read_text("utf-8"),
        "versions": run.versions(),
        "command": _command(study),
    }


def _write_tables(run: Run, analysis: Analysis) -> None:
    results = results_table(analysis.tests)
    run.write("measures.csv", lambda path: analysis.measures.to_csv(path, index=False))
    run.write("tests.csv", lambda path: results.to_csv(path, index=False))


def _exhibit(exhibit: Exhibit) -> dict[str, Any]:
    """A figure as SVG, or a table as rows of texts."""
    import pandas as pd

    if isinstance(exhibit.body, pd.DataFrame):
        rows = [[str(value) for value in row] for row in exhibit.body.to_numpy()]
        body = {"columns": list(exhibit.body), "rows": rows, "svg": ""}
    else:
        wide = 72 * exhibit.body.get_size_inches()[0] > MAX_WIDTH
        body = {"columns": [], "rows": [], "svg": svg(exhibit.body), "wide": wide}
    return {"title": exhibit.title, "caption": exhibit.caption, **body}


def _file_name(figure: object) -> str:
    settings = to_plain(figure)
    which = settings.get("measure") or settings.get("y") or ""
    return f"{tag_of(figure)}-{which}".rstrip("-")


def _pictures(study: Study, run: Run) -> list[dict[str, str]]:
    """Examples of items, as PNG: photographs and scatter plots would make heavy SVG."""
    return [
        {"caption": caption, "png": _png(figure)}
        for caption, figure in study.paradigm.pictures(root(study.seed), run.items())
    ]


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


def _short_texts(result: Result) -> dict[str, str]:
    """A test's numbers as short texts; empty where they do not apply."""
    texts = {}
    for name, value in asdict(result).items():
        missing = value is None or value != value
        is_number = isinstance(value, float) and not missing
        texts[name] = "" if missing else f"{value:.4g}" if is_number else str(value)
    return texts


def _command(study: Study) -> str:
    """How to repeat the run: by its study's name if that says everything, or its plan."""
    from metamer.core.registry import study as studies

    if isinstance(study.paradigm, FromElsewhere):
        return study.paradigm.command
    if study.name in studies:
        plan = studies(study.name)(scale=study.scale)
        if plan == study:
            return f"metamer run {study.name} --scale {study.scale}"
    return "metamer run study.toml"
