"""What a unit is taught and asked."""

from typing import Any, NamedTuple


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

    def blind(self) -> "Items":
        """The same items without their labels."""
        return self._replace(labels=None)


class Lesson(NamedTuple):
    """What one unit is taught and what it is then asked."""

    taught: Items
    asked: Items
    notes: Any = None
    """One row per asked item for the table (a data frame): item id and what only this
    paradigm can say of it."""
