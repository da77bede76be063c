"""Sentences that count items, from answers that were made up."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.paradigms.matrices import Matrices
from metamer.reports.analysis import Analysis
from metamer.reports.item_findings import (
    ItemDifference,
    ItemRanking,
    LeftOut,
    newcombe,
    share_of,
)

ITEMS = 100


@dataclass(frozen=True)
class Named:
    """Somebody who answered."""

    name: str

    def fit(self, items, key): ...

    def answer(self, fitted, items): ...


def answers(learner, part, right, **columns):
    """A hundred answers, of which `right` are right."""
    return pd.DataFrame(
        {
            "paradigm": "made up",
            "learner": learner,
            "item": [f"{part}-{place}" for place in range(ITEMS)],
            "step": 0,
            "answer": "A",
            "part": part,
            "condition": "holdout",
            "unit": 0,
            "correct": np.arange(ITEMS) < right,
            **columns,
        }
    )


def run(*frames):
    table = pd.concat(frames, ignore_index=True)
    study = Study(Matrices(), tuple(map(Named, dict.fromkeys(table["learner"]))))
    return Analysis(Responses(table, study, Path("nowhere")), pd.DataFrame(), ())


LEFT_OUT = LeftOut("rest", "new", 0.1, "new things")


@pytest.mark.parametrize(
    ("rest", "new", "start"),
    [
        (100, 95, "By the rule: `who` 0.95"),
        (100, 5, "By the statistics: `who` 0.05"),
        (100, 55, "Cannot be told (between the two): `who` 0.55"),
        (30, 30, "Cannot be told (did not learn what was taught): `who` 0.30"),
    ],
)
def test_a_learner_is_on_the_side_of_its_whole_interval(rest, new, start):
    both = answers("who", "rest", rest), answers("who", "new", new)
    said = LEFT_OUT.sentences(run(*both))
    assert said[0].startswith(start)
    assert len(said) == 2


def test_who_was_not_asked_both_cannot_be_told():
    (said, _) = LEFT_OUT.sentences(run(answers("who", "rest", 100)))
    assert said == "Cannot be told: `who` was not asked both."


def test_a_constant_answer_that_fits_both_parts_cannot_be_told():
    finding = LeftOut("rest", "new", 0.1, "new things", taught="iid")
    parts = {"rest": 100, "new": 100, "iid": 10}
    frames = [answers("constant", part, right) for part, right in parts.items()]
    assert finding.sentences(run(*frames))[0].startswith(
        "Cannot be told (did not learn"
    )


def test_levels_are_judged_one_by_one_and_some_are_skipped():
    finding = LeftOut(
        "rest", "new", 0.125, "new things", by="condition", skip=("neutral",)
    )
    shares = {"neutral": 100, "line_type": 100, "triples": 10}
    frames = [
        answers("who", part, 100 if part == "rest" else new, condition=condition)
        for condition, new in shares.items()
        for part in ("rest", "new")
    ]
    rule, statistics, _ = finding.sentences(run(*frames))
    assert rule.startswith("By the rule: `who` (line type) 1.00")
    assert statistics.startswith("By the statistics: `who` (triples) 0.10")
    assert "neutral" not in rule + statistics


DIFFERENCE = ItemDifference("level", "a", "b", 0.125, "A", "B", "a less b")


@pytest.mark.parametrize(
    ("one", "other", "start"),
    [
        (80, 40, "A: `who` 0.40 ["),
        (40, 80, "B: `who` -0.40 ["),
        (60, 61, "No difference shown: `who` -0.01 ["),
        (12, 13, "Cannot be told (not shown to exceed guessing): `who` 0.12"),
    ],
)
def test_a_difference_has_a_side_only_if_its_interval_has(one, other, start):
    frames = answers("who", "", one, level="a"), answers("who", "", other, level="b")
    assert DIFFERENCE.sentences(run(*frames))[0].startswith(start)


def test_a_difference_needs_both_levels():
    (said,) = DIFFERENCE.sentences(run(answers("who", "", 50, level="a")))
    assert said.startswith("Cannot be told")


def test_the_interval_of_a_difference_is_that_of_newcombes_example():
    # Newcombe 1998, Table II: 56/70 less 48/80, method 10: 0.0524 to 0.3339.
    one = share_of(pd.DataFrame({"correct": np.arange(70) < 56}))
    other = share_of(pd.DataFrame({"correct": np.arange(80) < 48}))
    assert newcombe(one, other) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_the_best_stand_first_and_guessers_are_named():
    frames = [answers(name, "", right) for name, right in (("b", 50), ("a", 90))]
    finding = ItemRanking(0.125, "items")
    said = finding.sentences(run(*frames, answers("guesses", "", 13)))
    assert said[0].startswith("Right more often than by guessing: `a` 0.90 [")
    assert said[0].index("`a`") < said[0].index("`b`")
    assert said[1] == "Not shown to exceed guessing: `guesses`."
