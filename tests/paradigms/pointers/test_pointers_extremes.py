"""What the measures of pointers make of those always right and always one digit off."""

import pytest
from extremes import check, columns, table

from metamer.core.keys import root
from metamer.paradigms.pointers import Pointers

EXPECTED = {
    "iid_accuracy": (1.0, 0.0),
    "dshift_accuracy": (1.0, 0.0),
    "holdout_accuracy": (1.0, 0.0),
    "others_accuracy": (1.0, 0.0),
    "matched_accuracy": (1.0, 0.0),
    "fitted": (1.0, 0.0),
    "iid_accuracy_of_fitted": (1.0, None),
    "holdout_accuracy_of_fitted": (1.0, None),
    "holdout_gap": (0.0, 0.0),
    "rule_position": (1.0, None),
    "fitted_after": (0.5, 0.5),
}


@pytest.fixture(scope="module")
def answers():
    small = Pointers(
        trainings=("holdout-2", "digits"),
        complexities=(2,),
        sizes=(50,),
        asked=20,
        again=10,
        noise=(0.1,),
        pairs=5,
    )
    return table(
        {
            "paradigm": "pointers",
            **columns(name, unit, condition),
            **lesson.notes,
            **small.score(lesson, (lesson.asked.labels + step) % 10),
            "fitted_after": 0.5,
        }
        for condition in small.conditions()
        for unit in range(2)
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
        for name, step in (("right", 0), ("wrong", 1))
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_always_right_and_always_wrong_get_what_they_should(name, answers):
    check(name, answers, EXPECTED[name])
