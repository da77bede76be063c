"""What a program can choose from: objects seen in one way, rectangles, panels."""

from collections.abc import Callable, Iterator

import numpy as np

from metamer.paradigms.concepts.search.outputs.rectangles import rectangles
from metamer.paradigms.concepts.search.outputs.splits import LINES, SPLITS, Split
from metamer.paradigms.concepts.search.panels import Panels
from metamer.paradigms.concepts.search.scene import Object, Scene, bounds
from metamer.paradigms.concepts.search.view import Segmentation, View
from metamer.paradigms.concepts.search.ways import WAYS, Kind
from metamer.paradigms.concepts.tasks import Grid

MAX_OBJECTS = 40
"""Among more objects than these, programs choose none by a property."""


def segmentations(view: View) -> list[Segmentation]:
    """All kinds of objects and panels that every demonstration has some of."""
    seen = [*map(view.segmentation, WAYS), *_rectangles(view), *_split(view, SPLITS)]
    return [segmentation for segmentation in seen if _fit(segmentation)]


def lines(view: View) -> list[Segmentation]:
    """The rows and the columns of each grid."""
    return [segmentation for segmentation in _split(view, LINES) if _fit(segmentation)]


def _fit(segmentation: Segmentation) -> bool:
    shown = segmentation.objects[: segmentation.known]
    return all(shown) and segmentation.most_objects <= MAX_OBJECTS


RECTANGLE = Kind("rectangle", "rectangles", cost=0.4)
LARGE_RECTANGLE = Kind(
    "rectangle with sides of at least 3",
    "rectangles with sides of at least 3",
    cost=0.6,
)


def _rectangles(view: View) -> Iterator[Segmentation]:
    """The rectangles, and only those that are too large to arise by chance."""
    boxes = [rectangles(scene) for scene in view.budget.each(view.scenes)]
    yield Segmentation(view, RECTANGLE, boxes)
    large = [[obj for obj in objects if min(obj.mask.shape) >= 3] for objects in boxes]
    yield Segmentation(view, LARGE_RECTANGLE, large)


def _split(view: View, splits: tuple[Split, ...]) -> Iterator[Segmentation]:
    """Panels, panels each with a background of its own, and what these contain."""
    for split in splits:
        panels = [split.cut(scene) for scene in view.budget.each(view.scenes)]
        if any(one is None for one in panels[: view.known]):
            continue
        plain = _objects(view.scenes, panels, lambda scene, box: scene.background)
        own = _objects(view.scenes, panels, _commonest)
        yield Segmentation(view, split.kind, plain)
        if _masks(plain) != _masks(own):
            yield Segmentation(view, split.own_background, own)
        contents = [[_content(obj) for obj in some if obj.mask.any()] for some in own]
        if _masks(contents) != _masks(own):
            yield Segmentation(view, split.content, contents)


def _objects(
    scenes: list[Scene],
    panels: list[Panels | None],
    background: Callable[[Scene, Grid], int],
) -> list[list[Object]]:
    """The panels as objects, whose own cells are those that are not background."""

    def objects(scene: Scene, some: Panels) -> list[Object]:
        return some.objects(scene.grid, lambda box: box != background(scene, box))

    both = zip(scenes, panels, strict=True)
    return [objects(scene, some) if some else [] for scene, some in both]


def _commonest(scene: Scene, box: Grid) -> int:
    return int(np.bincount(box.ravel()).argmax())


def _content(panel: Object) -> Object:
    """What a panel shows, in the smallest box."""
    box = bounds(panel.mask)
    top, left = panel.top + box[0].start, panel.left + box[1].start
    return Object(top, left, panel.mask[box], panel.box[box])


def _masks(objects: list[list[Object]]) -> list[bytes]:
    return [obj.mask.tobytes() for some in objects for obj in some]
