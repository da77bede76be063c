"""One self-contained page for one or more runs, and the tables beside it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import asdict, fields, is_dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.keys import root
from metamer.core.reading import Recorded
from metamer.core.responses import Responses
from metamer.core.result import Result
from metamer.core.settings import tag_of
from metamer.core.store import Run
from metamer.core.study import Learner, Study
from metamer.reports.drawing import svg
from metamer.reports.finding import Exhibit, Finding, find, tests_table

if TYPE_CHECKING:
    pass

WIDE = 720.0
"""Points beyond which a figure scrolls sideways on its own instead of shrinking."""

MANY = 40
"""Tests shown at once; the rest is folded away."""


def report(responses: Responses | Sequence[Responses], out: str | Path = "") -> Path:
    """Measure, test and draw; write the tables, the figures and the page.

    `measures.csv`, `tests.csv` and `figures/` go to each run's own folder. The page goes
    to `out`, or to `report.html` in the folder of the first run.
    """
    runs = [responses] if isinstance(responses, Responses) else list(responses)
    if not runs:
        raise Refusal("a report needs at least one run")
    sections = [_section(find(run)) for run in runs]
    page = Path(out) if out else runs[0].folder / "report.html"
    text = _template().render(
        title=sections[0]["title"] if len(runs) == 1 else "metamer: a report",
        sections=sections,
        style=(resources.files("metamer.reports") / "style.css").read_text("utf-8"),
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        version=_versions(runs[0])["packages"]["metamer"],
    )
    write_text(page, text)
    return page


def _template() -> Any:
    import jinja2

    source = (resources.files("metamer.reports") / "page.html").read_text("utf-8")
    return jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True
    ).from_string(source)


def _section(finding: Finding) -> dict[str, Any]:
    """Everything the page says of one run; its tables and figures are written here."""
    study, home = finding.study, Run(finding.responses.folder)
    exhibits = [made(finding) for made in study.figures]
    tests = tests_table(finding.tests)
    home.write("measures.csv", lambda path: finding.measures.to_csv(path, index=False))
    home.write("tests.csv", lambda path: tests.to_csv(path, index=False))
    shown = [_shown(exhibit) for exhibit in exhibits]
    for made, exhibit in zip(study.figures, shown, strict=True):
        if exhibit["svg"]:
            home.write_text(f"figures/{_file_name(made)}.svg", exhibit["svg"])
    return {
        "name": study.name,
        "title": study.title or study.name,
        "question": study.question,
        "remarks": study.remarks,
        "pictures": _pictures(study, home),
        "conditions": _conditions(study),
        "learners": [_about(learner) for learner in study.learners],
        "counts": _counts(finding),
        "exhibits": shown,
        "tests": [_in_numbers(row) for row in finding.tests],
        "many": MANY,
        "plan": (home.folder / "study.toml").read_text("utf-8"),
        "versions": _versions(finding.responses),
        "command": _command(study),
    }


def _shown(exhibit: Exhibit) -> dict[str, Any]:
    import pandas as pd

    if isinstance(exhibit.body, pd.DataFrame):
        rows = [[str(value) for value in row] for row in exhibit.body.to_numpy()]
        body = {"columns": list(exhibit.body), "rows": rows, "svg": ""}
    else:
        wide = 72 * exhibit.body.get_size_inches()[0] > WIDE
        body = {"columns": [], "rows": [], "svg": svg(exhibit.body), "wide": wide}
    return {"title": exhibit.title, "caption": exhibit.caption, **body}


def _file_name(figure: object) -> str:
    which = getattr(figure, "measure", "") or getattr(figure, "y", "")
    return f"{tag_of(figure)}-{which}".rstrip("-")


def _pictures(study: Study, home: Run) -> list[dict[str, str]]:
    """What was shown, as PNG: photographs and scatter plots would make heavy SVG."""
    if isinstance(study.paradigm, Recorded):
        return []
    return [
        {"caption": caption, "png": _png(figure)}
        for caption, figure in study.paradigm.pictures(root(study.seed), home.items())
    ]


def _png(figure: Any) -> str:
    import io

    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=144)
    return base64.b64encode(data.getvalue()).decode()


def _conditions(study: Study) -> list[dict[str, str]]:
    return [] if isinstance(study.paradigm, Recorded) else study.paradigm.description()


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


def _counts(finding: Finding) -> dict[str, int]:
    table = finding.responses.table
    return {
        "responses": len(table),
        "learners": table["learner"].nunique(),
        "units": table["unit"].nunique(),
        "items": table["item"].nunique(),
    }


def _in_numbers(result: Result) -> dict[str, str]:
    """A test's numbers as short texts; what does not apply is left out."""
    shown = {}
    for name, value in asdict(result).items():
        missing = value is None or value != value
        is_number = isinstance(value, float) and not missing
        shown[name] = "" if missing else f"{value:.4g}" if is_number else str(value)
    return shown


def _versions(responses: Responses) -> dict[str, Any]:
    return Run(responses.folder).versions()


def _command(study: Study) -> str:
    """How to do it again: by name where that says everything, else from the plan."""
    from metamer.core.registry import study as studies

    if hasattr(study.paradigm, "command"):  # it came from elsewhere
        return study.paradigm.command
    if study.name in studies:
        plan = studies(study.name)(scale=study.scale)
        if plan == study:
            return f"metamer run {study.name} --scale {study.scale}"
    return "metamer run study.toml"
