"""Run folders: written atomically, never computed twice, safe with two processes.

A run is the union of its parts: `parts/<series>-<first>-<end>.parquet` holds the units from
`first` to before `end` of one learner in one condition. Each part appears by renaming a
finished temporary file, so it is either whole or not there; everything else in a folder can
be made again from the parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import tomli_w

from metamer.core import files
from metamer.core.checked import read_arrays, read_json, read_table, read_toml
from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.core.items import join_items
from metamer.core.jobs import FORMAT, Job, pieces, series
from metamer.core.joining import REMEDY, join_parts
from metamer.core.responses import Responses
from metamer.core.settings import recorded_study, to_plain
from metamer.core.study import ANALYSIS, Study
from metamer.core.versions import versions

if TYPE_CHECKING:
    import pandas as pd

MAY_GROW = ("units", "learners", *ANALYSIS)
"""What may differ when a run is taken up again: finished units stay as they are."""

PART = re.compile(r"[0-9a-f]+-(\d{1,6})-(\d{1,6})\.parquet")
"""The name of a part: the first unit, and the one after the last."""


@dataclass(frozen=True)
class Run:
    """A folder that holds, or will hold, one run of one study."""

    folder: Path

    def begin(self, study: Study) -> None:
        """Make the folder for `study`, or go on in one that already has it."""
        with files.writing(self.folder):
            (self.folder / "parts").mkdir(parents=True, exist_ok=True)
            files.remove_stale(self.folder)
        plain = to_plain(study)
        # Whoever writes the plan first owns the folder, also if two begin at once.
        if files.claim(self.folder / "study.toml", tomli_w.dumps(plain)):
            return
        self._check_version()
        _check_same(self.folder, read_toml(self.folder / "study.toml"), plain)
        self.write_text("study.toml", tomli_w.dumps(plain))

    def write(self, name: str, writer: Callable[[Path], object]) -> None:
        """Let `writer` make a file of this folder, whole or not at all."""
        files.write(self.folder / name, writer)

    def write_text(self, name: str, text: str) -> None:
        """A text file of this folder, whole or not at all."""
        files.write_text(self.folder / name, text)

    def part(self, job: Job) -> Path:
        """Where the rows of `job` are, once it is done."""
        return self.folder / "parts" / f"{job.id}.parquet"

    def keep(self, job: Job, table: pd.DataFrame, items: dict[str, Any]) -> None:
        """Write the rows of a finished job, and what was asked, if it records that."""
        if items:
            files.write_arrays(self.part(job).with_suffix(".npz"), items)
        files.write_table(self.part(job), table)

    def missing_jobs(self, study: Study) -> list[Job]:
        """The jobs that are still to be done; refuses a part that cannot be read."""
        return [
            job
            for whole in series(study)
            for job in pieces(
                whole, [done.units for done in self._finished_jobs(whole)]
            )
        ]

    def has(self, job: Job) -> bool:
        """Whether `job` is done; refuses a part that cannot be read."""
        import pyarrow.parquet

        if not self.part(job).exists():
            return False
        with reading(self.part(job), REMEDY):
            pyarrow.parquet.read_metadata(self.part(job))
        return True

    def _finished_jobs(self, whole: Job) -> list[Job]:
        """The finished jobs that `whole` needs, none of which repeats a unit of another.

        Parts can overlap: earlier runs may have had blocks of another size. Of those that
        begin at the same unit the longest is taken, and then the next that does not
        overlap it.
        """
        found = []
        for path in (self.folder / "parts").glob(f"{whole.series}-*.parquet"):
            numbers = PART.fullmatch(path.name)
            if numbers:
                found.append(range(int(numbers[1]), int(numbers[2])))
        chosen: list[Job] = []
        reached = 0
        for units in sorted(found, key=lambda units: (units.start, -units.stop)):
            if reached <= units.start < whole.units.stop:
                chosen.append(whole.of(units))
                reached = units.stop
        return [job for job in chosen if self.has(job)]

    def finish(self, study: Study, seconds: float) -> Responses:
        """Join the parts to `responses.parquet`, and say what made them."""
        # The plan again: another process may have gone on with more units meanwhile.
        self.write_text("study.toml", tomli_w.dumps(to_plain(study)))
        done = [job for whole in series(study) for job in self._finished_jobs(whole)]
        paths = [self.part(job) for job in done]
        self.write(
            "responses.parquet", lambda path: join_parts(paths, study.units, path)
        )
        asked = [path.with_suffix(".npz") for path in paths]
        items = _join_items(path for path in asked if path.exists())
        files.write_arrays(self.folder / "items.npz", items)
        # A run may have been stopped and taken up again: its times add up.
        before = 0.0
        if (self.folder / "versions.json").exists():
            before = self.versions()["seconds"]
        made = versions(study, before + seconds)
        self.write_text("versions.json", json.dumps(made, indent=2))
        # The study as it was given: a folder alone cannot bring back all of it.
        return replace(self.load(), study=study)

    def import_responses(
        self, study: Study, table: pd.DataFrame, items: dict[str, Any], seconds: float
    ) -> Responses:
        """Write responses that were collected elsewhere, such as people's, as a run."""
        plain = to_plain(study)
        if (self.folder / "study.toml").exists():
            self._check_version()
            old = read_toml(self.folder / "study.toml")
            _check_same(self.folder, old, plain, ANALYSIS)
        self.write_text("study.toml", tomli_w.dumps(plain))
        files.write_table(self.folder / "responses.parquet", table)
        files.write_arrays(self.folder / "items.npz", items)
        made = versions(study, seconds)
        self.write_text("versions.json", json.dumps(made, indent=2))
        # The study as it was given: a folder alone cannot bring back all of it.
        return replace(self.load(), study=study)

    def load(self) -> Responses:
        """The responses of a finished run."""
        if not (self.folder / "study.toml").exists():
            raise Refusal(f"{self.folder} is not a run folder: it has no study.toml")
        self._check_version()
        path = self.folder / "responses.parquet"
        if not path.exists():
            raise Refusal(
                f"the run in {self.folder} is not finished; go on with "
                f"`metamer run {self.folder}/study.toml --out {self.folder}`"
            )
        plain = read_toml(self.folder / "study.toml")
        study = recorded_study(plain, f"{self.folder}/study.toml")
        table = read_table(path, "run the study again to make it from its parts")
        return Responses(table, study, self.folder)

    def items(self) -> dict[str, np.ndarray]:
        """What was asked, as the paradigm's `items` gave it."""
        return read_arrays(self.folder / "items.npz", "run the study again to make it")

    def versions(self) -> dict[str, Any]:
        """What made this run."""
        path = self.folder / "versions.json"
        remedy = "delete it, and run the study again to make it"
        found = read_json(path, remedy)
        with reading(path, remedy):
            return {**found, "format": int(found["format"]), "seconds": _seconds(found)}

    def _check_version(self) -> None:
        if not (self.folder / "versions.json").exists():
            return
        found = self.versions()["format"]
        if found > FORMAT:
            raise Refusal(
                f"{self.folder} was made by a newer metamer (folder format {found}; "
                f"this one knows up to {FORMAT}): update metamer to read it"
            )


def load(path: str | Path) -> Responses:
    """The responses in a run folder."""
    if not Path(path).is_dir():
        raise Refusal(f"there is no run folder {path}")
    return Run(Path(path)).load()


def _join_items(paths: Iterable[Path]) -> dict[str, np.ndarray]:
    """What all parts asked, each item once: the arrays of a group are columns of a table.

    `plane/item` and `plane/x` are two columns of the group `plane`; `item` has the ids.
    """
    columns: dict[str, list[np.ndarray]] = {}
    for path in paths:
        arrays = read_arrays(path, REMEDY)
        with reading(path, REMEDY):
            _check_groups(arrays, columns)
        for name, array in arrays.items():
            columns.setdefault(name, []).append(array)
    return join_items(columns)


def _check_groups(
    arrays: dict[str, np.ndarray], before: dict[str, list[np.ndarray]]
) -> None:
    """Refuse arrays that are no table, or that do not go on with those of other parts."""
    for name, array in arrays.items():
        ids = arrays.get(f"{name.rpartition('/')[0]}/item")
        if ids is None or len(ids) != len(array):
            raise ValueError(f"{name} has no ids, or not as many as rows")
        if name in before and before[name][0].shape[1:] != array.shape[1:]:
            raise ValueError(f"{name} has another shape than in other parts")


def _seconds(versions: dict[str, Any]) -> float:
    seconds = float(versions.get("seconds", 0.0))
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"seconds is {seconds}")
    return seconds


def _check_same(
    folder: Path,
    old: dict[str, Any],
    new: dict[str, Any],
    free: tuple[str, ...] = MAY_GROW,
) -> None:
    changed = [
        key
        for key in sorted(old.keys() | new.keys())
        if key not in free
        and old.get(key) != new.get(key)
        and not (key == "name" and old.get(key) == Study.name)
    ]
    if changed:
        raise Refusal(
            f"{folder} holds another study (these settings differ: {', '.join(changed)}); "
            "choose another --out, or delete that folder"
        )
