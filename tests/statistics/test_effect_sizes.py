from math import gamma, sqrt

import numpy as np
import pytest

from metamer.statistics import effect_sizes as sizes

A, B = [1.0, 2.0, 3.0], [2.0, 4.0, 6.0]


def test_d_of_one_sample_is_its_distance_in_standard_deviations():
    assert sizes.standardised_mean(B, against=1.0) == pytest.approx((4 - 1) / 2)


def test_cohens_d_divides_by_the_pooled_standard_deviation():
    # variances 1 and 4, each on 2 degrees of freedom: pooled 2.5
    assert sizes.cohens_d(A, B) == pytest.approx(-2 / sqrt(2.5))


def test_hedges_g_shrinks_d_by_the_gamma_correction():
    exact = gamma(2) / (sqrt(2) * gamma(1.5))  # 4 degrees of freedom
    assert sizes.hedges_g(A, B) == pytest.approx(sizes.cohens_d(A, B) * exact)
    assert exact == pytest.approx(1 - 3 / (4 * 4 - 1), abs=0.003)  # usual shortcut


def test_partial_eta_squared_is_a_share():
    assert sizes.partial_eta_squared(3.0, 9.0) == 0.25


@pytest.mark.parametrize("counts, v", [([[10, 0], [0, 10]], 1), ([[5, 5], [5, 5]], 0)])
def test_cramers_v_goes_from_none_to_one(counts, v):
    from scipy.stats import chi2_contingency
    from scipy.stats.contingency import association

    chi = chi2_contingency(counts, correction=False).statistic
    assert sizes.cramers_v(chi, counts) == pytest.approx(v)
    uneven = np.array([[10, 20, 5], [7, 3, 9]])
    chi = chi2_contingency(uneven, correction=False).statistic
    assert sizes.cramers_v(chi, uneven) == pytest.approx(association(uneven))
