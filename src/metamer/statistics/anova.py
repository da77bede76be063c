"""Analysis of variance."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.cells import rows_of
from metamer.statistics.effect_sizes import partial_eta_squared

if TYPE_CHECKING:
    import pandas as pd

NUMERALS = {1: "I", 2: "II", 3: "III"}
FUNCTIONS = ("C", "I")
"""What a formula may call: C makes a column a factor, I protects arithmetic."""


def terms(table: pd.DataFrame, formula: str, type: int = 2) -> list[Result]:
    """A result for each term of a formula: F, p and partial eta squared.

    Type I takes terms in their order, type II each after all that do not contain it,
    type III each after all others. This holds for type III only if contrasts sum to zero,
    so factors are coded that way there, whatever their default coding (as in SPSS, SAS, and
    R's `car` after `contr.sum`).

    Source: Fox 2016, Ch. 8, through statsmodels; type II as in kumar2022.
    """
    from statsmodels.stats.anova import anova_lm

    one_of("type of ANOVA", type, NUMERALS)
    model = linear_model(formula, table, sums_to_zero=type == 3)
    blank = Result(f"ANOVA {NUMERALS[type]}", "", "", n=len(model.endog))
    reason = why_untestable(model, formula, table)
    if reason:
        words = f"{blank.test} of {formula}: no test, because {reason} (n = {blank.n})"
        return [replace(blank, effect=formula, words=words)]
    found = anova_lm(model.fit(), typ=type)
    names = [term for term in found.index if term not in ("Residual", "Intercept")]
    if not names:
        raise Refusal(f"the formula {formula!r} has no term to test but the mean")
    return [_term(blank, found.loc[term], found.loc["Residual"]) for term in names]


def code_sum_to_zero(formula: str, table: pd.DataFrame) -> str:
    """The formula with contrasts that sum to zero for every factor."""
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    def code(match: re.Match[str]) -> str:
        factor, word = match.groups()
        kind = None if factor or word not in table else table[word].dtype
        if kind is not None and (is_bool_dtype(kind) or not is_numeric_dtype(kind)):
            factor = word
        return f"C({factor}, Sum)" if factor else match[0]

    left, right = formula.split("~")
    return f"{left}~" + re.sub(r"\bC\(\s*(\w+)\s*\)|\b(\w+)\b", code, right)


def _check(formula: str, table: pd.DataFrame) -> None:
    """Refuse all but arithmetic on columns: a formula is code, and comes from files."""
    unknown = [name for name in _names(formula) if name not in table]
    if unknown:
        raise Refusal(
            f"the formula {formula!r} uses {unknown[0]!r}; it may use C(), I() and the "
            f"columns {', '.join(table.columns)}"
        )
    plain = re.fullmatch(r"\s*value\s*~[\w\s+\-*:/().]+", formula)
    if not plain or re.search(r"\bC\((?!\s*\w+\s*\))", formula):
        raise _refusal(formula, table)


def _names(formula: str) -> list[str]:
    words = re.findall(r"\b[^\W\d]\w*", formula)
    return [word for word in words if word not in FUNCTIONS]


def _refusal(formula: str, table: pd.DataFrame) -> Refusal:
    return Refusal(
        f"cannot read the formula {formula!r}; write it like "
        f'"value ~ C(learner) * C(condition)", with the columns '
        f"{', '.join(table.columns)}"
    )


def linear_model(formula: str, table: pd.DataFrame, sums_to_zero: bool = False) -> Any:
    """The linear model of a formula, not yet fitted; refuses what is not a formula."""
    from patsy import PatsyError
    from statsmodels.formula.api import ols

    _check(formula, table)
    try:
        return ols(code_sum_to_zero(formula, table) if sums_to_zero else formula, table)
    except (PatsyError, SyntaxError, ValueError) as error:
        raise _refusal(formula, table) from error


def _constant_column(formula: str, table: pd.DataFrame) -> str:
    """Which column of the formula has a single value, in words; empty if none has."""
    used = [name for name in _names(formula) if table[name].nunique() < 2]
    return f"{used[0]} does not vary" if used else ""


def why_untestable(model: Any, formula: str, table: pd.DataFrame) -> str:
    """Why a formula cannot be tested; empty if it can."""
    if constant := _constant_column(formula, table):
        return constant
    if np.linalg.matrix_rank(model.exog) < model.exog.shape[1]:
        return "its terms cannot be separated: some combinations have no values"
    if model.df_resid <= 0:
        return "there are not more values than means to estimate"
    if model.fit().ssr <= 1e-20 * np.sum(model.endog**2):
        return "nothing varies within its cells"
    return ""


def _term(blank: Result, row: pd.Series, error: pd.Series) -> Result:
    found = replace(
        blank,
        effect=str(row.name).replace(", Sum)", ")"),
        statistic=float(row["F"]),
        df=float(row["df"]),
        df_error=float(error["df"]),
        p=float(row["PR(>F)"]),
        effect_size=float(partial_eta_squared(row["sum_sq"], error["sum_sq"])),
        size_name="partial eta squared",
    )
    return replace(found, words=_words(found))


def _words(result: Result) -> str:
    between = f"{wording.degrees(result.df)}, {wording.degrees(result.df_error)}"
    return (
        f"{result.effect}: F({between}) = {wording.number(result.statistic)}, "
        f"{wording.probability(result.p)}, {wording.effect_size(result)} "
        f"({result.test}, n = {result.n})"
    )


@test.add("anova")
@dataclass(frozen=True)
class Anova:
    """Which columns, and which of their combinations, a measure depends on.

    The formula names columns of the table: "value ~ C(learner) * C(condition)". Rows that
    lack a value or a factor are left out.

    Source: ours; type II is what kumar2022 computed.
    """

    measure: str
    formula: str = "value ~ C(learner) * C(condition)"
    type: Literal[1, 2, 3] = 2

    def __post_init__(self) -> None:
        one_of("type of ANOVA", self.type, NUMERALS)

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        found = terms(rows_of(measures, self.measure), self.formula, self.type)
        return [
            replace(
                result, measure=self.measure, words=f"{self.measure}, {result.words}"
            )
            for result in found
        ]
