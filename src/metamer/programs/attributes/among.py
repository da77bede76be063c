"""What can be said of a thing among the other things of its scene."""

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from metamer.programs.attributes.table import Says, together
from metamer.programs.scene import Scene, Thing


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
