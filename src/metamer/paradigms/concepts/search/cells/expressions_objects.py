"""Colours that a cell gets from objects: the one it is in, the largest, what is around."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.cells.conditions_objects import (
    has_few_objects,
    weighted_properties,
)
from metamer.paradigms.concepts.search.cells.features import Feature
from metamer.paradigms.concepts.search.cells.surroundings import (
    DIRECTIONS,
    Surroundings,
    count_neighbours,
    rays,
)
from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.motions import Motion
from metamer.paradigms.concepts.search.scene import NOTHING, Object, Scene
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.search.ways import WAYS

MANY_COLOURED: tuple[str, ...] = ("any8", "any4")
ONE_COLOURED: tuple[str, ...] = ("colour8", "colours")
COMPLETED: tuple[str, ...] = ("any8", "colour8", "colours")

DESCRIBED: tuple[str, ...] = ("colour8", "any8")
"""Ways of seeing objects that are spoken of by their properties and their order."""
DESCRIBED_COST = 0.6
"""What it costs to speak of an object, besides its property."""

Paint = Callable[[Object, Scene, np.ndarray], None]
"""Draws what an object gives to cells onto a canvas of the grid's shape."""

PAINTS: Entries[Paint] = Entries("painting by objects")
WAYS_OF_PAINT: dict[str, tuple[str, ...]] = {}
"""In which ways of seeing objects paint, by the words of the painting."""


def painting(
    words: str, cost: float, ways: tuple[str, ...]
) -> Callable[[Paint], Paint]:
    """Declare what objects give to cells; `{}` stands for the kind of object."""
    WAYS_OF_PAINT[words] = ways
    return PAINTS.add(words, cost)


@painting("the most common colour of the {} it is in", 1.2, MANY_COLOURED)
def _most_common(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    canvas[obj.slices][obj.mask] = obj.colour


@painting("the least common colour of the {} it is in", 1.2, MANY_COLOURED)
def _least_common(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    canvas[obj.slices][obj.mask] = _least_common_colour(obj)


@painting("the other colour of the {} it is in", 1.3, MANY_COLOURED)
def _other(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    two = np.flatnonzero(obj.colour_counts)
    if len(two) == 2:
        swapped = np.where(obj.box == two[0], two[1], two[0])
        canvas[obj.slices][obj.mask] = swapped[obj.mask]


def _least_common_colour(obj: Object) -> int:
    counts = obj.colour_counts
    return int(np.where(counts > 0, counts, counts.max() + 1).argmin())


@painting("the colour of the {} whose hole it is in", 1.1, (*ONE_COLOURED, "any8"))
def _hole(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    canvas[obj.slices][obj.filled & ~obj.mask] = obj.colour


@painting("the colour of the {} whose box it is in", 1.2, (*ONE_COLOURED, "any8"))
def _box(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    canvas[obj.slices][~obj.mask] = obj.colour


@painting(
    "the most common other colour in the box of the {} it is in",
    1.3,
    ("colour8", "any8"),
)
def _other_in_box(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    inside = obj.box[(obj.box != scene.background) & (obj.box != obj.colour)]
    if len(inside):
        canvas[obj.slices] = np.bincount(inside).argmax()


@painting("the colour in the hole of the {} it is in", 1.2, ONE_COLOURED)
def _in_hole(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    inside = obj.box[obj.filled & ~obj.mask & (obj.box != scene.background)]
    if len(inside):
        canvas[obj.slices][obj.mask] = np.bincount(inside).argmax()


@painting(
    "the colour around the {} it is in", 1.2, ("colour4", "colour8", "any8", "regions")
)
def _surrounding(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    placed = np.zeros(scene.grid.shape, bool)
    placed[obj.slices] = obj.mask
    ring = scene.grid[(count_neighbours(placed, corners=False) > 0) & ~placed]
    if len(ring):
        canvas[placed] = np.bincount(ring).argmax()


def _first_seen(obj: Object, scene: Scene, canvas: np.ndarray, way: int) -> None:
    """Give an object the colour that is seen first from most of its cells."""
    placed = np.zeros(scene.grid.shape, bool)
    placed[obj.slices] = obj.mask
    # Without the object itself, or its own cells would be seen first.
    clear = np.where(placed, scene.background, scene.grid).astype(np.uint8)
    ends = rays(clear, np.full_like(clear, scene.background))[way][placed]
    if (ends >= 0).any():
        canvas[placed] = np.bincount(scene.grid.ravel()[ends[ends >= 0]]).argmax()


for _way, _name in enumerate(DIRECTIONS[:4]):
    painting(
        f"what is first seen {_name} from the {{}} it is in", 1.3, ("colour8", "any8")
    )(partial(_first_seen, way=_way))


def _moved_in_box(
    obj: Object, scene: Scene, canvas: np.ndarray, motion: Motion
) -> None:
    image = motion(obj.box)
    if image.shape == obj.box.shape:
        canvas[obj.slices] = image


def _completed(obj: Object, scene: Scene, canvas: np.ndarray, motion: Motion) -> None:
    """Complete an object by its own image; what it has stays."""
    image = motion(obj.image)
    fill = (obj.box == scene.background) & (image != NOTHING)
    canvas[obj.slices][fill] = image[fill]


for _words, _motion in (
    ("flipped left to right", np.fliplr),
    ("flipped upside down", np.flipud),
    ("turned by 180 degrees", partial(np.rot90, k=2)),
):
    painting(f"its image in the box of the {{}} {_words}", 1.2, COMPLETED)(
        partial(_moved_in_box, motion=_motion)
    )
    painting(
        f"its image in the {{}} {_words}, or else what is there",
        1.3,
        ("any8", "colours"),
    )(partial(_completed, motion=_motion))
painting(
    "its image in the box of the {} flipped about its diagonal",
    1.4,
    ("any8", "colours"),
)(partial(_moved_in_box, motion=np.transpose))


def object_expressions(
    view: View, surroundings: list[Surroundings]
) -> Iterator[Feature]:
    """A feature for every colour that objects can give to cells."""
    for entry in PAINTS:
        for how in WAYS_OF_PAINT[entry.words]:
            if has_few_objects(view, how):
                paint = partial(_canvas, how=how, paint=entry.function)
                words = entry.words.format(WAYS[how].kind.singular)
                yield Feature(words, entry.cost, list(map(paint, surroundings)))
    for how in DESCRIBED:
        if has_few_objects(view, how):
            yield from _of_described(view, surroundings, how)
            yield from _of_ranked(surroundings, how)


def _canvas(around: Surroundings, how: str, paint: Paint) -> np.ndarray:
    """What all objects paint, those with small boxes last, on the grid as it is."""
    canvas = around.grid.copy()
    objects = around.scene.objects(how)
    # Objects in the box of another come after it, or it would paint over them.
    for obj in sorted(objects, key=lambda obj: -obj.mask.size):
        paint(obj, around.scene, canvas)
    return canvas


def _of_described(
    view: View, surroundings: list[Surroundings], how: str
) -> Iterator[Feature]:
    """The colour of the one object (or of all objects) with a property."""
    known = weighted_properties(view, how)
    kind = WAYS[how].kind
    for column, words in enumerate(known.words):
        values = [
            _only_colour(around, how, holds[:, column])
            for around, holds in zip(surroundings, known.holds, strict=True)
        ]
        if all(value != NOTHING for value in values[: view.known]):
            cost = DESCRIBED_COST + float(known.costs[column])
            fixed = [
                np.full(around.shape, value, np.uint8)
                for around, value in zip(surroundings, values, strict=True)
            ]
            yield Feature(f"the colour of the {kind.singular} {words}", cost, fixed)


def _only_colour(around: Surroundings, how: str, which: np.ndarray) -> int:
    """The colour that all of some objects have, or `NOTHING`."""
    pairs = zip(around.scene.objects(how), which, strict=True)
    colours = {obj.colour for obj, chosen in pairs if chosen}
    return colours.pop() if len(colours) == 1 else NOTHING


ORDERS: dict[str, Callable[[Object], int]] = {
    "from top to bottom": lambda obj: obj.top + obj.bottom,
    "from left to right": lambda obj: obj.left + obj.right,
    "from small to large": lambda obj: obj.size,
}

RANKS: tuple[tuple[str, float, Callable[[int, int], int]], ...] = (
    ("at the other end", 1.4, lambda rank, count: count - 1 - rank),
    ("that comes next", 1.5, lambda rank, count: (rank + 1) % count),
    ("that comes before", 1.5, lambda rank, count: rank - 1),
)
"""From the rank of an object, and how many there are, to the rank of another."""


def _of_ranked(surroundings: list[Surroundings], how: str) -> Iterator[Feature]:
    """The colour of the object that stands elsewhere in an order."""
    for order, number in ORDERS.items():
        for place, cost, rank in RANKS:
            values = [_ranked(around, how, number, rank) for around in surroundings]
            words = f"the colour of the {WAYS[how].kind.singular} {place} {order}"
            yield Feature(words, cost, values)


def _ranked(
    around: Surroundings,
    how: str,
    number: Callable[[Object], int],
    rank: Callable[[int, int], int],
) -> np.ndarray:
    canvas = around.grid.copy()
    objects = sorted(around.scene.objects(how), key=number)
    for place, obj in enumerate(objects):
        canvas[obj.slices][obj.mask] = objects[rank(place, len(objects))].colour
    return canvas
