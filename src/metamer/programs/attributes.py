"""What can be said of each thing of a scene, as numbers and as properties.

Adding an attribute is adding one function below: it gets all things of a scene and says
one whole number of each (or a truth value).
"""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np
from scipy import ndimage

from metamer.programs.scene import NOTHING, How, Scene, Thing

Says = Callable[[Sequence[Thing], Scene], list[int]]


class Attribute(NamedTuple):
    """One thing to say of things."""

    words: str
    says: Says
    flag: bool
    """Whether it is true or false rather than a number."""


ATTRIBUTES: dict[str, Attribute] = {}


def number(words: str) -> Callable[[Callable], Callable]:
    """Keep a function of one thing that says a number."""

    def keep(of: Callable[[Thing, Scene], int]) -> Callable:
        ATTRIBUTES[words] = Attribute(words, _each(of), False)
        return of

    return keep


def flag(words: str) -> Callable[[Callable], Callable]:
    """Keep a function of one thing that says yes or no."""

    def keep(of: Callable[[Thing, Scene], bool]) -> Callable:
        ATTRIBUTES[words] = Attribute(words, _each(of), True)
        return of

    return keep


def together(words: str, flag: bool = False) -> Callable[[Says], Says]:
    """Keep a function that says something of all things at once."""

    def keep(says: Says) -> Says:
        ATTRIBUTES[words] = Attribute(words, says, flag)
        return says

    return keep


def _each(of: Callable[[Thing, Scene], int]) -> Says:
    return lambda things, scene: [int(of(thing, scene)) for thing in things]


# --- numbers

number("size")(lambda it, scene: it.size)
number("height")(lambda it, scene: it.height)
number("width")(lambda it, scene: it.width)
number("area of its box")(lambda it, scene: it.height * it.width)
number("longer side")(lambda it, scene: max(it.height, it.width))
number("colour")(lambda it, scene: it.colour)
number("number of colours")(lambda it, scene: np.count_nonzero(it.counts))
number("holes")(lambda it, scene: it.holes)
number("cells in holes")(lambda it, scene: it.filled.sum() - it.size)
number("top row")(lambda it, scene: it.top)
number("bottom row")(lambda it, scene: it.bottom)
number("left column")(lambda it, scene: it.left)
number("right column")(lambda it, scene: it.right)


@number("distance to the nearest edge")
def _edge(it: Thing, scene: Scene) -> int:
    height, width = scene.grid.shape
    return min(it.top, it.left, height - 1 - it.bottom, width - 1 - it.right)


@number("cells of its rarer colours")
def _rarer(it: Thing, scene: Scene) -> int:
    return it.size - int(it.counts.max())


@number("gaps in its box")
def _gaps(it: Thing, scene: Scene) -> int:
    return it.mask.size - it.size


@number("distance from the middle of the grid")
def _off_centre(it: Thing, scene: Scene) -> int:
    height, width = scene.grid.shape
    return max(
        abs(it.top + it.bottom + 1 - height), abs(it.left + it.right + 1 - width)
    )


# --- properties of one thing

flag("is one cell")(lambda it, scene: it.size == 1)
flag("is wide")(lambda it, scene: it.width > it.height)
flag("is tall")(lambda it, scene: it.height > it.width)
flag("is a straight line")(lambda it, scene: min(it.mask.shape) == 1 and it.size > 1)
flag("has a square box")(lambda it, scene: it.height == it.width)
flag("is a full rectangle")(lambda it, scene: bool(it.mask.all()))
flag("has a hole")(lambda it, scene: it.holes > 0)
flag("is of one colour")(lambda it, scene: np.count_nonzero(it.counts) == 1)
flag("is left-right symmetric")(
    lambda it, scene: np.array_equal(it.image, it.image[:, ::-1])
)
flag("is up-down symmetric")(lambda it, scene: np.array_equal(it.image, it.image[::-1]))
flag("looks the same upside down")(
    lambda it, scene: np.array_equal(it.image, it.image[::-1, ::-1])
)
flag("is symmetric about its diagonal")(
    lambda it, scene: np.array_equal(it.image, it.image.T)
)
flag("touches the top edge")(lambda it, scene: it.top == 0)
flag("touches the left edge")(lambda it, scene: it.left == 0)
flag("touches the bottom edge")(lambda it, scene: it.bottom == scene.grid.shape[0] - 1)
flag("touches the right edge")(lambda it, scene: it.right == scene.grid.shape[1] - 1)
flag("touches an edge")(lambda it, scene: _edge(it, scene) == 0)
flag("is as wide as the grid")(lambda it, scene: it.width == scene.grid.shape[1])
flag("is as tall as the grid")(lambda it, scene: it.height == scene.grid.shape[0])
flag("spans the grid")(
    lambda it, scene: (
        it.width == scene.grid.shape[1] or it.height == scene.grid.shape[0]
    )
)
flag("is in the upper half")(
    lambda it, scene: it.top + it.bottom + 1 < scene.grid.shape[0]
)
flag("is in the left half")(
    lambda it, scene: it.left + it.right + 1 < scene.grid.shape[1]
)
flag("is centred in its row or column")(
    lambda it, scene: (
        it.top + it.bottom + 1 == scene.grid.shape[0]
        or it.left + it.right + 1 == scene.grid.shape[1]
    )
)


@flag("is a hollow rectangle")
def _hollow(it: Thing, scene: Scene) -> bool:
    mask = it.mask
    if min(mask.shape) < 3:
        return False
    edge = mask[0].all() and mask[-1].all() and mask[:, 0].all() and mask[:, -1].all()
    return bool(edge and not mask[1:-1, 1:-1].all())


@flag("has a box whose corners are all its own")
def _corners(it: Thing, scene: Scene) -> bool:
    return bool(it.mask[[0, 0, -1, -1], [0, -1, 0, -1]].all())


@flag("has another colour inside its box")
def _holds(it: Thing, scene: Scene) -> bool:
    inside = it.box[~it.mask]
    return bool((inside != scene.background).any())


@flag("is a cross or a diagonal line")
def _diagonal(it: Thing, scene: Scene) -> bool:
    square = it.height == it.width > 1
    return square and bool(np.diag(it.mask).all() or np.diag(it.mask[::-1]).all())


@flag("has rows of one colour each")
def _rows_alike(it: Thing, scene: Scene) -> bool:
    return bool(np.count_nonzero(it.counts) > 1) and _lines_alike(it.image)


@flag("has columns of one colour each")
def _columns_alike(it: Thing, scene: Scene) -> bool:
    return bool(np.count_nonzero(it.counts) > 1) and _lines_alike(it.image.T)


def _lines_alike(image: np.ndarray) -> bool:
    return all(len(set(line[line != NOTHING].tolist())) < 2 for line in image)


@number("cells that others seem to hide")
def _hidden(it: Thing, scene: Scene) -> int:
    """Cells of others that lie in a row or column between two of its own."""
    covered = ~it.mask & (it.box != scene.background)
    rows, columns = _runs(it.mask, covered), _runs(it.mask.T, covered.T).T
    return int((rows | columns).sum())


def _runs(mask: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Runs of covered cells in rows, with cells of a mask at both ends."""
    labels = ndimage.label(covered, [[0, 0, 0], [1, 1, 1], [0, 0, 0]])[0]
    first = labels[:, 1:][mask[:, :-1]]
    last = labels[:, :-1][mask[:, 1:]]
    both = np.intersect1d(first, last)
    return covered & np.isin(labels, both)


# --- properties among things


def _shared(keys: list[Hashable]) -> list[int]:
    return [keys.count(key) for key in keys]


together("things of its form")(
    lambda things, scene: _shared([it.shape_key for it in things])
)
together("things of its form, turned or flipped")(
    lambda things, scene: _shared([it.turned_key for it in things])
)
together("things of its form, larger or smaller")(
    lambda things, scene: _shared([it.scaled_key for it in things])
)
together("things of its form and colours")(
    lambda things, scene: _shared([it.image_key for it in things])
)
together("things of its colour")(
    lambda things, scene: _shared([it.colour for it in things])
)
together("things of its size")(
    lambda things, scene: _shared([it.size for it in things])
)
together("things of its height and width")(
    lambda things, scene: _shared([it.mask.shape for it in things])
)


def _pairs(
    things: Sequence[Thing], related: Callable[[Thing, Thing], bool]
) -> list[int]:
    """How many others each thing is related to."""
    return [
        sum(related(one, other) for other in things if other is not one)
        for one in things
    ]


def within(one: Thing, other: Thing) -> bool:
    """Whether a thing's box lies in the box of another."""
    return (
        one.top >= other.top
        and one.left >= other.left
        and one.bottom <= other.bottom
        and one.right <= other.right
    )


def beside(one: Thing, other: Thing) -> bool:
    """Whether two things touch, corners included."""
    rows = slice(max(one.top - 1, 0), one.bottom + 2)
    columns = slice(max(one.left - 1, 0), one.right + 2)
    if other.top >= rows.stop or other.left >= columns.stop:
        return False
    if other.bottom < rows.start or other.right < columns.start:
        return False
    mine = _placed(one, rows.stop + 1, columns.stop + 1)
    grown = mine.copy()
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            grown |= np.roll(mine, (down, across), (0, 1))
    theirs = _placed(other, rows.stop + 1, columns.stop + 1)
    return bool((grown & theirs).any())


def _placed(it: Thing, height: int, width: int) -> np.ndarray:
    canvas = np.zeros((height, width), bool)
    part = it.mask[: max(height - it.top, 0), : max(width - it.left, 0)]
    canvas[it.top : it.top + part.shape[0], it.left : it.left + part.shape[1]] = part
    return canvas


together("things whose box it lies in")(lambda things, scene: _pairs(things, within))
together("things within its box")(
    lambda things, scene: _pairs(things, lambda one, other: within(other, one))
)
together("things it touches")(lambda things, scene: _pairs(things, beside))
together("things above it")(
    lambda things, scene: _pairs(things, lambda one, other: other.bottom < one.top)
)
together("things to its left")(
    lambda things, scene: _pairs(things, lambda one, other: other.right < one.left)
)


def _reach(one: Thing, other: Thing) -> int:
    """How many cells of a thing lie in the box of another."""
    top, left = max(other.top - one.top, 0), max(other.left - one.left, 0)
    part = one.mask[top : max(other.bottom + 1 - one.top, 0)]
    return int(part[:, left : max(other.right + 1 - one.left, 0)].sum())


together("things it seems to cover")(
    lambda things, scene: _pairs(
        things, lambda one, other: _reach(one, other) > _reach(other, one)
    )
)


@together("distance from the middle of all things")
def _off_middle(things: Sequence[Thing], scene: Scene) -> list[int]:
    if not things:
        return []
    down = min(it.top for it in things) + max(it.bottom for it in things)
    across = min(it.left for it in things) + max(it.right for it in things)
    return [
        max(abs(it.top + it.bottom - down), abs(it.left + it.right - across))
        for it in things
    ]


@together("sides on which one other thing lies")
def _sides(things: Sequence[Thing], scene: Scene) -> list[int]:
    """Of above, below, left and right: 4 in a closed frame, 3 in a bowl."""
    return _on_sides(things, scene).sum(0).max(1, initial=0).tolist()


def _straight(side: int) -> Says:
    return lambda things, scene: _on_sides(things, scene)[side].sum(1).tolist()


for _side, _words in enumerate(("above", "below", "left of", "right of")):
    together(f"things straight {_words} it")(_straight(_side))


@together("lies between two things of one colour", flag=True)
def _between(things: Sequence[Thing], scene: Scene) -> list[int]:
    colours = np.array([it.colour for it in things], int)
    kinds = colours == np.unique(colours)[:, None]
    above, below, left, right = (
        (side[:, None] & kinds).any(2) for side in _on_sides(things, scene)
    )
    opposite = (above & below) | (left & right)
    return opposite.any(1).astype(int).tolist()


def _on_sides(things: Sequence[Thing], scene: Scene) -> np.ndarray:
    """Whether other things lie straight above, below, left or right of each:
    [side, thing, other]."""
    placed = [_placed(it, *scene.grid.shape) for it in things]
    masks = np.array(placed, bool).reshape(len(things), *scene.grid.shape)
    sides = []
    for stack in (masks.swapaxes(1, 2), masks):
        there: np.ndarray = np.any(stack, axis=2)
        first = np.where(there, stack.argmax(2), 99)
        last = np.where(there, stack.shape[2] - 1 - stack[..., ::-1].argmax(2), -99)
        both = np.logical_and(there[:, None], there[None, :])
        sides.append((both & (first[None] < first[:, None])).any(2))
        sides.append((both & (last[None] > last[:, None])).any(2))
    return np.array(sides)


def numbers(scene: Scene, how: How) -> np.ndarray:
    """Every attribute of every thing: [thing, attribute]; worked out once."""
    if how not in scene.said:
        things = scene.things(how)
        said = [attribute.says(things, scene) for attribute in ATTRIBUTES.values()]
        scene.said[how] = np.array(said, int).reshape(len(ATTRIBUTES), len(things)).T
    return scene.said[how]
