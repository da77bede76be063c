"""Whether two measures go together."""

from math import isnan

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.statistics.correlation import Correlation, pearson, spearman, within

# Anscombe 1973, first set: r = .816
X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]


def measures(*cells):
    """Speed and accuracy of each unit of each (complexity, x, y)."""
    return pd.DataFrame(
        [
            (name, "mlp", complexity, unit, value)
            for complexity, x, y in cells
            for name, values in (("speed", x), ("accuracy", y))
            for unit, value in enumerate(values)
        ],
        columns=["measure", "learner", "complexity", "unit", "value"],
    )


def test_anscombes_first_set_has_its_known_r_and_fishers_interval():
    found = pearson(X, Y)
    assert found.estimate == pytest.approx(0.816, abs=5e-4)
    reach = 1.959964 / np.sqrt(11 - 3)
    ends = np.tanh(np.arctanh(found.estimate) + np.array([-reach, reach]))
    assert (found.low, found.high) == pytest.approx(tuple(ends))
    assert found.n == 11 and found.df == 9


def test_ranks_do_not_mind_a_bent_curve():
    x = np.arange(1.0, 9.0)
    assert spearman(x, np.exp(x)).estimate == pytest.approx(1)
    assert pearson(x, np.exp(x)).estimate < 0.8


def test_points_on_a_line_are_their_own_interval():
    found = pearson([1, 2, 3, 4], [2, 4, 6, 8])
    assert (found.estimate, found.low, found.high) == pytest.approx((1, 1, 1))


@pytest.mark.parametrize("correlate", [pearson, spearman])
@pytest.mark.parametrize("y", [[1.0, 2.0, 3.0], [0.5] * 6])
def test_few_pairs_and_numbers_that_do_not_vary_are_not_tested(correlate, y):
    found = correlate(range(len(y)), y)
    assert isnan(found.estimate) and isnan(found.p)
    assert "needs at least 4 pairs" in found.words


def test_units_are_paired_and_those_without_both_left_out():
    table = measures((1, X, Y))
    (whole,) = Correlation("speed", "accuracy", "pearson")(table.sample(frac=1.0))
    assert whole.estimate == pytest.approx(pearson(X, Y).estimate)
    (fewer,) = Correlation("speed", "accuracy", "pearson")(table.iloc[:-1])
    assert (whole.n, fewer.n) == (11, 10)
    assert whole.words.startswith(
        "accuracy with speed: Pearson correlation 0.816, 95 %"
    )


def test_levels_can_be_told_apart():
    rising, falling = [0.1, 0.2, 0.3, 0.4], [0.9, 0.8, 0.6, 0.5]
    table = measures((1, X[:4], rising), (2, X[:4], rising), (3, range(4), falling))
    found = Correlation("speed", "accuracy", by="complexity")(table)
    assert [it.effect for it in found] == [f"complexity={m}" for m in (1, 2, 3)]
    assert found[2].estimate == pytest.approx(-1)
    (pooled,) = Correlation("speed", "accuracy")(table)
    assert pooled.n == 12


def test_a_measure_that_no_unit_has_gives_no_pairs():
    (found,) = Correlation("never", "accuracy")(measures((1, X, Y)))
    assert found.n == 0 and isnan(found.estimate)
    assert Correlation("never", "accuracy", by="complexity")(measures((1, X, Y))) == []


def test_what_cannot_be_is_refused():
    with pytest.raises(
        Refusal, match="no column 'size'; there is: learner, complexity"
    ):
        Correlation("speed", "accuracy", by="size")(measures((1, X, Y)))
    with pytest.raises(Refusal, match="equally long, not 3 and 2"):
        pearson([1, 2, 3], [1, 2])


def test_within_cells_only_what_sets_their_units_apart_counts():
    x = np.array([1.0, 2, 3, 11, 12, 13])
    y = np.array([2.0, 3, 5, 1, 2, 2])
    found = within(x, y, [0, 0, 0, 1, 1, 1])
    apart = np.array([-1, 0, 1] * 2), np.array([-4, -1, 5, -2, 1, 1]) / 3
    r = (apart[0] * apart[1]).sum() / np.sqrt(4 * (apart[1] ** 2).sum())
    assert found.estimate == pytest.approx(r)
    assert found.df == 6 - 2 - 1
    assert found.statistic == pytest.approx(r * np.sqrt(3 / (1 - r**2)))
    assert pearson(x, y).estimate < 0 < r


def test_one_cell_is_the_plain_correlation():
    found, plain = within(X, Y, [0] * 11), pearson(X, Y)
    assert (found.estimate, found.p) == pytest.approx((plain.estimate, plain.p))
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


def test_a_test_within_cells_tells_conditions_apart():
    found = Correlation("speed", "accuracy", "within")(measures((1, X, Y), (2, Y, X)))
    assert found[0].df == 22 - 2 - 1
