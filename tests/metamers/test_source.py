"""What metamers can be made of."""

import jax
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.metamers.masked import draw_rows, table
from metamer.metamers.source import Source


@pytest.mark.parametrize(
    "rows, complaint",
    [
        (np.array([[0.5, 1], [1, 0]]), "must be whole numbers, not float64"),
        (np.array(["a", "b"]), "must be whole numbers, not <U1"),
        (np.array([0, 1]), r"rows need variables, not the shape \(2,\)"),
        (np.zeros((5, 0), int), r"rows need variables, not the shape \(5, 0\)"),
        (np.array([[0, 1]]), "at least 2 rows, not 1"),
        (np.array([[0, -1], [1, 0]]), "from 0 to 254, not from -1 to 1"),
        (np.array([[0, 300], [1, 0]]), "from 0 to 254, not from 0 to 300"),
        (np.ones((4, 3), int), "every value is 1; variables must have at least 2"),
    ],
)
def test_rows_that_are_no_variables_are_refused(rows, complaint):
    with pytest.raises(Refusal, match=complaint):
        Source(rows)


@pytest.mark.parametrize(
    "probabilities, complaint",
    [
        ([0.5, 0.5], "3 rows need 3 probabilities, not 2"),
        ([0.5, 0.7, -0.2], "must be numbers from 0"),
        ([0.5, 0.2, 0.2], "must sum to 1, not 0.9"),
    ],
)
def test_probabilities_that_are_none_are_refused(probabilities, complaint):
    rows = np.array([[0, 1], [1, 0], [1, 1]])
    with pytest.raises(Refusal, match=complaint):
        Source(rows, np.array(probabilities))


def test_a_row_of_any_shape_is_a_list_of_variables():
    source = Source(np.arange(12).reshape(2, 2, 3) % 4)
    assert (source.shape, source.values) == ((2, 3), 4)
    assert source.flat.tolist() == [[0, 1, 2, 3, 0, 1], [2, 3, 0, 1, 2, 3]]


def test_truth_values_are_numbers():
    assert Source(np.eye(3, dtype=bool)).flat.tolist() == np.eye(3).tolist()


def test_a_sample_gives_each_row_at_most_once(keys):
    source = Source(np.eye(5, dtype=int))
    assert sorted(source.draw(9, keys().numpy).argmax(axis=1)) == [0, 1, 2, 3, 4]


def test_a_tenth_of_a_sample_is_to_check_by(keys):
    learned, checked = Source(np.eye(50, dtype=int)).split(keys().numpy)
    assert (len(learned), len(checked)) == (45, 5)
    assert sorted([*learned, *checked]) == list(range(50))


def test_a_table_is_its_own_check(kin, keys):
    learned, checked = kin.split(keys().numpy)
    assert sorted(learned) == sorted(checked) == list(range(8))


def test_the_device_draws_rows_as_often_as_they_are_probable(keys):
    weights = np.array([0.5, 0, 0.3, 0.2])
    rows = np.arange(4, dtype=np.uint8)[:, None]
    found = draw_rows(table(rows, weights), 40_000, keys().jax)
    shares = np.bincount(np.asarray(found)[:, 0], minlength=4) / 40_000
    assert shares[1] == 0
    assert abs(shares - weights).max() < 0.01  # 4 standard errors


def test_the_smallest_probability_is_not_lost():
    weights = np.array([1 - 1e-8, 1e-8])
    edges = np.asarray(table(np.eye(2, dtype=np.uint8), weights).edges)
    assert 2**32 - 1 - int(edges[0]) == pytest.approx(1e-8 * 2**32, abs=1.5)
    assert jax.numpy.uint32 == edges.dtype
