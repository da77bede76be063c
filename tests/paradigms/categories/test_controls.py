"""What is taught in each condition, in shares and in counts."""

import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.categories.controls import (
    TRAININGS,
    TrainingCondition,
    training_condition,
)


@pytest.mark.parametrize(
    "name, counts",
    [
        ("cue_conflict", [0, 10, 10, 0]),
        ("zero_shot", [10, 0, 10, 0]),
        ("partial_exposure", [5, 5, 10, 0]),
        ("full_exposure", [5, 5, 5, 5]),
        ("0.32/0.1", [7, 3, 9, 1]),
    ],
)
def test_both_classes_are_always_equally_large(name, counts):
    found = training_condition(name).counts(10)
    assert found.tolist() == counts
    assert found[:2].sum() == found[2:].sum() == 10


def test_correlation_is_pearsons_on_the_counts():
    import numpy as np

    for law in (
        TrainingCondition(0.3, 0.7),
        TrainingCondition(0.9, 0.1),
        *TRAININGS.values(),
    ):
        n00, n01, n10, n11 = law.counts(1000)
        label = np.repeat([0, 0, 1, 1], [n00, n01, n10, n11])
        distractor = np.repeat([0, 1, 0, 1], [n00, n01, n10, n11])
        if distractor.std() == 0:
            assert law.correlation == 0
        else:
            expected = np.corrcoef(label, distractor)[0, 1]
            assert law.correlation == pytest.approx(expected)


@pytest.mark.parametrize("name", ["0.5", "a/b", "0.5/0.5/0.5", "", "zero shot"])
def test_what_is_no_condition_is_refused(name):
    with pytest.raises(Refusal, match="no training condition .*such as 0.32/0"):
        training_condition(name)


@pytest.mark.parametrize("name", ["-0.1/0", "0/1.5", "nan/0"])
def test_what_is_no_probability_is_refused(name):
    with pytest.raises(Refusal, match="must be a probability from 0 to 1"):
        training_condition(name)
