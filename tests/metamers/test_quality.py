"""The report tells good metamers from bad ones."""

import json

import numpy as np
import pytest

from metamer.metamers import quality as report
from metamer.metamers.marginals import marginals
from metamer.metamers.recipes.order_agnostic import OrderAgnostic
from metamer.metamers.source import Source


class Drawn:
    """Metamers drawn from a table, as if it had been fitted."""

    def __init__(self, source, drift=0.0):
        self.source, self.shape, self.drift = source, source.shape, drift
        self.notes = {"updates": 3}

    def sample(self, many, key):
        return self.source.draw(many, key.numpy)

    def trace(self, counts, many, key):
        """Chains that forget ones at the rate `drift`, sweep by sweep."""
        rows = self.source.draw(many, key.numpy)
        chances = key.stream("drift").numpy.random(rows.shape)
        return [
            rows * (chances < (1 - self.drift) ** count).astype(np.uint8)
            for count in counts
        ]

    def given_others(self, rows):
        return np.full((*rows.shape, 2), 0.5, np.float32)


def even(rows):
    return rows.sum(axis=1) % 2 == 0


@pytest.fixture
def coins():
    return Source(
        np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]),
        np.full(8, 1 / 8),
    )


def test_a_perfect_metamer_cannot_be_told_from_its_source(xor, keys):
    found = report.quality(xor, Drawn(xor), keys())
    for order in ("first", "pairs", "triples"):
        assert found[f"{order}_mean_error"] < 3 * found[f"{order}_noise"]
    assert found["told_apart_trees_low"] < 0.5 < found["told_apart_trees_high"]
    assert (found["legal"], found["in_source"], found["distinct"]) == (1, 1, 4)
    assert found["settles_after"] == 1


def test_coins_keep_the_pairs_of_a_rule_of_three_and_break_it(xor, coins, keys):
    found = report.quality(xor, Drawn(coins), keys(), holds=even)
    assert found["pairs_mean_error"] < 0.02
    assert found["triples_mean_error"] == pytest.approx(1 / 8, abs=0.01)
    # half of the coins obey the rule; those cannot be told from the source
    assert found["told_apart_trees"] == pytest.approx(0.75, abs=0.03)
    assert found["told_apart_linear"] < 0.65  # no line can tell an even sum
    assert found["legal"] == found["in_source"] == pytest.approx(0.5, abs=0.03)
    assert found["commonest_accuracy"] == 0.5


def test_the_report_is_plain_numbers_in_json(kin, keys):
    found = report.quality(kin, Drawn(kin), keys(), accept=lambda rows: rows[:, 2] == 1)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["updates"] == 3
    assert found["rejected"] == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("drift, settled", [(0.0, 1), (0.5, 10), (0.01, None)])
def test_chains_settle_where_they_stop_moving(kin, keys, drift, settled):
    """Ones that halve in each sweep are gone after ten; at 1 % they last for hundreds."""
    found = report.settling(kin, Drawn(kin, drift), keys())
    assert found == {"settles_after": settled, "sweeps_followed": 200}


def test_a_recipe_without_chains_is_settled_from_the_start(xor, keys):
    fitted = OrderAgnostic(updates=1).fit(xor, keys())
    assert report.settling(xor, fitted, keys())["settles_after"] == 0


def test_a_hidden_variable_is_guessed_by_its_likeliest_value(kin, keys):
    class Knowing(Drawn):
        def given_others(self, rows):
            return np.stack([rows == 0, rows == 1], axis=-1).astype(np.float32)

    found = report.guessing(kin, Knowing(kin), keys().numpy)
    # (.7 + .7 + .5) / 3 by the commonest value alone
    assert found["masked_accuracy"] == 1
    assert found["commonest_accuracy"] == pytest.approx(1.9 / 3)


def test_marginals_count_values_pairs_and_triples(kin):
    triples = np.array([[[0, 1], [1, 1], [2, 0]]])
    found = marginals(kin.flat, kin.weights, 2, triples)
    assert found.first == pytest.approx(np.array([[0.7, 0.3], [0.7, 0.3], [0.5, 0.5]]))
    assert len(found.pairs) == 3 * 4
    # the pairs of the first two: 00, 01, 10, 11
    assert found.pairs[[0, 1, 4, 5]] == pytest.approx([0.6, 0.1, 0.1, 0.2])
    assert found.triples == pytest.approx([0.1])


def test_two_variables_have_no_triples(letters, keys):
    found = report.errors(letters, letters.draw(100, keys().numpy), keys().numpy)
    assert "pairs_noise" in found
    assert "triples_noise" not in found


def test_a_sample_is_judged_by_rows_used_once(keys):
    """200 different rows: a judge that remembers rows gains nothing by it."""
    rows = keys().numpy.integers(0, 2, (200, 30))
    fresh = keys().numpy.integers(0, 2, (5000, 30)).astype(np.uint8)
    found = report.two_samples(Source(rows), fresh, keys())
    assert found["told_apart_trees_low"] < 0.5 < found["told_apart_trees_high"]
