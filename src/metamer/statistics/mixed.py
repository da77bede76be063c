"""Linear mixed models, for values of which those in one group resemble each other."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.statistics import wording
from metamer.statistics.anova import code_sum_to_zero, linear_model, why_untestable
from metamer.statistics.cells import check_column, rows_of

if TYPE_CHECKING:
    import pandas as pd


def terms(table: pd.DataFrame, formula: str, groups: tuple[str, ...]) -> list[Result]:
    """A Wald chi-square for each term, with a random intercept for each group.

    Fitted by restricted maximum likelihood; factors are coded so that their contrasts sum
    to zero. The effect size is the share of the remaining variance that lies between
    groups, the same for all terms. Wald tests need many groups: with fewer than about
    thirty they are significant too often.

    Source: Laird and Ware 1982, through statsmodels MixedLM.
    """
    table = table.dropna(subset=["value"])
    group = table.groupby([*groups], observed=True, dropna=False).ngroup()
    blank = Result("mixed model", "", "", n=len(table))
    model = linear_model(formula, table)
    reason = why_untestable(model, formula, table) or _why_no_groups(group)
    fitted = None if reason else _fit(code_sum_to_zero(formula, table), table, group)
    if fitted is None:
        reason = reason or "the fit did not converge"
        words = f"mixed model of {formula}: no test, because {reason} (n = {blank.n})"
        return [replace(blank, effect=formula, words=words)]
    between = float(fitted.cov_re.iloc[0, 0])
    blank = replace(
        blank,
        effect_size=between / (between + fitted.scale),
        size_name="share of variance between groups",
    )
    found = fitted.wald_test_terms(scalar=True).summary_frame().drop("Intercept")
    if found.empty:
        raise Refusal(f"the formula {formula!r} has no term to test but the mean")
    return [_term(blank, row, group.nunique()) for _, row in found.iterrows()]


def _why_no_groups(group: pd.Series) -> str:
    """Why groups cannot have random intercepts; empty if they can."""
    if group.nunique() < 2:
        return "there is only one group"
    if group.nunique() == len(group):
        return "no group has more than one value"
    return ""


def _fit(formula: str, table: pd.DataFrame, group: pd.Series) -> Any:
    """The fitted model; None if the optimiser did not converge."""
    from statsmodels.formula.api import mixedlm

    with warnings.catch_warnings():
        # Warnings of poor convergence are ignored: it is checked below.
        warnings.simplefilter("ignore")
        try:
            # Powell's method needs no gradient. Methods that do fail where groups do not
            # differ, because the variance between groups is then at its bound of 0.
            fitted = mixedlm(formula, table, groups=group).fit(method="powell")
        except np.linalg.LinAlgError:
            return None
        finite = np.isfinite(fitted.bse_fe).all()
    return fitted if fitted.converged and finite else None


def _term(blank: Result, row: pd.Series, groups: int) -> Result:
    found = replace(
        blank,
        effect=str(row.name).replace(", Sum)", ")"),
        statistic=float(row["chi2"]),
        df=float(row["df constraint"]),
        p=float(row["P>chi2"]),
    )
    words = (
        f"{found.effect}: chi2({wording.degrees(found.df)}) = "
        f"{wording.number(found.statistic)}, {wording.probability(found.p)}, "
        f"{wording.effect_size(found)} ({found.test}, {groups} groups, n = {found.n})"
    )
    return replace(found, words=words)


@test.add("mixed")
@dataclass(frozen=True)
class Mixed:
    """Which columns a measure depends on, if values of one group resemble each other.

    A linear mixed model with a random intercept for each combination of `groups`: a unit
    that answers often, a board that many play, a network that is tested in several
    passes. Rows without a value are left out.

    Source: ours; kumar2022 treats all rows as independent.
    """

    measure: str
    formula: str = "value ~ C(learner) * C(condition)"
    groups: tuple[str, ...] = ("learner", "unit")

    def __post_init__(self) -> None:
        if not self.groups:
            raise Refusal("a mixed model needs at least one column of groups")

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        table = rows_of(measures, self.measure)
        for column in self.groups:
            check_column(table, column)
        return [
            replace(
                result, measure=self.measure, words=f"{self.measure}, {result.words}"
            )
            for result in terms(table, self.formula, self.groups)
        ]
