"""What can be said of an object among the other objects of its scene."""

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from metamer.paradigms.concepts.search.attributes.table import OfAll, together
from metamer.paradigms.concepts.search.scene import Object, Scene

NO_FIRST, NO_LAST = 99, -99
"""The first and last cell of an object in a line in which it has none: both lose every
comparison, since grids are smaller than that."""


def _alike(key: Callable[[Object], Hashable]) -> OfAll:
    """How many objects of the scene have the same key as each, itself included."""

    def of_all(objects: Sequence[Object], scene: Scene) -> list[int]:
        keys = [key(obj) for obj in objects]
        return [keys.count(own) for own in keys]

    return of_all


together("same_shape", "number of objects of its shape")(
    _alike(lambda obj: obj.shape_key)
)
together("same_turned_shape", "number of objects of its shape, turned or flipped")(
    _alike(lambda obj: obj.turned_key)
)
together("same_scaled_shape", "number of objects of its shape, at any scale")(
    _alike(lambda obj: obj.scaled_key)
)
together("same_image", "number of objects of its shape and colours")(
    _alike(lambda obj: obj.image_key)
)
together("same_colour", "number of objects of its colour")(
    _alike(lambda obj: obj.colour)
)
together("same_size", "number of objects of its size")(_alike(lambda obj: obj.size))
together("same_box", "number of objects of its height and width")(
    _alike(lambda obj: obj.mask.shape)
)


def _related(related: Callable[[Object, Object], bool]) -> OfAll:
    """How many other objects of the scene each one is related to."""

    def of_all(objects: Sequence[Object], scene: Scene) -> list[int]:
        return [
            sum(related(one, other) for other in objects if other is not one)
            for one in objects
        ]

    return of_all


def within(one: Object, other: Object) -> bool:
    """Whether an object's box lies in the box of another."""
    return (
        one.top >= other.top
        and one.left >= other.left
        and one.bottom <= other.bottom
        and one.right <= other.right
    )


def touches(one: Object, other: Object) -> bool:
    """Whether two objects have cells side by side or corner to corner."""
    rows = slice(max(one.top - 1, 0), one.bottom + 2)
    columns = slice(max(one.left - 1, 0), one.right + 2)
    if other.top >= rows.stop or other.left >= columns.stop:
        return False
    if other.bottom < rows.start or other.right < columns.start:
        return False
    mine = _on_canvas(one, rows.stop + 1, columns.stop + 1)
    grown = mine.copy()
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            grown |= np.roll(mine, (down, across), (0, 1))
    theirs = _on_canvas(other, rows.stop + 1, columns.stop + 1)
    return bool((grown & theirs).any())


def _on_canvas(obj: Object, height: int, width: int) -> np.ndarray:
    """The cells of an object on a canvas that may cut it off."""
    canvas = np.zeros((height, width), bool)
    part = obj.mask[: max(height - obj.top, 0), : max(width - obj.left, 0)]
    rows = slice(obj.top, obj.top + part.shape[0])
    columns = slice(obj.left, obj.left + part.shape[1])
    canvas[rows, columns] = part
    return canvas


together("boxes_around", "number of objects whose box it is in")(_related(within))
together("boxes_inside", "number of objects in its box")(
    _related(lambda one, other: within(other, one))
)
together("touching", "number of objects that it touches")(_related(touches))
together("above", "number of objects above it")(
    _related(lambda one, other: other.bottom < one.top)
)
together("to_left", "number of objects to its left")(
    _related(lambda one, other: other.right < one.left)
)


def _cells_in_box(one: Object, other: Object) -> int:
    """How many cells of an object lie in the box of another."""
    top, left = max(other.top - one.top, 0), max(other.left - one.left, 0)
    part = one.mask[top : max(other.bottom + 1 - one.top, 0)]
    return int(part[:, left : max(other.right + 1 - one.left, 0)].sum())


together("covering", "number of objects that it seems to cover")(
    _related(lambda one, other: _cells_in_box(one, other) > _cells_in_box(other, one))
)


@together("objects_middle_distance", "distance from the middle of all objects")
def _objects_middle_distance(objects: Sequence[Object], scene: Scene) -> list[int]:
    if not objects:
        return []
    down = min(obj.top for obj in objects) + max(obj.bottom for obj in objects)
    across = min(obj.left for obj in objects) + max(obj.right for obj in objects)
    return [
        max(abs(obj.top + obj.bottom - down), abs(obj.left + obj.right - across))
        for obj in objects
    ]


@together("sides_of_one", "number of sides on which one other object lies")
def _sides_of_one(objects: Sequence[Object], scene: Scene) -> list[int]:
    """Of above, below, left and right: 4 in a closed frame, 3 in a bowl."""
    return _on_sides(objects, scene).sum(0).max(1, initial=0).tolist()


def _straight(side: int) -> OfAll:
    return lambda objects, scene: _on_sides(objects, scene)[side].sum(1).tolist()


for _side, _words in enumerate(("above", "below", "left of", "right of")):
    _name = f"straight_{_words.split()[0]}"
    together(_name, f"number of objects straight {_words} it")(_straight(_side))


@together("between_same_colour", "is between two objects of one colour", flag=True)
def _between_same_colour(objects: Sequence[Object], scene: Scene) -> list[int]:
    colours = np.array([obj.colour for obj in objects], int)
    of_colour = colours == np.unique(colours)[:, None]
    above, below, left, right = (
        (side[:, None] & of_colour).any(2) for side in _on_sides(objects, scene)
    )
    opposite = (above & below) | (left & right)
    return opposite.any(1).astype(int).tolist()


def _on_sides(objects: Sequence[Object], scene: Scene) -> np.ndarray:
    """Whether other objects lie straight above, below, left or right of each:
    [side, object, other]."""
    placed = [_on_canvas(obj, *scene.grid.shape) for obj in objects]
    masks = np.array(placed, bool).reshape(len(objects), *scene.grid.shape)
    sides = []
    # Turned, columns are rows: what is above and below is found as left and right are.
    for stack in (masks.swapaxes(1, 2), masks):
        present: np.ndarray = np.any(stack, axis=2)
        first = np.where(present, stack.argmax(2), NO_FIRST)
        last = stack.shape[2] - 1 - stack[..., ::-1].argmax(2)
        last = np.where(present, last, NO_LAST)
        # Only the outermost cells of each line are compared: an object lies beside
        # another if it reaches further in some line that both have cells in.
        in_one_line = np.logical_and(present[:, None], present[None, :])
        sides.append((in_one_line & (first[None] < first[:, None])).any(2))
        sides.append((in_one_line & (last[None] > last[:, None])).any(2))
    return np.array(sides)
