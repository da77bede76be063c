from math import isnan

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.statistics import t_test
from metamer.statistics.effect_sizes import hedges_g
from metamer.statistics.t_test import Pairwise, TTest

# Student 1908: hours of sleep gained by ten patients under two drugs.
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def measures(**cells):
    """One row for each value of `learner__condition`."""
    return pd.DataFrame(
        [
            ("sleep", *cell.split("__"), unit, value)
            for cell, values in cells.items()
            for unit, value in enumerate(values)
        ],
        columns=["measure", "learner", "condition", "unit", "value"],
    )


def test_students_sleep_data_give_students_t():
    # R: t.test(extra ~ group, sleep, paired = TRUE)
    found = t_test.paired(FIRST, SECOND)
    assert found.statistic == pytest.approx(-4.0621, abs=5e-5)
    assert found.df == 9 and found.n == 10
    assert found.p == pytest.approx(0.002833, abs=5e-7)
    assert (found.low, found.high) == pytest.approx((-2.4598858, -0.7001142))


def test_welch_on_the_sleep_data_is_that_of_r():
    # R: t.test(extra ~ group, sleep)
    found = t_test.welch(FIRST, SECOND)
    assert found.statistic == pytest.approx(-1.8608, abs=5e-5)
    assert found.df == pytest.approx(17.776, abs=5e-4)
    assert found.p == pytest.approx(0.07939, abs=5e-6)
    assert (found.low, found.high) == pytest.approx((-3.3654832, 0.2054832))
    assert found.effect_size == pytest.approx(hedges_g(FIRST, SECOND))


def test_student_pools_the_variances():
    found = t_test.student(FIRST, SECOND, level=0.9)
    both = CompareMeans(DescrStatsW(FIRST), DescrStatsW(SECOND))
    t, p, df = both.ttest_ind(usevar="pooled")
    assert (found.statistic, found.p, found.df) == pytest.approx((t, p, df))
    ends = both.tconfint_diff(alpha=0.1, usevar="pooled")
    assert (found.low, found.high) == pytest.approx(ends)


def test_one_sample_is_that_of_statsmodels():
    found = t_test.one_sample(FIRST, against=0.5)
    t, p, df = DescrStatsW(FIRST).ttest_mean(0.5)
    assert (found.statistic, found.p, found.df) == pytest.approx((t, p, df))
    ends = DescrStatsW(FIRST).tconfint_mean()
    assert (found.low, found.high) == pytest.approx(ends)
    assert found.effect_size == pytest.approx(t / np.sqrt(10))


@pytest.mark.parametrize("compare", [t_test.welch, t_test.student, t_test.paired])
def test_two_groups_without_variance_are_not_tested(compare):
    found = compare([0.1] * 3, [0.3] * 3)
    assert found.low == found.high == found.estimate == pytest.approx(-0.2)
    assert isnan(found.p) and "nothing varies" in found.words


@pytest.mark.parametrize("compare", [t_test.welch, t_test.student])
@pytest.mark.parametrize("swap", [False, True])
def test_one_group_without_variance_can_be_tested(compare, swap):
    groups = (FIRST, [0.1] * 3)
    found = compare(*(groups[::-1] if swap else groups))
    difference = (np.mean(FIRST) - 0.1) * (-1 if swap else 1)
    assert found.estimate == pytest.approx(difference)
    if compare is t_test.welch:  # then only one group has an error
        t = difference / stats.sem(FIRST)
        assert (found.statistic, found.df) == pytest.approx((t, 9))


def test_differences_of_rounding_alone_are_no_variance():
    found = t_test.paired([0.1 + 0.2, 0.3, 0.3], [0.3, 0.3, 0.3])
    assert isnan(found.p)


@pytest.mark.parametrize("compare", [t_test.welch, t_test.student])
def test_a_single_value_is_too_few(compare):
    found = compare([1.0], [1.0, 2.0])
    assert isnan(found.p) and isnan(found.low) and "too few" in found.words


def test_a_pair_with_a_missing_value_is_left_out():
    found = t_test.paired([*FIRST, np.nan, 4.0], [*SECOND, 1.0, np.nan])
    assert found == t_test.paired(FIRST, SECOND)


def test_unequal_lists_are_no_pairs():
    with pytest.raises(Refusal, match="lists of equal length, not 2 and 1"):
        t_test.paired([1.0, 2.0], [1.0])


def test_no_values_give_a_sentence_and_no_warning():
    assert "no values" in t_test.one_sample([]).words
    assert "no values" in t_test.paired([np.nan], [1.0]).words


def test_t_test_says_what_was_found():
    (found,) = TTest("sleep")(measures(drug__a=SECOND))
    assert found.words == (
        "drug: mean sleep 2.33, 95 % confidence interval 0.898 to 3.76, differs from 0: "
        "t(9) = 3.68, p = .005, d = 1.16 (n = 10)"
    )


def test_the_verdict_is_that_of_the_corrected_p():
    lower = np.array(SECOND) - 0.85  # p = .043 alone
    (alone,) = TTest("sleep")(measures(drug__a=lower))
    assert "differs from 0" in alone.words and alone.p < 0.05
    first, _ = TTest("sleep")(measures(drug__a=lower, drug__b=FIRST))
    assert first.p == alone.p and first.p_adjusted == pytest.approx(2 * first.p)
    assert "not shown to differ from 0" in first.words
    assert "Holm-corrected p =" in first.words


def test_cells_without_variance_are_reported_and_not_corrected_for():
    found = TTest("sleep", against=0.5)(measures(a__x=[0.5] * 4, b__x=FIRST))
    assert isnan(found[0].p) and found[0].low == found[0].high == 0.5
    assert found[1].p_adjusted == found[1].p


def test_pairwise_compares_all_pairs_within_cells():
    table = measures(a__x=FIRST, b__x=SECOND, c__x=SECOND, a__y=FIRST, b__y=SECOND)
    found = Pairwise("sleep")(table)
    assert [result.effect for result in found] == [
        "a - b (x)",
        "a - c (x)",
        "b - c (x)",
        "a - b (y)",
    ]
    assert found[0].statistic == t_test.welch(FIRST, SECOND).statistic
    assert found[0].p_adjusted == pytest.approx(4 * found[0].p)


def test_pairwise_compares_with_one_level_where_it_is_named():
    table = measures(a__x=FIRST, b__x=SECOND, c__x=SECOND)
    found = Pairwise("sleep", test="student", to="b")(table)
    assert [result.effect for result in found] == ["a - b", "c - b"]
    assert found[0].p == t_test.student(FIRST, SECOND).p


def test_paired_pairs_by_unit_whatever_the_order():
    table = measures(a__x=FIRST, a__y=SECOND).sample(frac=1, random_state=0)
    table = table.sort_values("condition", kind="stable")
    alone = table.index[(table["unit"] == 9) & (table["condition"] == "y")]
    (found,) = Pairwise("sleep", test="paired", by="condition")(table.drop(alone))
    expected = t_test.paired(FIRST[:9], SECOND[:9])
    assert found.effect == "x - y (a)" and found.n == 9
    assert found.statistic == pytest.approx(expected.statistic)


def test_a_unit_cannot_be_paired_twice():
    table = measures(a__x=FIRST, b__x=SECOND)
    with pytest.raises(Refusal, match="unit 0 has more than one value"):
        Pairwise("sleep", test="paired")(pd.concat([table, table[:1]]))


def test_pairwise_refuses_what_is_not_there():
    table = measures(a__x=FIRST, b__x=SECOND)
    with pytest.raises(Refusal, match="no column 'domain'; there is: measure, learner"):
        Pairwise("sleep", by="domain")(table)
    with pytest.raises(Refusal, match="no learner 'z'; there is: a, b"):
        Pairwise("sleep", to="z")(table)
    plain = {"name": "pairwise", "measure": "sleep", "test": "sign"}
    with pytest.raises(Refusal, match="test: must be one of 'welch', .*, not 'sign'"):
        from_plain(study.Test, plain, "a test")
