"""How well pointers were followed, computed by hand."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.pointers import measures as pointers

HEAD = ["learner", "unit", "condition", "complexity", "item", "part", "answer"]


def table(*cells, learner="someone", condition="holdout-1"):
    """Ten answers for each (part, how many of them are right); right is 3, wrong 5."""
    rows = [
        [learner, 0, condition, 2, f"{part}-{n}", part, "3" if n < right else "5"]
        for part, right in cells
        for n in range(10)
    ]
    found = pd.DataFrame(rows, columns=HEAD)
    return found.assign(correct=found["answer"] == "3")


WHOLE = (("taught", 9), ("iid", 8), ("holdout", 2), ("others", 4), ("matched", 7))


def only(values):
    (value,) = values
    return value


@pytest.mark.parametrize("part, right", WHOLE[1:])
def test_every_part_has_its_accuracy(part, right):
    found = getattr(pointers, f"{part}_accuracy")(table(*WHOLE))
    assert found.to_dict() == {("someone", 2, "holdout-1", 0): right / 10}


def test_a_part_that_is_not_asked_has_no_rows():
    assert pointers.dshift_accuracy(table(*WHOLE)).empty


@pytest.mark.parametrize(
    "taught, iid, holdout, fitted", [(6, 1, 1, 1.0), (5, 1, 0, 0.0), (1, 0, 0, 0.0)]
)
def test_the_papers_rules_leave_out_units_only_where_they_are_named(
    taught, iid, holdout, fitted
):
    cells = table(("taught", taught), *WHOLE[1:])
    assert len(pointers.iid_accuracy_of_fitted(cells)) == iid
    assert len(pointers.holdout_accuracy_of_fitted(cells)) == holdout
    assert only(pointers.fitted(cells)) == fitted
    assert len(pointers.iid_accuracy(cells)) == 1


def test_without_taught_items_nobody_can_be_called_fitted():
    with pytest.raises(Refusal, match="needs answers to taught items"):
        pointers.fitted(table(*WHOLE[1:]))


def test_the_gap_is_what_matched_windows_have_beyond_those_left_out():
    assert only(pointers.holdout_gap(table(*WHOLE))) == pytest.approx(0.7 - 0.2)
    assert pointers.holdout_gap(table(("holdout", 2), ("iid", 8))).empty


def test_the_position_between_statistics_and_rule_is_a_ratio():
    assert only(pointers.rule_position(table(*WHOLE))) == pytest.approx(0.2 / 0.8)
    nothing = (("iid", 0), ("holdout", 0))
    assert pointers.rule_position(table(*nothing)).empty


def test_the_base_rate_is_that_of_the_one_label_which_all_left_out_items_have():
    assert only(pointers.base_rate(table(*WHOLE).assign(label=3))) == 0.8
    assert only(pointers.base_rate(table(*WHOLE).assign(label=5))) == pytest.approx(0.2)


def test_there_is_no_base_rate_where_left_out_items_have_two_labels():
    two = table(*WHOLE).assign(label=3)
    two.loc[two.index[two["part"] == "holdout"][0], "label"] = 4
    assert pointers.base_rate(two).empty


def test_units_that_never_fitted_have_no_time_of_fitting():
    cells = table(*WHOLE).assign(fitted_after=0.25)
    assert only(pointers.fitted_after(cells)) == 0.25
    assert pointers.fitted_after(cells.assign(fitted_after=np.nan)).empty


def test_noise_sensitivity_is_the_share_of_pairs_with_two_answers():
    answers = ["1", "1", "2", "3", "4", "4", "5", "6"]
    draw_pairs = pd.DataFrame(
        {
            **dict(zip(HEAD[:4], ("someone", 0, "iid", 2), strict=True)),
            "item": [f"item-{n}" for n in range(8)],
            "part": "noise",
            "answer": answers,
            "correct": True,
            "delta": [0.1] * 4 + [0.2] * 4,
            "pair": [0, 0, 1, 1, 0, 0, 1, 1],
        }
    )
    # Two pairs of each strength, of which the second differs; the rest is not noise.
    plain = table(*WHOLE).assign(delta=np.nan, pair=-1)
    found = pointers.noise_sensitivity(
        pd.concat([draw_pairs, plain], ignore_index=True)
    )
    assert found.groupby("delta").first().to_dict() == {0.1: 0.5, 0.2: 0.5}


def wrong(kinds, chance, part="iid"):
    """One wrong answer of each of these kinds."""
    found = table((part, 0)).iloc[: len(kinds)].assign(error=kinds)
    return found.assign(**{f"chance_{name}": chance[name] for name in chance})


CHANCE = {"position": 0.5, "rule": 0.2, "digit": 0.3}


def test_errors_are_counted_by_kind_against_chance():
    cells = wrong(["position", "position", "position", "digit", "none"], CHANCE)
    assert only(pointers.missed_position(cells)) == pytest.approx(3 / 4 - 0.5)
    assert only(pointers.missed_digit(cells)) == pytest.approx(1 / 4 - 0.3)
    assert only(pointers.missed_rule(cells)) == pytest.approx(0 - 0.2)


def test_errors_on_what_was_left_out_stand_by_themselves():
    places = (("digit", "iid"), ("rule", "holdout"), ("rule", "matched"))
    cells = [wrong([kind], CHANCE, part) for kind, part in places]
    found = pointers.missed_rule(pd.concat(cells, ignore_index=True))
    assert found.groupby("part").first().to_dict() == pytest.approx(
        {"iid": -0.2, "holdout": 0.8}
    )


def test_whoever_is_always_right_misses_nothing():
    cells = table(("iid", 10)).assign(
        error="", **{f"chance_{one}": 0.1 for one in CHANCE}
    )
    assert pointers.missed_position(cells).empty
