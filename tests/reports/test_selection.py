"""Which items of a run are shown."""

import pandas as pd
import pytest

from metamer.reports.selection import choose, first_units


def answers(**right):
    """A table from the right and wrong answers (1 and 0) of each learner, item by item."""
    rows = [
        {"item": f"item-{place}", "learner": who, "unit": 0, "correct": bool(one)}
        for who, ones in right.items()
        for place, one in enumerate(ones)
    ]
    return pd.DataFrame(rows)


MANY = answers(a=[1, 0, 1, 1, 0, 1], b=[1, 0, 0, 1, 0, 1], c=[1, 0, 0, 1, 1, 1])
"""Learners disagree on items 2 and 4; nobody solves item 1."""


def test_divisive_hard_and_easy_items_come_in_turn():
    assert choose(MANY, 4) == ["item-2", "item-1", "item-4", "item-0"]


def test_half_against_half_is_more_divisive_than_one_against_all():
    table = answers(a=[1, 1], b=[0, 1], c=[1, 0], d=[1, 0])
    assert choose(table, 1) == ["item-1"]


@pytest.mark.parametrize("count", [1, 3, 5])
def test_fewer_items_are_the_first_of_more(count):
    assert choose(MANY, count) == choose(MANY, 6)[:count]


def test_no_item_is_chosen_twice_and_all_can_be():
    assert sorted(choose(MANY, 99)) == sorted(set(MANY["item"]))


def test_the_order_of_rows_changes_nothing():
    assert choose(MANY[::-1], 6) == choose(MANY, 6)


def test_the_items_of_a_single_learner_are_hard_and_easy_in_turn():
    assert choose(answers(a=[1, 1, 0, 0]), 2) == ["item-2", "item-0"]


UNITS = pd.DataFrame({"unit": [0] * 3 + [1] * 3 + [2] * 3})


@pytest.mark.parametrize(
    "rows, last, told", [(9, 2, False), (8, 1, True), (6, 1, True), (1, 0, True)]
)
def test_only_whole_units_are_looked_at_and_the_page_says_so(rows, last, told):
    table, sentence = first_units(UNITS, rows)
    assert table["unit"].tolist() == [unit for unit in UNITS["unit"] if unit <= last]
    assert sentence == (f"Only units up to {last} are shown." if told else "")
