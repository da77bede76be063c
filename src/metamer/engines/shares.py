"""How far jobs in other processes are: each writes its share to a small file."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from metamer.core import files
from metamer.core.checkpoints import CHECKPOINTS

PAUSE = 2.0
"""The least seconds between two notes of a job, and between two looks at them."""


@dataclass
class ShareFile:
    """Notes how much of a job is done, for another process to read."""

    path: Path
    _noted: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, folder: Path, job: str) -> ShareFile:
        """That of a job in a run's folder; it goes when the job's checkpoints go."""
        return cls(folder / CHECKPOINTS / f"{job}.share")

    def __call__(self, share: float, note: str = "") -> None:
        if time.monotonic() - self._noted >= PAUSE:
            files.write_text(self.path, f"{share:.6f}")
            self._noted = time.monotonic()

    def read(self) -> float:
        """What was noted last; 0 if nothing was."""
        with suppress(OSError, ValueError):
            return float(self.path.read_text(encoding="utf-8"))
        return 0.0
