"""What a unit is taught and asked."""

import hashlib
from typing import Any, NamedTuple

import numpy as np

from metamer.core.keys import Key


class Items(NamedTuple):
    """Things to learn from or to answer, one per row.

    A tuple of arrays, so JAX sees a tree and maps over units. Asked items reach a learner
    without their labels (`blind`).
    """

    inputs: Any
    """What is seen: points, pixels, tokens, or texts; the first axis is the item."""
    labels: Any = None
    """The right answers as whole numbers from 0, or None where they are hidden."""
    features: Any = None
    """What the paradigm knows about each item; only its own references look here."""
    hints: Any = None
    """Further bits that a teacher gives for each item beside its label, or None."""

    def rows(self, which: Any) -> "Items":
        """Some of the items: `which` is a slice, places, or a truth value for each."""
        return Items(
            *(None if part is None else np.asarray(part)[which] for part in self)
        )

    def blind(self) -> "Items":
        """The same items without what only a teacher knows."""
        return self._replace(labels=None, hints=None)


class Stream(NamedTuple):
    """Taught items that are drawn when they are needed and not stored."""

    source: Any
    """`source.draw(key, places)` gives the `Items` at some places of an endless sequence;
    a tree of arrays and a pure JAX function, the same for all units of a condition."""
    key: Key
    """Whose sequence it is: the unit's own."""
    size: int
    """How many of its items are taught: those at places 0 to `size` - 1."""


class Lesson(NamedTuple):
    """What one unit is taught and what it is then asked."""

    taught: Any
    """`Items`, or a `Stream` of them."""
    asked: Items
    notes: dict[str, np.ndarray]
    """Columns for the table, one entry per asked item: `item` (its id), and what only
    this paradigm can say of it."""


def identify(prefix: str, inputs: np.ndarray) -> np.ndarray:
    """An id for each input, made from what it is: the same thing, the same id."""
    rows = (
        [text.encode() for text in inputs]
        if inputs.dtype.kind in "OUT"
        else [row.tobytes() for row in np.ascontiguousarray(inputs)]
    )
    digests = (hashlib.blake2b(row, digest_size=8).hexdigest() for row in rows)
    return np.array([f"{prefix}/{digest}" for digest in digests], dtype=object)


def join_items(columns: dict[str, list[np.ndarray]]) -> dict[str, np.ndarray]:
    """Arrays of items from several sources as one of each name, and each item once."""
    whole = {name: np.concatenate(arrays) for name, arrays in columns.items()}
    for group in sorted({name.rpartition("/")[0] for name in whole}):
        _, first = np.unique(whole[f"{group}/item"], return_index=True)
        for name in whole:
            if name.rpartition("/")[0] == group:
                whole[name] = whole[name][np.sort(first)]
    return whole
