"""Some of the objects of every scene, named by what they have in common."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True, eq=False)
class Selection:
    """The objects with a property, in every scene."""

    words: str
    cost: float
    chosen: list[np.ndarray]
    """Which objects of each scene."""
    known: int
    """How many scenes are demonstrations; they come first."""

    @cached_property
    def asked(self) -> bytes:
        """A key that is equal for selections of the same objects in the asked inputs."""
        return np.concatenate([np.zeros(0, bool), *self.chosen[self.known :]]).tobytes()
