from math import isnan, log

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from metamer.core.errors import Refusal
from metamer.statistics.regression import Regression, line, logit

# Anscombe 1973, first set: y = 3.00 + 0.500 x, R squared .667
X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]


def measures(x, y, units=2):
    """Each level has `units` values around its mean."""
    return pd.DataFrame(
        [
            (name, f"learner {i}", "zs", unit, value + unit - (units - 1) / 2)
            for name, values in (("flb", x), ("evr", y))
            for i, value in enumerate(values)
            for unit in range(units)
        ],
        columns=["measure", "learner", "condition", "unit", "value"],
    )


def test_anscombes_first_set_gives_the_line_known_to_all():
    intercept, slope = line(X, Y)
    assert intercept.estimate == pytest.approx(3.0, abs=0.001)
    assert slope.estimate == pytest.approx(0.5, abs=0.001)
    assert slope.effect_size == pytest.approx(0.667, abs=0.001)


def test_intervals_and_p_are_those_of_statsmodels():
    fitted = sm.OLS(Y, sm.add_constant(np.array(X, float))).fit()
    for i, found in enumerate(line(X, Y, level=0.9)):
        assert (found.low, found.high) == pytest.approx(fitted.conf_int(0.1)[i])
        assert (found.statistic, found.p) == pytest.approx(
            (fitted.tvalues[i], fitted.pvalues[i])
        )
        assert found.df == fitted.df_resid and found.n == 11


def test_points_on_a_line_are_not_tested():
    intercept, slope = line([1, 2, 3, 4], [0.3, 0.5, 0.7, 0.9])
    assert intercept.estimate == pytest.approx(0.1)
    assert slope.low == slope.high == pytest.approx(0.2)
    assert isnan(slope.p) and "fits exactly" in slope.words


def test_a_level_line_is_not_tested():
    _, slope = line([1, 2, 3], [0.5, 0.5, 0.5])
    assert slope.estimate == 0 and isnan(slope.p)


@pytest.mark.parametrize("x", [[1, 2], [1, 1, 1]])
def test_a_line_needs_three_points_with_different_x(x):
    (found,) = line(x, [1.0, 2.0, 4.0][: len(x)])
    assert isnan(found.estimate) and "three points" in found.words


def test_x_without_y_is_left_out_or_refused():
    assert line([*X, 5], [*Y, np.nan]) == line(X, Y)
    with pytest.raises(Refusal, match="not 3 and 2"):
        line([1, 2, 3], [1, 2])


def test_logit_is_the_log_odds_of_clipped_shares():
    expected = [log(0.01 / 0.99), 0, log(3), log(0.99 / 0.01)]
    assert logit([-0.2, 0.5, 0.75, 1.0]) == pytest.approx(expected)


def test_the_line_goes_through_the_means_of_each_level():
    intercept, slope = Regression("flb", "evr")(measures(X, Y))
    assert [intercept.estimate, slope.estimate] == pytest.approx(
        [found.estimate for found in line(X, Y)]
    )
    assert slope.measure == "evr on flb" and slope.n == 11
    assert slope.words == (
        "evr on flb over learner: slope 0.500, 95 % confidence interval 0.233 to 0.767, "
        "t(9) = 4.24, p = .002, R squared = 0.667 (n = 11)"
    )


def test_log_odds_are_taken_of_means_and_clipping_is_said():
    x, y = [0.1, 0.3, 0.5, 0.8], [-0.05, 0.2, 0.6, 0.7]
    _, slope = Regression("flb", "evr", logit=True)(measures(x, y))
    assert slope.estimate == pytest.approx(line(logit(x), logit(y))[1].estimate)
    assert slope.measure == "logit evr on logit flb"
    assert slope.words.endswith("; 1 of 8 means clipped to 0.01 to 0.99")


def test_a_level_with_one_measure_only_is_left_out():
    table = measures(X, Y)
    alone = (table["learner"] == "learner 10") & (table["measure"] == "evr")
    _, slope = Regression("flb", "evr")(table[~alone])
    assert slope.n == 10
    assert slope.estimate == pytest.approx(line(X[:10], Y[:10])[1].estimate)


def test_unknown_measures_columns_and_clips_are_refused():
    with pytest.raises(Refusal, match="no measure 'bias' .* it has: evr, flb"):
        Regression("bias", "evr")(measures(X, Y))
    with pytest.raises(Refusal, match="no column 'domain'"):
        Regression("flb", "evr", over=("domain",))(measures(X, Y))
    with pytest.raises(Refusal, match="clip must lie between 0 and 0.5"):
        Regression("flb", "evr", clip=0.5)


def test_a_bias_of_zero_stays_zero_in_log_odds():
    test = Regression("flb", "evr", logit=True, x_ends=(-0.5, 0.5), y_ends=(-1.0, 1.0))
    points = test.transform(np.array([[0.0, 0.0], [0.4, 0.8]]))
    assert points[0].tolist() == [0, 0]
    assert points[1] == pytest.approx([np.log(9), np.log(9)])
