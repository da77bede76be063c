"""What is handed to somebody who answers elsewhere: arrays and files of one unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Handout(NamedTuple):
    """What one unit is taught and asked."""

    taught: dict[str, np.ndarray]
    asked: dict[str, np.ndarray]
    """A row for each asked item in every array; `item` has the ids."""
    files: dict[str, str]
    """Further files, as texts by their names."""


@runtime_checkable
class HandsOut(Protocol):
    """A paradigm of games or tasks that can be handed out.

    Lessons of labelled items need no such method: they are arrays already.
    """

    def hand_out(self, condition: Any, lesson: Any, taught: int) -> Handout:
        """What a unit with this lesson is taught, `taught` items at most, and asked."""
        ...


@runtime_checkable
class PicturesItems(Protocol):
    """A paradigm that draws each asked item as it is seen before the first answer."""

    def item_picture(self, condition: Any, lesson: Any, place: int) -> Figure:
        """The asked item at a place of the lesson; nothing in it says what is right."""
        ...
