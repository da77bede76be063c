"""All things of a task seen in one way, and what the demonstrations show of them.

Sets of cells and sets of things are whole numbers, one bit for each: unions and subsets
of them cost next to nothing, and that is most of what a search over programs does.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from metamer.programs.attributes import ATTRIBUTES, numbers
from metamer.programs.properties import Properties
from metamer.programs.scene import How, Thing
from metamer.programs.things.field import Field
from metamer.programs.things.panels import panels
from metamer.programs.view import View


class Crowd:
    """The things of every scene of a task, seen in one way."""

    def __init__(
        self,
        view: View,
        how: str,
        things: list[list[Thing]],
        numbers: list[np.ndarray],
        properties: Properties,
    ):
        self.view = view
        self.how = how
        self.known = view.known
        self.numbers = numbers
        """Every attribute of every thing, for each scene: [thing, attribute]."""
        self.properties = properties
        both = zip(view.scenes, things, strict=True)
        self.fields = [Field(scene, some) for scene, some in both]
        self.shown = list(zip(self.fields, view.outputs, strict=False))
        """Fields and outputs of the demonstrations."""

    @cached_property
    def key(self) -> bytes:
        """The same for two ways of seeing that find the same things."""
        return b"|".join(np.packbits(field.masks).tobytes() for field in self.fields)

    @cached_property
    def most(self) -> int:
        """The most things in a scene."""
        return max(len(field) for field in self.fields)

    def each(self, of: Callable[[Field], np.ndarray]) -> list[np.ndarray]:
        """What a function says of the things of every scene."""
        return [of(field) for field in self.fields]

    @cached_property
    def changed(self) -> int:
        """Cells of the demonstrations that are not what they were."""
        return changed(self.view)

    @cached_property
    def before(self) -> list[int]:
        """How many cells the earlier demonstrations have."""
        return before(self.view)

    def cells(self, number: int, masks: np.ndarray) -> list[int]:
        """Masks of one demonstration as sets of cells of all of them."""
        rows = masks.reshape(len(masks), np.prod(masks.shape[1:]))
        packed = np.packbits(rows, axis=1, bitorder="little")
        shift = self.before[number]
        return [int.from_bytes(row.tobytes(), "little") << shift for row in packed]


def seen(view: View, how: How) -> Crowd:
    """The things of a task in one of the usual ways of seeing."""
    things = [scene.things(how) for scene in view.scenes]
    said = [numbers(scene, how) for scene in view.scenes]
    return Crowd(view, how, things, said, view.properties(how))


def paneled(view: View) -> Crowd:
    """The panels of a task; nothing is asked of them but their numbers."""
    things = [panels(scene) for scene in view.scenes]
    said = [
        np.array([it.says(some, scene) for it in ATTRIBUTES.values()], int).T
        for scene, some in zip(view.scenes, things, strict=True)
    ]
    return Crowd(view, "panels", things, said, Properties([], np.zeros(0), []))


def changed(view: View) -> int:
    """Cells of the demonstrations that are not what they were."""
    masks = [one != two for one, two in view.task.demonstrations]
    return _joined(view, masks)


def standing(view: View) -> int:
    """Cells of the demonstrated outputs that are not the input's background."""
    both = zip(view.scenes, view.outputs, strict=False)
    return _joined(view, [output != scene.background for scene, output in both])


def _joined(view: View, masks: list[np.ndarray]) -> int:
    return sum(
        number_of(mask) << shift
        for mask, shift in zip(masks, before(view), strict=True)
    )


def before(view: View) -> list[int]:
    """How many cells the demonstrations have that come before each."""
    return [
        sum(grid.size for grid in view.outputs[:number]) for number in range(view.known)
    ]


def number_of(mask: np.ndarray) -> int:
    """A set as a whole number: bit k stands for the k-th cell in reading order."""
    packed = np.packbits(mask, axis=None, bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")
