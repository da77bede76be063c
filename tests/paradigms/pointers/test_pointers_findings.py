"""What runs of pointers answer, from answers that were made up."""

from pathlib import Path

import numpy as np
import pandas as pd

from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.findings import FastAndSlow, NoiseOfRules, RuleBySize
from metamer.paradigms.pointers.references import Induction, Lookup, Marginal, Nearest
from metamer.paradigms.pointers.rules.noise import DELTAS
from metamer.reports.analysis import Analysis, measures_table

ITEMS = 100


def answers(who, size, part, right, **columns):
    """A hundred answers, of which the first `right` are right."""
    place = np.arange(ITEMS)
    return pd.DataFrame(
        {
            "paradigm": "pointers",
            "learner": who,
            "unit": 0,
            "condition": "iid",
            "style": "vector",
            "complexity": 0,
            "aggregate": "mod_sum",
            "size": size,
            "item": [f"{part}-{n}" for n in place],
            "step": 0,
            "part": part,
            "delta": np.nan,
            "pair": -1,
            "answer": np.where(place < right, "1", "5"),
            "correct": place < right,
            **columns,
        }
    )


def run(learners, frames, *measures):
    table = pd.concat(frames, ignore_index=True)
    study = Study(Pointers(), learners, measures)
    responses = Responses(table, study, Path("nowhere"))
    return Analysis(responses, measures_table(table, measures), ())


RIGHT = {
    "pointer-rule": ((100, 100), (20, 100), (100, 100)),
    "pointer-lookup": ((100, 10), (100, 10), (100, 12)),
    "pointer-marginal": ((20, 12), (15, 12), (12, 12)),
    "pointer-nearest": ((100, 30), (100, 40), (100, 55)),
}
"""Taught and new items right after 100, 1,000 and 10,000 items."""


def test_followers_of_the_rule_and_memories_are_told_apart():
    learners = (Induction(), Lookup(), Marginal(), Nearest())
    frames = [
        answers(who, size, part, share)
        for who, shares in RIGHT.items()
        for size, both in zip((100, 1000, 10_000), shares, strict=True)
        for part, share in zip(("taught", "iid"), both, strict=True)
    ]
    said = RuleBySize().sentences(run(learners, frames))
    starts = [
        "Right on new items: `pointer-rule` (from 100 items: 1.00 [",
        "Remembers only: `pointer-lookup` (0.12 [",
        "Cannot be told: `pointer-nearest` (0.55 [",
        "Learned neither: `pointer-marginal` (0.12 [",
    ]
    for sentence, start in zip(said[:-1], starts, strict=True):
        assert sentence.startswith(start)


def test_a_size_counts_only_if_all_larger_ones_are_above_it_too():
    shares = {10: 95, 100: 20, 1000: 95}
    frames = [answers("pointer-rule", size, "iid", one) for size, one in shares.items()]
    (said, _) = RuleBySize().sentences(run((Induction(),), frames))
    assert "from 1,000 items" in said


def test_noise_of_learners_stands_beside_that_of_the_rule():
    pair = np.arange(ITEMS) // 2
    changes = np.where((np.arange(ITEMS) % 2 == 1) & (pair < 25), "5", "1")
    frames = [
        answers("pointer-rule", 100, "noise", 0, delta=delta, pair=pair, answer=changes)
        for delta in DELTAS
    ]
    found = run((Induction(),), frames, "noise_sensitivity")
    rules, learners, _ = NoiseOfRules().sentences(found)
    assert "mod_sum 0." in rules
    assert "answers of `pointer-rule` 0.50 [" in learners


SPEED = ("fitted_after", "iid_accuracy")


def speeds(*units, learner="pointer-rule"):
    """A unit for each share of training until it fitted and number of right answers."""
    return pd.concat(
        [
            answers(learner, 1000, "iid", right, unit=unit, fitted_after=after)
            for unit, (after, right) in enumerate(units)
        ]
    )


def test_units_that_fit_sooner_may_be_right_more_often_on_new_items():
    table = speeds((0.1, 95), (0.2, 90), (0.3, 62), (0.5, 20), (0.7, 15), (0.9, 10))
    said = FastAndSlow().sentences(run((Induction(),), [table], *SPEED))
    # Right: above .55, halfway from .1 to 1.
    assert said[0].startswith(
        "Units that fit sooner are right more often on new items: `pointer-rule` (3 fitted "
        "and right on new items, after 0.20 of the training; 3 fitted and not, after 0.70 "
        "of the training; r = -0.9"
    )


def test_speed_is_compared_within_conditions_only():
    # Larger sets are fitted later and generalise better, and that says nothing of units.
    small = speeds((0.1, 20), (0.12, 30), (0.14, 20), (0.16, 30))
    large = speeds((0.8, 90), (0.82, 80), (0.84, 90), (0.86, 80)).assign(size=10_000)
    said = FastAndSlow().sentences(run((Induction(),), [small, large], *SPEED))
    assert said[0].startswith("Cannot be told whether units that fit sooner")


def test_nothing_can_be_said_of_speed_if_no_unit_fitted():
    table = speeds((np.nan, 20), (np.nan, 90))
    said = FastAndSlow().sentences(run((Induction(),), [table], *SPEED))
    assert said == ["Cannot be told: no network fitted what it was taught."]
