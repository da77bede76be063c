"""What searches need compiled, compiled on all cores before the first search.

Without this a search compiles what it needs when it needs it, on its own core.
"""

import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from metamer.engines.workers import map_unordered
from metamer.paradigms.concepts.search import cells, compositions  # noqa: F401 (declare)
from metamer.paradigms.concepts.search.operations.compilation import (
    ENTRY_POINTS,
    fingerprint,
)
from metamer.paradigms.concepts.search.operations.table import families

MIN_STEPS = 20_000
"""A search with fewer steps tries few operations, and had better compile those alone."""


def unprepared() -> list[str]:
    """The modules with compiled functions, those with most first.

    None if all were prepared on this machine before.
    """
    if _mark().exists():
        return []
    families()  # declares the operations
    counts = Counter(entry.__module__ for entry in ENTRY_POINTS)
    return [module for module, _ in counts.most_common()]


def prepare(modules: list[str], cores: int) -> Iterator[str]:
    """Compile modules on some cores (-1: all); give the name of each when it is done.

    One process compiles all functions of a module, because these share helpers.
    """
    yield from map_unordered(_compile, modules, cores)
    mark = _mark()
    for old in mark.parent.glob("prepared-*"):
        old.unlink()
    mark.touch()


def _compile(module: str) -> str:
    """Compile the functions of a module, which are then kept on disk."""
    importlib.import_module(module)
    for entry in ENTRY_POINTS:
        if entry.__module__ == module:
            entry.compile(None)
    return module


def _mark() -> Path:
    """A file beside the compiled functions that is there once all are."""
    return ENTRY_POINTS[0].folder / f"prepared-{fingerprint()}"
