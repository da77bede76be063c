"""Published scores of people and of the LSTM agent, as responses."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.core.responses import as_table
from metamer.core.study import Condition
from metamer.paradigms.tiles.rules import FAMILY

if TYPE_CHECKING:
    import pandas as pd

CONDITIONS = {"Abstract": "abstract", "Metamer": "metamer"}
"""Conditions in the file and here. Source: kumar2022, the released performancedata.csv."""

PEOPLE, LSTM = "people", "published lstm"
MEMBERS = {"Human": PEOPLE, "Agent": LSTM}
"""Who answered, in the file and here. Source: kumar2022, the released performancedata.csv.

Unclear: the paper speaks of 15 agents; the rows are 15 passes of one network.
"""

SCORES = "performancedata.csv"
NEEDED = ("abstraction", "condition", "member", "performance")

SAME = 1e-9
"""How far apart two scores may be that are one and the same."""

NEAR = 0.02
"""How far, as a share, a score may lie from that of finishing no board.

Source: ours. A fresh normalisation from 1,000 games moves a mean z by up to 0.7 %.
"""

OFTEN = 5
"""Passes with one score from which it is that of finishing no board, where nothing says
what that score is. Source: ours."""


@dataclass(frozen=True)
class PublishedBoards:
    """The released sets of 25 boards, which were played elsewhere.

    Source: kumar2022, the released boards.
    """

    shape: ClassVar[str] = "play"
    demo: ClassVar[tuple[str, ...]] = ()
    command: ClassVar[str] = "metamer people import tiles PATH"
    """How such a run is made, for its report."""

    rules: tuple[str, ...] = FAMILY

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": list(CONDITIONS.values()), "rules": list(FAMILY)}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, (("rule", rule),))
            for rule in self.rules
            for name in CONDITIONS.values()
        )

    def lesson(self, *_: Any) -> NoReturn:
        raise Refusal(
            "published scores cannot be run again; see `metamer people import`"
        )

    score = lesson

    def items(self, *_: Any) -> dict[str, Any]:
        return {}

    def pictures(self, *_: Any) -> list[tuple[str, Any]]:
        return []

    def description(self) -> list[dict[str, str]]:
        made = {
            "abstract": "made by the rule",
            "metamer": "with the statistics of such boards, and no rule",
        }
        rules = ", ".join(self.rules)
        return [
            {"condition": name, "boards": f"25 for each rule, {words}", "rules": rules}
            for name, words in made.items()
        ]


class Row(NamedTuple):
    """One participant, or one pass of the agent."""

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


def read(file: Path) -> list[Row]:
    """The rows of the file, in their order; refuses what no such file could hold."""
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            reader = csv.DictReader(lines)
            _check_columns(file, reader.fieldnames or ())
            rows = [_row(f"{file}, line {reader.line_num}", row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"cannot read {file} as a table: {error}") from error
    if not rows:
        raise Refusal(f"{file} has no rows below its header")
    return rows


def _check_columns(file: Path, names: Any) -> None:
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise Refusal(
            f"{file} lacks the column {', '.join(missing)}; needed: {', '.join(NEEDED)}"
        )


def _row(where: str, row: dict[str, str | None]) -> Row:
    allowed = {"abstraction": FAMILY, "condition": CONDITIONS, "member": MEMBERS}
    for column, known in allowed.items():
        if row[column] not in known:
            raise Refusal(
                f"{where}: no {column} {row[column]!r}; there is: {', '.join(known)}"
            )
    rule, condition, member, score = (row[name] or "" for name in NEEDED)
    return Row(rule, CONDITIONS[condition], MEMBERS[member], _number(where, score))


def _number(where: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise Refusal(f"{where}: performance must be a finite number, not {text!r}")
    return value


def table(rows: list[Row], unfinished: dict[tuple[str, str], float]) -> pd.DataFrame:
    """Responses, one for each row: a score of 25 boards, and no single click.

    `finished` is false where a pass has exactly the score of finishing none of its
    boards; `unfinished` says what that is for each rule and condition, where it is known.

    Source: kumar2022, the released performancedata.csv.
    Unclear: a pass that got stuck half way is not marked; its boards are not released.
    """
    import pandas as pd

    seen: Counter[tuple[str, str, str]] = Counter()
    units = []
    for row in rows:
        units.append(seen[row[:3]])
        seen[row[:3]] += 1
    return as_table(
        {
            "paradigm": ["tiles"] * len(rows),
            "learner": [row.learner for row in rows],
            "unit": np.array(units, np.int32),
            "condition": [row.condition for row in rows],
            "rule": [row.rule for row in rows],
            "item": [_item(*row.cell) for row in rows],
            "step": np.zeros(len(rows), np.int32),
            "answer": [""] * len(rows),
            "correct": pd.array([None] * len(rows), dtype="boolean"),
            "published_z": np.array([row.z for row in rows]),
            "finished": _finished(rows, unfinished),
        }
    )


def _item(rule: str, condition: str) -> str:
    """The id of a set of boards: rows speak of 25 boards at once."""
    return f"tiles/published/{rule}/{condition}"


def unfinished_cells(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Where passes finished no board, and how many `rows` did not."""
    marked = table[~table["finished"]]
    cells = marked.groupby(["rule", "condition"], sort=False, observed=True).size()
    return [
        {"rule": str(rule), "condition": str(condition), "rows": int(rows)}
        for rule, condition, rows in cells.reset_index().to_numpy()
    ]


def _finished(rows: list[Row], unfinished: dict[tuple[str, str], float]) -> np.ndarray:
    """False for agents' scores that repeat, and are those of finishing no board."""
    finished = np.ones(len(rows), bool)
    for cell in {row.cell for row in rows if row.learner == LSTM}:
        places = [
            place
            for place, row in enumerate(rows)
            if (row.learner, row.cell) == (LSTM, cell)
        ]
        scores = np.array([rows[place].z for place in places])
        finished[places] = ~_stuck(scores, unfinished.get(cell))
    return finished


def _stuck(scores: np.ndarray, none_finished: float | None) -> np.ndarray:
    """Which scores of one network are those of finishing no board.

    Source: ours. Games differ, so the score of several passes is the same only if nothing
    was decided in them.
    """
    repeats = (np.abs(scores[:, None] - scores) <= SAME).sum(axis=1)
    if none_finished is None:
        return repeats >= OFTEN
    return (repeats > 1) & np.isclose(scores, none_finished, rtol=NEAR, atol=0)


def unfinished_scores(folder: Path) -> dict[tuple[str, str], float]:
    """The z of finishing no board of a set, where the folder has `nn_reference.csv`."""
    import pandas as pd

    file = folder / "nn_reference.csv"
    if not file.is_file():
        return {}
    with reading(file, "take it away, and scores that repeat tell instead"):
        boards = pd.read_csv(file)
        means = boards.groupby(["rule", "condition"])["z_did_not_finish"].mean()
        return {
            (str(rule), CONDITIONS[condition]): float(mean)
            for rule, condition, mean in means.reset_index().to_numpy()
        }


def boards(folder: Path) -> dict[str, np.ndarray]:
    """The published boards for `items.npz`, where the folder has them: one row per set.

    `published/boards` are 25 boards of 7x7 tiles for each rule and condition (1 is red),
    `published/starts` row and column of the tile that is face up at the start.

    Source: kumar2022, the released boards.
    """
    home = folder / "boards_7x7"
    if not home.is_dir():
        return {}
    sets = [(rule, name) for rule in FAMILY for name in CONDITIONS.values()]
    names = [f"{rule}{'_null' * (name == 'metamer')}_sample" for rule, name in sets]
    return {
        "published/item": np.array([_item(*one) for one in sets]),
        "published/boards": _stacked([home / f"{name}.npy" for name in names]),
        "published/starts": _stacked([home / f"{name}_starts.npy" for name in names]),
    }


def _stacked(files: list[Path]) -> np.ndarray:
    arrays = []
    for file in files:
        with reading(file, f"bring the released file, or take {file.parent} away"):
            arrays.append(np.load(file).astype(np.uint8))
    if len({array.shape for array in arrays}) > 1:
        raise Refusal(f"the files in {files[0].parent} have boards of different sizes")
    return np.stack(arrays)
