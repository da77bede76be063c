"""What the measures of matrices make of those always right and always one beside it."""

import pytest
from extremes import check, columns, table

from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices

EXPECTED = {
    "test_accuracy": (1.0, 0.0),
    "validation_accuracy": (1.0, 0.0),
    "generalisation_gap": (0.0, 0.0),
    "blind_advantage": (0.875, -0.125),
    "accuracy_by_triples": (1.0, 0.0),
    "accuracy_by_relation": (1.0, 0.0),
    "accuracy_by_attribute": (1.0, 0.0),
    "accuracy_by_object": (1.0, 0.0),
    "accuracy_by_explanation": (1.0, 0.0),
    "accuracy_by_certainty": (1.0, 0.0),
    "accuracy_by_part_certainty": (1.0, 0.0),
    "certainty_correlation": (None, None),
}


@pytest.fixture(scope="module")
def answers():
    small = Matrices(sizes=(20,), asked=30, again=10)
    (condition,) = small.conditions()
    return table(
        {
            "paradigm": "matrices",
            **columns(name, unit, condition),
            **lesson.notes,
            **small.score(lesson, (lesson.asked.labels + step) % 8),
            **small.explained(lesson, lesson.asked.hints.astype(float)),
        }
        for unit in range(2)
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
        for name, step in (("right", 0), ("wrong", 1))
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_always_right_and_always_wrong_get_what_they_should(name, answers):
    check(name, answers, EXPECTED[name])
