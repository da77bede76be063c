"""Colours that a cell gets from things: the one it is in, the largest, what is around."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.programs.cells.columns import Said
from metamer.programs.cells.conditions_things import MANY, NAMES, sensible
from metamer.programs.cells.sight import DIRECTIONS, Sight, neighbours, rays
from metamer.programs.scene import NOTHING, How, Scene, Thing
from metamer.programs.view import View

MANY_COLOURED: tuple[How, ...] = ("any8", "any4")
ONE_COLOURED: tuple[How, ...] = ("colour8", "colours")
COMPLETED: tuple[How, ...] = ("any8", "colour8", "colours")

DESCRIBED: tuple[How, ...] = ("colour8", "any8")

Paints = Callable[[Thing, Scene, np.ndarray], None]
"""Draws what a thing gives to cells onto a canvas of the grid's shape."""

Turn = Callable[[np.ndarray], np.ndarray]

PAINTS: list[tuple[str, float, tuple[How, ...], Paints]] = []


def painting(
    words: str, cost: float, ways: tuple[How, ...]
) -> Callable[[Paints], Paints]:
    """Keep what things give to cells; `{}` stands for the kind of thing."""

    def keep(paints: Paints) -> Paints:
        PAINTS.append((words, cost, ways, paints))
        return paints

    return keep


@painting("the usual colour of {} it is in", 1.2, MANY_COLOURED)
def _usual(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    canvas[thing.place][thing.mask] = thing.colour


@painting("the rarest colour of {} it is in", 1.2, MANY_COLOURED)
def _rarest(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    canvas[thing.place][thing.mask] = _rare(thing)


@painting("the other colour of {} it is in", 1.3, MANY_COLOURED)
def _other(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    two = np.flatnonzero(thing.counts)
    if len(two) == 2:
        swapped = np.where(thing.box == two[0], two[1], two[0])
        canvas[thing.place][thing.mask] = swapped[thing.mask]


def _rare(thing: Thing) -> int:
    counts = thing.counts
    return int(np.where(counts > 0, counts, 999).argmin())


@painting("the colour of {} whose hole it is in", 1.1, (*ONE_COLOURED, "any8"))
def _hole(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    canvas[thing.place][thing.filled & ~thing.mask] = thing.colour


@painting("the colour of {} whose box it is in", 1.2, (*ONE_COLOURED, "any8"))
def _box(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    canvas[thing.place][~thing.mask] = thing.colour


@painting("the rarest colour in the box of {} it is in", 1.3, ("colour8", "any8"))
def _rarest_in_box(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    inside = thing.box[(thing.box != scene.background) & (thing.box != thing.colour)]
    if len(inside):
        canvas[thing.place] = np.bincount(inside).argmax()


@painting("the colour in the hole of {} it is in", 1.2, ONE_COLOURED)
def _in_hole(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    inside = thing.box[thing.filled & ~thing.mask & (thing.box != scene.background)]
    if len(inside):
        canvas[thing.place][thing.mask] = np.bincount(inside).argmax()


@painting(
    "the colour around {} it is in", 1.2, ("colour4", "colour8", "any8", "regions")
)
def _surrounding(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    placed = np.zeros(scene.grid.shape, bool)
    placed[thing.place] = thing.mask
    ring = scene.grid[(neighbours(placed, corners=False) > 0) & ~placed]
    if len(ring):
        canvas[placed] = np.bincount(ring).argmax()


def _met(thing: Thing, scene: Scene, canvas: np.ndarray, way: int) -> None:
    """Give a thing the colour that most of its cells meet, looking out of it."""
    placed = np.zeros(scene.grid.shape, bool)
    placed[thing.place] = thing.mask
    clear = np.where(placed, scene.background, scene.grid).astype(np.uint8)
    ends = rays(clear, np.full_like(clear, scene.background))[way][placed]
    if (ends >= 0).any():
        canvas[placed] = np.bincount(scene.grid.ravel()[ends[ends >= 0]]).argmax()


for _way, _name in enumerate(DIRECTIONS[:4]):
    painting(f"what {{}} it is in meets {_name}", 1.3, ("colour8", "any8"))(
        partial(_met, way=_way)
    )


def _turned(thing: Thing, scene: Scene, canvas: np.ndarray, turn: Turn) -> None:
    image = turn(thing.box)
    if image.shape == thing.box.shape:
        canvas[thing.place] = image


def _over(thing: Thing, scene: Scene, canvas: np.ndarray, turn: Turn) -> None:
    """The thing completed by its own image: what it has stays."""
    image = turn(thing.image)
    fill = (thing.box == scene.background) & (image != NOTHING)
    canvas[thing.place][fill] = image[fill]


for _words, _turn in (
    ("left to right", np.fliplr),
    ("up to down", np.flipud),
    ("upside down", partial(np.rot90, k=2)),
):
    painting(f"its image {_words} in the box of {{}}", 1.2, COMPLETED)(
        partial(_turned, turn=_turn)
    )
    painting(f"its image {_words} in {{}}, the rest kept", 1.3, ("any8", "colours"))(
        partial(_over, turn=_turn)
    )
painting("its image over the diagonal in the box of {}", 1.4, ("any8", "colours"))(
    partial(_turned, turn=np.transpose)
)


def things_expressions(view: View, sights: list[Sight]) -> Iterator[Said]:
    """All that things give to cells."""
    for words, cost, ways, paints in PAINTS:
        for how in ways:
            if _few(sights, how):
                values = [_painted(sight, how, paints) for sight in sights]
                yield Said(words.format(NAMES[how]), cost, values)
    for how in DESCRIBED:
        if _few(sights, how):
            yield from _described(view, sights, how)
            yield from _ranked(sights, how)


def _few(sights: list[Sight], how: How) -> bool:
    return max(len(sight.scene.things(how)) for sight in sights) <= MANY


def _painted(sight: Sight, how: How, paints: Paints) -> np.ndarray:
    """What all things paint, small ones last, on the grid as it is."""
    canvas = sight.grid.copy()
    things = sight.scene.things(how)
    for thing in sorted(things, key=lambda it: -it.mask.size):
        paints(thing, sight.scene, canvas)
    return canvas


def _described(view: View, sights: list[Sight], how: How) -> Iterator[Said]:
    """The colour of the one thing (or of all things) with a property."""
    known = sensible(view, how)
    for column, words in enumerate(known.words):
        values = [
            _colour(sight, how, holds[:, column])
            for sight, holds in zip(sights, known.holds, strict=True)
        ]
        if all(value != NOTHING for value in values[: view.known]):
            cost = 0.6 + float(known.costs[column])
            fixed = [
                np.full(sight.shape, value, np.uint8)
                for sight, value in zip(sights, values, strict=True)
            ]
            yield Said(f"the colour of {NAMES[how]} {words}", cost, fixed)


def _colour(sight: Sight, how: How, which: np.ndarray) -> int:
    things = sight.scene.things(how)
    colours = {thing.colour for thing, it in zip(things, which, strict=True) if it}
    return colours.pop() if len(colours) == 1 else NOTHING


RANKS: dict[str, Callable[[Thing], int]] = {
    "from top to bottom": lambda thing: thing.top + thing.bottom,
    "from left to right": lambda thing: thing.left + thing.right,
    "from small to large": lambda thing: thing.size,
}


def _ranked(sights: list[Sight], how: How) -> Iterator[Said]:
    """The colour of the thing that stands elsewhere in an order."""
    for order, rank in RANKS.items():
        for words, cost, place in (
            ("at the other end", 1.4, lambda number, many: many - 1 - number),
            ("next", 1.5, lambda number, many: (number + 1) % many),
            ("before", 1.5, lambda number, many: number - 1),
        ):
            values = [_moved(sight, how, rank, place) for sight in sights]
            yield Said(f"the colour of {NAMES[how]} {words} {order}", cost, values)


def _moved(
    sight: Sight,
    how: How,
    rank: Callable[[Thing], int],
    place: Callable[[int, int], int],
) -> np.ndarray:
    canvas = sight.grid.copy()
    things = sorted(sight.scene.things(how), key=rank)
    for number, thing in enumerate(things):
        canvas[thing.place][thing.mask] = things[place(number, len(things))].colour
    return canvas
