"""What operations work on, and the table that every operation declares itself in.

Operations are small compiled functions of one signature per kind, so that the walk over
programs (`metamer.programs.pieces.graph`) can call any of them from compiled code:

| kind | from | to |
|---|---|---|
| change | an image | an image; a list is changed image by image |
| split | an image | which part each cell belongs to: a list |
| join | a list | an image |
| key | a list | a number for each image: the largest or least are picked, or dropped |

Each also sees the whole input (`whole`) and an `argument`: which of its `choices` or
which colour. An image without cells means that there is nothing, or no answer.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types


class Image(NamedTuple):
    """Cells, and where their upper left corner stands in the input."""

    cells: np.ndarray
    top: int
    left: int


class Images(NamedTuple):
    """Some images: a row (top, left, height, width, start) each, and where cells are."""

    cells: np.ndarray
    boxes: np.ndarray


IMAGE = types.NamedTuple(
    (types.Array(types.uint8, 2, "C"), types.int64, types.int64), Image
)
IMAGES = types.NamedTuple(
    (types.Array(types.uint8, 1, "C"), types.Array(types.int64, 2, "C")), Images
)
SIGNATURES = {
    "change": IMAGE(IMAGE, IMAGE, types.int64),
    "split": types.Array(types.int64, 2, "C")(IMAGE, types.int64),
    "join": IMAGE(IMAGES, IMAGE, types.int64),
    "key": types.Array(types.int64, 1, "C")(IMAGES, IMAGE, types.int64),
}


class Operation(NamedTuple):
    """One operation with its argument."""

    kind: str
    words: str
    cost: float
    function: Any
    argument: int


class Family(NamedTuple):
    """A function, and what its argument may be."""

    kind: str
    words: str
    choices: tuple[str, ...]
    """What takes the place of {} in the words: one for each argument from 0 on."""
    colours: str
    """The argument is a colour: one that is `seen` in inputs or `made` in outputs."""
    cost: float
    function: Any


FAMILIES: list[Family] = []


def compiled(function: Callable[..., Any]) -> Any:
    """A function for other compiled functions to call."""
    # Numba compiles the bare function: while testing, a checker stands around it.
    return njit(cache=True)(inspect.unwrap(function))


def change(words: str, *choices: str, colours: str = "", cost: float = 1.0) -> Any:
    """Declare a function that makes an image of an image."""
    return _declare("change", words, choices, colours, cost)


def split(words: str, *choices: str, cost: float = 0.5) -> Any:
    """Declare a function that labels the parts of an image from 1 on; 0 is no part."""
    return _declare("split", words, choices, "", cost)


def join(words: str, *choices: str, cost: float = 0.5) -> Any:
    """Declare a function that makes one image of a list."""
    return _declare("join", words, choices, "", cost)


def key(largest: str, least: str, cost: float = 0.5) -> Any:
    """Declare a function that gives a number to each image of a list.

    The words say which image has the largest number, and which the least.
    """
    return _declare("key", "{}", (largest, least), "", cost)


def operations(seen: Iterable[int], made: Iterable[int]) -> list[Operation]:
    """Every operation, for the colours seen in inputs and made in outputs."""
    colours = {"seen": sorted(seen), "made": sorted(made)}
    found = []
    for family in FAMILIES:
        if family.colours:
            named = [(colour, str(colour)) for colour in colours[family.colours]]
        else:
            named = list(enumerate(family.choices or ("",)))
        for argument, name in named:
            words = family.words.format(name)
            found.append(
                Operation(family.kind, words, family.cost, family.function, argument)
            )
    return found


def _declare(
    kind: str, words: str, choices: tuple[str, ...], colours: str, cost: float
) -> Callable[[Callable[..., Any]], Any]:
    def keep(function: Callable[..., Any]) -> Any:
        quick = njit(SIGNATURES[kind], cache=True)(inspect.unwrap(function))
        FAMILIES.append(Family(kind, words, choices, colours, cost, quick))
        return quick

    return keep
