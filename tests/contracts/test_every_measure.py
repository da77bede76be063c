"""What every measure must do with learners that are always right, or always wrong."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.items import Lesson
from metamer.core.keys import root
from metamer.core.registry import measure, paradigm
from metamer.core.responses import as_table

each_measure = pytest.mark.parametrize("name", list(measure))

EXPECTED = {
    "held_out_accuracy": (1.0, 0.0),
    "familiar_accuracy": (1.0, 0.0),
    "taught_accuracy": (1.0, 0.0),
    "feature_bias": (0.5, -0.5),
    "exemplar_bias": (0.0, 0.0),
    "exemplar_bias_of_learned": (0.0, None),
    "competence": (1.0, 0.0),
}
"""For a learner that is always right and for one that is always wrong; None: no rows."""


def rows(learner, unit, condition, lesson: Lesson, correct):
    many = len(lesson.asked.labels)
    return {
        "paradigm": "categories",
        "learner": learner,
        "unit": unit,
        "condition": condition.name,
        **dict(condition.details),
        **lesson.notes,
        "answer": "x",
        "correct": np.full(many, correct),
    }


@pytest.fixture(scope="module")
def table():
    """Two units of a learner that knows everything and of one that is always wrong."""
    small = paradigm("categories")(per_class=4, held_out=3, familiar=2, again=2)
    frames = [
        pd.DataFrame(rows(name, unit, condition, lesson, correct))
        for name, correct in (("right", True), ("wrong", False))
        for unit in range(2)
        for condition in small.conditions()
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
    ]
    return as_table(pd.concat(frames, ignore_index=True).to_dict("series"))


@each_measure
def test_always_right_and_always_wrong_get_what_they_should(name, table):
    values = measure(name)(table)
    for learner, expected in zip(("right", "wrong"), EXPECTED[name], strict=True):
        own = values[values.index.get_level_values("learner") == learner]
        assert set(own) == ({expected} if expected is not None else set())
        units = own.index.get_level_values("unit")
        assert set(units) == ({0, 1} if expected is not None else set())


@each_measure
def test_the_order_of_rows_changes_nothing(name, table):
    shuffled = table.sample(frac=1.0, random_state=0)
    pd.testing.assert_series_equal(
        measure(name)(table), measure(name)(shuffled), check_index_type=False
    )


@each_measure
def test_it_leaves_the_table_as_it_is(name, table):
    before = table.copy()
    measure(name)(table)
    pd.testing.assert_frame_equal(table, before)
