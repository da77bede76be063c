from math import isnan, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from metamer.core.result import Result
from metamer.statistics.correction import holm


def adjusted(*p):
    results = [Result("t", "bias", str(i), p=value) for i, value in enumerate(p)]
    return [result.p_adjusted for result in holm(results)]


P = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def test_holm_multiplies_the_smallest_p_by_all_and_the_next_by_one_less():
    # 3 * .01, then 2 * .02, then max(.04, 1 * .03)
    assert adjusted(0.03, 0.01, 0.02) == pytest.approx([0.04, 0.03, 0.04])


def test_holm_is_that_of_statsmodels_ties_and_all():
    p = [0.02, 0.3, 0.02, 0.001, 0.9, 0.04, 0.0]
    assert adjusted(*p) == pytest.approx(multipletests(p, method="holm")[1])


@given(P)
def test_holm_never_lowers_a_p_value(p):
    assert all(after >= before for before, after in zip(p, adjusted(*p), strict=True))


@given(P)
def test_holm_keeps_the_order_and_never_exceeds_bonferroni_or_one(p):
    after = adjusted(*p)
    ranked = [a for _, a in sorted(zip(p, after, strict=True))]
    assert ranked == sorted(ranked)
    assert all(a <= min(1, len(p) * b) + 1e-12 for a, b in zip(after, p, strict=True))


def test_what_was_not_tested_is_not_counted():
    first, second, third = adjusted(0.01, nan, 0.04)
    assert (first, third) == pytest.approx((0.02, 0.04))
    assert isnan(second)


def test_nothing_tested_is_nothing_corrected():
    assert holm([]) == []
    assert isnan(adjusted(nan)[0])
