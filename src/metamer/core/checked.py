"""Files as others left them: one checked reader for each kind.

A file may be cut short, be of another kind than its name says, or declare arrays of
terabytes. Each reader looks before it takes memory, and refuses in one sentence.
"""

from __future__ import annotations

import json
import math
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import reading

if TYPE_CHECKING:
    import pandas as pd

MAX_BYTES = 4 * 2**30
"""No file may unpack to more."""

MAX_TEXT = 256 * 2**20
"""No JSON or TOML file may be larger."""

ARRAY = ".npy"
ZIPPED = b"PK"
"""How every zip archive begins, even an empty one."""


def read_arrays(path: Path, remedy: str) -> dict[str, np.ndarray]:
    """The arrays of an npz file by name; the one of an npy file has the name ''.

    Refuses arrays without axes.
    """
    with open_arrays(path, remedy) as arrays:
        found = dict(arrays)
        for name, array in found.items():
            if not array.ndim:
                raise ValueError(f"the array {name!r} has no axes")
        return found


@contextmanager
def open_arrays(path: Path, remedy: str) -> Iterator[Mapping[str, np.ndarray]]:
    """The arrays of a file, each of which is read when it is asked for."""
    _check_exists(path, remedy)
    with reading(path, remedy), path.open("rb") as file:
        zipped = file.read(len(ZIPPED)) == ZIPPED
        file.seek(0)
        if zipped:
            with zipfile.ZipFile(file) as archive:
                yield _Archive(archive)
        else:
            yield {"": _array(file, path.stat().st_size)}


class _Archive(Mapping[str, np.ndarray]):
    """The arrays in a zip archive."""

    def __init__(self, archive: zipfile.ZipFile):
        self.archive = archive
        entries = archive.infolist()
        strange = [each.filename for each in entries if not _is_array(each)]
        if strange:
            raise ValueError(f"{strange[0]!r} is not an array")
        if sum(entry.file_size for entry in entries) > MAX_BYTES:
            raise ValueError(f"it unpacks to more than {MAX_BYTES:,} bytes")

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            entry = self.archive.getinfo(f"{name}{ARRAY}")
        except KeyError:
            known = ", ".join(self)
            raise ValueError(f"it has no array {name!r}; it has: {known}") from None
        with self.archive.open(entry) as file:
            return _array(file, entry.file_size)

    def __iter__(self) -> Iterator[str]:
        names = self.archive.namelist()
        return iter(dict.fromkeys(name.removesuffix(ARRAY) for name in names))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return name in list(self)


def _is_array(entry: zipfile.ZipInfo) -> bool:
    return entry.filename.endswith(ARRAY)


def _array(file: Any, size: int) -> np.ndarray:
    """One array, whose header may not promise more bytes than there are."""
    version = np.lib.format.read_magic(file)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }.get(version)
    if read_header is None:
        raise ValueError(f"its arrays have version {version}; known: 1.0 and 2.0")
    shape, columns_first, dtype = read_header(file)
    if dtype.hasobject:
        raise ValueError("it holds Python objects; allowed: numbers and texts")
    many = math.prod(shape)
    if min(shape, default=0) < 0 or many * dtype.itemsize > size:
        raise ValueError(f"its header promises {shape} of {dtype}, more than there is")
    values = np.frombuffer(file.read(many * dtype.itemsize), dtype, many)
    return values.reshape(shape, order="F" if columns_first else "C").copy()


def read_table(path: Path, remedy: str) -> pd.DataFrame:
    """A csv or parquet file; damaged pages are noticed if they have checksums."""
    import pandas as pd

    _check_exists(path, remedy)
    with reading(path, remedy):
        if path.suffix == ".csv":
            return pd.read_csv(path)
        _check_declared(path)
        table = pd.read_parquet(path, page_checksum_verification=True)
    check_cells(table, str(path))
    return table


def _check_declared(path: Path) -> None:
    """Refuse a parquet file whose columns would fill the memory."""
    import pyarrow.parquet

    declared = pyarrow.parquet.read_metadata(path)
    cells = declared.num_rows * declared.num_columns
    if cells * 8 > 4 * MAX_BYTES:  # most columns are small numbers or few texts
        raise ValueError(f"it declares {cells:,} cells")


def check_cells(table: pd.DataFrame, where: str) -> None:
    """Refuse a table with a list, an array or a table in a cell."""
    for name in table:
        column = table[name]
        cells: Any = column.cat.categories if column.dtype == "category" else column
        for cell in cells if cells.dtype.kind == "O" else ():
            if isinstance(cell, list | tuple | dict | set | np.ndarray):
                raise Refusal(
                    f"{where}: the column {name!r} holds a {type(cell).__name__}; "
                    "allowed: numbers, texts, true and false"
                )


def read_json(path: Path, remedy: str) -> Any:
    """A JSON file as plain values."""
    _check_exists(path, remedy)
    with reading(path, remedy):
        return json.loads(_text(path))


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain values."""
    _check_exists(path)
    try:
        return tomllib.loads(_text(path))
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{path} is not valid TOML: {error}") from None
    except OSError as error:
        raise Refusal(f"cannot read {path}: {error.strerror}") from None


def _text(path: Path) -> str:
    if path.stat().st_size > MAX_TEXT:
        raise ValueError(f"it is larger than {MAX_TEXT:,} bytes")
    return path.read_text(encoding="utf-8")


def _check_exists(path: Path, remedy: str = "") -> None:
    more = f"; {remedy}" if remedy else ""
    if path.is_dir():
        raise Refusal(f"cannot read {path}: it is a folder{more}")
    if not path.is_file():  # nor is a link that leads nowhere
        raise Refusal(f"there is no file {path}{more}")
