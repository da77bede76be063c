"""The share of simulated studies that find an effect."""

import numpy as np
import pytest

from metamer.app.power import main_effect, power
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.people import People, TrialBlock
from metamer.core.responses import Responses, as_table
from metamer.core.study import Study
from metamer.paradigms.tiles import Tiles
from metamer.statistics.t_test import Pairwise

PEOPLE = People((TrialBlock("boards", "test"),))


def simulated(tmp_path, gap, units=40, boards=5):
    """People who turn up a blue tile with probability 0.3, or `gap` more on metamers."""
    rng = np.random.default_rng(1)
    conditions = np.repeat(["abstract", "metamer"], units * boards)
    chance = np.where(conditions == "metamer", 0.3 + gap, 0.3)
    many = len(conditions)
    table = as_table(
        {
            "paradigm": ["tiles"] * many,
            "learner": ["people"] * many,
            "unit": np.tile(np.repeat(np.arange(units), boards), 2),
            "condition": conditions,
            "rule": ["rectangle"] * many,
            "item": [f"board-{place % boards}" for place in range(many)],
            "step": np.zeros(many, int),
            "answer": ["0,0"] * many,
            "correct": rng.random(many) > chance,
            "again": np.zeros(many, bool),
        }
    )
    test = Pairwise("blues", "welch", by="condition")
    study = Study(
        Tiles(("rectangle",)), (Imported("people"),), ("blues",), tests=(test,), people=PEOPLE
    )
    return Responses(table, study, tmp_path)


def test_a_large_effect_is_found_more_often_by_larger_studies(tmp_path):
    effect, (small, large) = power(simulated(tmp_path, 0.25), (4, 40), studies=60)
    assert effect.measure == "blues"
    assert large.share > 0.9 > small.share
    assert small.low <= small.share <= small.high


def test_no_effect_is_found_about_as_often_as_chance_allows(tmp_path):
    same = simulated(tmp_path, 0.0)
    table = same.table.assign(correct=np.tile(same.table["correct"][:200], 2))
    flat = Responses(table, same.study, tmp_path)
    _, (found,) = power(flat, (40,), studies=100)
    assert found.low <= 0.05 <= found.high


def test_the_same_seed_finds_the_same(tmp_path):
    people = simulated(tmp_path, 0.1)
    assert power(people, (10,), studies=20) == power(people, (10,), studies=20)


def test_a_study_without_tests_has_no_power(tmp_path):
    people = simulated(tmp_path, 0.1)
    bare = Study(Tiles(("rectangle",)), (Imported("people"),), ("blues",), people=PEOPLE)
    with pytest.raises(Refusal, match="no effect to find"):
        main_effect(Responses(people.table, bare, tmp_path))
