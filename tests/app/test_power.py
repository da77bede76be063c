"""The share of simulated studies that find an effect."""

from dataclasses import replace

import numpy as np
import pytest

from metamer.app.power import main_effect, power
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.people import People, TrialBlock
from metamer.core.responses import Responses, as_table
from metamer.core.study import Study
from metamer.paradigms.categories import Categories
from metamer.statistics.t_test import Pairwise

PEOPLE = People((TrialBlock("test", "test"),))


def simulated(tmp_path, gap, units=40, items=5):
    """People who err with probability 0.3, and with `gap` more after partial exposure."""
    rng = np.random.default_rng(1)
    conditions = np.repeat(["zero_shot", "partial_exposure"], units * items)
    chance = np.where(conditions == "partial_exposure", 0.3 + gap, 0.3)
    many = len(conditions)
    table = as_table(
        {
            "paradigm": ["categories"] * many,
            "learner": ["people"] * many,
            "unit": np.tile(np.repeat(np.arange(units), items), 2),
            "condition": conditions,
            "domain": ["figures"] * many,
            "arrangement": ["printed"] * many,
            "item": [f"item-{place % items}" for place in range(many)],
            "step": np.zeros(many, int),
            "answer": ["0"] * many,
            "correct": rng.random(many) > chance,
            "part": ["held_out"] * many,
        }
    )
    test = Pairwise("held_out_accuracy", "welch", by="condition")
    study = Study(
        Categories(),
        (Imported("people"),),
        ("held_out_accuracy",),
        tests=(test,),
        people=PEOPLE,
    )
    return Responses(table, study, tmp_path)


def test_a_large_effect_is_found_more_often_by_larger_studies(tmp_path):
    effect, (small, large) = power(simulated(tmp_path, 0.25), (4, 40), studies=30)
    assert effect.measure == "held_out_accuracy"
    assert large.share > 0.9 > small.share
    assert small.low <= small.share <= small.high


def test_no_effect_is_seldom_found(tmp_path):
    same = simulated(tmp_path, 0.0)
    table = same.table.assign(correct=np.tile(same.table["correct"][:200], 2))
    flat = Responses(table, same.study, tmp_path)
    _, (found,) = power(flat, (40,), studies=40)
    assert found.share <= 0.2


def test_the_same_seed_finds_the_same(tmp_path):
    people = simulated(tmp_path, 0.1)
    assert power(people, (10,), studies=5) == power(people, (10,), studies=5)


def test_a_study_without_tests_has_no_power(tmp_path):
    people = simulated(tmp_path, 0.1)
    bare = replace(people.study, tests=())
    with pytest.raises(Refusal, match="no effect to find"):
        main_effect(Responses(people.table, bare, tmp_path))
