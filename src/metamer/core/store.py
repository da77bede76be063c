"""Run folders: written atomically, never computed twice, safe with two processes.

A run is the union of `parts/<job id>.parquet`. Each part appears by renaming a finished
temporary file, so a part is either whole or not there; everything else in a folder can be
made again from the parts.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import tomli_w

from metamer.core.errors import Refusal
from metamer.core.jobs import FORMAT, Job
from metamer.core.responses import Responses
from metamer.core.settings import read_toml, recorded_study, to_plain
from metamer.core.study import Study

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

STALE = 3600.0
"""Seconds after which a temporary file must belong to a process that was killed."""

MAY_GROW = ("units", "learners", "measures", "tests", "figures", "remarks", "title")
"""What may differ when a run goes on: finished jobs keep their ids."""


@dataclass(frozen=True)
class Run:
    """A folder that holds, or will hold, one run of one study."""

    folder: Path

    def begin(self, study: Study) -> None:
        """Make the folder for `study`, or go on in one that already has it."""
        with _writing(self.folder):
            (self.folder / "parts").mkdir(parents=True, exist_ok=True)
            _remove_stale(self.folder)
        plain = to_plain(study)
        if (self.folder / "study.toml").exists():
            self._check_version()
            if any((self.folder / "parts").glob("*.parquet")):
                _check_same(self.folder, read_toml(self.folder / "study.toml"), plain)
        text = tomli_w.dumps(plain)
        self.write("study.toml", lambda path: path.write_text(text, encoding="utf-8"))

    def write(self, name: str, writer: Callable[[Path], object]) -> None:
        """Let `writer` make a file, and give it its name only once it is whole."""
        target = self.folder / name
        with _writing(self.folder):
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(
                ".tmp", f".{target.stem}-", target.parent
            )
            os.close(handle)
            try:
                writer(Path(temporary))
                _flush(temporary)
                os.chmod(temporary, 0o644)
                os.replace(temporary, target)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise

    def part(self, job: Job) -> Path:
        """Where the rows of `job` are, once it is done."""
        return self.folder / "parts" / f"{job.id}.parquet"

    def keep(self, job: Job, table: pd.DataFrame) -> None:
        """Write the rows of a finished job."""
        self.write(
            f"parts/{job.id}.parquet",
            lambda path: table.to_parquet(path, index=False, compression="zstd"),
        )

    def missing(self, jobs: Sequence[Job]) -> list[Job]:
        """The jobs that still have to be done; refuses a part that cannot be read."""
        return [job for job in jobs if not self._has(job)]

    def _has(self, job: Job) -> bool:
        import pyarrow.parquet

        if not self.part(job).exists():
            return False
        with _reading(self.part(job), "delete it, and its units are done again"):
            pyarrow.parquet.read_metadata(self.part(job))
        return True

    def finish(self, study: Study, jobs: Sequence[Job], seconds: float) -> Responses:
        """Join the parts to `responses.parquet`, and say what made them."""
        import pyarrow.parquet

        def join(path: Path) -> None:
            with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as out:
                for job in jobs:
                    out.write_table(_read_part(self.part(job)).cast(schema))

        schema = _joint_schema([self.part(job) for job in jobs])
        self.write("responses.parquet", join)
        self.write("items.npz", lambda path: _save_items(path, study))
        self._write_versions(study, seconds)
        return self.load()

    def _write_versions(self, study: Study, seconds: float) -> None:
        before = 0.0
        if (self.folder / "versions.json").exists():
            before = float(self.versions().get("seconds", 0.0))
        text = json.dumps(versions(study, before + seconds), indent=2)
        self.write(
            "versions.json", lambda path: path.write_text(text, encoding="utf-8")
        )

    def load(self) -> Responses:
        """The responses of a finished run."""
        import pandas as pd

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
        with _reading(path, "run the study again to make it anew from its parts"):
            return Responses(pd.read_parquet(path), study, self.folder)

    def items(self) -> dict[str, np.ndarray]:
        """What was asked, as the paradigm's `items` wrote it."""
        path = self.folder / "items.npz"
        with _reading(path, "run the study again to make it anew"):
            with np.load(path) as arrays:
                return dict(arrays)

    def versions(self) -> dict[str, Any]:
        """What made this run."""
        path = self.folder / "versions.json"
        with _reading(path, "delete it, and run the study again to make it anew"):
            return {"format": 0, **json.loads(path.read_text(encoding="utf-8"))}

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


def versions(study: Study, seconds: float) -> dict[str, Any]:
    """What made a run: versions, seed, device, wall time, commit."""
    packages = (
        "metamer",
        "numpy",
        "scipy",
        "pandas",
        "scikit-learn",
        "jax",
        "statsmodels",
    )
    return {
        "format": FORMAT,
        "packages": {name: _version(name) for name in packages},
        "python": platform.python_version(),
        "seed": study.seed,
        "device": device(),
        "matmul_precision": _precision(),
        "seconds": round(seconds, 1),
        "commit": _commit(),
    }


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def device() -> str:
    """The kind of machine that answers: its JAX device and processor count."""
    import jax

    return f"{jax.devices()[0].device_kind}, {os.cpu_count()} cores"


def _precision() -> str:
    """How exactly JAX multiplies matrices; on a GPU its own choice is TF32."""
    import jax

    return str(jax.config.values["jax_default_matmul_precision"] or "JAX's default")


def _commit() -> str:
    """The commit of the source tree; nothing where metamer was installed from a wheel."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def _read_part(path: Path) -> pa.Table:
    import pyarrow.parquet

    with _reading(path, "delete it, and its units are done again"):
        return pyarrow.parquet.read_table(path)


def _joint_schema(paths: Sequence[Path]) -> pa.Schema:
    """The columns of all parts: texts as dictionaries, whatever a part held of them."""
    import pyarrow as pa
    import pyarrow.parquet

    text = pa.dictionary(pa.int32(), pa.string())
    schema = pyarrow.parquet.read_schema(paths[0]).remove_metadata()
    return pa.schema(
        pa.field(field.name, text if pa.types.is_dictionary(field.type) else field.type)
        for field in schema
    )


def _save_items(path: Path, study: Study) -> None:
    from metamer.core.jobs import Job

    paradigm = study.paradigm
    lessons = (
        (condition, paradigm.lesson(condition, job.key(unit)))
        for condition in paradigm.conditions()
        for job in [Job(paradigm, study.learners[0], condition, range(0), study.seed)]
        for unit in range(study.units)
    )
    with path.open("wb") as out:
        np.savez_compressed(out, **paradigm.items(lessons))


def _check_same(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    changed = [
        key
        for key in sorted(old.keys() | new.keys())
        if key not in MAY_GROW and old.get(key) != new.get(key)
    ]
    if changed:
        raise Refusal(
            f"{folder} holds another study (its {', '.join(changed)} differ); "
            "choose another --out, or delete that folder"
        )


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal(f"cannot write to {folder}: {reason}") from error


@contextlib.contextmanager
def _reading(path: Path, remedy: str) -> Iterator[None]:
    try:
        yield
    except Refusal:
        raise
    except Exception as error:  # every format has its own way to be broken
        raise Refusal(f"{path} is broken ({error}); {remedy}") from error


def _flush(path: str) -> None:
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def _remove_stale(folder: Path) -> None:
    for path in [*folder.glob(".*.tmp"), *folder.glob("parts/.*.tmp")]:
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > STALE:
                path.unlink()
