"""Tables of `concepts`: accuracy by concept, and its intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from metamer.core.errors import Refusal, one_of, remark
from metamer.core.registry import figure
from metamer.core.result import Result
from metamer.core.store import load
from metamer.paradigms.concepts import measures
from metamer.paradigms.concepts.measures import PEOPLE
from metamer.paradigms.concepts.people import read_items
from metamer.paradigms.concepts.rules import CONCEPTS, in_table_order
from metamer.reports.analysis import Analysis, Exhibit
from metamer.statistics import wording
from metamer.statistics.chi_square import independence
from metamer.statistics.intervals import wilson, wilson_of_rounded

if TYPE_CHECKING:
    import pandas as pd

ALL = "all concepts"

PRINTED_N = 240
"""Responses of people that Table 2 assumes for every concept: 30 items, 8 people each.

Source: moskvichev2023, Table 2, inferred from its bounds.
"""


def with_published(run: Analysis, beside: str) -> tuple[pd.DataFrame, list[str]]:
    """All responses with published ones to the same items, and the learners in order.

    `beside` is a table of published items, or a run folder made from one; or empty. If it
    is gone, the run is shown without it.
    """
    import pandas as pd

    table = run.responses.table
    if not beside:
        return table, run.learners
    path = Path(beside)
    if not path.exists():
        remark(f"there is no {beside} here: published results are left out")
        return table, run.learners
    published = load(path).table if path.is_dir() else read_items(path)
    published = published[published["item"].isin(set(table["item"]))]
    if published.empty:
        raise Refusal(
            f"{beside} has no item of this run; published results can only be shown "
            "beside results for the same items"
        )
    texts = table.astype(dict.fromkeys(table.select_dtypes("category"), object))
    names = dict.fromkeys([*run.learners, *published["learner"]])
    everyone = pd.concat([texts, published], ignore_index=True)
    return everyone, [str(name) for name in names]


def solved_counts(table: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Right answers, their number, the share of items solved, and its Wilson interval.

    `right` and `n` count a learner's items and people's responses; `low` and `high` are
    the bounds of their share; `share` is the mean over items.

    Differs: the paper assumes 240 responses of people for every concept; here they are
    counted. A participant who answered ten items counts as ten people in both.
    """
    values = measures.solved_of_item(table).rename("value").reset_index()
    counts = values.groupby([*by], observed=True)["value"].agg(["sum", "size"])
    counts = counts.set_axis(["right", "n"], axis=1).astype(int)
    items = values.groupby([*by, "item"], observed=True)["value"].mean()
    pairs = zip(counts["right"], counts["n"], strict=True)
    intervals = [wilson(int(right), int(n)) for right, n in pairs]
    return counts.assign(
        share=items.groupby([*by], observed=True).mean(),
        low=[interval.low for interval in intervals],
        high=[interval.high for interval in intervals],
    )


def table_1(responses: pd.DataFrame) -> pd.DataFrame:
    """The share of items solved, for each concept (rows) and learner (columns).

    The last row is for all items together. For people it is the mean over items of the
    share of participants.

    Source: moskvichev2023, Table 1; two of its cells differ (`studies.printed.ERRATA`).
    """
    shares = solved_counts(responses, "condition", "learner")["share"].unstack()
    shares = shares.loc[in_table_order(shares.index)].rename(index=CONCEPTS)
    shares.loc[ALL] = solved_counts(responses, "learner")["share"]
    names = dict.fromkeys(responses["learner"].astype(str))
    return shares[[name for name in names if name in shares]]


def table_2(
    responses: pd.DataFrame, people: Literal["counted", "printed"] = "counted"
) -> pd.DataFrame:
    """Right answers, their number and the 95 % Wilson interval, for concept and learner.

    Responses of people are counted, or taken as `printed`: 240 for every concept, of which
    as many are right as the accuracy at two decimals says.

    Source: moskvichev2023, Table 2; some of its bounds differ (`studies.printed.ERRATA`).
    """
    one_of("way of counting people", people, ("counted", "printed"))
    counts = solved_counts(responses, "condition", "learner")
    if people == "printed":
        own = counts.index.get_level_values("learner") == PEOPLE
        intervals = [
            wilson_of_rounded(share, PRINTED_N) for share in counts.loc[own, "share"]
        ]
        counts.loc[own, "right"] = [round(one.estimate * one.n) for one in intervals]
        counts.loc[own, "n"] = PRINTED_N
        counts.loc[own, "low"] = [one.low for one in intervals]
        counts.loc[own, "high"] = [one.high for one in intervals]
    concepts = in_table_order(counts.index.get_level_values("condition"))
    names = dict.fromkeys(responses["learner"].astype(str))
    order = [(concept, name) for concept in concepts for name in names]
    return counts.loc[[place for place in order if place in counts.index]]


def chi_square_by_concept(responses: pd.DataFrame) -> list[Result]:
    """Whether a learner does equally well on all concepts, one test for each learner.

    It compares right and wrong answers by concept; for people, all responses together.

    Source: moskvichev2023, Sec. 8.1: people, first and second place p < 0.001, GPT-4
    p = 0.27 (T = 0) and p = 0.23 (T = 0.5). All five follow from the published file.
    """
    counts = solved_counts(responses, "learner", "condition")
    results = []
    for name in dict.fromkeys(responses["learner"].astype(str)):
        own = counts.loc[name]
        table = own.assign(wrong=own["n"] - own["right"])[["right", "wrong"]]
        result = independence(table.to_numpy())
        words = f"{name}: {result.words}"
        results.append(replace(result, measure="solved", effect=name, words=words))
    return results


@figure.add("concept_table_1")
@dataclass(frozen=True)
class Table1:
    """Accuracy by concept and learner, with the test of equal accuracy below.

    Source: moskvichev2023, Table 1 and Sec. 8.1.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""

    def __call__(self, run: Analysis) -> Exhibit:
        table, names = with_published(run, self.beside)
        body = table_1(table)[names].map(lambda share: f"{share:.2f}")
        for test in chi_square_by_concept(table):
            body.loc["chi-square", test.effect] = _number(test.statistic)
            body.loc["p", test.effect] = _probability(test.p)
        body = body.rename_axis(index="concept", columns=None).reset_index()
        return Exhibit(self.title, self.caption, body.fillna(""))


@figure.add("concept_table_2")
@dataclass(frozen=True)
class Table2:
    """95 % Wilson intervals of accuracy by concept and learner.

    Source: moskvichev2023, Table 2.
    """

    title: str
    caption: str
    beside: str = ""
    """Published results to show beside these: a table of items, or a run folder."""
    people: Literal["counted", "printed"] = "counted"
    """Responses of people as they were counted, or the 240 of the paper."""

    def __call__(self, run: Analysis) -> Exhibit:
        table, names = with_published(run, self.beside)
        counts = table_2(table, self.people)
        cells = counts.apply(
            lambda row: f"{row['low']:.2f} to {row['high']:.2f}", axis=1
        )
        body = cells.unstack()[names]
        body = body.loc[in_table_order(body.index)]
        body.loc["answers per concept"] = [
            _range(counts.xs(name, level="learner")["n"]) for name in names
        ]
        body = body.rename(index=CONCEPTS).rename_axis(index="concept", columns=None)
        return Exhibit(self.title, self.caption, body.reset_index().fillna(""))


def _number(value: float) -> str:
    return "" if isnan(value) else wording.number(value)


def _probability(p: float) -> str:
    return (
        "" if isnan(p) else wording.probability(p).removeprefix("p ").removeprefix("= ")
    )


def _range(counts: pd.Series) -> str:
    low, high = counts.min(), counts.max()
    return f"{low}" if low == high else f"{low} to {high}"
