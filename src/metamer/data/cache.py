"""The folder of converted data sets, and what is in it."""

import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.data.catalogue import dataset

VARIABLE = "METAMER_DATA"
"""The environment variable that names another folder for them."""


def folder() -> Path:
    """Where converted data sets are kept."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("metamer", appauthor=False)) / "data"


def path(name: str) -> Path:
    """Where the data set is, or would be."""
    return folder() / dataset(name).file


def load(name: str) -> Any:
    """A data set in the cache: arrays by name, a data frame of texts, or a folder."""
    return _read(name, None)


def describe(name: str) -> dict[str, Any]:
    """Facts about a data set; its counts only if it is in the cache."""
    entry = dataset(name)
    return {
        "name": name,
        "title": entry.title,
        "source": entry.home,
        "package": str(entry.package) if entry.package else "none",
        "licence": entry.licence,
        "citation": entry.citation,
        "path": str(path(name)),
        "counts": _counts(name) if path(name).exists() else {},
    }


def _counts(name: str) -> dict[str, int]:
    column = dataset(name).counted
    values, counts = np.unique(_read(name, column), return_counts=True)
    shown = values if column == "split" else [f"{column} {value}" for value in values]
    return {str(value): int(count) for value, count in zip(shown, counts, strict=True)}


def _read(name: str, column: str | None) -> Any:
    """The whole data set, or one column of it."""
    file = path(name)
    fetched = dataset(name).package or dataset(name).origin
    source = "" if fetched else " --from FOLDER"
    command = f"metamer data {name}{source}"
    if not file.exists():
        raise Refusal(f"{file} does not exist; run `{command}`")
    try:
        return READERS[file.suffix](file, column)
    except (zipfile.BadZipFile, ValueError, KeyError, EOFError, OSError) as damage:
        raise Refusal(
            f"{file} is damaged ({damage}); delete it and run `{command}`"
        ) from damage


def _npz(file: Path, column: str | None) -> Any:
    with file.open("rb") as opened, np.load(opened) as arrays:
        return arrays[column] if column else dict(arrays)


def _parquet(file: Path, column: str | None) -> Any:
    import pandas as pd

    return pd.read_parquet(file)[column] if column else pd.read_parquet(file)


def _folder(place: Path, column: str | None) -> Any:
    """The folder itself, or for each of its files the part that it belongs to."""
    files = (file for file in place.rglob("*") if file.is_file())
    parts = [file.relative_to(place).parts[0] for file in files]
    return sorted(parts) if column else place


READERS = {".npz": _npz, ".parquet": _parquet, "": _folder}
