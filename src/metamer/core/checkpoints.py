"""What a long job stores while it runs, so that it can go on after a stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from metamer.core import files
from metamer.core.checked import open_arrays
from metamer.core.errors import Refusal

CHECKPOINTS = "checkpoints"
"""The folder of checkpoints in a run's folder."""

REMEDY = "delete it, and this training begins again"


@runtime_checkable
class Progress(Protocol):
    """Is called with the share of a job that is done, and what else there is to say."""

    def __call__(self, share: float, note: str = "") -> None: ...


def ignore(share: float, note: str = "") -> None:
    """Show no progress."""


class Evaluation(NamedTuple):
    """Tells a trainer how well its networks do on asked items, which it never sees."""

    parts: tuple[str, ...]
    """The parts of the asked items, such as `validation` and `test`."""
    ask: Callable[[Any, int], np.ndarray]
    """Takes the networks so far and the greatest number of items of each part; returns
    loss and accuracy for each unit and part."""


def ask_nothing(fitted: Any, many: int) -> np.ndarray:
    """There are no items to ask."""
    return np.zeros((0, 0, 2))


NO_EVALUATION = Evaluation((), ask_nothing)


@dataclass(frozen=True)
class Place:
    """Where one job keeps its files beside its rows, and how it shows its progress."""

    folder: Path
    id: str
    first: int = 0
    """Number of the first unit of the job."""
    about: tuple[tuple[str, str], ...] = ()
    """Whose training it is: columns of its curve, and their values."""
    progress: Progress = ignore
    evaluation: Evaluation = NO_EVALUATION
    """Of networks that are still being trained."""

    @property
    def checkpoint(self) -> Path:
        return self.folder / CHECKPOINTS / f"{self.id}.npz"

    @property
    def curve(self) -> Path:
        """What happened in training, as a table."""
        return self.folder / "curves" / f"{self.id}.csv"

    def save(self, arrays: Sequence[np.ndarray]) -> None:
        """Write `arrays` as the checkpoint, whole or not at all."""
        named = {f"{place:04}": array for place, array in enumerate(arrays)}
        files.write_arrays(self.checkpoint, named)

    def restore(self, like: Sequence[np.ndarray]) -> list[np.ndarray] | None:
        """The arrays of the checkpoint, or None if there is none.

        Refuses a checkpoint whose arrays have not the shapes and types of `like`.
        """
        if not self.checkpoint.exists():
            return None
        with open_arrays(self.checkpoint, REMEDY) as arrays:
            found = [arrays[name] for name in sorted(arrays)]
        shapes = [(array.shape, array.dtype) for array in found]
        # The last array is the curve, which grows.
        if shapes[:-1] != [(array.shape, array.dtype) for array in like[:-1]]:
            raise Refusal(f"{self.checkpoint} belongs to another training: {REMEDY}")
        return found

    def of_unit(self, number: int, many: int) -> Place:
        """The place of one of the `many` units that a job trains one after the other."""

        def show(share: float, note: str = "") -> None:
            self.progress((number + share) / many, note)

        name = f"{self.id}.{number}"
        return replace(self, id=name, first=self.first + number, progress=show)

    def clear(self) -> None:
        """Delete what the job and its units stored: it is done."""
        for path in self.checkpoint.parent.glob(f"{self.id}.*"):
            path.unlink(missing_ok=True)
