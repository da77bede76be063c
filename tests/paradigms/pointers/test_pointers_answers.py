"""How often each answer is right."""

from itertools import product

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.pointers.rules.answers import label_distribution, majority_share
from metamer.paradigms.pointers.rules.rule import AGGREGATES, BOUNDARIES, PointerRule

SHARES = {
    "mod_sum": (0.100, 0.100, 0.100, 0.100, 0.100, 0.100),
    "min": (0.100, 0.190, 0.271, 0.344, 0.410, 0.469),
    "max": (0.100, 0.190, 0.271, 0.344, 0.410, 0.469),
    "median": (0.100, 0.190, 0.148, 0.177, 0.183, 0.201),
    "majority": (0.100, 0.190, 0.244, 0.254, 0.232, 0.201),
}
"""For each complexity from 0: specs/pointers.md, end of section 4."""


@pytest.mark.parametrize("aggregate", SHARES)
def test_the_most_frequent_answer_has_the_known_share(aggregate):
    found = [majority_share(PointerRule(m, aggregate)) for m in range(6)]
    assert found == pytest.approx(SHARES[aggregate], abs=5e-4)


@pytest.mark.parametrize("boundary", BOUNDARIES)
@pytest.mark.parametrize("aggregate", AGGREGATES)
@pytest.mark.parametrize("complexity", range(3))
def test_the_law_of_answers_is_that_of_all_items(complexity, aggregate, boundary):
    rule = PointerRule(complexity, aggregate, boundary, 3, 3, (0, 1, 2))
    digits = [range(rule.pointers), *[range(3)] * 3]
    items = np.array(list(product(*digits)))
    labels = rule.label(items[:, 0], items[:, 1:])
    expected = np.bincount(labels, minlength=3) / len(items)
    assert label_distribution(rule) == pytest.approx(expected)


def test_the_smaller_of_two_digits_by_hand():
    """At least d: (10 - d)^2 of 100 windows."""
    expected = [((10 - d) ** 2 - (9 - d) ** 2) / 100 for d in range(10)]
    assert label_distribution(PointerRule(1, "min")) == pytest.approx(expected)


def test_windows_that_are_too_many_are_refused():
    with pytest.raises(Refusal, match="windows of 15 digits .* at most 14"):
        label_distribution(PointerRule(14, length=20))
