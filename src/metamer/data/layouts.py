"""Published files, checked by their sha256, converted into one file of ours."""

import hashlib
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.data.archives import gather


@dataclass(frozen=True)
class Layout:
    """One form in which a data set is distributed."""

    files: Mapping[str, str | None]
    """The sha256 of each of its files, uncompressed and outside of any archive; None if
    `read` checks the content."""
    read: Callable[[Mapping[str, bytes]], Any]
    """Turns those files into arrays by name, or a data frame."""


@dataclass(frozen=True)
class Convert:
    """Write a data set's file from the first of its layouts that is complete."""

    layouts: tuple[Layout, ...]

    def __call__(self, source: Path, target: Path) -> None:
        missing = []
        for layout in self.layouts:
            found = gather(source, layout.files)
            if len(found) == len(layout.files):
                return save(_check_and_read(layout, found, source), target)
            missing.append(first_of(layout.files.keys() - found.keys()))
        raise Refusal(
            f"{source} does not contain {' or '.join(missing)}, neither as files nor in "
            "archives"
        )


def _check_and_read(layout: Layout, found: Mapping[str, bytes], source: Path) -> Any:
    for name, checksum in layout.files.items():
        if checksum is not None:
            check(name, found[name], checksum, source)
    return layout.read(found)


def first_of(names: AbstractSet[str]) -> str:
    """The first of some missing files, and how many more there are."""
    first, *others = sorted(names)
    return f"{first} and {len(others)} more" if others else first


def check(name: str, content: bytes, checksum: str, source: Path) -> None:
    """Refuse a file that is not the published one."""
    actual = hashlib.sha256(content).hexdigest()
    if actual != checksum:
        raise Refusal(
            f"{name} from {source} is not the published file: "
            f"its sha256 is {actual}, not {checksum}"
        )


def save(content: Any, target: Path) -> None:
    """Write arrays as npz, a data frame as parquet."""
    if target.suffix == ".parquet":
        content.to_parquet(target, index=False)
    else:
        np.savez(target, **content)
