"""What the measures of categories make of those always right and always wrong."""

import numpy as np
import pytest
from extremes import check, columns, table

from metamer.core.keys import root
from metamer.paradigms.categories import Categories

EXPECTED = {
    "held_out_accuracy": (1.0, 0.0),
    "familiar_accuracy": (1.0, 0.0),
    "taught_accuracy": (1.0, 0.0),
    "feature_bias": (0.5, -0.5),
    "exemplar_bias": (0.0, 0.0),
    "exemplar_bias_of_learned": (0.0, None),
    "exemplar_bias_of_validated": (0.0, None),
    "competence": (1.0, 0.0),
}


@pytest.fixture(scope="module")
def answers():
    small = Categories(per_class=4, held_out=3, familiar=2, again=2)
    return table(
        {
            "paradigm": "categories",
            **columns(name, unit, condition),
            **lesson.notes,
            "answer": "x",
            "correct": np.full(len(lesson.asked.labels), correct),
        }
        for name, correct in (("right", True), ("wrong", False))
        for unit in range(2)
        for condition in small.conditions()
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_always_right_and_always_wrong_get_what_they_should(name, answers):
    check(name, answers, EXPECTED[name])
