"""Who finds the rule, who keeps the statistics, who guesses."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.pointers.controls.holdouts import holdout, statistics_anchor
from metamer.paradigms.pointers.generator.distribution import uniform
from metamer.paradigms.pointers.references import (
    Constant,
    Induction,
    Lookup,
    Marginal,
    Nearest,
)
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.vectors import Vectors


def rows(law, rule, many, key):
    """Rows under a law, without compiling what draws them fast."""
    chance = key.numpy
    values = np.argmax(chance.random((2 * many, *law.allowed.shape)) * law.allowed, 2)
    pointer = chance.integers(0, rule.pointers, 2 * many)
    if law.planted is not None:
        planted = law.planted[chance.integers(0, len(law.planted), 2 * many)]
        np.put_along_axis(values, rule.places(pointer), planted, axis=1)
    if law.held_out is not None:
        kept = ~law.held_out[rule.code(rule.window(pointer, values)[0])]
        pointer, values = pointer[kept], values[kept]
    digits = np.column_stack([pointer, values])[:many].astype(np.uint8)
    return Items(digits, rule.label(pointer, values)[:many], digits)


def accuracy(learner, taught, asked):
    fitted = learner.fit(taught, None)
    return float(np.mean(learner.answer(fitted, asked.blind()) == asked.labels))


def vectors(digits, labels=None):
    digits = np.array(digits, np.uint8)
    return Items(digits, None if labels is None else np.array(labels), digits)


@pytest.mark.parametrize(
    "rule",
    [
        PointerRule(),
        PointerRule(1),
        PointerRule(2, "median"),
        PointerRule(3, "floor_median"),
        PointerRule(4, "majority"),
        PointerRule(9, "mod_sum"),
        PointerRule(2, "min", "truncate"),
        PointerRule(3, "max", "restrict"),
        PointerRule(2, length=20),
        PointerRule(1, length=5, alphabet=16, positions=tuple(range(5))),
        Blocks().rule(0, "mod_sum", "wrap"),
        Blocks().rule(2, "mod_sum", "wrap"),
    ],
    ids=str,
)
def test_a_hundred_rows_tell_the_rule(rule, keys):
    taught, asked = (rows(uniform(rule), rule, many, keys()) for many in (100, 4000))
    assert accuracy(Induction(), taught, asked) == 1


def test_the_simplest_rule_is_taken():
    # One value makes all aggregates and boundaries the same.
    digits = [[0, 7, 3], [1, 7, 3], [0, 2, 9], [1, 2, 9]]
    found = Induction().fit(vectors(digits, [7, 3, 2, 9]), None)
    assert found == PointerRule(0, "mod_sum", "wrap", 2, 10, found.positions)


def test_a_rule_is_found_among_errors(keys):
    rule = PointerRule(2, "max")
    taught, asked = (rows(uniform(rule), rule, 500, keys()) for _ in range(2))
    slipped = taught._replace(labels=np.where(np.arange(500) % 10, taught.labels, 0))
    assert accuracy(Induction(), slipped, asked) == 1


@pytest.mark.parametrize(
    "name, style, complexity",
    [
        ("holdout-2", Vectors(), 1),
        ("windows-50", Vectors(), 1),
        ("digits", Vectors(), 2),
        ("holdout", Blocks(), 0),
    ],
)
def test_what_was_left_out_is_no_matter_to_a_rule(name, style, complexity, keys):
    rule = style.rule(complexity, "mod_sum", "wrap")
    left_out = holdout(name, style, rule)
    taught = rows(left_out.taught, rule, 500, keys())
    for law in left_out.parts.values():
        assert accuracy(Induction(), taught, rows(law, rule, 500, keys())) == 1


def test_a_table_is_worth_what_the_statistics_are(keys):
    style = Blocks()
    rule = style.rule(0, "mod_sum", "wrap")
    left_out = holdout("holdout", style, rule)
    taught = rows(left_out.taught, rule, 4000, keys())
    found = {
        part: accuracy(Lookup(), taught, rows(law, rule, 20_000, keys()))
        for part, law in left_out.parts.items()
    }
    assert found["iid"] == 1
    assert found["holdout"] == 0
    anchor = statistics_anchor(left_out, rule, "dshift")
    # Four standard errors of a share of 20,000.
    assert abs(found["dshift"] - anchor) < 4 * np.sqrt(0.67 * 0.33 / 20_000)


def test_a_table_of_windows_grows_with_training(keys):
    # There are 1000 places with windows; chance is right with a tenth of the unseen ones.
    rule = PointerRule(1)
    many, asked = (rows(uniform(rule), rule, size, keys()) for size in (20_000, 4000))
    for size in (300, 1000, 20_000):
        taught = many.rows(slice(size))
        covered = 1 - (1 - 1 / 1000) ** size
        expected = covered + (1 - covered) / 10
        assert accuracy(Lookup(), taught, asked) == pytest.approx(expected, abs=0.05)


def test_an_unseen_window_gets_the_most_frequent_label_at_its_place():
    digits = [[0, 7, 3], [0, 7, 1], [0, 2, 3], [1, 4, 5]]
    fitted = Lookup().fit(vectors(digits, [7, 7, 2, 5]), None)
    asked = vectors([[0, 2, 2], [0, 9, 9], [1, 9, 9]])
    assert Lookup().answer(fitted, asked).tolist() == [2, 7, 5]


def test_the_margin_is_what_a_pointer_makes_likely():
    digits = [[0, 1, 1], [0, 2, 2], [0, 1, 2], [1, 3, 2]]
    fitted = Marginal().fit(vectors(digits, [1, 2, 1, 2]), None)
    # No pointer was 7: labels 1 and 2 are equally frequent in all.
    asked = vectors([[0, 9, 9], [1, 9, 9], [7, 9, 9]])
    assert Marginal().answer(fitted, asked).tolist() == [1, 2, 1]


def test_the_nearest_row_agrees_at_most_places_and_comes_first():
    taught = vectors([[0, 1, 2, 3], [9, 1, 2, 4], [9, 1, 2, 5]], [3, 4, 5])
    asked = vectors([[0, 1, 2, 9], [9, 1, 2, 3], [9, 1, 2, 5]])
    fitted = Nearest().fit(taught, None)
    assert Nearest().answer(fitted, asked).tolist() == [3, 3, 5]


@pytest.mark.parametrize("shape", [(11,), (4, 4)])
def test_the_nearest_of_many_is_the_nearest_of_all(shape, keys):
    # More than two chunks; labels are places, so each answer says who was nearest.
    chance = keys().numpy
    taught = chance.integers(0, 10, (2500, *shape)).astype(np.uint8)
    asked = chance.integers(0, 10, (40, *shape)).astype(np.uint8)
    fitted = Nearest().fit(Items(taught, np.arange(2500)), None)
    apart = asked[:, None].astype(int) - taught
    far = (apart != 0) if len(shape) == 1 else apart**2
    nearest = far.reshape(40, 2500, -1).sum(axis=2).argmin(axis=1)
    assert np.array_equal(Nearest().answer(fitted, Items(asked)), nearest)


def test_one_constant_is_perfect_on_the_papers_holdout(keys):
    rule = PointerRule(3)
    left_out = holdout("holdout", Vectors(), rule)
    asked = rows(left_out.parts["holdout"], rule, 200, keys())
    assert accuracy(Constant(6), asked, asked) == 1
    assert Constant(6).name == "pointer-constant:6"
    with pytest.raises(Refusal, match="label must be at least 0, not -1"):
        Constant(-1)
