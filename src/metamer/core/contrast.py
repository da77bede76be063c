"""How a paradigm takes part in the profile: where rule and statistics part.

`paradigms/<name>/profile.py` has a function under `@profile.add("<name>")` that gives the
paradigm's `Contrast`. The profile knows a paradigm by nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from metamer.core.errors import at_least
from metamer.core.learner import Learner
from metamer.core.study import MIN_UNITS, SCALES, Paradigm

Family = Callable[[str], Learner]
"""The learner that stands for a family at a scale."""


@dataclass(frozen=True)
class Contrast:
    """A paradigm in the profile: what is asked, how it is read, and the two ends."""

    paradigm: Callable[[str], Paradigm]
    """The paradigm at a scale."""
    units: Mapping[str, int]
    """How many units of each learner there are at each scale."""
    competence: str
    """A measure of each unit: 0 is chance, 1 is perfect on familiar items."""
    rule: str
    """A measure of each unit that tells the two references apart."""
    statistics: tuple[Learner, ...]
    """Go by statistics alone. The one that comes closest to the rule stands at 0."""
    by_rule: Learner
    """Goes by the rule: it stands at 1."""
    least: float
    """The competence below which the other number cannot be read. Source: ours, in each
    paradigm: half of what there is to learn, unless its file says otherwise."""
    families: Mapping[str, Family]
    """Which learner a family name stands for here."""
    asked: str
    """Where rule and statistics part, in a few words: `the corner never taught`."""
    question: str
    """What is asked, as one sentence."""
    not_learned: str = "it did not learn what it was taught"
    """Why the other number cannot be told if competence is too low."""
    people: str = ""
    """What is published of people, and why it is not on the scale."""
    alike: tuple[str, ...] = ("condition",)
    """Columns in which answers from another run must agree with the profile's, so that
    they can stand beside it."""

    def __post_init__(self) -> None:
        for scale in SCALES:
            at_least("units of a profile", self.units[scale], MIN_UNITS)

    @property
    def references(self) -> tuple[Learner, ...]:
        """Both ends of the scale."""
        return *self.statistics, self.by_rule

    def family(self, name: str, scale: str) -> Learner | None:
        """The learner that a family name stands for, if there is one."""
        if name == "rule":
            return self.by_rule
        if name == "statistics":
            return self.statistics[0]
        return self.families[name](scale) if name in self.families else None
