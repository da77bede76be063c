"""The table of operations: what each is called, what it costs and what does it.

Operations are small functions of one signature for each kind, so that the walk over
programs (`search.compositions.walk`) can call any of them by pointer from compiled code:

| kind | from | to |
|---|---|---|
| change | an image | an image; a list is changed image by image |
| split | an image | which part each cell belongs to: a list |
| join | a list | an image |
| key | a list | a number for each image: the largest or least are kept, or left out |

Each also sees the whole input (`whole`) and an `argument`: which of its `choices` or
which colour.

A change may have a second backend in plain NumPy, for finders whose grids are no images of
a walk: few grids, for which a call of a compiled function would take longer than the work.
A test holds that both do the same.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from metamer.core.registry import Registry
from metamer.paradigms.concepts.search.operations.compilation import called_by_pointer
from metamer.paradigms.concepts.tasks import Grid

Kind = Literal["change", "split", "join", "key"]
Size = Literal["same", "another"]
"""Whether outputs have the size of their inputs."""
OnGrid = Callable[[Grid, int], Grid | None]
"""From a grid and an argument to a grid; None for no answer."""

HALF_STEPS: dict[Kind, int] = {"change": 2, "split": 1, "join": 1, "key": 1}
"""How far an operation takes a program: to split, pick and change is two steps long."""
COSTS: dict[Kind, float] = {"change": 1.0, "split": 0.5, "join": 0.5, "key": 0.5}


@dataclass(frozen=True)
class OperationFamily:
    """A function, and what its argument may be."""

    kind: Kind
    words: str
    choices: tuple[str, ...]
    """What takes the place of {} in the words: one for each argument from 0 on."""
    colours: bool
    """Whether the argument is a colour, of those that inputs have."""
    size: Size | None
    """Of use only if outputs have the `same` size as inputs, or `another`."""
    cost: float
    half_steps: int
    function: Any
    """Compiled when it is first called."""
    place: tuple[str, int]
    """Its module and line."""
    plain: OnGrid | None
    """The same in NumPy, if a finder needs it."""

    @property
    def name(self) -> str:
        return self.function.__name__


class Operation(NamedTuple):
    """An entry of the table: a function with its argument."""

    id: str
    """The name of the function and its choice: `trim: top row`."""
    words: str
    family: OperationFamily
    argument: int

    @property
    def kind(self) -> Kind:
        return self.family.kind

    @property
    def cost(self) -> float:
        return self.family.cost

    @property
    def on_grid(self) -> Callable[[Grid], Grid | None]:
        """The plain backend: what a change makes of a grid, or None for no answer."""
        plain = self.family.plain
        if plain is None:
            raise ValueError(f"the operation {self.id!r} has no plain backend")
        return lambda grid: plain(grid, self.argument)


family: Registry[OperationFamily] = Registry("operation", __package__)


def change(
    words: str,
    *choices: str,
    colours: bool = False,
    size: Size | None = None,
    cost: float = COSTS["change"],
    plain: OnGrid | None = None,
) -> Any:
    """Declare a function that makes an image of an image, perhaps with a plain backend."""
    return _declare("change", words, choices, colours, size, cost, plain=plain)


def split(
    words: str,
    *choices: str,
    cost: float = COSTS["split"],
    half_steps: int = HALF_STEPS["split"],
) -> Any:
    """Declare a function that labels the parts of an image from 1 on; 0 is no part."""
    return _declare("split", words, choices, cost=cost, half_steps=half_steps)


def join(words: str, *choices: str, size: Size | None = None) -> Any:
    """Declare a function that makes one image of a list."""
    return _declare("join", words, choices, size=size)


def key(largest: str, least: str) -> Any:
    """Declare a function that gives a number to each image of a list.

    The words say which image has the largest number, and which the least.
    """
    return _declare("key", "{}", (largest, least))


def _declare(
    kind: Kind,
    words: str,
    choices: tuple[str, ...],
    colours: bool = False,
    size: Size | None = None,
    cost: float | None = None,
    half_steps: int | None = None,
    plain: OnGrid | None = None,
) -> Callable[[Callable[..., Any]], Any]:
    def declare(function: Callable[..., Any]) -> Any:
        quick = called_by_pointer(function)
        bare = quick.py_func
        entry = OperationFamily(
            kind,
            words,
            choices,
            colours,
            size,
            COSTS[kind] if cost is None else cost,
            HALF_STEPS[kind] if half_steps is None else half_steps,
            quick,
            (bare.__module__, bare.__code__.co_firstlineno),
            plain,
        )
        family.add(quick.__name__)(entry)
        return quick

    return declare


def families() -> list[OperationFamily]:
    """All families, by module and line.

    Operations are tried in this order: it decides which of two programs that make the
    same images is kept, and what is left out when the budget is spent.
    """
    return sorted((family(name) for name in family), key=lambda entry: entry.place)


def operations(colours: Iterable[int], size: Size) -> list[Operation]:
    """Every operation of use, given the colours of inputs and which size outputs have.

    By a key, those with the largest or least number are kept (arguments 0 and 1), or
    all others are (2 and 3).
    """
    return [
        _operation(entry, argument, choice)
        for entry in families()
        if entry.size in (None, size)
        for argument, choice in _arguments(entry, sorted(colours))
    ]


def operation(name: str, choice: str = "") -> Operation:
    """The operation of a name, and of one of its choices if it has any."""
    entry = family(name)
    return _operation(entry, (entry.choices or ("",)).index(choice), choice)


def _operation(entry: OperationFamily, argument: int, choice: str) -> Operation:
    name = f"{entry.name}: {choice.strip(' ,')}" if choice else entry.name
    return Operation(name, entry.words.format(choice), entry, argument)


def _arguments(entry: OperationFamily, colours: list[int]) -> Iterable[tuple[int, str]]:
    if entry.colours:
        return [(colour, str(colour)) for colour in colours]
    if entry.kind == "key":
        kept = [f"keep {name}" for name in entry.choices]
        return enumerate(kept + [f"leave out {name}" for name in entry.choices])
    return enumerate(entry.choices or ("",))
