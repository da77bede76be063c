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
    half_steps: int
    """How far it takes a program: a change is one step, the others half a step."""
    function: Any
    argument: int


class Family(NamedTuple):
    """A function, and what its argument may be."""

    kind: str
    words: str
    choices: tuple[str, ...]
    """What takes the place of {} in the words: one for each argument from 0 on."""
    colours: bool
    """Whether the argument is a colour, of those that inputs have."""
    size: str
    """Of use only where outputs have `another` size than inputs, or the `same`."""
    cost: float
    half_steps: int
    function: Any


FAMILIES: list[Family] = []


def compiled(function: Callable[..., Any]) -> Any:
    """A function for other compiled functions to call."""
    # Numba compiles the bare function: while testing, a checker stands around it.
    return njit(cache=True)(inspect.unwrap(function))


def change(
    words: str,
    *choices: str,
    colours: bool = False,
    size: str = "",
    cost: float = 1.0,
) -> Any:
    """Declare a function that makes an image of an image."""
    return _declare(Family("change", words, choices, colours, size, cost, 2, None))


def split(words: str, *choices: str, cost: float = 0.5, half_steps: int = 1) -> Any:
    """Declare a function that labels the parts of an image from 1 on; 0 is no part."""
    return _declare(Family("split", words, choices, False, "", cost, half_steps, None))


def join(words: str, *choices: str, size: str = "", cost: float = 0.5) -> Any:
    """Declare a function that makes one image of a list."""
    return _declare(Family("join", words, choices, False, size, cost, 1, None))


def key(largest: str, least: str, cost: float = 0.5) -> Any:
    """Declare a function that gives a number to each image of a list.

    The words say which image has the largest number, and which the least.
    """
    return _declare(Family("key", "{}", (largest, least), False, "", cost, 1, None))


def operations(seen: Iterable[int], size: str) -> list[Operation]:
    """Every operation of use, given the colours seen and which size outputs have.

    By a key, those with the largest or least number are kept (arguments 0 and 1), or
    all others are (2 and 3).
    """
    found = []
    for family in FAMILIES:
        if family.size in ("", size):
            for argument, name in _arguments(family, sorted(seen)):
                words = family.words.format(name)
                found.append(
                    Operation(
                        family.kind,
                        words,
                        family.cost,
                        family.half_steps,
                        family.function,
                        argument,
                    )
                )
    return found


def _arguments(family: Family, seen: list[int]) -> list[tuple[int, str]]:
    if family.colours:
        return [(colour, str(colour)) for colour in seen]
    if family.kind == "key":
        kept, dropped = (
            [f"{verb} {name}" for name in family.choices]
            for verb in ("keep", "all but")
        )
        return list(enumerate(kept + dropped))
    return list(enumerate(family.choices or ("",)))


def _declare(family: Family) -> Callable[[Callable[..., Any]], Any]:
    def keep(function: Callable[..., Any]) -> Any:
        quick = njit(SIGNATURES[family.kind], cache=True)(inspect.unwrap(function))
        FAMILIES.append(family._replace(function=quick))
        return quick

    return keep
