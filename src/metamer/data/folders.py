"""Published files that stay a folder of files, each checked by its sha256."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from metamer.core.errors import Refusal
from metamer.data.archives import gather
from metamer.data.layouts import check, first_of

CHECKSUMS = Path(__file__).parent / "checksums"
"""Lists as `sha256sum` writes them, of the files of each folder in the cache."""


def checksums(name: str) -> dict[str, str]:
    """The sha256 of each file of a data set, by its place in the folder."""
    lines = (CHECKSUMS / f"{name}.sha256").read_text("utf-8").splitlines()
    return {place: digest for digest, place in (line.split() for line in lines)}


@dataclass(frozen=True)
class CopyFiles:
    """Write a data set's folder from published files, wherever they lie in the source."""

    needed: Mapping[str, str]
    """The sha256 of each file that must be there, by its place in the folder."""
    also: Mapping[str, str] = field(default_factory=dict)
    """The same for files that are taken where the source has them."""
    unchecked: Mapping[str, Callable[[str, bytes], None]] = field(default_factory=dict)
    """Files without a known sha256, and what refuses a wrong one by its content."""

    def __call__(self, source: Path, target: Path) -> None:
        known = {**self.needed, **self.also}
        places = {
            PurePosixPath(place).name: place for place in [*known, *self.unchecked]
        }
        found = {
            places[name]: content for name, content in gather(source, places).items()
        }
        missing = {PurePosixPath(place).name for place in self.needed.keys() - found}
        if missing:
            raise Refusal(
                f"{source} does not contain {first_of(missing)}, neither as files nor in "
                "archives"
            )
        for place, content in found.items():
            if place in known:
                check(place, content, known[place], source)
            else:
                self.unchecked[place](place, content)
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            (target / place).write_bytes(content)
