"""What a learner, a paradigm or a figure may have beyond what every one must have.

Each capability is a protocol, and `isinstance` asks for it. A protocol with a value and no
method holds as soon as the value exists, whatever it is: ask `is_compiled(learner)`, not
`isinstance(learner, Compiled)`.
"""

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.items import Items, Lesson
from metamer.core.learner import ClassifierNetwork, PlayerNetwork
from metamer.core.play import GameView
from metamer.core.shown import AskedItems, ItemViews

if TYPE_CHECKING:
    import pandas as pd


@runtime_checkable
class Compiled(Protocol):
    """A learner whose methods are pure JAX functions, if `compiled` is true.

    All units of a job then go through one compiled program, and keys are JAX keys.
    """

    @property
    def compiled(self) -> bool: ...


def is_compiled(learner: object) -> bool:
    """Whether the methods of `learner` are pure JAX functions; those of networks are."""
    if isinstance(learner, ClassifierNetwork | PlayerNetwork):
        return True
    return isinstance(learner, Compiled) and bool(learner.compiled)


@runtime_checkable
class Innate(Protocol):
    """A learner that ignores what it is taught, if `innate` is true.

    Taught items are then not drawn for it.
    """

    @property
    def innate(self) -> bool: ...


def is_innate(learner: object) -> bool:
    """Whether `learner` ignores what it is taught."""
    return isinstance(learner, Innate) and bool(learner.innate)


@runtime_checkable
class SetsBlock(Protocol):
    """A learner that says how many of its units one job holds."""

    @property
    def block(self) -> int: ...


@runtime_checkable
class Suits(Protocol):
    """A learner that cannot take part everywhere.

    It looks at settings only: a study is also put together to read a finished run, and
    the files that its paradigm or its learners had may then be gone.
    """

    def suits(self, paradigm: Any) -> None:
        """Raise a `Refusal` if it cannot take part in `paradigm`."""
        ...


@runtime_checkable
class NeedsFiles(Protocol):
    """A learner that reads files, which are looked at before a study is run."""

    def check_files(self, paradigm: Any) -> None:
        """Raise a `Refusal` if it cannot take part in `paradigm` with its files."""
        ...


@runtime_checkable
class LimitsLabels(Protocol):
    """A classifier that can tell only a few labels apart: 0 to `max_labels` - 1.

    Items with other labels are not taught to it, but refused.
    """

    @property
    def max_labels(self) -> int: ...


@runtime_checkable
class Encodes(Protocol):
    """A compiled classifier that first turns what is no array (texts) into arrays."""

    def encode(self, lesson: Lesson) -> Lesson: ...


@runtime_checkable
class Trains(Protocol):
    """A learner that teaches all units of a job together; its `fit` is not called.

    A classifier gets what each unit is taught, a player the game that all are taught.
    It returns a tree of arrays whose first axis is the unit.
    """

    def train(self, taught: Any, keys: Any, place: Place) -> Any: ...


@runtime_checkable
class TrainsUnit(Protocol):
    """A classifier that trains one unit, on a stream as it is, instead of `fit`."""

    def train_unit(self, taught: Any, key: Any, place: Place) -> Any:
        """What `answer` needs, from `Items` or a `Stream`; `place` is this unit's own."""


@runtime_checkable
class DescribesTraining(Protocol):
    """A classifier that trains and has numbers about its training for the table."""

    def tell(self, fitted: Any) -> dict[str, np.ndarray]:
        """A number for each unit, by the column that it goes to."""
        ...


@runtime_checkable
class Explains(Protocol):
    """A classifier that trains and gives a reason for each answer."""

    def explain(self, fitted: Any, items: Items) -> Any:
        """One row for each item; None from a network that was not taught reasons."""
        ...

    def __hash__(self) -> int:
        """Equal settings, equal hash: its compiled program is kept by it."""
        ...


@runtime_checkable
class HasMemory(Protocol):
    """A player that begins every game with a memory; without it, that is None."""

    def start(self, fitted: Any, many: int) -> Any:
        """The memory with which `many` games begin."""
        ...


@runtime_checkable
class HasMode(Protocol):
    """A solver that says how its guesses relate: `ranked`, `samples` or `interactive`."""

    @property
    def mode(self) -> str: ...


@runtime_checkable
class HasTypicalShape(Protocol):
    """A network whose parameters the catalogue counts."""

    @property
    def typical(self) -> tuple[int, ...]:
        """The shape of the items that it is usually taught."""
        ...


@runtime_checkable
class HasSizes(Protocol):
    """A network with further sizes worth listing in the catalogue."""

    @property
    def sizes(self) -> dict[str, dict[str, Any]]:
        """Settings that differ from the default, by what that size is called."""
        ...


@runtime_checkable
class RecordsLogits(Protocol):
    """A paradigm that wants the logits of the first `logits` labels in the table."""

    @property
    def logits(self) -> int: ...


@runtime_checkable
class ScoresReasons(Protocol):
    """A paradigm that knows whether a learner's reasons are right (see `Explains`)."""

    def explained(self, lesson: Lesson, reasons: Any) -> dict[str, np.ndarray]:
        """Further columns, one entry for each asked item; `reasons` may be None."""
        ...


@runtime_checkable
class NeedsMeasures(Protocol):
    """A figure or a test that looks at measures, which its study then must have."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        """Their names."""
        ...


@runtime_checkable
class DescribesAsked(Protocol):
    """A paradigm that describes its conditions by what a run asked in them.

    A report on the run then needs no files beside those of the run.
    """

    def describe_asked(self, asked: dict[str, Any]) -> list[dict[str, str]]:
        """The conditions, one row each; `asked` is what the paradigm's `items` gave."""
        ...


@runtime_checkable
class ShowsItems(Protocol):
    """A paradigm that shows single items of a run beside the answers to them.

    It needs no files beside those of the run.
    """

    def item_views(self, table: "pd.DataFrame", asked: AskedItems) -> ItemViews: ...


@runtime_checkable
class HasItemsPage(Protocol):
    """A paradigm that writes the page with the single items of a run itself."""

    def items_page(self, responses: Any) -> str:
        """The page as HTML; empty for a run that has no items to show."""
        ...


@runtime_checkable
class FromElsewhere(Protocol):
    """A paradigm or learner whose responses were imported: nobody can be asked again."""

    @property
    def command(self) -> str:
        """How such a run is made, for its report."""
        ...


@runtime_checkable
class HasLaterSettings(Protocol):
    """Settings to which a later version of the package added some.

    At their defaults these do not count when a job gets its name: a run that an older
    version began goes on, and does not do its units again.
    """

    @property
    def later(self) -> tuple[str, ...]:
        """The fields that were added."""
        ...


@runtime_checkable
class HasNeutralSettings(Protocol):
    """Settings that change no answer, such as how long to wait for one.

    They do not count when a job gets its name.
    """

    @property
    def neutral(self) -> tuple[str, ...]:
        """These fields."""
        ...


@runtime_checkable
class WritesSettings(Protocol):
    """A thing whose settings are not simply its fields."""

    def to_plain(self) -> dict[str, Any]: ...


@runtime_checkable
class ObservesViews(Protocol):
    """A paradigm whose players can act on the view of a trial, as people do."""

    def game_view(self, view: dict[str, Any], action: int, reward: float) -> GameView:
        """What a player sees of one game; `action` is -1 before the first one."""
        ...


@runtime_checkable
class KnowsRight(Protocol):
    """A trial of which one answer is right."""

    @property
    def right(self) -> Any:
        """The right answer, as a browser would send it."""
        ...
