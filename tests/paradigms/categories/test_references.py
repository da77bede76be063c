"""The learner that knows what a rule is."""

import jax
import numpy as np
import pytest

from metamer.core.items import Items
from metamer.paradigms.categories.references import Rule

ASKED = Items(np.zeros((4, 1)), None, np.array([[0, 0], [0, 1], [1, 0], [1, 1]]))


def answers(features, labels, seed=0):
    taught = Items(np.zeros((len(labels), 1)), np.array(labels), np.array(features))
    rule = Rule()
    fitted = rule.fit(taught, jax.random.key(seed))
    return np.asarray(rule.answer(fitted, ASKED)).argmax(axis=1).tolist()


def test_it_goes_by_the_feature_that_predicts_best():
    partial = [[0, 0], [0, 1], [1, 0], [1, 0]]
    assert answers(partial, [0, 0, 1, 1]) == [0, 0, 1, 1]


def test_a_mirrored_rule_is_a_rule_too():
    partial = [[0, 0], [0, 1], [1, 0], [1, 0]]
    assert answers(partial, [1, 1, 0, 0]) == [1, 1, 0, 0]


def test_in_cue_conflict_it_tosses_a_coin():
    conflict = [[0, 1], [0, 1], [1, 0], [1, 0]]
    chosen = [answers(conflict, [0, 0, 1, 1], seed)[3] for seed in range(40)]
    assert 8 <= sum(chosen) <= 32


@pytest.mark.parametrize("seed", range(3))
def test_a_coin_never_outweighs_evidence(seed):
    almost = [[0, 1]] * 50 + [[1, 0]] * 49 + [[1, 1]]
    assert answers(almost, [0] * 50 + [1] * 50, seed) == [0, 0, 1, 1]
