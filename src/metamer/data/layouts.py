"""Files that must be exactly the published ones, turned into one file of ours."""

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
    """One form in which a data set goes round."""

    files: Mapping[str, str | None]
    """The sha256 of each file it consists of, outside of any archive or gzip; None
    where `read` checks what it has read."""
    read: Callable[[Mapping[str, bytes]], Any]
    """Those files as arrays by name, or as a data frame."""


@dataclass(frozen=True)
class Convert:
    """Write a data set's one file from whichever of its layouts is there."""

    layouts: tuple[Layout, ...]

    def __call__(self, source: Path, target: Path) -> None:
        missing = []
        for layout in self.layouts:
            found = gather(source, layout.files)
            if len(found) == len(layout.files):
                return save(_checked(layout, found, source), target)
            missing.append(_few(layout.files.keys() - found.keys()))
        raise Refusal(
            f"{source} does not hold {' or '.join(missing)}, neither openly nor packed"
        )


def _checked(layout: Layout, found: Mapping[str, bytes], source: Path) -> Any:
    for name, checksum in layout.files.items():
        if checksum is not None:
            check(name, found[name], checksum, source)
    return layout.read(found)


def _few(names: AbstractSet[str]) -> str:
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
