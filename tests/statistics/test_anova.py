from math import isnan

import numpy as np
import pandas as pd
import pytest
from statsmodels.formula.api import ols

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.statistics.anova import Anova, code_sum_to_zero, terms

# Days in hospital of 57 kidney patients, by duration (2) and weight (3): the data of
# statsmodels' own tests, which drop three patients so that the design is unbalanced.
KIDNEY = {
    ("short", "low"): [3, 0, 2, 0, 5, 6, 8],
    ("short", "middle"): [2, 4, 7, 12, 15, 4, 3, 1, 5, 20],
    ("short", "high"): [15, 10, 8, 5, 25, 16, 7, 30, 3, 27],
    ("long", "low"): [0, 1, 1, 0, 4, 2, 7, 4, 0, 3],
    ("long", "middle"): [5, 3, 2, 0, 1, 1, 3, 6, 7, 9],
    ("long", "high"): [10, 8, 12, 3, 7, 15, 4, 9, 6, 1],
}
BOTH = "value ~ C(learner) * C(condition)"


def kidney():
    """Duration stands in for learner, weight for condition."""
    return pd.DataFrame(
        [
            ("days", learner, condition, unit, np.log(days + 1))
            for (learner, condition), cell in KIDNEY.items()
            for unit, days in enumerate(cell)
        ],
        columns=["measure", "learner", "condition", "unit", "value"],
    )


def test_type_ii_is_that_of_r():
    # car::Anova(lm(log(Days + 1) ~ Duration * Weight), type = "II")
    found = terms(kidney(), BOTH, type=2)
    assert [r.statistic for r in found] == pytest.approx(
        [5.667033, 12.26141, 0.1760025], abs=1e-5
    )
    assert [r.p for r in found] == pytest.approx(
        [0.02106078, 4.487909e-05, 0.8391231], abs=1e-7
    )
    assert [(r.df, r.df_error) for r in found] == [(1, 51), (2, 51), (2, 51)]
    assert found[0].effect_size == pytest.approx(3.067066 / (3.067066 + 27.60181))


@pytest.mark.parametrize("formula", [BOTH, "value ~ learner * condition"])
def test_type_iii_is_that_of_r_with_contrasts_that_sum_to_zero(formula):
    # car::Anova(..., type = "III") with contr.sum
    found = terms(kidney(), formula, type=3)
    assert [r.effect for r in found] == [
        "C(learner)",
        "C(condition)",
        "C(learner):C(condition)",
    ]
    assert [r.statistic for r in found] == pytest.approx(
        [5.367071, 12.43245, 0.1760025], abs=1e-5
    )
    assert [r.p for r in found] == pytest.approx(
        [0.02457384, 3.999431e-05, 0.8391231], abs=1e-7
    )


def test_type_i_takes_terms_in_their_order():
    table = kidney()
    errors = [
        ols(formula, table).fit().ssr
        for formula in (
            "value ~ 1",
            "value ~ learner",
            "value ~ learner + condition",
            BOTH,
        )
    ]
    found = terms(table, BOTH, type=1)
    squares = -np.diff(errors)
    expected = squares / [1, 2, 2] / (errors[-1] / 51)
    assert [r.statistic for r in found] == pytest.approx(list(expected))
    assert found[0].statistic != pytest.approx(5.667033, abs=0.01)  # type II


def test_types_agree_where_the_design_is_balanced():
    table = kidney()[kidney()["unit"] < 7]
    first, second, third = ([r.p for r in terms(table, BOTH, k)] for k in (1, 2, 3))
    assert first == pytest.approx(second) and second == pytest.approx(third)


def test_one_way_anova_is_that_of_scipy():
    from scipy.stats import f_oneway

    table = kidney()
    groups = [rows["value"] for _, rows in table.groupby("condition")]
    (found,) = terms(table, "value ~ condition")
    assert (found.statistic, found.p) == pytest.approx(tuple(f_oneway(*groups)))


def test_the_test_says_what_was_found():
    first, *_ = Anova("days", BOTH)(kidney())
    assert first.measure == "days" and first.test == "ANOVA II"
    assert first.words == (
        "days, C(learner): F(1, 51) = 5.67, p = .021, "
        "partial eta squared = 0.100 (ANOVA II, n = 57)"
    )


def test_numbers_are_not_coded_as_factors():
    coded = code_sum_to_zero("value ~ learner + C(unit) + unit + I(unit * 2)", kidney())
    assert coded == "value ~ C(learner, Sum) + C(unit, Sum) + unit + I(unit * 2)"


def test_truth_values_are_coded_as_factors():
    table = kidney().assign(shown=True)
    assert code_sum_to_zero("value ~ shown", table) == "value ~ C(shown, Sum)"


def test_an_unknown_column_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="uses 'domain'.*measure, learner, condition"):
        Anova("days", "value ~ C(domain)")(kidney())


@pytest.mark.parametrize(
    "formula",
    [
        "value",
        "value ~ ",
        "value ~ * unit",
        "value ~ C(learner",
        "value ~ C(unit + 1)",
        "value ~ C(learner)(condition)",
        "learner ~ condition",
    ],
)
def test_a_bad_formula_is_refused_with_the_columns_there_are(formula):
    with pytest.raises(Refusal, match="cannot read .* columns measure, learner"):
        Anova("days", formula)(kidney())


@pytest.mark.parametrize(
    "formula", ["value ~ __import__('os')", "value ~ learner.map(print)"]
)
def test_a_formula_cannot_run_code(formula):
    with pytest.raises(Refusal, match="uses"):
        terms(kidney(), formula)


def test_a_formula_without_terms_is_refused():
    with pytest.raises(Refusal, match="no term to test"):
        terms(kidney(), "value ~ 1")


def test_an_unknown_type_is_refused():
    plain = {"name": "anova", "measure": "days", "formula": BOTH, "type": 4}
    with pytest.raises(Refusal, match="type: must be one of 1, 2, 3, not 4"):
        from_plain(study.Test, plain, "a test")


@pytest.mark.parametrize("type", [1, 2, 3])
def test_what_cannot_be_tested_is_said(type):
    table = kidney()
    level = table.assign(value=table["learner"].map({"short": 0.1, "long": 0.3}))
    (found,) = terms(level, "value ~ learner", type)
    assert isnan(found.p) and "nothing varies" in found.words
    gap = table[(table["learner"] == "long") | (table["condition"] != "high")]
    (found,) = terms(gap, BOTH, type)
    assert "some combinations" in found.words
    (found,) = terms(table[table["condition"] == "low"], BOTH, type)
    assert "condition does not vary" in found.words
    (found,) = terms(table[table["unit"] == 0], BOTH, type)
    assert "not more values than means" in found.words


def test_rows_without_a_value_are_left_out():
    table = kidney()
    table.loc[0, "value"] = np.nan
    assert terms(table, BOTH) == terms(table[1:], BOTH)
    assert terms(table, BOTH)[0].n == 56
