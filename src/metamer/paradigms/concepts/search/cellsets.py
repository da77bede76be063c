"""Sets of cells and of objects as whole numbers, one bit for each.

Unions and subsets of them cost next to nothing, and that is most of what a search over
programs does.
"""

import numpy as np

from metamer.paradigms.concepts.tasks import Grid


def as_set(mask: np.ndarray) -> int:
    """A mask as a set: bit k stands for its k-th cell in reading order."""
    packed = np.packbits(mask, axis=None, bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


class CellSets:
    """Sets of cells of all demonstrations, those of the first in the lowest bits."""

    def __init__(self, outputs: list[Grid]):
        sizes = [grid.size for grid in outputs]
        self.offsets = [sum(sizes[:number]) for number in range(len(sizes))]
        """How many cells the earlier demonstrations have."""

    def of_each(self, number: int, masks: np.ndarray) -> list[int]:
        """A set for each mask of one demonstration."""
        # Not -1, which NumPy cannot work out if there are no masks.
        rows = masks.reshape(len(masks), np.prod(masks.shape[1:]))
        packed = np.packbits(rows, axis=1, bitorder="little")
        offset = self.offsets[number]
        return [int.from_bytes(row.tobytes(), "little") << offset for row in packed]

    def union(self, masks: list[np.ndarray]) -> int:
        """One set for a mask of every demonstration."""
        pairs = zip(masks, self.offsets, strict=True)
        # Demonstrations have no bit in common, so that a sum is a union.
        return sum(as_set(mask) << offset for mask, offset in pairs)
