"""The blue tiles of reference players, from whole games."""

import numpy as np
import pandas as pd
import places
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.observers.games import (
    distances,
    ideal_blues,
    neighbour_blues,
)

DID_NOT_FINISH = [
    ("copy", "Abstract", 6.230),
    ("connected", "Abstract", 8.902),
    ("pyramid", "Abstract", 15.515),
    ("cross", "Metamer", 8.828),
]
"""Mean z of turning up every blue tile, as the released agents' scores show it."""

IDEAL = [
    # Twenty thousand boards, of which many stay possible for long.
    pytest.param("copy", 5.73, -6.69, marks=pytest.mark.slow),
    ("rectangle", 2.21, -5.90),
    ("pyramid", 1.69, -2.49),
    ("zigzag", 1.37, -2.93),
]
"""Blue tiles and mean z of the greedy observer, from other code than ours."""


def released(published, rule, condition):
    """The 25 boards, their start tiles, and the 100,000-trial reference."""
    stem = rule if condition == "Abstract" else f"{rule}_null"
    boards = np.load(published / f"boards_7x7/{stem}_sample.npy").reshape(25, 49) > 0
    tiles = np.load(published / f"boards_7x7/{stem}_sample_starts.npy")
    known = places.published("tiles-people", "nn_reference.csv")
    reference = pd.read_csv(known).query("rule == @rule and condition == @condition")
    return boards, tiles @ [7, 1], reference


def test_distances_count_rings():
    assert distances(9)[0].tolist() == [0, 1, 2, 1, 1, 2, 2, 2, 2]


def test_on_three_tiles_in_a_corner_the_mean_is_known(keys):
    # From a corner of 2 x 2 all three others are near; the last of two reds among three
    # is found after 0, 1 blue tile: it comes last in 2 of 3 orders.
    mean, deviation = neighbour_blues(
        np.array([[1, 1, 1, 0]]) > 0, np.array([0]), 20_000, keys()
    )
    assert mean[0] == pytest.approx(2 / 3, abs=0.015)
    assert deviation[0] == pytest.approx(np.sqrt(2 / 9), abs=0.01)


def test_the_next_ring_is_tried_only_when_the_first_is_exhausted(keys):
    far = np.zeros((1, 49), bool)
    far[0, [0, 2]] = True
    # Three tiles around the corner, all blue, come first; then one of five is red.
    mean, _ = neighbour_blues(far, np.array([0]), 20_000, keys())
    assert mean[0] == pytest.approx(3 + 2, abs=0.05)


@pytest.mark.parametrize("rule, condition, printed", DID_NOT_FINISH)
def test_means_and_deviations_are_those_of_the_reference(
    published, keys, rule, condition, printed
):
    boards, starts, reference = released(published, rule, condition)
    mean, deviation = neighbour_blues(boards, starts, 2000, keys())
    error = deviation * np.sqrt(1 / 2000 + 1 / 100_000)
    assert (abs(mean - reference["nn_mean_blue"]) < 4 * error).all()
    assert deviation == pytest.approx(reference["nn_sd_blue"].to_numpy(), rel=0.08)
    z = (49 - boards.sum(axis=1) - mean) / deviation
    assert z.mean() == pytest.approx(printed, abs=0.15)


def test_trials_that_fill_no_round_are_played_too(keys):
    board, start = np.array([[1, 1, 1, 0]]) > 0, np.array([0])
    mean, deviation = neighbour_blues(board, start, 3, keys())
    assert mean[0] in (0, pytest.approx(1 / 3), pytest.approx(2 / 3), 1)
    assert deviation[0] in (0, pytest.approx(np.sqrt(1 / 3)))


@pytest.mark.parametrize("rule, blue, z", IDEAL)
def test_the_observer_plays_as_well_as_can_be(published, keys, rule, blue, z):
    boards, starts, reference = released(published, rule, "Abstract")
    mean = ideal_blues(distribution_of(rule), boards, starts, 80, keys())
    scores = (mean - reference["nn_mean_blue"]) / reference["nn_sd_blue"]
    assert mean.mean() == pytest.approx(blue, abs=0.1)
    assert scores.mean() == pytest.approx(z, abs=0.1)


def test_an_observer_of_one_board_turns_up_no_blue_tile(keys):
    board = np.array([[1, 1, 0, 0, 1, 0, 0, 0, 1]]) > 0
    mean = ideal_blues(Distribution(board, np.ones(1)), board, np.array([0]), 3, keys())
    assert mean.tolist() == [0]


def test_an_observer_draws_among_equals(keys):
    boards = np.eye(3, 4, 1, dtype=bool) | [True, False, False, False]
    even = Distribution(boards, np.full(3, 1 / 3))
    mean = ideal_blues(even, boards, np.zeros(3, int), 2000, keys())
    # The other red is one of three tiles: 0, 1 or 2 blue ones come first.
    assert mean == pytest.approx([1, 1, 1], abs=0.08)


def test_a_blue_start_is_refused(keys):
    with pytest.raises(Refusal, match="start tile is blue"):
        neighbour_blues(np.array([[1, 1, 1, 0]]) > 0, np.array([3]), 10, keys())
