"""What a program can choose from: things seen in one way, rectangles, panels."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from metamer.programs.attributes import numbers
from metamer.programs.making.rectangles import rectangles
from metamer.programs.making.splits import SPLITS, Panels
from metamer.programs.properties import Properties, properties
from metamer.programs.scene import WAYS, How, Scene, Thing
from metamer.programs.view import View

SEEN = {
    "colour8": ("object of one colour", 0.0),
    "any8": ("object", 0.0),
    "colour4": ("object of one colour without diagonal steps", 0.3),
    "any4": ("object without diagonal steps", 0.3),
    "colours": ("colour", 0.3),
    "regions": ("area of one colour", 0.7),
}
"""The ways of seeing in words, and what it costs to take them."""

MOST = 40
"""Among more things than these nobody chooses one by a property."""


@dataclass(frozen=True, eq=False)
class Elements:
    """The things of each scene of a task, seen in one way."""

    words: str
    cost: float
    known: int
    scenes: list[Scene]
    how: How
    panels: bool = False
    """Whether they are parts of the grid rather than things on it."""

    @cached_property
    def things(self) -> list[list[Thing]]:
        """The things of each scene."""
        return [scene.things(self.how) for scene in self.scenes]

    @cached_property
    def tables(self) -> list[np.ndarray]:
        """For each scene [thing, attribute]."""
        return [numbers(scene, self.how) for scene in self.scenes]

    @cached_property
    def properties(self) -> Properties:
        """What holds of the things of each scene."""
        return properties(self.scenes, self.how, self.known)


def elements(view: View) -> list[Elements]:
    """Everything there is to choose from, where each demonstration has some of it."""
    found = [
        Elements(words, cost, view.known, view.scenes, how)
        for how, (words, cost) in ((how, SEEN[how]) for how in WAYS)
    ]
    return [it for it in [*found, *_others(view)] if _fit(it)]


def _fit(found: Elements) -> bool:
    many = [len(things) for things in found.things]
    return min(many[: found.known]) > 0 and max(many) <= MOST


def _others(view: View) -> Iterator[Elements]:
    boxes = [scene.cut(rectangles(scene)) for scene in view.scenes]
    yield Elements("rectangle", 0.4, view.known, boxes, "any8")
    for words, (cost, cut) in SPLITS.items():
        panels = [cut(scene) for scene in view.scenes]
        if any(it is None for it in panels[: view.known]):
            continue
        plain, own = (_panels(view.scenes, panels, own) for own in (False, True))
        yield Elements(words, cost, view.known, plain, "any8", True)
        if _masks(plain) != _masks(own):
            words = f"{words} with a background of its own"
            yield Elements(words, cost + 0.3, view.known, own, "any8", True)


def _panels(
    scenes: list[Scene], panels: list[Panels | None], own: bool
) -> list[Scene]:
    return [
        scene.cut(it.things(scene, own) if it else [])
        for scene, it in zip(scenes, panels, strict=True)
    ]


def _masks(scenes: list[Scene]) -> list[bytes]:
    return [it.mask.tobytes() for scene in scenes for it in scene.things("any8")]
