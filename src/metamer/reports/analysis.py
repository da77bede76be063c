"""The analysis of a run: its measures and its tests, beside the responses themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from metamer.core.errors import one_of
from metamer.core.participants import EXCLUDED
from metamer.core.registry import measure
from metamer.core.responses import Responses, details
from metamer.core.result import COLUMNS, Result
from metamer.core.study import Study

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Analysis:
    """Responses, the measures computed from them, and the tests of those measures."""

    responses: Responses
    measures: pd.DataFrame
    tests: tuple[Result, ...]
    all_finished: Analysis | None = None
    """The same with those whom an exclusion rule leaves out, if there are any."""

    @property
    def study(self) -> Study:
        return self.responses.study

    @property
    def details(self) -> list[str]:
        """The columns that single out a condition."""
        return details(self.responses.table)

    @property
    def learners(self) -> list[str]:
        """The names of the learners that answered, in the order of the study."""
        answered = set(self.responses.table["learner"].unique())
        return [entry.name for entry in self.study.learners if entry.name in answered]

    def values(self, name: str) -> pd.DataFrame:
        """The rows of one measure; refuses one that this run does not have."""
        one_of("measure of this run", name, self.study.measures)
        return self.measures[self.measures["measure"] == name]


@dataclass(frozen=True)
class LinkedPage:
    """A page of its own that a report links to."""

    file: str
    """Its name in the folder of the run: `items.html`."""
    title: str
    """The words of the link."""
    text: str
    """The whole page, as HTML."""


@dataclass(frozen=True)
class Exhibit:
    """A figure or a table, with its title and what a reader should see in it."""

    title: str
    caption: str
    body: Any
    """A Matplotlib figure, or a data frame of texts and numbers."""
    pages: tuple[LinkedPage, ...] = ()
    """What is too long for the report."""


def empty_exhibit(title: str, reason: str) -> Exhibit:
    """A figure or table that has nothing to show, and a sentence that says why."""
    import pandas as pd

    return Exhibit(title, reason, pd.DataFrame())


def no_values(title: str, measure: str) -> Exhibit:
    """A figure of a measure that no unit of a run has a value of."""
    reason = f"No unit of this run has a value of {measure.replace('_', ' ')}."
    return empty_exhibit(title, reason)


def analyse(responses: Responses) -> Analysis:
    """Measure and test a run as its study says.

    Participants whom an exclusion rule leaves out do not count, unless nobody is left;
    `all_finished` is the analysis with them.
    """
    whole = _analyse(responses)
    kept = without_excluded(responses.table)
    if len(kept) == len(responses.table):
        return whole
    return replace(_analyse(replace(responses, table=kept)), all_finished=whole)


def without_excluded(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of participants to whom no exclusion rule applies; all if that is nobody."""
    if EXCLUDED not in table or table[EXCLUDED].all() or not table[EXCLUDED].any():
        return table
    kept = table[~table[EXCLUDED]].reset_index(drop=True)
    texts = kept.select_dtypes("category").columns
    return kept.assign(
        **{name: kept[name].cat.remove_unused_categories() for name in texts}
    )


def _analyse(responses: Responses) -> Analysis:
    measures = measures_table(responses.table, responses.study.measures)
    results = [result for test in responses.study.tests for result in test(measures)]
    return Analysis(responses, measures, tuple(results))


def measures_table(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """The rows of `measures.csv`: one for each measure, learner, condition and unit.

    Their order depends on nothing but their content. What else a measure tells apart (the
    boards of a unit) has a column of its own.
    """
    import pandas as pd

    frames = []
    for name in names:
        values = measure(name)(table).rename("value").reset_index()
        frames.append(values.assign(measure=name).astype({"learner": str}))
    known = ["measure", "learner", "condition", *details(table)]
    columns = dict.fromkeys(str(column) for frame in frames for column in frame)
    extra = [name for name in columns if name not in (*known, "unit", "value")]
    order = [*known, *extra, "unit", "value"]
    if not frames:
        return pd.DataFrame(columns=order)
    # As texts: numbers and the empty texts of other measures have no common order.
    frames = [
        frame.astype({name: str for name in extra if name in frame}) for frame in frames
    ]
    whole = pd.concat(frames).reindex(columns=order)
    texts = [column for column in order if column not in ("unit", "value")]
    whole[texts] = whole[texts].astype("object").where(whole[texts].notna(), "")
    return whole.sort_values(order[:-1], ignore_index=True)


def results_table(tests: Sequence[Result]) -> pd.DataFrame:
    """The rows of `tests.csv`, one for each result."""
    import pandas as pd

    return pd.DataFrame([asdict(result) for result in tests], columns=list(COLUMNS))
