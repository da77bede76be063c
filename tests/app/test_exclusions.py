"""Which exclusion rules apply to whom."""

import numpy as np
import pytest

from metamer.app.exclusions import applying
from metamer.app.participation import Participation, PutItem, Signs
from metamer.core.people import Asking, Exclusion, People, TrialBlock
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem


def put(right, seconds=2.0, block="test", description=None):
    """An item of two options that was answered right, or not."""
    source = TrialItem("item", "test", {}, {})
    trial = ChoiceTrial(source, {}, 2, 0, Asking())
    trial.respond(0 if right else 1)
    return PutItem(block, Condition("one"), source, True, trial, [seconds], description)


def who(items, signs=()):
    logged = Signs(tuple(signs), 0.0, 0)
    return Participation(1, "p", 0, 0, "completed", 0.0, 60.0, True, items, logged)


def labels(rule, participant):
    blocks = (TrialBlock("test", "test"), TrialBlock("checks", "test"))
    people = People(blocks, exclusions=(rule,))
    return applying(people, participant)


def test_items_without_a_right_answer_count_in_their_block_only():
    rule = Exclusion("checks failed", "wrong", 2, "checks")
    failed = [put(False, block="checks"), put(False, block="test")]
    assert labels(rule, who(failed)) == ()
    more = [*failed, put(False, block="checks")]
    assert labels(rule, who(more)) == ("checks failed",)


@pytest.mark.parametrize("seconds, expected", [(0.4, ("too fast",)), (0.5, ())])
def test_fast_is_a_median_below_the_limit(seconds, expected):
    rule = Exclusion("too fast", "fast", 0.5)
    items = [put(True, seconds), put(True, seconds), put(True, 60.0)]
    assert labels(rule, who(items)) == expected


def test_nobody_without_items_is_fast():
    assert labels(Exclusion("too fast", "fast", 0.5), who([])) == ()


@pytest.mark.parametrize(
    "texts, expected",
    [
        (("The line grows to the edge", "It copies the largest thing"), ()),
        (("Nice", ""), ("bad",)),
        (("Solve task is good", "solve TASK is good!"), ("bad",)),
        (("it fills it it", "123 456 789"), ("bad",)),
        (("Linien wachsen zum Rand", "größte Form ausgeschnitten"), ()),
    ],
)
def test_short_and_repeated_descriptions_mean_nothing(texts, expected):
    rule = Exclusion("bad", "descriptions", 2)
    items = [put(True, description=text) for text in texts]
    assert labels(rule, who(items)) == expected


def test_items_that_are_not_described_are_no_bad_descriptions():
    assert labels(Exclusion("bad", "descriptions", 1), who([put(True)])) == ()


def test_focus_lost_counts_other_windows_and_nothing_else():
    rule = Exclusion("away", "focus_lost", 2)
    assert labels(rule, who([], ("blur", "paste", "focus"))) == ()
    assert labels(rule, who([], ("blur", "focus", "blur"))) == ("away",)


def test_the_time_of_an_item_is_that_of_all_its_answers():
    item = put(True)
    item.times = [1.0, 2.5]
    assert np.isclose(item.seconds, 3.5)
