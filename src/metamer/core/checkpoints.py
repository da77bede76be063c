"""What a long job leaves behind while it runs, so that it can go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from metamer.core import files
from metamer.core.errors import Refusal
from metamer.core.files import reading

ANEW = "delete it, and this training begins again"


def unheard(share: float) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Place:
    """The files of one job beside its rows, and whom it tells how far it is."""

    folder: Path
    id: str
    first: int = 0
    """Number of the first unit of the job."""
    about: tuple[tuple[str, str], ...] = ()
    """Whose training it is: columns of its curve, and their values."""
    tell: Callable[[float], None] = unheard
    """Hears which share of the job is done."""

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoints" / f"{self.id}.npz"

    @property
    def curve(self) -> Path:
        """What happened in training, as a table."""
        return self.folder / "curves" / f"{self.id}.csv"

    def save(self, arrays: Sequence[np.ndarray]) -> None:
        """Keep `arrays`, whole or not at all."""
        named = {f"{place:04}": array for place, array in enumerate(arrays)}
        files.write_arrays(self.checkpoint, named)

    def restore(self, like: Sequence[np.ndarray]) -> list[np.ndarray] | None:
        """What was kept, if anything was; refuses what is not shaped `like` it."""
        if not self.checkpoint.exists():
            return None
        # Opened here, because numpy leaves a file that it cannot read open.
        with reading(self.checkpoint, ANEW), self.checkpoint.open("rb") as file:
            with np.load(file) as arrays:
                found = [arrays[name] for name in sorted(arrays)]
        shapes = [(array.shape, array.dtype) for array in found]
        # The last array is the curve, which grows.
        if shapes[:-1] != [(array.shape, array.dtype) for array in like[:-1]]:
            raise Refusal(f"{self.checkpoint} is of another training: {ANEW}")
        return found

    def clear(self) -> None:
        """Forget the checkpoint: the job is done."""
        self.checkpoint.unlink(missing_ok=True)
