"""Studies, and what a paradigm, a learner, a test and a figure must be able to do."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.registry import measure as measures_known
from metamer.core.result import Result

Scale = Literal["demo", "small", "paper"]
SCALES: tuple[str, ...] = ("demo", "small", "paper")

Detail = str | int | float | bool


@dataclass(frozen=True)
class Condition:
    """What a unit was taught or shown, and the further columns that single it out."""

    name: str
    details: tuple[tuple[str, Detail], ...] = ()

    def __str__(self) -> str:
        return " ".join(
            [self.name, *(f"{name}={value}" for name, value in self.details)]
        )


@runtime_checkable
class Learner(Protocol):
    """Whoever answers: has a name.

    How it answers is up to the paradigm's shape: it classifies (`Classifier`), plays
    (`metamer.core.play.Player`) or solves (`metamer.core.solve.Solver`). A learner whose
    methods are pure JAX functions says so with `compiled = True`: then all units of a block
    go through one compiled program, and keys are JAX keys. For all others a key is a `Key`
    (`.numpy`, `.jax`, `.integer`). One that cannot take part everywhere has
    `suits(paradigm)`, which refuses.
    One that looks at nothing it is taught says `innate = True`, and nothing is drawn.
    """

    @property
    def name(self) -> str: ...


@runtime_checkable
class Classifier(Learner, Protocol):
    """Learns from labelled items, then answers unlabelled ones.

    `answer` returns whole numbers (the label of each item) or an array of probabilities
    with one column per label. Before a compiled one is taught, `encode(lesson)`, where
    there is one, turns what cannot be an array (texts) into arrays.
    """

    def fit(self, items: Items, key: Any) -> Any: ...

    def answer(self, fitted: Any, items: Items) -> Any: ...


METHODS = {
    "classify": ("fit", "answer"),
    "play": ("fit", "act"),
    "solve": ("solve",),
}
"""What a learner must be able to do, for each shape of asking."""


@runtime_checkable
class Paradigm(Protocol):
    """Draws lessons, and scores the answers."""

    shape: ClassVar[str]
    """How it asks: `classify`, `play` or `solve`."""
    demo: ClassVar[tuple[str, ...]]
    """Studies that `metamer demo` runs to show it."""

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, `conditions` among them, for the catalogue."""
        ...

    def conditions(self) -> tuple[Condition, ...]:
        """Everything that units are taught, one by one."""
        ...

    def lesson(self, condition: Condition, key: Key) -> Any:
        """What the unit with this key is taught and asked in this condition.

        A `Lesson` for those who classify, a `Round` for those who play, a `Sitting` for
        those who solve.
        """
        ...

    def score(self, lesson: Any, answers: Any) -> Any:
        """The table's rows for one unit's answers, from `item` on."""
        ...

    def items(self, condition: Condition, lessons: Sequence[Any]) -> dict[str, Any]:
        """What was asked, for `items.npz`: arrays `group/item` (ids), `group/x` ..."""
        ...

    def pictures(self, key: Key, asked: dict[str, Any]) -> list[tuple[str, Any]]:
        """Captions and Matplotlib figures of what is shown, for the report.

        `asked` is what a run asked, as `items` gave it.
        """
        ...

    def description(self) -> list[dict[str, str]]:
        """The conditions in words and numbers, one row each, for the report."""
        ...


@runtime_checkable
class Test(Protocol):
    """A statistical test on `measures.csv`."""

    def __call__(self, measures: Any) -> list[Result]: ...


@runtime_checkable
class Figure(Protocol):
    """A picture of a finished run."""

    def __call__(self, run: Any) -> Any: ...


@dataclass(frozen=True)
class Study:
    """Which learners go through which paradigm, how often, and what is made of it."""

    paradigm: Paradigm
    learners: tuple[Learner, ...]
    measures: tuple[str, ...] = ()
    units: int = 20
    """How many participants or seeds there are of each learner in each condition."""
    seed: int = 0
    name: str = "study"
    title: str = ""
    question: str = ""
    """What is asked, in plain words; the report begins with it."""
    tests: tuple[Test, ...] = ()
    figures: tuple[Figure, ...] = ()
    scale: str = "small"
    remarks: tuple[str, ...] = field(default=())
    """What a reader must know: what does not reproduce, what was simplified."""

    def __post_init__(self) -> None:
        at_least("units", self.units, 1)
        at_least("seed", self.seed, 0)
        one_of("scale", self.scale, SCALES)
        if not self.learners:
            raise Refusal("a study needs at least one learner; see `metamer catalog`")
        for entry in self.learners:
            # A paradigm that is only to be read about has no shape.
            shape = getattr(self.paradigm, "shape", "")
            _check_learner(entry, METHODS.get(shape, ()))
            getattr(entry, "suits", lambda paradigm: None)(self.paradigm)
        names = [entry.name for entry in self.learners]
        for name in names:
            if names.count(name) > 1:
                raise Refusal(
                    f"two learners are called {name!r}; a study needs different names"
                )
        for name in self.measures:
            measures_known(name)


def _check_learner(entry: object, methods: Sequence[str]) -> None:
    for method in methods:
        if not callable(getattr(entry, method, None)):
            name = getattr(entry, "name", repr(entry))
            raise Refusal(
                f"{name} cannot take part: it has no method {method!r}; "
                f"here a learner has a name, {' and '.join(methods)}"
            )
    if not isinstance(getattr(entry, "name", None), str):
        raise Refusal(f"{entry!r} is not a learner: its name must be a text")
