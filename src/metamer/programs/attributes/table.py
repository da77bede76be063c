"""The table that every attribute declares itself in."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from metamer.programs.scene import Scene, Thing

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
