"""Studies, and what a paradigm, a learner, a test and a figure must be able to do."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, runtime_checkable

from metamer.core.capabilities import NeedsMeasures, Suits
from metamer.core.errors import Refusal, at_least, check_name, one_of
from metamer.core.items import Lesson
from metamer.core.keys import MAX_SEED, Key
from metamer.core.learner import (
    Classifier,
    ClassifierNetwork,
    DiffersByCondition,
    Learner,
    Player,
    PlayerNetwork,
    Solver,
)
from metamer.core.people import People
from metamer.core.play import GameLesson
from metamer.core.registry import figure as figures_known
from metamer.core.registry import measure as measures_known
from metamer.core.registry import test as tests_known
from metamer.core.result import Result
from metamer.core.solve import TaskLesson

Scale = Literal["demo", "small", "paper"]
SCALES: tuple[str, ...] = ("demo", "small", "paper")

MIN_UNITS = 3
"""The fewest units from which an interval is computed.

With two, a t interval of an accuracy is often wider than all from 0 to 1. Source: ours.
"""

MAX_UNITS = 100_000
"""More participants or seeds than anyone has had."""

NO_PEOPLE = People()

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


AnyLesson = Lesson | GameLesson | TaskLesson
"""What one unit is taught and asked: items to classify, games to play or tasks to solve."""


class Shape(NamedTuple):
    """A way of asking: what a unit is given, and who can answer."""

    lesson: type
    learner: type
    network: type
    """Can answer as well, though without methods of its own."""


SHAPES = {
    "classify": Shape(Lesson, Classifier, ClassifierNetwork),
    "play": Shape(GameLesson, Player, PlayerNetwork),
    "solve": Shape(TaskLesson, Solver, Solver),
}
"""All ways of asking, by the name that a paradigm gives as its `shape`."""


@runtime_checkable
class Paradigm(Protocol):
    """Draws lessons, and scores the answers."""

    shape: ClassVar[str]
    """How it asks: one of `SHAPES`."""
    demo: ClassVar[tuple[str, ...]]
    """Studies that `metamer demo` runs to show it."""

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        """What its settings can be, `conditions` among them, for the catalogue."""
        ...

    def conditions(self) -> tuple[Condition, ...]:
        """Everything that units are taught, one by one."""
        ...

    def lesson(self, condition: Condition, key: Key) -> AnyLesson:
        """What the unit with this key is taught and asked in this condition.

        Its type is that of the paradigm's shape.
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


@runtime_checkable
class Finding(Protocol):
    """The answer that a finished run gives to its question."""

    def sentences(self, run: Any) -> list[str]:
        """One to three sentences from the run's numbers, and one that explains them."""
        ...


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
    findings: tuple[Finding, ...] = ()
    """What answers the question, if the study has the measures for it."""
    reproduces: str = ""
    """The paper's figure or table: `zhang2021, Fig. 9`."""
    printed: str = ""
    """What the paper printed there, in one sentence."""
    tests: tuple[Test, ...] = ()
    figures: tuple[Figure, ...] = ()
    """The first leads the report; without any, each measure has one of its own."""
    scale: str = "small"
    remarks: tuple[str, ...] = field(default=())
    """What a reader must know: what does not reproduce, what was simplified."""
    people: People = NO_PEOPLE
    """How it is put to people (`metamer serve`); without blocks, it is not."""

    def __post_init__(self) -> None:
        from metamer.core.given import read_given  # which knows studies

        read_given(self, "study")
        at_least("units", self.units, 1, MAX_UNITS)
        at_least("seed", self.seed, 0, MAX_SEED)
        check_name("the name of a study", self.name)
        one_of("scale", self.scale, SCALES)
        if not self.learners:
            raise Refusal("a study needs at least one learner; see `metamer catalog`")
        for entry in self.learners:
            if self.paradigm.shape:  # a recorded paradigm asks nothing
                _check_learner(entry, self.paradigm)
                if isinstance(entry, Suits):
                    entry.suits(self.paradigm)
        names = [entry.name for entry in self.learners]
        for name in names:
            if names.count(name) > 1:
                raise Refusal(
                    f"two learners are called {name!r}; a study needs different names"
                )
        for name in self.measures:
            measures_known(name)
        for part in (*self.tests, *self.figures):
            if isinstance(part, NeedsMeasures):
                _check_measures(part, self.measures)


ANALYSIS = (
    "measures",
    "tests",
    "figures",
    "findings",
    "remarks",
    "title",
    "question",
    "reproduces",
    "printed",
    "people",
)
"""What is computed from responses, or asks people, and changes no learner's response."""


def _check_measures(part: NeedsMeasures, measures: Sequence[str]) -> None:
    """Refuse a figure or a test of a measure that the study does not have."""
    missing = [name for name in part.needed_measures if name not in measures]
    if missing:
        raise Refusal(
            f"{_called(part)} needs the measure {missing[0]!r}, which is not among those "
            f"of the study: {', '.join(measures) or 'none'}"
        )


def _called(part: object) -> str:
    """A figure or a test as a sentence names it: `the figure by_learner`."""
    for registry in (figures_known, tests_known):
        if name := registry.name_of(type(part)):
            return f"the {registry.kind} {name}"
    return type(part).__name__


def _check_learner(entry: object, paradigm: Paradigm) -> None:
    """Refuse whoever cannot answer when it is asked in this way."""
    from metamer.core.answers import AnswersById  # which knows conditions
    from metamer.core.conversation import HoldsConversations, Respondent

    if isinstance(entry, AnswersById):
        return
    if isinstance(entry, DiffersByCondition):
        for condition in paradigm.conditions():
            _check_learner(entry.in_condition(condition), paradigm)
        return
    if isinstance(entry, Respondent):
        if not isinstance(paradigm, HoldsConversations):
            raise Refusal(
                f"{entry.name} is asked in words, and {type(paradigm).__name__} has none: "
                "it has no method 'conversation'"
            )
        return
    shape = paradigm.shape
    one_of("way of asking", shape, SHAPES)
    kind = SHAPES[shape].learner
    methods = [method for method in vars(kind) if not method.startswith("_")]
    needed = f"here a learner has a name, {' and '.join(methods)}"
    if not isinstance(entry, Learner) or not isinstance(entry.name, str):
        raise Refusal(f"{entry!r} is not a learner: its name must be a text; {needed}")
    if not isinstance(entry, (kind, SHAPES[shape].network)):
        missing = [name for name in methods if name not in dir(entry)] or methods
        raise Refusal(
            f"{entry.name} cannot take part: it has no method {missing[0]!r}; {needed}"
        )
