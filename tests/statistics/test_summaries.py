"""Means over units, and intervals that stay where a measure can be."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from metamer.statistics.summaries import mean_text, summary, whiskers


def rows(values, measure="z"):
    return pd.DataFrame({"learner": "a", "value": values, "measure": measure})


def test_a_summary_is_the_mean_and_its_t_interval():
    values = [1.0, 2.0, 3.0, 4.0, 6.0]
    found = summary(rows(values), ["learner"]).loc["a"]
    low, high = stats.t.interval(0.95, 4, 3.2, stats.sem(values))
    assert found["mean"] == pytest.approx(3.2)
    assert (found["low"], found["high"]) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("values", [[0.5], [0.0, 1.0]])
def test_fewer_than_three_units_have_no_interval(values):
    found = summary(rows(values), ["learner"]).loc["a"]
    assert np.isnan(found["low"])
    assert np.isnan(found["high"])
    assert found["mean"] == 0.5


@pytest.mark.parametrize(
    ("measure", "low", "high"),
    [("taught_accuracy", 0.0, 1.0), ("feature_bias", -0.5, 0.5)],
)
def test_an_interval_ends_where_its_measure_ends(measure, low, high):
    found = summary(rows([low, high, high], measure), ["learner"]).loc["a"]
    assert (found["low"], found["high"]) == (low, high)


def test_a_measure_without_bounds_keeps_its_whole_interval():
    found = summary(rows([0.0, 1.0, 1.0]), ["learner"]).loc["a"]
    assert found["high"] > 1.5


def test_whiskers_reach_from_the_mean_to_the_ends_of_the_interval():
    found = summary(rows([0.6, 0.9, 1.0], "taught_accuracy"), ["learner"])
    below, above = whiskers(found)[:, 0]
    assert above == pytest.approx(1.0 - found["mean"].iloc[0])
    assert below == pytest.approx(found["mean"].iloc[0] - found["low"].iloc[0])
    assert below > above


def test_a_mean_is_written_with_the_longer_half_of_its_interval():
    assert mean_text(0.9, 0.7, 1.0) == "0.900 ± 0.200"
    assert mean_text(0.9, np.nan, np.nan) == "0.900"
