"""What a data set is, and the registry of data sets."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from metamer.core.registry import Registry
from metamer.data.packages import Package


@dataclass(frozen=True)
class Dataset:
    """Where one data set comes from, who made it, and how it becomes one file."""

    title: str
    licence: str
    citation: str
    home: str
    """The page of its authors."""
    file: str
    """The name of the converted file in the cache; its suffix says what it is. Without a
    suffix it is a folder of files."""
    needs: str
    """The files to get by hand, in words, if nothing can be fetched."""
    convert: Callable[[Path, Path], None]
    """Write the second path from the file or folder at the first, or refuse."""
    package: Package | None = None
    origin: tuple[str, ...] = ()
    """Addresses of the files at the public origin."""
    counted: str = "split"
    """The column whose values are counted when the data set is described; of a folder its
    files are counted."""


dataset: Registry[Dataset] = Registry("data set", "metamer.data")
