"""What runs of `pointers` answer: after how many items a rule is learned, and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import finding
from metamer.core.result import Result
from metamer.paradigms.pointers.figures.accuracy import rule_of
from metamer.paradigms.pointers.figures.noise import exact, rules
from metamer.paradigms.pointers.rules.answers import majority_share
from metamer.paradigms.pointers.rules.noise import DELTAS
from metamer.reports.analysis import Analysis
from metamer.reports.facets import level_label
from metamer.reports.findings import MAX_NAMED, mean_and_interval
from metamer.reports.item_findings import COUNTED, Share, share_of
from metamer.statistics.correlation import Correlation
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

CHANCE = 0.1
"""The share of the most frequent answer, if the rule cannot be restored."""


@finding.add("rule_by_size")
@dataclass(frozen=True)
class RuleBySize:
    """From how many taught items on a learner is right on new ones, or only remembers.

    It is right if its whole interval on new items lies above the middle between always
    giving the most frequent answer and being always right. Otherwise it has only
    remembered what it was taught, if that is so for taught items, or learned nothing.

    Source: ours, for zhang2021, Fig. 9, 11, 12 and 15.
    """

    def sentences(self, run: Analysis) -> list[str]:
        groups: dict[str, dict[str, list[str]]] = {}
        for name in run.learners:
            for label, cell in _cells(run, name):
                side, text = _judge(run, cell)
                said = f"{label} {text}".strip()
                groups.setdefault(side, {}).setdefault(name, []).append(said)
        told = [_sentence(side, groups[side]) for side in SIDES if side in groups]
        return [*told, NOTE]


SIDES = ("Right on new items", "Remembers only", "Cannot be told", "Learned neither")
"""Where a learner can be, in the order of the sentences."""

NOTE = (
    "Right on new items: more than halfway from always giving the most frequent answer to "
    "being always right, with the smallest number of taught items from which on that "
    "holds. Whether by the rule, or because every window had been taught, only windows "
    "left out can tell (`pointers-holdout`). Remembers only: so right on taught items, but "
    "not on new ones. Numbers are shares of new items right after the most taught items, "
    f"with {COUNTED}."
)


def _sentence(side: str, found: dict[str, list[str]]) -> str:
    shown = [f"`{name}` ({', '.join(said)})" for name, said in found.items()]
    more = len(shown) - MAX_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return f"{side}: {', '.join(shown[:MAX_NAMED])}{rest}."


def _cells(run: Analysis, name: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of a learner for each rule that it was taught, and how that is called."""
    table = run.responses.table
    columns = [one for one in ("complexity", "aggregate") if table[one].nunique() > 1]
    own = table[table["learner"] == name]
    if not columns:
        yield "", own
        return
    for levels, cell in own.groupby(columns, observed=True):
        pairs = zip(columns, levels, strict=True)
        yield " ".join(level_label(*pair) for pair in pairs), cell


def _judge(run: Analysis, cell: pd.DataFrame) -> tuple[str, str]:
    """The side of one learner on one rule, and its share of new items."""
    middle = _middle(run, cell)
    sizes = sorted(cell["size"].unique())
    new = {size: _share(cell, size, "iid") for size in sizes}
    last, taught = new[sizes[-1]], _share(cell, sizes[-1], "taught")
    if last is None:
        return "Cannot be told", "was asked no new items"
    if last.low > middle:
        return SIDES[0], f"{_from(new, middle)}{last}"
    if last.high >= middle:
        return "Cannot be told", str(last)
    remembers = taught is not None and taught.low > middle
    return SIDES[1] if remembers else SIDES[3], str(last)


def _middle(run: Analysis, cell: pd.DataFrame) -> float:
    """Halfway from always giving the most frequent answer to being always right."""
    first = cell.iloc[0]
    rule = rule_of(run, int(first["complexity"]), str(first["aggregate"]))
    return (1 + (CHANCE if rule is None else majority_share(rule))) / 2


def _share(cell: pd.DataFrame, size: Any, part: str) -> Share | None:
    return share_of(cell[(cell["size"] == size) & (cell["part"] == part)])


def _from(new: dict[Any, Share | None], middle: float) -> str:
    """From which size on all shares lie above the middle; empty if only one was tried."""
    if len(new) == 1:
        return ""
    start = None
    for size, share in new.items():
        above = share is not None and share.low > middle
        start = (size if start is None else start) if above else None
    return f"from {start:,} items: "


@finding.add("fast_and_slow")
@dataclass(frozen=True)
class FastAndSlow:
    """Whether units that fit sooner are right more often on new items.

    Units are compared with others of their own learner and condition only, so that easier
    conditions, which are fitted sooner, do not count as evidence.

    Source: zhang2021, App. D and Fig. 16, says so of examples; the correlation is ours.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (SPEED, NEW)

    def sentences(self, run: Analysis) -> list[str]:
        groups: dict[str, list[str]] = {}
        for name in run.learners:
            own = run.measures[run.measures["learner"] == name]
            points = Correlation(SPEED, NEW).points(own)
            if len(points):
                (found,) = Correlation(SPEED, NEW, "within")(own)
                text = f"`{name}` ({_fitted_units(run, points)}; {_r(found)})"
                groups.setdefault(_sign(found), []).append(text)
        if not groups:
            return ["Cannot be told: no network fitted what it was taught."]
        told = [f"{side}: {'; '.join(texts)}." for side, texts in groups.items()]
        return [*told, SPEED_NOTE]


SPEED, NEW = "fitted_after", "iid_accuracy"

SPEED_NOTE = (
    "Fitted: 90 % right in training. Right on new items: more than halfway from always "
    "giving the most frequent answer to being always right; shares of the training are "
    "medians. r: the correlation of that share with accuracy on new items within "
    "conditions, with its 95 % interval over units."
)


def _fitted_units(run: Analysis, points: pd.DataFrame) -> str:
    """How many units that fit are right on new items, or are not, and when they fit."""
    cells = points.groupby(["complexity", "aggregate"], observed=True)
    marks = {levels: _middle(run, cell) for levels, cell in cells}
    levels = zip(points["complexity"], points["aggregate"], strict=True)
    right = points["y"] > [marks[level] for level in levels]
    told = []
    for label, some in (
        ("right on new items", points[right]),
        ("not", points[~right]),
    ):
        after = f", after {some['x'].median():.2f} of the training" if len(some) else ""
        told.append(f"{len(some)} fitted and {label}{after}")
    return "; ".join(told)


def _sign(found: Result) -> str:
    """What the correlation of the time to fit with accuracy says."""
    if found.high < 0:
        return "Units that fit sooner are right more often on new items"
    if found.low > 0:
        return "Units that fit sooner are right less often on new items"
    return "Cannot be told whether units that fit sooner are right more often"


def _r(found: Result) -> str:
    if found.estimate != found.estimate:
        return "r unknown"
    return f"r = {mean_and_interval(found.estimate, found.low, found.high)}"


@finding.add("noise_of_rules")
@dataclass(frozen=True)
class NoiseOfRules:
    """How sensitive each rule is to noise, and whose answers change as often.

    Source: zhang2021, Fig. 10, for rules; ours for learners.
    """

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("noise_sensitivity",)

    def sentences(self, run: Analysis) -> list[str]:
        known = list(rules(run))
        means = {rule: _mean_sensitivity(rule) for rule in known}
        spans = []
        for aggregate in dict.fromkeys(rule.aggregate for rule in known):
            own = [rule for rule in known if rule.aggregate == aggregate]
            ends = dict.fromkeys((own[0], own[-1]))
            spans.append(
                f"{aggregate} {' to '.join(f'{means[one]:.2f}' for one in ends)}"
            )
        sizes = sorted({rule.complexity for rule in known})
        said = []
        if spans:
            said.append(
                "Shares of right answers that noise changes, from windows of "
                f"{sizes[0] + 1} to {sizes[-1] + 1} digits: {', '.join(spans)}."
            )
        return [*said, *self._learners(run), NOISE_NOTE]

    def _learners(self, run: Analysis) -> list[str]:
        """Whose answers change as often as right ones do."""
        values = run.values("noise_sensitivity")
        expected = {
            (rule.aggregate, rule.complexity): _mean_sensitivity(rule)
            for rule in rules(run)
        }
        if not expected:
            return []
        wanted = sum(expected.values()) / len(expected)
        pairs = _pairs(run)
        shown = [
            f"`{name}` {_pair_share(float(own['value'].mean()), pairs[name])}"
            for name in run.learners
            if len(own := values[values["learner"] == name])
        ]
        return [
            f"Over all rules right answers change in {wanted:.2f} of pairs; answers of "
            f"{', '.join(shown)}."
        ]


NOISE_NOTE = (
    "Shares of pairs of items with different answers, where the bits of one are those of "
    "the other, flipped with probability e^-7 to e^-1; means over these seven, exact for "
    "rules, with 95 % Wilson intervals over pairs for learners."
)


def _mean_sensitivity(rule: Any) -> float:
    return sum(exact(rule, delta) for delta in DELTAS) / len(DELTAS)


def _pairs(run: Analysis) -> dict[str, int]:
    """How many pairs each learner answered."""
    table = run.responses.table
    asked = table[table["part"] == "noise"]
    return {str(name): len(rows) // 2 for name, rows in asked.groupby("learner")}


def _pair_share(share: float, pairs: int) -> str:
    found = wilson(round(share * pairs), pairs)
    return str(Share(share, found.low, found.high))
