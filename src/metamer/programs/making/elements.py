"""What a program can choose from: things seen in one way, rectangles, panels."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from metamer.programs.attributes import numbers
from metamer.programs.making.ordinals import with_ordinals
from metamer.programs.making.rectangles import rectangles
from metamer.programs.making.splits import LINES, SPLITS, Panels, Split
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
    scenes: list[Scene]
    how: How
    work_out: Callable[[], Properties]
    """Says what `properties` keeps."""
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
        return with_ordinals(self.work_out(), self.tables)


def elements(view: View) -> list[Elements]:
    """Everything there is to choose from, where each demonstration has some of it."""
    seen = [
        Elements(*SEEN[how], view.scenes, how, partial(view.properties, how))
        for how in WAYS
    ]
    found = [*seen, *_rectangles(view), *_split(view, SPLITS)]
    return [it for it in found if _fit(view, it)]


def _rectangles(view: View) -> Iterator[Elements]:
    """The rectangles, also those alone that are too large for chance."""
    every = [rectangles(scene) for scene in view.scenes]
    large = [[it for it in some if min(it.mask.shape) > 2] for some in every]
    named = {"rectangle": (0.4, every), "rectangle of three or more": (0.6, large)}
    for words, (cost, found) in named.items():
        pairs = zip(view.scenes, found, strict=True)
        yield _cut(view, (words, cost), [scene.cut(it) for scene, it in pairs])


def lines(view: View) -> list[Elements]:
    """The rows and the columns of each grid."""
    return [it for it in _split(view, LINES) if _fit(view, it)]


def _fit(view: View, found: Elements) -> bool:
    many = [len(things) for things in found.things]
    return min(many[: view.known]) > 0 and max(many) <= MOST


def _cut(
    view: View, said: tuple[str, float], scenes: list[Scene], panels: bool = False
) -> Elements:
    work_out = partial(properties, scenes, "any8", view.known)
    return Elements(*said, scenes, "any8", work_out, panels)


def _split(view: View, splits: dict[str, Split]) -> Iterator[Elements]:
    for words, (cost, cut) in splits.items():
        panels = [cut(scene) for scene in view.scenes]
        if any(it is None for it in panels[: view.known]):
            continue
        plain, own = (_panels(view.scenes, panels, own) for own in (False, True))
        yield _cut(view, (words, cost), plain, True)
        if _masks(plain) != _masks(own):
            named = f"{words} with a background of its own", cost + 0.3
            yield _cut(view, named, own, True)
        tight = [scene.cut(list(_contents(scene))) for scene in own]
        if _masks(tight) != _masks(own):
            yield _cut(view, (f"content of a {words}", cost + 0.4), tight)


def _contents(scene: Scene) -> Iterator[Thing]:
    """What each panel shows, in the smallest box."""
    for it in scene.things("any8"):
        if it.mask.any():
            rows, columns = (
                np.flatnonzero(it.mask.any(1)),
                np.flatnonzero(it.mask.any(0)),
            )
            box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            top, left = it.top + int(rows[0]), it.left + int(columns[0])
            yield Thing(top, left, it.mask[box], it.box[box])


def _panels(scenes: list[Scene], panels: list[Panels | None], own: bool) -> list[Scene]:
    return [
        scene.cut(it.things(scene, own) if it else [])
        for scene, it in zip(scenes, panels, strict=True)
    ]


def _masks(scenes: list[Scene]) -> list[bytes]:
    return [it.mask.tobytes() for scene in scenes for it in scene.things("any8")]
