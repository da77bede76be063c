"""The table that every attribute declares itself in."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from metamer.paradigms.concepts.search.scene import Object, Scene

OfOne = Callable[[Object, Scene], int]
OfAll = Callable[[Sequence[Object], Scene], list[int]]

NEGATIONS = {"is": "is not", "has": "does not have"}


class Attribute(NamedTuple):
    """Something that can be said of every object, as a number or as true or false."""

    words: str
    """A noun of a number (`number of holes`); a verb of a flag (`is one cell`)."""
    of_all: OfAll
    flag: bool
    """Whether it is true or false rather than a number."""
    ordered: bool
    """Whether one value of it can be greater than another."""

    @property
    def negation(self) -> str:
        """The words of a flag that is false."""
        verb, rest = self.words.split(" ", 1)
        return f"{NEGATIONS[verb]} {rest}"


ATTRIBUTES: dict[str, Attribute] = {}
"""By name. Programs hold these names and look up the words when they are put in words."""


def number(name: str, words: str, ordered: bool = True) -> Callable[[OfOne], OfOne]:
    """Declare a function of one object that gives a number."""

    def declare(of: OfOne) -> OfOne:
        _add(name, Attribute(words, _each(of), False, ordered))
        return of

    return declare


def flag(name: str, words: str) -> Callable[[OfOne], OfOne]:
    """Declare a function of one object that is true or false."""

    def declare(of: OfOne) -> OfOne:
        _add(name, Attribute(words, _each(of), True, False))
        return of

    return declare


def together(name: str, words: str, flag: bool = False) -> Callable[[OfAll], OfAll]:
    """Declare a function of all objects of a scene that gives a number for each."""

    def declare(of_all: OfAll) -> OfAll:
        _add(name, Attribute(words, of_all, flag, not flag))
        return of_all

    return declare


def _add(name: str, attribute: Attribute) -> None:
    if name in ATTRIBUTES:
        raise ValueError(f"there is already an attribute {name!r}")
    if attribute.flag and attribute.words.split()[0] not in NEGATIONS:
        known = " or ".join(NEGATIONS)
        raise ValueError(
            f"the words of a flag begin with {known}, not {attribute.words!r}"
        )
    ATTRIBUTES[name] = attribute


def _each(of: OfOne) -> OfAll:
    return lambda objects, scene: [int(of(obj, scene)) for obj in objects]
