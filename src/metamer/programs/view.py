"""A task as a search sees it: scenes of all its inputs, and what holds of their things."""

from functools import cached_property

from metamer.programs.properties import Properties, properties
from metamer.programs.scene import How, Scene
from metamer.programs.task import Grid, Task


class View:
    """A task with everything that was worked out about it, shared by all finders."""

    def __init__(self, task: Task):
        self.task = task
        self._properties: dict[str, Properties] = {}

    @property
    def known(self) -> int:
        """How many demonstrations there are: the first so many scenes."""
        return len(self.task.demonstrations)

    @cached_property
    def scenes(self) -> list[Scene]:
        """What is seen in each input: those of the demonstrations, then the asked."""
        return [Scene(grid) for grid in self.task.seen]

    @cached_property
    def outputs(self) -> list[Grid]:
        """What the demonstrations show."""
        return [pair.output for pair in self.task.demonstrations]

    def properties(self, how: How) -> Properties:
        """What holds of the things of each scene, seen in one way."""
        if how not in self._properties:
            self._properties[how] = properties(self.scenes, how, self.known)
        return self._properties[how]
