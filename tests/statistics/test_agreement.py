import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.statistics.agreement import Agreement


def answers(learner, *values, units=1):
    """A value for each item in turn, of each unit."""
    return pd.DataFrame(
        {
            "measure": "solved",
            "learner": learner,
            "item": [f"item-{place}" for place in range(len(values))] * units,
            "unit": [unit for unit in range(units) for _ in values],
            "value": [*values] * units,
        }
    )


def found(*frames):
    return Agreement("solved")(pd.concat(frames, ignore_index=True))


def test_items_that_are_hard_for_both_make_learners_agree():
    (pair,) = found(answers("a", 1, 1, 0, 0), answers("b", 0.9, 0.8, 0.2, 0.1))
    # Ranks 3.5, 3.5, 1.5, 1.5 and 4, 3, 2, 1: covariance 4, variances 4 and 5.
    assert pair.estimate == pytest.approx(4 / 20**0.5)
    assert (pair.effect, pair.n) == ("a with b", 4)
    assert pair.words.startswith("solved, a with b: Spearman correlation 0.894")


def test_every_two_learners_are_compared_once():
    frames = (answers(it, 1, 0, 0, 1) for it in "abc")
    assert [it.effect for it in found(*frames)] == ["a with b", "a with c", "b with c"]


def test_an_item_counts_as_the_mean_over_units():
    twice = pd.concat([answers("b", 1, 1, 0, 0), answers("b", 1, 0, 1, 0)])
    (pair,) = found(answers("a", 4, 2, 2, 1), twice)
    assert pair.estimate == pytest.approx(1.0)


def test_only_items_that_both_answered_count():
    (pair,) = found(answers("a", 1, 0, 1, 0, 1), answers("b", 1, 0, 1, 0))
    assert pair.n == 4 and pair.estimate == pytest.approx(1.0)


def test_who_never_varies_agrees_with_nobody():
    (pair,) = found(answers("a", 0, 0, 0, 0), answers("b", 1, 0, 1, 0))
    assert "unknown" in pair.words


def test_a_measure_without_items_is_refused():
    with pytest.raises(Refusal, match="no column 'item'"):
        Agreement("solved")(answers("a", 1, 0).drop(columns="item"))
