"""Published scores of people and of the LSTM agent, as responses."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.core.imported import AskedElsewhere
from metamer.core.responses import as_table
from metamer.core.study import Condition
from metamer.paradigms.tiles.items.published import FOLDER, published_boards
from metamer.paradigms.tiles.rules import FAMILY
from metamer.paradigms.tiles.shapes.bitboard import SIDE

if TYPE_CHECKING:
    import pandas as pd

CONDITION_NAMES = {"Abstract": "abstract", "Metamer": "metamer"}
"""Conditions in the file and here. Source: kumar2022, the released performancedata.csv."""

PEOPLE, LSTM = "people", "published lstm"
MEMBERS = {"Human": PEOPLE, "Agent": LSTM}
"""Who answered, in the file and here. Source: kumar2022, the released performancedata.csv.

Unclear: the paper speaks of 15 agents; the rows are 15 passes of one network.
"""

SCORES = "performancedata.csv"
NEEDED = ("abstraction", "condition", "member", "performance")

SAME = 1e-9
"""How far apart two scores may be and still count as the same."""

NEAR = 0.02
"""How far, as a share, a score may lie from the score of finishing no board.

Source: ours. A fresh normalisation from 1,000 games moves a mean z by up to 0.7 %.
"""

MIN_REPEATS = 5
"""If the score of finishing no board is not known: a score that at least this many passes
share is taken for it. Source: ours."""


@dataclass(frozen=True)
class PublishedBoards(AskedElsewhere):
    """The released sets of 25 boards, which were played outside metamer.

    Source: kumar2022, the released boards.
    """

    shape: ClassVar[str] = "play"
    command: ClassVar[str] = "metamer people import tiles PATH"
    """The command that makes such a run, for its report."""

    rules: tuple[str, ...] = FAMILY

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": list(CONDITION_NAMES.values()), "rules": list(FAMILY)}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("rule", rule),))
            for rule in self.rules
            for name in CONDITION_NAMES.values()
        )

    def description(self) -> list[dict[str, str]]:
        made = {
            "abstract": "made by the rule",
            "metamer": "with the same statistics, made without the rule",
        }
        rules = ", ".join(self.rules)
        return [
            {"condition": name, "boards": f"25 for each rule, {words}", "rules": rules}
            for name, words in made.items()
        ]


class Score(NamedTuple):
    """The score of one participant, or of one pass of the agent."""

    rule: str
    condition: str
    learner: str
    z: float

    @property
    def cell(self) -> tuple[str, str]:
        return self.rule, self.condition


def find(path: Path) -> Path:
    """The file of scores: `path` itself, or the one in that folder."""
    file = path / SCORES if path.is_dir() else path
    if not file.is_file():
        raise Refusal(f"there is no file {file}; give {SCORES} or the folder it is in")
    return file


def digest(file: Path) -> str:
    """The beginning of a file's SHA-256, to tell its versions apart."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def read(file: Path) -> list[Score]:
    """The scores in the file, in their order; refuses a file that is not such a table."""
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            reader = csv.DictReader(lines)
            _check_columns(file, reader.fieldnames or ())
            scores = [_score(f"{file}, line {reader.line_num}", row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"cannot read {file} as a table: {error}") from error
    if not scores:
        raise Refusal(f"{file} has no rows below its header")
    return scores


def _check_columns(file: Path, names: Any) -> None:
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise Refusal(
            f"{file} has no column {', '.join(missing)}; it needs {', '.join(NEEDED)}"
        )


def _score(where: str, row: dict[str, str | None]) -> Score:
    allowed = {"abstraction": FAMILY, "condition": CONDITION_NAMES, "member": MEMBERS}
    for column, known in allowed.items():
        if row[column] not in known:
            raise Refusal(
                f"{where}: no {column} {row[column]!r}; there is: {', '.join(known)}"
            )
    rule, condition, member, score = (row[name] or "" for name in NEEDED)
    z = _number(where, score)
    return Score(rule, CONDITION_NAMES[condition], MEMBERS[member], z)


def _number(where: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise Refusal(f"{where}: performance must be a finite number, not {text!r}")
    return value


def table(
    scores: list[Score], unfinished: dict[tuple[str, str], float]
) -> pd.DataFrame:
    """Responses, one for each score: 25 boards in one row, without single clicks.

    `finished` is false where a pass has the score of finishing none of its boards.
    `unfinished` gives that score for each rule and condition, if it is known.

    Source: kumar2022, the released performancedata.csv.
    Unclear: a pass that got stuck half way is not marked; its boards are not released.
    """
    import pandas as pd

    seen: Counter[tuple[str, str, str]] = Counter()
    units = []
    for score in scores:
        units.append(seen[score[:3]])
        seen[score[:3]] += 1
    return as_table(
        {
            "paradigm": ["tiles"] * len(scores),
            "learner": [score.learner for score in scores],
            "unit": np.array(units, np.int32),
            "condition": [score.condition for score in scores],
            "rule": [score.rule for score in scores],
            "item": [_item(*score.cell) for score in scores],
            "step": np.zeros(len(scores), np.int32),
            "answer": [""] * len(scores),
            "correct": pd.array([None] * len(scores), dtype="boolean"),
            "published_z": np.array([score.z for score in scores]),
            "finished": _finished(scores, unfinished),
        }
    )


def _item(rule: str, condition: str) -> str:
    """The id of a set of boards: each score is of 25 boards."""
    return f"tiles/published/{rule}/{condition}"


def unfinished_cells(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The cells in which passes finished no board, and how many passes (`rows`)."""
    marked = table[~table["finished"]]
    cells = marked.groupby(["rule", "condition"], sort=False, observed=True).size()
    return [
        {"rule": str(rule), "condition": str(condition), "rows": int(rows)}
        for rule, condition, rows in cells.reset_index().to_numpy()
    ]


def _finished(
    scores: list[Score], unfinished: dict[tuple[str, str], float]
) -> np.ndarray:
    """False for the agent's scores that repeat and are the score of finishing no board."""
    finished = np.ones(len(scores), bool)
    for cell in {score.cell for score in scores if score.learner == LSTM}:
        places = [
            place
            for place, score in enumerate(scores)
            if (score.learner, score.cell) == (LSTM, cell)
        ]
        values = np.array([scores[place].z for place in places])
        finished[places] = ~_are_stuck(values, unfinished.get(cell))
    return finished


def _are_stuck(scores: np.ndarray, none_finished: float | None) -> np.ndarray:
    """Whether each score of one network is the score of finishing no board.

    Source: ours. Games differ by chance, so several passes have the same score only if
    none of their boards was finished.
    """
    repeats = (np.abs(scores[:, None] - scores) <= SAME).sum(axis=1)
    if none_finished is None:
        return repeats >= MIN_REPEATS
    return (repeats > 1) & np.isclose(scores, none_finished, rtol=NEAR, atol=0)


def unfinished_scores(folder: Path) -> dict[tuple[str, str], float]:
    """The z of finishing no board of a set, if the folder has `nn_reference.csv`."""
    import pandas as pd

    file = folder / "nn_reference.csv"
    if not file.is_file():
        return {}
    with reading(file, "or delete it; then scores that repeat are used instead"):
        boards = pd.read_csv(file)
        means = boards.groupby(["rule", "condition"])["z_did_not_finish"].mean()
        return {
            (str(rule), CONDITION_NAMES[condition]): float(mean)
            for rule, condition, mean in means.reset_index().to_numpy()
        }


def boards(folder: Path) -> dict[str, np.ndarray]:
    """The published boards for `items.npz`, one row per set, if the folder has them.

    `published/boards` holds 25 boards of 7x7 tiles for each rule and condition (1 is red),
    `published/starts` the row and column of the tile that is face up at the start.

    Source: kumar2022, the released boards.
    """
    if not (folder / FOLDER).is_dir():
        return {}
    sets = [(rule, name) for rule in FAMILY for name in CONDITION_NAMES.values()]
    pairs = [published_boards(folder, rule, name, SIDE) for rule, name in sets]
    numbers = {len(red) for red, _ in pairs}
    if len(numbers) > 1:
        raise Refusal(
            f"the files in {folder / FOLDER} have different numbers of boards"
        )
    return {
        "published/item": np.array([_item(*one) for one in sets]),
        "published/boards": np.stack(
            [red.reshape(-1, SIDE, SIDE).astype(np.uint8) for red, _ in pairs]
        ),
        "published/starts": np.stack(
            [
                np.stack(np.divmod(starts, SIDE), axis=1).astype(np.uint8)
                for _, starts in pairs
            ]
        ),
    }
