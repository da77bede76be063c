"""What the measures of concepts make of those always right and of wrong colours."""

import pytest
from extremes import check, columns, table

from metamer.core.keys import root
from metamer.core.solve import Guess, TaskAnswer
from metamer.paradigms.concepts import Concepts

EXPECTED = {
    "solved": (1.0, 0.0),
    "solved_overall": (1.0, 0.0),
    "solved_first": (1.0, 0.0),
    "solved_minimal": (1.0, 0.0),
    "solved_by_family": (1.0, 0.0),
    "solved_of_item": (1.0, 0.0),
    "strict": (1.0, 0.0),
    "strict_overall": (1.0, 0.0),
    "strict_of_task": (1.0, 0.0),
    "consistency_within_task": (1.0, None),
    "consistency_within_concept": (0.0, None),
}


def off_by(step, known):
    guesses = tuple((Guess((answer + step) % 10),) for answer in known.answers)
    return TaskAnswer(guesses, 1.0)


@pytest.fixture(scope="module")
def answers():
    """The first task of each concept is taken for a minimal one."""
    small = Concepts(concepts=("Center", "Count"), tasks=4)
    return table(
        {
            "paradigm": "concepts",
            **columns(name, unit, condition),
            **rows,
            "minimal": rows["task"] == rows["task"][0],
            "mode": "ranked",
        }
        for condition in small.conditions()
        for unit in range(2)
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
        for name, step in (("right", 0), ("wrong", 1))
        for rows in [
            small.score(lesson, [off_by(step, known) for known in lesson.known])
        ]
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_always_right_and_always_wrong_get_what_they_should(name, answers):
    check(name, answers, EXPECTED[name])
