"""What every measure must do with the responses of every paradigm."""

import inspect
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.core.registry import measure, paradigm

each_measure = pytest.mark.parametrize("name", list(measure))


@pytest.fixture
def measured(name, tables):
    """What the measure makes of each table that it does not refuse."""
    found = {}
    for kind, table in tables.items():
        try:
            found[kind] = measure(name)(table)
        except Refusal as refusal:
            assert str(refusal)
    return found


def home(name):
    """The paradigm in whose folder a measure stands, if it stands in one."""
    words = measure(name).__module__.split(".")
    return next((kind for kind in paradigm if kind in words), None)


@each_measure
def test_it_measures_its_own_paradigm_or_any_and_refuses_what_does_not_suit(
    name, measured
):
    assert measured
    assert home(name) in (None, *measured)


@each_measure
def test_its_values_are_numbers_of_learners_and_units(name, measured, tables):
    for kind, values in measured.items():
        assert {"learner", "unit"} <= set(values.index.names)
        assert None not in values.index.names
        assert not values.index.duplicated().any()
        assert np.isfinite(values.to_numpy(float)).all(), kind


@each_measure
def test_the_order_of_rows_changes_nothing(name, measured, tables):
    for kind, values in measured.items():
        shuffled = tables[kind].sample(frac=1.0, random_state=0)
        again = measure(name)(shuffled)
        pd.testing.assert_series_equal(values, again, check_index_type=False)


@each_measure
def test_it_leaves_the_table_as_it_is(name, tables):
    for table in tables.values():
        before = table.copy()
        with suppress(Refusal):
            measure(name)(table)
        pd.testing.assert_frame_equal(table, before)


@each_measure
def test_who_is_right_is_never_worse_than_who_is_wrong(name, measured):
    """Unless the docstring says "lower is better", or that neither is better."""
    words = " ".join(inspect.getdoc(measure(name)).lower().split())
    if "neither is better" in words:
        return
    sign = -1 if "lower is better" in words else 1
    for values in measured.values():
        means = values.groupby("learner", observed=True).mean()
        if {"right", "wrong"} <= set(means.index):
            assert sign * (means["right"] - means["wrong"]) >= 0
