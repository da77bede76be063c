"""A study's database as an ordinary run folder, with its participants beside it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.app.analysable import analysable
from metamer.app.codebook import codebook
from metamer.app.exclusions import applying, seconds_per_item
from metamer.app.participation import Participation, PutItem, participations
from metamer.app.timeline import conditions_of_cells
from metamer.core import participants as listed
from metamer.core.counting import count
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.items import join_items
from metamer.core.jobs import unit_key
from metamer.core.responses import Columns, Responses, as_table
from metamer.core.settings import tag_of
from metamer.core.store import Run
from metamer.core.study import Condition, Study
from metamer.core.trial import CompletesRows
from metamer.reports.analysis import without_excluded

if TYPE_CHECKING:
    import pandas as pd

PEOPLE = "people"
"""The learner of every row."""

DESCRIPTIONS = ("participant", "unit", "cell", "block", "item", "solved", "description")

BETWEEN = (
    "Each participant was in one condition only. Units are numbered within conditions, so "
    "that measures which compare conditions have values: the means of these are right, "
    "single values mean nothing, since they are of two people."
)


@dataclass(frozen=True)
class Listed:
    """A participant with what is made of the session."""

    who: Participation
    unit: int | None
    """The number within the cell, of those who finished: the j-th of set s is s + j *
    sets, so that equal numbers in two conditions were put the same items."""
    name: str
    cell: str
    excluded_by: tuple[str, ...]


def export(
    database: Any, folder: Path, clear_ids: bool = False, learner: str = PEOPLE
) -> Responses:
    """Write all that was collected as a run folder; the database stays as it is.

    `learner` is what the table calls the participants.
    """
    from metamer.app.database import check_meta, read_meta, stored_study

    with database.reading() as connection:
        meta = read_meta(connection)
        check_meta(meta)
        study = stored_study(meta)
        everyone = list(participations(connection, study))
    salt = "" if clear_ids else meta["salt"]
    people = list_participants(study, everyone, salt)
    finished = [each for each in people if each.unit is not None]
    if not any(item.scored for each in finished for item in each.who.items):
        raise Refusal(
            f"nobody has finished this study yet ({count(len(people), 'participant')} "
            "arrived), so there is nothing to export"
        )
    answers = table(study, finished, learner)
    run = Run(folder)
    responses = run.import_responses(
        exported_study(study, answers, learner),
        answers,
        asked_items(study, finished),
        0.0,
    )
    _write_beside(run, responses, people)
    return responses


def exported_study(study: Study, answers: pd.DataFrame, learner: str) -> Study:
    """The study as its run records it: answered by people."""
    about = Imported(learner, "took part in the browser")
    between = () if study.people.within else (BETWEEN,)
    made = replace(study, learners=(about,), remarks=(*study.remarks, *between))
    return analysable(made, [answers, without_excluded(answers)])


def list_participants(
    study: Study, everyone: Iterable[Participation], salt: str
) -> list[Listed]:
    """Participants under hashes, or under their own names if the salt is empty."""
    cells = [_cell_name(study, cell) for cell in conditions_of_cells(study)]
    seen: Counter[tuple[int, int]] = Counter()
    found = []
    for who in everyone:
        unit = None
        if who.status == listed.COMPLETED and who.cell is not None:
            place = (who.cell, who.set or 0)
            unit = place[1] + seen[place] * study.people.sets
            seen[place] += 1
        cell = "" if who.cell is None else cells[who.cell]
        name = _name(who, salt)
        found.append(Listed(who, unit, name, cell, applying(study.people, who)))
    return found


def _cell_name(study: Study, conditions: Sequence[Condition]) -> str:
    return "all conditions" if study.people.within else str(conditions[0])


def _name(who: Participation, salt: str) -> str:
    """The platform's name for a participant, or a hash of it that nobody can look up."""
    given = who.participant or f"session {who.number}"
    if not salt:
        return given
    digest = hashlib.blake2b(given.encode(), key=bytes.fromhex(salt), digest_size=10)
    return digest.hexdigest()


def table(study: Study, finished: Sequence[Listed], learner: str) -> pd.DataFrame:
    """The responses of those who finished, with the columns of learners' responses."""
    import pandas as pd

    by_condition: dict[Condition, list[Columns]] = {}
    for each in finished:
        for item in each.who.items:
            if item.scored:
                by_condition.setdefault(item.condition, []).append(_rows(each, item))
    order = [each for each in study.paradigm.conditions() if each in by_condition]
    frames = [_frame(study, each, by_condition[each]) for each in order]
    whole = pd.concat(frames, ignore_index=True)
    whole.insert(0, "paradigm", tag_of(study.paradigm))
    whole.insert(1, "learner", learner)
    return as_table({str(column): whole[column] for column in whole})


def _rows(each: Listed, item: PutItem) -> Columns:
    """The rows of one item: those of its trial, the time of each, and whose they are."""
    rows = item.trial.rows()
    many = len(rows["item"])
    return {
        "unit": np.full(many, each.unit, np.int32),
        **rows,
        "seconds": np.array(item.times[:many]),
        listed.EXCLUDED: np.full(many, bool(each.excluded_by)),
    }


def _frame(study: Study, condition: Condition, rows: Sequence[Columns]) -> pd.DataFrame:
    """All rows of one condition, from the unit on."""
    import pandas as pd

    found = pd.DataFrame(
        {column: np.concatenate([row[column] for row in rows]) for column in rows[0]}
    )
    if study.paradigm.shape == "classify":
        found["probability"] = np.float32(np.nan)
    if isinstance(study.paradigm, CompletesRows):
        found = study.paradigm.complete_rows(condition, found)
    first = {
        "unit": found["unit"],
        "condition": condition.name,
        **dict(condition.details),
        "item": found["item"],
    }
    return pd.DataFrame({**first, **found.drop(columns=["unit", "item"])})


def asked_items(study: Study, finished: Sequence[Listed]) -> dict[str, Any]:
    """What was asked, as a run of learners records it: the items of the sets put."""
    numbers = sorted({each.who.set for each in finished if each.who.set is not None})
    keys = [unit_key(study.seed, number) for number in numbers]
    put = {item.condition for each in finished for item in each.who.items}
    found: dict[str, list[np.ndarray]] = {}
    for condition in filter(put.__contains__, study.paradigm.conditions()):
        lessons = [study.paradigm.lesson(condition, key) for key in keys]
        for name, array in study.paradigm.items(condition, lessons).items():
            found.setdefault(name, []).append(np.asarray(array))
    return join_items(found)


def _write_beside(run: Run, responses: Responses, people: Sequence[Listed]) -> None:
    """The participants, their descriptions, and what all columns mean."""
    import pandas as pd

    rows = pd.DataFrame([_row(each) for each in people], columns=list(listed.COLUMNS))
    run.write(listed.FILE, lambda path: rows.to_csv(path, index=False))
    said = pd.DataFrame(
        [row for each in people for row in _descriptions(each)],
        columns=list(DESCRIPTIONS),
    )
    run.write("descriptions.csv", lambda path: said.to_csv(path, index=False))
    run.write_text("codebook.md", codebook(responses))


def _row(each: Listed) -> dict[str, Any]:
    """A participant's row of `participants.csv`."""
    who = each.who
    spent = None if who.finished is None else (who.finished - who.arrived) / 60
    return {
        "participant": each.name,
        "unit": each.unit if each.unit is not None else "",
        "cell": each.cell,
        "set": "" if who.set is None else who.set,
        "status": who.status,
        "consented": who.consented,
        "arrived": _time(who.arrived),
        "finished": _time(who.finished),
        "minutes": "" if spent is None else round(spent, 2),
        "items": len(who.items),
        "seconds_per_item": round(seconds_per_item(who.items), 3),
        "excluded_by": listed.SEPARATOR.join(each.excluded_by),
        "pastes": who.signs.count("paste"),
        "focus_lost": who.signs.count("blur"),
        "pointer_path": round(who.signs.pointer_path),
        "impossible_times": who.signs.impossible_times,
    }


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _descriptions(each: Listed) -> list[dict[str, Any]]:
    return [
        {
            "participant": each.name,
            "unit": each.unit if each.unit is not None else "",
            "cell": each.cell,
            "block": item.block,
            "item": item.item.id,
            "solved": item.solved,
            "description": item.description,
        }
        for item in each.who.items
        if item.description is not None
    ]
