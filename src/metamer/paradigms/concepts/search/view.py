"""A task as the finders see it: the scenes of all its inputs, and their objects."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from metamer.paradigms.concepts.search.attributes import Numbers, numbers
from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.cellsets import CellSets
from metamer.paradigms.concepts.search.ordinals import with_ordinals
from metamer.paradigms.concepts.search.properties import Properties, properties
from metamer.paradigms.concepts.search.scene import Object, Scene
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.search.ways import WAYS, Kind
from metamer.paradigms.concepts.tasks import Grid, Task


class View:
    """A task with everything that was worked out about it, shared by all finders."""

    def __init__(self, task: Task):
        self.task = task
        self.budget = Budget()
        """The budget of the finder at work, whose time this takes."""
        self._segmentations: dict[str, Segmentation] = {}

    @property
    def known(self) -> int:
        """How many demonstrations there are; their scenes come first."""
        return len(self.task.demonstrations)

    @cached_property
    def scenes(self) -> list[Scene]:
        """What is seen in each input: those of the demonstrations, then the asked."""
        return [Scene(grid) for grid in self.budget.each(self.task.seen)]

    @cached_property
    def outputs(self) -> list[Grid]:
        """The output of each demonstration."""
        return [pair.output for pair in self.task.demonstrations]

    def segmentation(self, how: str) -> "Segmentation":
        """The objects of all scenes, seen in one of the `WAYS`."""
        if how not in self._segmentations:
            objects = [scene.objects(how) for scene in self.budget.each(self.scenes)]
            self._segmentations[how] = Segmentation(self, WAYS[how].kind, objects)
        return self._segmentations[how]

    @cached_property
    def cell_sets(self) -> CellSets:
        """Makes sets of cells of the demonstrations."""
        return CellSets(self.outputs)

    @cached_property
    def changed(self) -> int:
        """The set of cells whose colour the demonstrations change."""
        masks = [before != after for before, after in self.task.demonstrations]
        return self.cell_sets.union(masks)

    @cached_property
    def standing(self) -> int:
        """The set of cells of the demonstrated outputs that are not background."""
        pairs = zip(self.scenes, self.outputs, strict=False)
        return self.cell_sets.union([grid != scene.background for scene, grid in pairs])


class Segmentation:
    """The objects of every scene of a task, seen in one way."""

    def __init__(self, view: View, kind: Kind, objects: list[list[Object]]):
        self.view = view
        self.kind = kind
        self.objects = objects
        """Those of each scene."""

    @property
    def known(self) -> int:
        """How many demonstrations there are; their scenes come first."""
        return self.view.known

    @property
    def scenes(self) -> list[Scene]:
        """What is seen in each input."""
        return self.view.scenes

    @cached_property
    def most_objects(self) -> int:
        """How many objects the scene with most of them has."""
        return max(len(objects) for objects in self.objects)

    @cached_property
    def numbers(self) -> list[Numbers]:
        """Every attribute of every object, for each scene."""
        scenes = self.view.budget.each(zip(self.objects, self.scenes, strict=True))
        return [numbers(objects, scene) for objects, scene in scenes]

    @cached_property
    def properties(self) -> Properties:
        """What holds of the objects of each scene; nothing if they are not described."""
        if self.kind.described:
            return properties(self.numbers, self.known)
        empty = [np.zeros((len(objects), 0), bool) for objects in self.objects]
        return Properties([], np.zeros(0), empty)

    @cached_property
    def all_properties(self) -> Properties:
        """The properties, and those of objects that are second or in the middle."""
        return with_ordinals(self.properties, self.numbers)

    @property
    def stacks(self) -> list[Stack]:
        """The objects of each scene as arrays.

        All work on objects begins here, so the clock is read at every look.
        """
        self.view.budget.check_time()
        return self._stacks

    @cached_property
    def _stacks(self) -> list[Stack]:
        pairs = zip(self.scenes, self.objects, strict=True)
        return [Stack(scene, objects) for scene, objects in pairs]

    @property
    def shown(self) -> list[tuple[Stack, Grid]]:
        """The objects of each demonstration, and its output."""
        return list(zip(self.stacks, self.view.outputs, strict=False))

    @cached_property
    def key(self) -> bytes:
        """A key that is equal for two ways of seeing that find the same objects."""
        # Masks alone: the grids are the same for all ways of seeing.
        return b"|".join(np.packbits(stack.masks).tobytes() for stack in self.stacks)

    def each(self, of: Callable[[Stack], np.ndarray]) -> list[np.ndarray]:
        """What a function gives for the objects of every scene."""
        return [of(stack) for stack in self.view.budget.each(self.stacks)]

    def pictures(
        self, of: Callable[[Object, Scene], Grid | None]
    ) -> list[list[Grid | None]]:
        """A picture of every object of every scene; None for objects without one."""
        pairs = self.view.budget.each(zip(self.objects, self.scenes, strict=True))
        return [[of(obj, scene) for obj in objects] for objects, scene in pairs]
