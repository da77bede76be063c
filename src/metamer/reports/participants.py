"""Who took part: from arrival to analysis, and what the exclusion rules change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from metamer.core import participants as listed
from metamer.core.counting import count
from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.result_rows import p_text
from metamer.statistics.summaries import HALF_WIDTH, mean_text, summary

if TYPE_CHECKING:
    import pandas as pd

FLOW = ("arrived", "consented", "finished", "kept")

MAX_EFFECTS = 12
"""Tests that are shown for both groups; `tests.csv` has all of them."""


def participants(run: Analysis) -> list[Exhibit]:
    """The tables about the participants of a run; none if it lists no participants."""
    if not (run.responses.folder / listed.FILE).exists():
        return []
    people = read_participants(run.responses.folder)
    shown = (_rules(people, run), _means(run), _effects(run), _signs(people))
    parts = [_flow(people), *shown]
    return [part for part in parts if part is not None]


def read_participants(folder: Path) -> pd.DataFrame:
    """Everybody who arrived, as the run folder lists them."""
    import pandas as pd

    path = folder / listed.FILE
    with reading(path, "export the run again"):
        people = pd.read_csv(path)
    missing = [name for name in listed.COLUMNS if name not in people]
    if missing:
        raise Refusal(f"{path} has no column {missing[0]}: export the run again")
    return people.astype({"consented": bool})


def flow(people: pd.DataFrame) -> dict[str, int]:
    """How many arrived, consented, finished, and were kept."""
    finished = people["status"] == listed.COMPLETED
    excluded = people["excluded_by"].fillna("") != ""
    steps = (people["consented"], finished, finished & ~excluded)
    numbers = (len(people), *(int(step.sum()) for step in steps))
    return dict(zip(FLOW, numbers, strict=True))


def _flow(people: pd.DataFrame) -> Exhibit:
    """Participants of each cell, step by step, and how long they took."""
    import pandas as pd

    cells = [(str(cell), rows) for cell, rows in people.groupby("cell", sort=False)]
    groups = [("all", people), *(cells if len(cells) > 1 else [])]
    rows = [
        {"cell": name, **flow(group), "minutes": _minutes(group)}
        for name, group in groups
    ]
    words = ", ".join(f"{number} {step}" for step, number in flow(people).items())
    return Exhibit(
        "From arrival to analysis",
        f"{words}. Kept are those who finished and to whom no exclusion rule applies. "
        "Minutes from arrival to completion: median, and the middle half in brackets.",
        pd.DataFrame(rows),
    )


def _minutes(people: pd.DataFrame) -> str:
    spent = people.loc[people["status"] == listed.COMPLETED, "minutes"].dropna()
    if spent.empty:
        return ""
    low, median, high = spent.quantile([0.25, 0.5, 0.75])
    return f"{median:.1f} ({low:.1f} to {high:.1f})"


def _rules(people: pd.DataFrame, run: Analysis) -> Exhibit | None:
    """To how many of those who finished each exclusion rule applies."""
    import pandas as pd

    finished = people[people["status"] == listed.COMPLETED]
    applied = finished["excluded_by"].fillna("").str.split(listed.SEPARATOR)
    rows = [
        {
            "rule": rule.label,
            "reason": rule.reason.replace("_", " "),
            "limit": f"{rule.limit:g}",
            "block": rule.block or "all",
            "participants": sum(rule.label in labels for labels in applied),
        }
        for rule in run.study.people.exclusions
    ]
    if not rows:
        return None
    return Exhibit(
        "Exclusion rules",
        "The rules were declared in the study before anybody took part. Nothing is "
        "deleted: the answers of those who are left out are in `responses.parquet`, "
        "marked in the column `excluded`.",
        pd.DataFrame(rows),
    )


SIGNS = {
    "pastes": "pasted something",
    "focus_lost": "had another window in front",
    "impossible_times": "gave answers in impossible times",
}


def _signs(people: pd.DataFrame) -> Exhibit | None:
    """How many of those who finished gave signs of copying, or of being a program."""
    import pandas as pd

    finished = people[people["status"] == listed.COMPLETED]
    if finished.empty:
        return None
    rows = [
        {"sign": words, "participants": int((given > 0).sum()), "most": given.max()}
        for words, given in ((words, finished[name]) for name, words in SIGNS.items())
    ]
    return Exhibit(
        "Signs of copying and of programs",
        f"How many of the {count(len(finished), 'participant')} who finished, and how "
        "often somebody did at most. No sign is a proof, and none leaves anybody out "
        "unless a rule says so.",
        pd.DataFrame(rows),
    )


def _means(run: Analysis) -> Exhibit | None:
    """Each measure with and without the excluded."""
    if run.all_finished is None:
        return None
    by = ["measure", *run.details, "condition"]
    kept, everyone = (
        summary(each.measures.dropna(subset=["value"]), by)
        for each in (run, run.all_finished)
    )
    texts = everyone.index.to_frame(index=False)
    texts["kept"] = [_mean(kept, where) for where in everyone.index]
    texts["all who finished"] = [_mean(everyone, where) for where in everyone.index]
    return Exhibit(
        "Both analyses: means",
        f"Without those whom an exclusion rule leaves out ({_many(run)}), as everywhere "
        f"on this page, and with all who finished ({_many(run.all_finished)}); "
        f"{HALF_WIDTH}.",
        texts.rename(columns=lambda name: str(name).replace("_", " ")),
    )


def _mean(found: pd.DataFrame, where: Any) -> str:
    """A mean and its interval; empty if there is nobody."""
    if where not in found.index:
        return ""
    row = found.loc[where]
    return mean_text(row["mean"], row["low"], row["high"])


def _many(run: Analysis) -> str:
    keys = ["learner", "condition", *run.details, "unit"]
    by = [key for key in keys if key != "condition" or not run.study.people.within]
    return count(len(run.responses.table[by].drop_duplicates()), "participant")


def _effects(run: Analysis) -> Exhibit | None:
    """The study's tests with and without the excluded."""
    import pandas as pd

    if run.all_finished is None or not run.all_finished.tests:
        return None
    others = {(test.test, test.measure, test.effect): test for test in run.tests}
    rows = []
    for test in run.all_finished.tests[:MAX_EFFECTS]:
        own = others.get((test.test, test.measure, test.effect))
        rows.append(
            {
                "test": test.test,
                "measure": test.measure.replace("_", " "),
                "effect": test.effect,
                "kept": "" if own is None else f"{own.estimate:.3f}",
                "p, kept": "" if own is None else p_text(own),
                "all who finished": f"{test.estimate:.3f}",
                "p, all": p_text(test),
            }
        )
    return Exhibit(
        "Both analyses: tests",
        "The study's tests without and with those whom an exclusion rule leaves out.",
        pd.DataFrame(rows),
    )
