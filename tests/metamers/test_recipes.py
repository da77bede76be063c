"""What each recipe keeps of a source, and what it destroys."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.metamers.recipe import Recipe, draw, recipe
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.metamers.recipes.max_entropy import MaxEntropy
from metamer.metamers.recipes.order_agnostic import OrderAgnostic
from metamer.metamers.source import Source

QUICK = {
    "gibbs": Gibbs(updates=2000, rate=5e-3),
    "order_agnostic": OrderAgnostic(widening=8, updates=2000, rate=5e-3),
    "max_entropy": MaxEntropy(chains=1024, rounds=8),
}
"""Small sources need fewer and larger steps."""

each_recipe = pytest.mark.parametrize("name", list(recipe))


def test_there_are_three_recipes():
    assert list(recipe) == ["gibbs", "max_entropy", "order_agnostic"]


@each_recipe
def test_first_and_pair_marginals_are_kept(name, kin, keys):
    rows = QUICK[name].fit(kin, keys()).sample(8000, keys()).astype(float)
    assert rows.mean(axis=0) == pytest.approx([0.3, 0.3, 0.5], abs=0.04)
    pairs = rows.T @ rows / 8000
    assert pairs[0, 1] == pytest.approx(0.2, abs=0.04)
    assert pairs[0, 2] == pytest.approx(0.15, abs=0.04)


def test_maximum_entropy_destroys_a_rule_of_three(xor, keys):
    rows = QUICK["max_entropy"].fit(xor, keys()).sample(8000, keys())
    even = (rows.sum(axis=1) % 2 == 0).mean()
    assert even == pytest.approx(0.5, abs=0.05)
    pairs = rows.T.astype(float) @ rows / 8000
    assert pairs[np.triu_indices(3, 1)] == pytest.approx([0.25] * 3, abs=0.03)


def test_the_order_agnostic_recipe_learns_a_rule_of_three(xor, keys):
    rows = QUICK["order_agnostic"].fit(xor, keys()).sample(4000, keys())
    assert (rows.sum(axis=1) % 2 == 0).mean() > 0.97


def test_conditionals_are_right_whatever_is_known(kin, keys):
    fitted = QUICK["order_agnostic"].fit(kin, keys())
    rows = np.array([[0, 0, 0], [1, 0, 0], [0, 0, 1]])
    known = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 1]], bool)
    expected = [
        [0.3, 0.3, 0.5],  # nothing is known
        [1, 2 / 3, 0.5],  # the first is 1: .2 of .3
        [1 / 7, 0, 1],  # the second is 0: .1 of .7
    ]
    found = np.asarray(fitted.conditional(rows, known))
    assert found == pytest.approx(np.array(expected), abs=0.05)
    zero = np.asarray(fitted.conditional(rows, known, value=0))
    assert zero + found == pytest.approx(np.ones((3, 3)), abs=1e-5)


@each_recipe
def test_three_values_work(name, letters, keys):
    noisy = Source(
        np.concatenate([letters.rows, letters.rows[:, ::-1]]),
        np.concatenate([0.8 * letters.probabilities, 0.2 * letters.probabilities]),
    )
    rows = QUICK[name].fit(noisy, keys()).sample(6000, keys()).astype(int)
    assert rows.max() == 2
    shares = np.bincount(rows[:, 0], minlength=3) / 6000
    # .8 x (.5, .3, .2) + .2 x (.2, .5, .3)
    assert shares == pytest.approx([0.44, 0.34, 0.22], abs=0.08)
    assert ((rows[:, 1] - rows[:, 0]) % 3 == 1).mean() == pytest.approx(0.8, abs=0.08)


@each_recipe
def test_the_same_key_makes_the_same_metamers_in_the_source_shape(name, keys):
    source = Source(np.random.default_rng(0).integers(0, 2, (60, 2, 3)))
    key, other = keys(), keys()
    first, second = (QUICK[name].fit(source, key).sample(10, other) for _ in range(2))
    assert first.shape == (10, 2, 3)
    assert first.dtype == np.uint8
    assert (first == second).all()
    assert (first != QUICK[name].fit(source, key).sample(10, keys())).any()


@each_recipe
def test_a_recipe_is_a_table_of_settings(name):
    made = from_plain(Recipe, {"name": name, "rate": 0.5}, "here")
    assert made == recipe(name)(rate=0.5)


@pytest.mark.parametrize(
    "plain, complaint",
    [
        ("magic", "no recipe 'magic'; there is: gibbs, max_entropy, order_agnostic"),
        ({"name": "gibbs", "sweeps": 0}, "sweeps must be at least 1, not 0"),
        ({"name": "gibbs", "stop": "late"}, "must be one of 'accuracy', 'validation'"),
        ({"name": "gibbs", "rate": 0}, "rate must be above 0, not 0.0"),
        ({"name": "order_agnostic", "widening": -1}, "widening must be above 0"),
        ({"name": "max_entropy", "chains": 0}, "chains must be at least 1, not 0"),
        ({"name": "max_entropy", "colour": 1}, "unknown key 'colour'; allowed: chains"),
    ],
)
def test_a_wrong_recipe_is_refused(plain, complaint):
    with pytest.raises(Refusal, match=complaint):
        from_plain(Recipe, plain, "here")


class Coins:
    """Rows of fair coins: what any recipe would have fitted to them."""

    shape = (4,)

    @property
    def notes(self):
        return {}

    def sample(self, many, key):
        return key.numpy.integers(0, 2, (many, 4), np.uint8)

    def trace(self, counts, many, key):
        return []

    def given_others(self, rows):
        return np.full((len(rows), 4, 2), 0.5, np.float32)


def test_only_acceptable_rows_are_drawn(keys):
    rows, rejected = draw(Coins(), 3000, keys(), lambda rows: rows[:, 0] == 1)
    assert len(rows) == 3000
    assert rows[:, 0].all()
    assert rejected == pytest.approx(0.5, abs=0.04)


def test_everything_is_acceptable_unless_something_is_said(keys):
    rows, rejected = draw(Coins(), 7, keys())
    assert (len(rows), rejected) == (7, 0)


def test_drawing_is_given_up_when_hardly_a_row_will_do(keys):
    with pytest.raises(Refusal, match="only 0 of 5000 metamers are acceptable"):
        draw(Coins(), 10, keys(), lambda rows: rows.sum(axis=1) > 4)


def test_a_rule_that_answers_for_no_row_is_refused(keys):
    with pytest.raises(Refusal, match="true or false for each of 10 rows, not int64"):
        draw(Coins(), 10, keys(), lambda rows: rows.sum(dtype=int))


def test_as_many_metamers_as_were_asked_for_are_at_least_one(keys):
    with pytest.raises(Refusal, match="number of metamers must be at least 1, not 0"):
        draw(Coins(), 0, keys())


@pytest.mark.slow
def test_tiles_of_rectangles_are_guessed_as_well_as_the_paper_says(rectangles, keys):
    fitted = Gibbs().fit(rectangles, keys())
    guesses = fitted.given_others(rectangles.rows).argmax(axis=-1)
    assert (guesses == rectangles.flat).mean() > 0.97
    assert 1000 < fitted.notes["updates"] < 3000


@pytest.mark.slow
def test_maximum_entropy_matches_the_pairs_of_rectangles(rectangles, keys):
    fitted = MaxEntropy().fit(rectangles, keys())
    rows = fitted.sample(10_000, keys()).reshape(10_000, 49).astype(float)
    wanted = rectangles.flat.T.astype(float) @ rectangles.flat / 441
    assert abs(rows.T @ rows / 10_000 - wanted).max() < 0.05
    assert fitted.notes["remaining_error"] < 0.03
