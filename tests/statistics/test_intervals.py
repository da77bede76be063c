from math import isnan

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.statistics import intervals
from metamer.statistics.intervals import Interval

VALUES = [0.31, 0.36, 0.35, 0.42, 0.33, 0.39]


def measures(values, learner="gp:fit", measure="bias"):
    return pd.DataFrame(
        {
            "measure": measure,
            "learner": learner,
            "condition": "zero_shot",
            "unit": range(len(values)),
            "value": values,
        }
    )


def test_the_t_interval_is_that_of_statsmodels():
    found = intervals.t(VALUES, level=0.9)
    expected = DescrStatsW(VALUES).tconfint_mean(alpha=0.1)
    assert (found.low, found.high) == pytest.approx(expected)
    assert found.estimate == pytest.approx(np.mean(VALUES))


@pytest.mark.parametrize("successes, n", [(10, 30), (2, 30), (0, 30), (30, 30)])
def test_the_wilson_interval_is_that_of_statsmodels(successes, n):
    found = intervals.wilson(successes, n)
    expected = proportion_confint(successes, n, method="wilson")
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-12)


def test_wilson_gives_the_bounds_printed_for_ten_of_thirty():
    # moskvichev2023, Table 2: 0.19 to 0.51
    found = intervals.wilson(10, 30)
    assert (round(found.low, 2), round(found.high, 2)) == (0.19, 0.51)


def test_a_rounded_share_of_240_gives_the_bounds_meant_for_people():
    # 0.912 is 0.91, 218 of 240: Wilson's centre is .9019 and its half width .0368.
    found = intervals.wilson_of_rounded(0.912, 240)
    assert found.n == 240 and found.estimate == 218 / 240
    assert (found.low, found.high) == pytest.approx((0.8651, 0.9387), abs=1e-4)


def test_the_bootstrap_draws_the_same_with_the_same_seed():
    assert intervals.bootstrap(VALUES, seed=1) == intervals.bootstrap(VALUES, seed=1)
    assert intervals.bootstrap(VALUES, seed=1) != intervals.bootstrap(VALUES, seed=2)


def test_the_bootstrap_follows_the_skew_that_t_cannot():
    skewed = np.exp(np.linspace(-2, 2, 40))
    found = intervals.bootstrap(skewed)
    assert found.high - found.estimate > found.estimate - found.low
    se = skewed.std() / np.sqrt(40)
    assert found.high - found.low == pytest.approx(2 * 1.96 * se, rel=0.15)


@pytest.mark.parametrize("interval", [intervals.t, intervals.bootstrap])
def test_values_that_do_not_vary_are_their_own_interval(interval):
    found = interval([0.1, 0.1, 0.1])
    assert found.low == found.high == found.estimate == pytest.approx(0.1)


@pytest.mark.parametrize("interval", [intervals.t, intervals.bootstrap])
def test_one_value_has_no_interval(interval):
    found = interval([0.1, np.nan])
    assert found.estimate == 0.1 and found.n == 1 and isnan(found.low)
    assert "no interval" in found.words


def test_no_values_are_said_to_be_none():
    assert "there are no values" in intervals.t([np.nan]).words
    assert "there are no values" in intervals.wilson(0, 0).words


def test_each_cell_gets_an_interval_and_a_sentence():
    both = pd.concat([measures(VALUES), measures([0.0, 0.2], "glm:lin")])
    first, second = Interval("bias")(both)
    # squares sum to .008, so the mean has an error of .04 / sqrt(6); t(5) is 2.571
    assert first.words == (
        "gp:fit: mean bias 0.360, 95 % confidence interval 0.318 to 0.402 (t, n = 6)"
    )
    assert (second.effect, second.measure, second.n) == ("glm:lin", "bias", 2)


def test_the_wilson_kind_counts_ones():
    (found,) = Interval("bias", kind="wilson")(measures([1, 0, 1, 1]))
    assert (found.low, found.high) == pytest.approx(
        proportion_confint(3, 4, method="wilson")
    )


def test_the_bootstrap_kind_uses_its_seed():
    (found,) = Interval("bias", kind="bootstrap", seed=3)(measures(VALUES))
    expected = intervals.bootstrap(VALUES, seed=3)
    assert (found.low, found.high) == (expected.low, expected.high)


def test_wilson_refuses_what_is_not_a_count():
    with pytest.raises(Refusal, match="values of 0 or 1"):
        Interval("bias", kind="wilson")(measures(VALUES))
    with pytest.raises(Refusal, match="between 0 and n = 3"):
        intervals.wilson(4, 3)


def test_unknown_kinds_and_levels_are_refused():
    plain = {"name": "interval", "measure": "bias", "kind": "normal"}
    with pytest.raises(Refusal, match="kind: must be one of 't', .*, not 'normal'"):
        from_plain(study.Test, plain, "a test")
    with pytest.raises(Refusal, match="level must lie between 0 and 1"):
        Interval("bias", level=95)
