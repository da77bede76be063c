from math import isnan

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.statistics.chi_square import ChiSquare, independence


def test_independence_follows_from_expected_counts():
    # rows 30 and 30, columns 30 and 30: 15 expected everywhere, 5 away from each
    found = independence([[20, 10], [10, 20]])
    assert found.statistic == pytest.approx(4 * 25 / 15)
    assert found.df == 1 and found.n == 60
    assert found.p == pytest.approx(0.0098, abs=5e-5)
    assert found.effect_size == pytest.approx(np.sqrt(100 / 15 / 60))
    assert found.words == (
        "chi-square(1) = 6.67, p = .010, Cramer's V = 0.333 (n = 60)"
    )


def test_empty_rows_and_columns_do_not_count():
    full = independence([[20, 10], [10, 20]])
    assert independence([[20, 0, 10], [10, 0, 20], [0, 0, 0]]) == full


def test_a_single_column_is_not_tested():
    found = independence([[3, 0], [4, 0]])
    assert isnan(found.p) and "one row or column" in found.words


def test_small_expected_counts_are_pointed_out():
    assert "smallest expected count is 1.50" in independence([[2, 1], [1, 2]]).words


def test_permutations_are_right_for_small_counts():
    # Two of two: of the six ways to deal them out, two are as uneven.
    found = independence([[2, 0], [0, 2]], resamples=9999)
    assert found.statistic == 4.0
    assert found.p == pytest.approx(1 / 3, abs=0.02)
    assert found == independence([[2, 0], [0, 2]], resamples=9999)
    assert "p from permutations" in found.words and "rough" not in found.words


def test_permutations_agree_with_the_law_of_large_counts():
    law, drawn = (independence([[60, 40], [48, 52]], it) for it in (0, 9999))
    # Counts are whole, so that more tables are at least as uneven than the law says.
    assert 0 < drawn.p - law.p < 0.04


@pytest.mark.parametrize("counts", [[[1.5, 2], [3, 4]], [[-1, 2], [3, 4]], [1, 2]])
def test_what_is_not_a_table_of_counts_is_refused(counts):
    with pytest.raises(Refusal, match="whole numbers"):
        independence(counts)


def test_rows_of_the_table_are_counted():
    table = pd.DataFrame(
        {
            "measure": "correct",
            "learner": ["a"] * 30 + ["b"] * 30,
            "condition": "x",
            "unit": 0,
            "value": [1] * 20 + [0] * 10 + [1] * 10 + [0] * 20,
        }
    )
    (found,) = ChiSquare("correct")(table)
    expected = independence([[20, 10], [10, 20]])
    assert (found.statistic, found.p) == (expected.statistic, expected.p)
    assert found.words.startswith("correct, learner x value: chi-square(1) = 6.67")
    with pytest.raises(Refusal, match="no column 'concept'"):
        ChiSquare("correct", rows="concept")(table)
    with pytest.raises(Refusal, match="two columns, not 'value' twice"):
        ChiSquare("correct", rows="value")(table)
