"""Acts that paint a part or the surroundings of a thing in one colour."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from metamer.programs.attributes import ATTRIBUTES
from metamer.programs.scene import NOTHING
from metamer.programs.things.acts import Act, Layers, none_erased
from metamer.programs.things.colours import COLOURINGS
from metamer.programs.things.crowd import Crowd
from metamer.programs.things.directions import towards
from metamer.programs.things.field import Field
from metamer.programs.things.references import NONE
from metamer.programs.things.referring import Reference
from metamer.programs.things.regions import RAYS, REGIONS, rays

MOST_TARGETS = 12
"""How many of the cheapest references are tried as what a ray goes to."""
UNLIKELY = 0.8
STARTS = tuple(words.split(" {}")[0] for words in RAYS.values())
"""How the words of rays begin."""
MIXED = -2
"""Stands for cells that do not all have one colour."""


ERASING = "all of it", "the background colour"
"""What `erasing` does, so that others may paint over it."""


class Colouring(NamedTuple):
    """A colour for every thing of every scene; `NONE` where there is none."""

    words: str
    cost: float
    colours: list[np.ndarray]


class Region(NamedTuple):
    """Masks for every thing of every scene."""

    words: str
    cost: float
    masks: list[np.ndarray]

    def price(self, colouring: "Colouring") -> float:
        """Rays have a colour of their own; of others they are hard to believe."""
        ray = self.words.startswith(STARTS)
        plain = colouring.words == "its colour" or colouring.words.startswith("colour ")
        return self.cost + colouring.cost + UNLIKELY * (ray and not plain)


def paintings(crowd: Crowd, references: list[Reference]) -> Iterator[Act]:
    """Every region painted in every colour that is right for some thing."""
    known = colourings(crowd, references)
    colours = np.array([np.concatenate(it.colours[: crowd.known]) for it in known])
    tables = _attributes(crowd)
    for region in regions(crowd, references):
        found = zip(region.masks, crowd.view.outputs, strict=False)
        target = np.concatenate([_target(*it) for it in found])
        cells = _cells(crowd, region)
        touched = np.array([bool(it & crowd.changed) for it in cells], bool)
        touched &= target >= 0
        for which in np.flatnonzero(((colours == target) & touched).any(1)).tolist():
            if (region.words, known[which].words) != ERASING:
                yield _painting(crowd, region, known[which], target, cells)
        for colouring in _tables(crowd, tables, target, touched):
            yield _painting(crowd, region, colouring, target, cells)


def erasing(crowd: Crowd) -> Act:
    """Things vanish; something else may be painted where they were."""
    cells = [
        it
        for number, (field, _) in enumerate(crowd.shown)
        for it in crowd.cells(number, field.masks)
    ]
    fits = np.ones(len(cells), bool)
    new = np.array([bool(it & crowd.changed) for it in cells], bool)

    none = (0,) * len(cells)
    gone = partial(_gone, crowd)
    return Act("erase it", 0.8, fits, new, none, tuple(cells), gone)


def _gone(crowd: Crowd, number: int) -> Layers:
    masks = crowd.fields[number].masks
    return Layers(masks, np.full(masks.shape, NOTHING, np.uint8))


def _painting(
    crowd: Crowd,
    region: Region,
    colouring: Colouring,
    target: np.ndarray,
    cells: list[int],
) -> Act:
    colours = np.concatenate(colouring.colours[: crowd.known])
    right = colours == target
    fits = right | (target == NONE) | (colours == NONE)
    new = [bool(it & crowd.changed) for it in cells] & right
    none = (0,) * len(cells)
    paints = tuple(
        it if colour != NONE else 0
        for it, colour in zip(cells, colours.tolist(), strict=True)
    )
    words = f"paint {region.words} in {colouring.words}"
    price = region.price(colouring)
    layers = partial(_layers, region, colouring)
    return Act(words, price, fits, new, paints, none, layers)


def _layers(region: Region, colouring: Colouring, number: int) -> Layers:
    taken = colouring.colours[number]
    where = region.masks[number] & (taken != NONE)[:, None, None]
    colours = taken.astype(np.uint8)[:, None, None]
    return none_erased(np.where(where, colours, np.uint8(NOTHING)))


def regions(crowd: Crowd, references: list[Reference]) -> Iterator[Region]:
    """All regions, without those that are the same in every scene as a cheaper one."""
    seen: set[int] = set()
    for words, cost, covers in [*_parts(crowd), *_rays(crowd, references)]:
        masks = covers()
        key = hash(b"|".join(np.packbits(it).tobytes() for it in masks))
        if key not in seen:
            seen.add(key)
            yield Region(words, cost, masks)


Covering = tuple[str, float, Callable[[], list[np.ndarray]]]


def _parts(crowd: Crowd) -> Iterator[Covering]:
    for words, (cost, covers) in sorted(REGIONS.items(), key=lambda it: it[1][0]):
        yield words, cost, partial(crowd.each, covers)


def _rays(crowd: Crowd, references: list[Reference]) -> Iterator[Covering]:
    """Rays towards and away from another thing."""
    for reference in references[:MOST_TARGETS]:
        for away, way in ((False, "towards"), (True, "away from")):
            both = list(zip(crowd.fields, reference.others, strict=True))
            for over in ("empty", "all"):
                told = RAYS[over].format(f"{way} {reference.words}")
                covers = partial(_towards, both, over, away)
                yield told, 0.9 + reference.cost, covers


def _towards(
    both: list[tuple[Field, np.ndarray]], over: str, away: bool
) -> list[np.ndarray]:
    return [rays(field, over, towards(field, others, away)) for field, others in both]


def _cells(crowd: Crowd, region: Region) -> list[int]:
    return [
        cells
        for number in range(crowd.known)
        for cells in crowd.cells(number, region.masks[number])
    ]


def _target(masks: np.ndarray, output: np.ndarray) -> np.ndarray:
    """The one colour that each mask has in an output, else `MIXED`; `NONE` if empty."""
    most = np.where(masks, output, 0).max((1, 2), initial=0).astype(int)
    least = np.where(masks, output, 99).min((1, 2), initial=99).astype(int)
    return np.where(least == 99, NONE, np.where(least == most, most, MIXED))


def colourings(crowd: Crowd, references: list[Reference]) -> list[Colouring]:
    """All colours that can be named, each once, the cheapest first."""
    shown = np.unique(np.concatenate([it.ravel() for it in crowd.view.outputs]))
    found = [
        Colouring(words, cost, crowd.each(tells))
        for words, (cost, tells) in COLOURINGS.items()
    ]
    found += [
        Colouring(
            f"colour {colour}", 1.0, [np.full(len(it), colour) for it in crowd.fields]
        )
        for colour in shown.tolist()
    ]
    found += [_colour_of(crowd, it) for it in references]
    return _distinct(sorted(found, key=lambda it: it.cost))


def _colour_of(crowd: Crowd, reference: Reference) -> Colouring:
    both = zip(crowd.fields, reference.others, strict=True)
    colours = [
        np.where(others == NONE, NONE, field.colours[others]) if len(field) else others
        for field, others in both
    ]
    return Colouring(f"the colour of {reference.words}", 0.4 + reference.cost, colours)


def _distinct(found: list[Colouring]) -> list[Colouring]:
    kept: dict[bytes, Colouring] = {}
    for it in found:
        kept.setdefault(np.concatenate(it.colours).tobytes(), it)
    return list(kept.values())


Named = tuple[str, float, list[np.ndarray]]


def _attributes(crowd: Crowd) -> list[Named]:
    """What is said of things, what it costs to say, and its values in every scene.

    Numbers also as ranks, which mean more than the numbers themselves.
    """
    found = []
    for place, attribute in enumerate(ATTRIBUTES.values()):
        columns = [table[:, place] for table in crowd.numbers]
        price = 1.5 if attribute.flag or attribute.words == "colour" else 2.2
        found.append((attribute.words, price, columns))
        if not attribute.flag:
            ranks = [_rank(it) for it in columns]
            found.append((f"rank by {attribute.words}", 1.8, ranks))
    return found


def _rank(column: np.ndarray) -> np.ndarray:
    """0 for the highest value, 1 for the next lower ..."""
    return np.unique(-column, return_inverse=True)[1].reshape(-1)


def _tables(
    crowd: Crowd,
    attributes: list[Named],
    target: np.ndarray,
    touched: np.ndarray,
) -> Iterator[Colouring]:
    """Colours looked up by an attribute, where each value always takes one colour.

    Learned from things that change, one of whose values is shown twice.
    """
    shown = target[touched].tolist()
    if len(set(shown)) < 2:
        return
    for words, price, columns in attributes:
        values = np.concatenate(columns[: crowd.known])[touched].tolist()
        pairs = list(zip(values, shown, strict=True))
        table = dict(pairs)
        different = len(set(table.values()))
        if len(set(pairs)) == len(table) < len(pairs) and 1 < different <= 4:
            colours = [_looked_up(table, column) for column in columns]
            told = ", ".join(f"{key}: {table[key]}" for key in sorted(table))
            yield Colouring(
                f"the colour for its {words} ({told})",
                price + 0.7 * len(table),
                colours,
            )


def _looked_up(table: dict[int, int], column: np.ndarray) -> np.ndarray:
    return np.array([table.get(it, NONE) for it in column.tolist()], int)
