"""Rows of a pointer and its values."""

from dataclasses import replace

import numpy as np
import pytest

from metamer.core.keys import root
from metamer.paradigms.pointers.generator.distribution import Distribution, uniform
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.training.drawing import draw_items

MANY = 200_000


def evenly(counts):
    """Whether counts differ from their mean by no more than 5 standard deviations."""
    counts = np.asarray(counts).ravel()
    return (abs(counts - counts.mean()) < 5 * np.sqrt(counts.mean())).all()


def counted(*columns, size):
    """How often each combination of digits from 0 to `size` less one occurs."""
    return np.bincount(np.ravel_multi_index(columns, (size,) * len(columns)))


def windows(rule, features):
    """The windows that the pointers point at, by a plain loop over their digits."""
    pointer, values = features[:, 0].astype(int), features[:, 1:]
    places = [(pointer + step) % rule.length for step in range(rule.size)]
    rows = np.arange(len(values))
    return np.stack([values[rows, place] for place in places], axis=1)


def codes(found):
    return found.astype(int) @ 10 ** np.arange(found.shape[1])[::-1]


@pytest.fixture(scope="module")
def rows():
    rule = PointerRule(complexity=2)
    return draw_items(uniform(rule).rows(rule), root(1), MANY)


def test_every_digit_is_equally_frequent_at_every_place(rows):
    assert rows.features.shape == (MANY, 11)
    assert all(evenly(np.bincount(column)) for column in rows.features.T)


def test_digits_of_a_row_know_nothing_of_each_other(rows):
    for one in range(11):
        for other in range(one):
            pair = rows.features[:, one], rows.features[:, other]
            table = counted(*pair, size=10)
            assert len(table) == 100 and evenly(table)


def test_labels_are_what_plain_arithmetic_gives(rows):
    for row, label in zip(rows.features[:500].tolist(), rows.labels, strict=False):
        pointer, *values = row
        assert sum((values * 2)[pointer : pointer + 3]) % 10 == label


@pytest.fixture(scope="module")
def without():
    """Rows whose window is never (0, 1) or (1, 0)."""
    rule = PointerRule(complexity=1)
    held_out = np.zeros(100, bool)
    held_out[[1, 10]] = True
    return replace(uniform(rule), held_out=held_out).rows(rule)


def test_a_row_follows_from_its_key_and_place_alone(without):
    whole = draw_items(without, root(3), 9000).inputs
    assert (draw_items(without, root(3), 100, first=777).inputs == whole[777:877]).all()
    assert (draw_items(without, root(3), 1, first=8999).inputs == whole[-1]).all()
    other = draw_items(without, root(4), 9000).inputs
    assert (other != whole).any(axis=1).all()


def test_held_out_windows_never_appear_and_all_others_as_often_as_before(without):
    features = draw_items(without, root(5), MANY).features
    often = np.bincount(codes(windows(without.rule, features)), minlength=100)
    assert often[1] == often[10] == 0 and evenly(np.delete(often, [1, 10]))
    assert evenly(np.bincount(features[:, 0]))
    elsewhere = (features[:, 1:-1] == 0) & (features[:, 2:] == 1)
    assert elsewhere.sum() > MANY / 20


def test_planted_windows_always_stand_where_the_pointer_points():
    rule = PointerRule(complexity=2)
    planted = np.array([[0, 1, 2], [7, 7, 7], [9, 0, 9]])
    distribution = replace(uniform(rule), planted=planted)
    features = draw_items(distribution.rows(rule), root(6), MANY).features
    found, often = np.unique(windows(rule, features), axis=0, return_counts=True)
    assert found.tolist() == planted.tolist() and evenly(often)
    assert evenly(np.bincount(features[:, 0]))
    before = (features[:, 0] + 9) % 10
    assert evenly(np.bincount(features[np.arange(MANY), 1 + before]))


def test_only_allowed_digits_stand_at_a_value_and_each_equally_often():
    rule = PointerRule(length=3, positions=(0, 0, 0, 0, 1, 1, 1, 2, 2, 2))
    allowed = np.array([[2, 3, 4], [0, 5, 9], [7, 7, 7]])
    distribution = Distribution((np.arange(10) == allowed[..., None]).any(axis=1))
    items = draw_items(distribution.rows(rule), root(7), 20_000)
    for place, digits in enumerate(allowed):
        found, often = np.unique(items.features[:, 1 + place], return_counts=True)
        assert found.tolist() == sorted(set(digits.tolist())) and evenly(often)
    pointer, *values = items.features.T
    asked = np.select([pointer < 4, pointer < 7], values[:2], values[2])
    assert (items.labels == asked).all() and evenly(np.bincount(pointer))


def test_pointers_are_restricted_to_where_windows_have_room():
    rule = PointerRule(complexity=3, boundary="restrict")
    pointers = draw_items(uniform(rule).rows(rule), root(8), 20_000).features[:, 0]
    assert pointers.max() == 6 and evenly(np.bincount(pointers))


def test_windows_are_planted_only_where_a_whole_one_has_room():
    rule = PointerRule(complexity=3, boundary="truncate")
    distribution = replace(uniform(rule), planted=np.array([[1, 2, 3, 4]]))
    items = draw_items(distribution.rows(rule), root(9), 20_000)
    assert evenly(np.bincount(items.features[:, 0], minlength=7))
    assert set(items.features[:, 0].tolist()) == set(range(7))
    assert (windows(rule, items.features) == [1, 2, 3, 4]).all()
    assert (items.labels == 0).all()


def test_a_window_that_is_cut_off_is_not_held_out():
    rule = PointerRule(complexity=1, boundary="truncate")
    distribution = replace(uniform(rule), held_out=np.arange(100) < 50)
    features = draw_items(distribution.rows(rule), root(10), 20_000).features
    cut_off = features[features[:, 0] == 9]
    assert set(cut_off[:, 10].tolist()) == set(range(10))
    assert windows(rule, features[features[:, 0] < 9])[:, 0].min() == 5


@pytest.fixture(scope="module")
def long():
    """Rows of 20 values out of 256, with the pointer at place 4."""
    rule = PointerRule(length=20, alphabet=256, positions=tuple(range(20)))
    return draw_items(uniform(rule).rows(rule, 4), root(11), 20_000)


def test_the_pointer_is_seen_where_it_stands_and_known_first(long):
    known = np.insert(long.features[:, 1:], 4, long.features[:, 0], axis=1)
    assert (long.inputs == known).all()
    assert long.inputs.dtype == long.features.dtype == np.uint8


def test_long_rows_of_many_digits_are_drawn_as_well(long):
    pointer = long.features[:, 0].astype(int)
    assert pointer.max() == 19 and evenly(np.bincount(pointer))
    assert evenly(np.bincount(long.features[:, 1:].ravel(), minlength=256))
    assert (long.labels == long.features[np.arange(20_000), 1 + pointer]).all()
