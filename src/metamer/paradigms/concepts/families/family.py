"""What a family of generated tasks is, and how a task is drawn from one."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields
from functools import cache, partial
from itertools import product
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.programs.task import COLOURS, Grid, Pair, Task, same

ATTEMPTS = 400
"""How often a task, or one of its inputs, is drawn anew before a family is at fault."""


class Unfit(Exception):
    """This draw has no one answer (no room, a tie); draw again."""


@runtime_checkable
class Family(Protocol):
    """A rule with parameters: a frozen dataclass with fields made by `one_of_these`.

    Its docstring says the rule in one sentence, and which task description it follows.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        """An input for which the rule has one answer; raises `Unfit` to draw again."""
        ...

    def answer(self, grid: Grid) -> Grid:
        """The rule itself, from the grid alone; raises `Unfit` where it says nothing."""
        ...


def one_of_these(*values: Any) -> Any:
    """A parameter of a family: one of some values."""
    return field(metadata={"values": values}, default=values[0])


@dataclass(frozen=True)
class Entry:
    """A family under its concept and name."""

    concept: str
    name: str
    rule: Callable[..., Family]
    apart: bool


FAMILIES: dict[tuple[str, str], Entry] = {}
Rule = TypeVar("Rule", bound=type)


def family(concept: str, name: str) -> Callable[[Rule], Rule]:
    """Keep the family below this decorator under its concept and name."""

    def keep(rule: Rule) -> Rule:
        if (concept, name) in FAMILIES:
            raise ValueError(f"there is already a family {name!r} of {concept}")
        apart = ".families.apart." in rule.__module__
        FAMILIES[concept, name] = Entry(concept, name, rule, apart)
        return rule

    return keep


@cache
def families() -> tuple[Entry, ...]:
    """All families, by concept and name."""
    package = importlib.import_module(__package__)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return tuple(FAMILIES[names] for names in sorted(FAMILIES))


def one_family(concept: str, name: str) -> Entry:
    """The family with this name."""
    one_of("concept", concept, sorted({entry.concept for entry in families()}))
    known = [entry.name for entry in families() if entry.concept == concept]
    one_of(f"family of {concept}", name, known)
    return FAMILIES[concept, name]


def _parameters(rule: Any) -> tuple[Field[Any], ...]:
    """What may differ between tasks of a family."""
    return fields(rule)


def variants(rule: Callable[..., Family]) -> Iterator[Family]:
    """The rule with every value of every parameter."""
    names = [it.name for it in _parameters(rule)]
    values = [it.metadata["values"] for it in _parameters(rule)]
    for chosen in product(*values):
        yield rule(**dict(zip(names, chosen, strict=True)))


def some_variant(rule: Callable[..., Family], rng: np.random.Generator) -> Family:
    """The rule with parameters drawn by chance."""
    drawn = {
        it.name: it.metadata["values"][rng.integers(len(it.metadata["values"]))]
        for it in _parameters(rule)
    }
    return rule(**drawn)


def drawn_pair(rule: Family, rng: np.random.Generator) -> Pair:
    """An input and its answer."""
    for _ in range(ATTEMPTS):
        try:
            grid = rule.draw(rng)
            return Pair(grid, rule.answer(grid))
        except Unfit:
            continue
    raise Refusal(f"{rule} found no input in {ATTEMPTS} draws; this is a fault of ours")


def drawn_task(
    entry: Entry, rng: np.random.Generator, demonstrations: int = 3, asked: int = 3
) -> tuple[Task, tuple[Grid, ...], Family]:
    """A task, its answers, and the rule that made it.

    Drawn until no other variant of the rule and no simple wrong rule explains the
    demonstrations and says something else of an asked input: there is one answer.
    """
    for _ in range(ATTEMPTS):
        rule = some_variant(entry.rule, rng)
        pairs = [drawn_pair(rule, rng) for _ in range(demonstrations + asked)]
        shown, rest = pairs[:demonstrations], pairs[demonstrations:]
        if _all_different(pairs) and _is_clear(entry, rule, shown, rest):
            task = Task(tuple(shown), tuple(pair.input for pair in rest))
            return task, tuple(pair.output for pair in rest), rule
    raise Refusal(
        f"{entry.concept} {entry.name} has no clear task in {ATTEMPTS} draws; "
        "this is a fault of ours"
    )


def _is_clear(entry: Entry, rule: Family, shown: list[Pair], rest: list[Pair]) -> bool:
    """Whether every demonstration shows something, and no other rule misleads."""
    return not any(same(*pair) for pair in shown) and not any(
        misleads(other, shown, rest) for other in rivals(entry, rule, shown)
    )


def rivals(
    entry: Entry, rule: Family, shown: list[Pair]
) -> Iterator[Callable[[Grid], Grid]]:
    """Rules that a task must tell from its own: the simplest ones, and its variants."""
    yield lambda grid: grid
    yield lambda grid: shown[0].output
    yield lambda grid: np.full_like(grid, np.bincount(grid.ravel()).argmax())
    yield from (np.fliplr, np.flipud, np.transpose)
    yield from (partial(np.rot90, k=turns) for turns in (1, 2, 3))
    yield cropped
    yield recoloured(shown)
    for other in variants(entry.rule):
        if other != rule:
            yield other.answer


def cropped(grid: Grid) -> Grid:
    """The smallest part of a grid that holds all that is not black."""
    rows, columns = np.nonzero(grid)
    if not rows.size:
        raise Unfit
    return grid[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def recoloured(shown: list[Pair]) -> Callable[[Grid], Grid]:
    """The rule that only swaps colours, as far as the demonstrations show it."""
    table = np.arange(COLOURS, dtype=np.uint8)
    for given, made in shown:
        if given.shape == made.shape:
            table[given.ravel()] = made.ravel()
    return lambda grid: table[grid]


def misleads(
    other: Callable[[Grid], Grid], shown: list[Pair], rest: list[Pair]
) -> bool:
    """Whether another rule explains all that is shown, and then answers otherwise."""
    return all(_says(other, pair) for pair in shown) and not all(
        _says(other, pair) for pair in rest
    )


def _says(rule: Callable[[Grid], Grid], pair: Pair) -> bool:
    try:
        return same(rule(pair.input), pair.output)
    except Unfit:
        return False


def _all_different(pairs: list[Pair]) -> bool:
    return len({(pair.input.shape, pair.input.tobytes()) for pair in pairs}) == len(
        pairs
    )
