"""Distributions: every board of a rule, exactly."""

import numpy as np
import places
import pytest
from scipy.stats import chi2

from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.distribution import (
    Distribution,
    contains,
    entropy,
    marginals,
    mean_reds,
    mixture,
    most_probable,
    pair_marginals,
    tally,
    without,
)
from metamer.paradigms.tiles.distributions.draw import Urn, alias, sample
from metamer.paradigms.tiles.distributions.files import from_file
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.shapes.bitboard import pack

EXACT = {
    "copy": (22_272, 14.37, 9.1434, 4, 18),
    "symmetry": (834, 8.37, 6.8952, 4, 9),
    "rectangle": (441, 8.78, 10.6667, 4, 24),
    "connected": (155_284, 11.05, 15.0575, 8, 30),
    "tree": (237, 7.54, 6.6234, 5, 15),
    "pyramid": (196, 7.48, 5.6722, 4, 16),
    "cross": (1_670, 9.85, 7.3571, 5, 13),
    "zigzag": (364, 8.27, 5.6954, 3, 13),
}
"""Boards, entropy, mean reds, fewest and most reds. Enumerated by other code."""

REPEATS = {
    "copy": (25, 25, 1, 0),
    "symmetry": (23, 23, 9, 3),
    "rectangle": (25, 25, 3, 0),
    "connected": (25, 25, 4, 0),
    "tree": (24, 24, 7, 1),
    "pyramid": (23, 24, 4, 0),
    "cross": (25, 25, 5, 0),
    "zigzag": (24, 25, 8, 2),
}
"""Of 25 published boards: distinct, distinct metamers, legal metamers, shared."""

BOARDS = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 1, 1]])


@pytest.fixture
def small() -> Distribution:
    """Three boards of 2x2 tiles, of which the second is twice as probable."""
    return Distribution(BOARDS[1:].astype(bool), np.array([0.25, 0.5, 0.25]))


def published_boards(folder, name: str) -> np.ndarray:
    return np.load(folder / "boards_7x7" / f"{name}.npy").reshape(25, 49) > 0


@pytest.mark.parametrize("name", EXACT)
def test_distributions_are_those_enumerated_elsewhere(name):
    known = distribution_of(name)
    reds = known.boards.sum(1)
    many, bits, mean, fewest, most = EXACT[name]
    assert known.boards.shape == (many, 49)
    assert entropy(known) == pytest.approx(bits, abs=0.005)
    assert mean_reds(known) == pytest.approx(mean, abs=5e-5)
    assert (reds.min(), reds.max()) == (fewest, most)
    assert known.probabilities.sum() == pytest.approx(1, abs=1e-12)


def test_pyramids_are_mostly_small():
    known = distribution_of("pyramid")
    reds = known.boards.sum(1)
    shares = [known.probabilities[reds == many].sum() for many in (4, 9, 16)]
    assert shares == pytest.approx([0.728, 0.228, 0.044], abs=5e-4)


def test_rectangles_are_equally_likely():
    assert distribution_of("rectangle").probabilities == pytest.approx(1 / 441)


def test_pyramids_as_described_have_more_reds():
    """(4 + 9 + 16) / 3, since the three sizes are equally likely."""
    assert mean_reds(distribution_of("pyramid", "as_described")) == pytest.approx(
        29 / 3
    )


def test_trees_have_an_odd_number_of_tiles():
    assert set(distribution_of("tree").boards.sum(1)) == {5, 7, 9, 11, 13, 15}


def closed_loops(boards: np.ndarray) -> np.ndarray:
    """Whether every red has exactly two red neighbours."""
    reds = np.pad(boards.reshape(-1, 7, 7), ((0, 0), (1, 1), (1, 1))).astype(np.int8)
    near = reds[:, :-2, 1:-1] + reds[:, 2:, 1:-1]
    near += reds[:, 1:-1, :-2] + reds[:, 1:-1, 2:]
    return ((near == 2) | (reds[:, 1:-1, 1:-1] == 0)).all((1, 2))


def test_most_connected_boards_are_closed_loops():
    known = distribution_of("connected")
    share = known.probabilities @ closed_loops(known.boards)
    assert share == pytest.approx(0.943, abs=0.0015)


def test_21_of_the_published_connected_boards_are_closed_loops(published):
    boards = published_boards(published, "connected_sample")
    assert closed_loops(boards).sum() == 21


@pytest.mark.parametrize("name", EXACT)
def test_published_boards_lie_in_the_table(name, published):
    boards = published_boards(published, f"{name}_sample")
    assert contains(distribution_of(name), boards).all()


@pytest.mark.parametrize("name", EXACT)
def test_published_sets_repeat_boards_and_share_them(name, published):
    boards = published_boards(published, f"{name}_sample")
    metamers = published_boards(published, f"{name}_null_sample")
    distinct, distinct_metamers, legal, shared = REPEATS[name]
    own, others = np.unique(boards, axis=0), np.unique(metamers, axis=0)
    assert (len(own), len(others)) == (distinct, distinct_metamers)
    assert contains(distribution_of(name), metamers).sum() == legal
    both = Distribution(own, np.full(len(own), 1 / len(own)))
    assert contains(both, others).sum() == shared


def test_published_boards_of_2021_are_chains_trees_and_loops():
    boards = np.load(places.published("tiles-people", "grammar_2021/all.npy")) > 0
    kinds = ("chain", "grammar_tree", "loop", "grammar")
    counts = [contains(distribution_of(kind), boards).sum() for kind in kinds]
    assert counts == [4, 7, 13, 24]


@pytest.mark.parametrize(
    ("name", "share"), [("tree", 0.17), ("pyramid", 0.15), ("rectangle", 0.06)]
)
def test_held_out_boards_are_gone_and_the_rest_sums_to_one(name, share, published):
    boards = published_boards(published, f"{name}_sample")
    known = distribution_of(name)
    left = without(known, boards)
    assert not contains(left, boards).any()
    assert left.probabilities.sum() == pytest.approx(1)
    ratio = known.probabilities[contains(left, known.boards)].sum()
    assert 1 - ratio == pytest.approx(share, abs=0.005)


def test_a_table_always_has_the_same_order():
    numbers = distribution_of("zigzag").boards @ (1 << np.arange(49))
    assert (np.diff(numbers) > 0).all()


def test_nobody_can_change_a_shared_table():
    with pytest.raises(ValueError, match="read-only"):
        distribution_of("zigzag").boards[0] = True


def test_holding_everything_out_is_refused(small):
    with pytest.raises(Refusal, match="all 3 boards are held out"):
        without(small, small.boards)


def test_draws_follow_the_probabilities(small):
    boards = sample(small, 4000, np.random.default_rng(0))
    share = (boards == small.boards[1]).all(1).mean()
    assert share == pytest.approx(0.5, abs=0.03)


def test_entropy_and_marginals_by_hand(small):
    assert entropy(small) == 1.5
    assert mean_reds(small) == 2.25
    assert marginals(small).tolist() == [0.75, 0.75, 0.5, 0.25]
    assert pair_marginals(small)[0].tolist() == [0.75, 0.5, 0.25, 0.0]


@pytest.mark.parametrize("size", [3, 4, 100])
def test_alias_arrays_give_the_probabilities_back(small, size):
    assert given_back(small, size) == pytest.approx(small.probabilities, abs=1e-6)


@pytest.mark.parametrize("name", ["zigzag", "connected"])
def test_alias_arrays_of_rules_give_the_probabilities_back(name):
    known = distribution_of(name)
    assert given_back(known, 2**18) == pytest.approx(known.probabilities, abs=1e-6)


def given_back(known: Distribution, size: int) -> np.ndarray:
    """The probability of every board under the alias arrays; none is left for others."""
    threshold, other = alias(known, size)
    chances = np.bincount(other, 1.0 - threshold, size) + threshold
    assert chances[len(known.boards) :].sum() == 0
    return chances[: len(known.boards)] / size


def test_alias_arrays_must_have_room_for_all_boards(small):
    with pytest.raises(Refusal, match="size must be at least .* boards, 3, not 2"):
        alias(small, 2)


def test_equal_boards_of_a_file_are_one(tmp_path):
    np.save(tmp_path / "mine.npy", BOARDS.reshape(4, 2, 2))
    mine = distribution_of(str(tmp_path / "mine.npy"))
    assert mine.boards.tolist() == [
        [True, True, False, False],
        [True, False, True, False],
        [False, True, True, True],
    ]
    assert mine.probabilities.tolist() == [0.5, 0.25, 0.25]


@pytest.mark.parametrize("name", ["counts", "probabilities"])
def test_a_file_can_say_how_often_a_board_occurs(name, tmp_path):
    np.savez(tmp_path / "mine.npz", boards=BOARDS, **{name: np.array([1, 4, 3, 0])})
    assert distribution_of(str(tmp_path / "mine.npz")).probabilities.tolist() == [
        0.5,
        0.5,
    ]


def test_boards_that_people_made_are_read():
    folder = places.published("tiles-people", "gsp_4x4")
    mine = from_file(folder / "gsp_4x4_sample.npy")
    assert mine.boards.shape[1] == 16
    assert contains(mine, np.load(folder / "gsp_4x4_sample.npy") > 0).all()


@pytest.mark.parametrize(
    ("boards", "complaint"),
    [
        (np.ones((2, 7, 6)), r"must have the shape .*, not \(2, 7, 6\)"),
        (np.ones(49), r"must have the shape .*, not \(49,\)"),
        (np.ones((0, 7, 7)), r"must have the shape .*, not \(0, 7, 7\)"),
        (np.ones((1, 9, 9)), "boards must be 2x2 to 8x8, not 9x9"),
        (2 * BOARDS, "every tile must be 1 .red. or 0 .blue."),
        (np.full((1, 4), "red"), "every tile must be 1 .red. or 0 .blue."),
        (np.eye(4), "board 0, counted from 0, has fewer than 2 red tiles"),
    ],
)
def test_boards_that_cannot_be_played_are_refused(boards, complaint, tmp_path):
    np.save(tmp_path / "mine.npy", boards)
    with pytest.raises(Refusal, match=complaint):
        distribution_of(str(tmp_path / "mine.npy"))


@pytest.mark.parametrize(
    ("arrays", "complaint"),
    [
        ({"grids": BOARDS}, "has no array `boards`; it has: grids"),
        ({"boards": BOARDS, "counts": np.ones(3)}, "counts must be 4 numbers"),
        ({"boards": BOARDS, "counts": np.zeros(4)}, "0 or more, and not all 0"),
        ({"boards": BOARDS, "counts": -np.ones(4)}, "0 or more, and not all 0"),
        (
            {"boards": BOARDS, "counts": np.ones(4), "probabilities": np.ones(4)},
            "has both probabilities and counts",
        ),
    ],
)
def test_archives_that_make_no_distribution_are_refused(arrays, complaint, tmp_path):
    np.savez(tmp_path / "mine.npz", **arrays)
    with pytest.raises(Refusal, match=complaint):
        distribution_of(str(tmp_path / "mine.npz"))


def test_what_is_no_file_of_numpy_is_refused(tmp_path):
    (tmp_path / "mine.npz").write_text("boards")
    np.save(tmp_path / "objects.npy", np.array([{}]), allow_pickle=True)
    for name in ("mine.npz", "objects.npy"):
        with pytest.raises(
            Refusal, match=f"{name} is broken .*; needed: boards as numbers"
        ):
            distribution_of(str(tmp_path / name))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(Refusal, match="there is no file .*nowhere.npz"):
        distribution_of(str(tmp_path / "nowhere.npz"))


def test_an_urn_gives_every_board_as_often_as_it_is_probable():
    known = distribution_of("pyramid")
    draws = Urn(known).numbers(400_000, np.random.default_rng(1))
    codes, counts = np.unique(draws, return_counts=True)
    assert set(codes) == set(pack(known.boards))
    expected = 400_000 * known.probabilities[np.argsort(pack(known.boards))]
    spread = ((counts - expected) ** 2 / expected).sum()
    assert spread < chi2.ppf(0.999, len(codes) - 1)


FOUR = Distribution(
    np.array([[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 0, 0], [0, 1, 1, 1]], bool),
    np.array([0.3, 0.2, 0.1, 0.4]),
)
"""Four boards of 2 x 2 tiles."""


def test_in_a_mixture_every_part_weighs_the_same():
    other = Distribution(np.array([[0, 0, 1, 1]], bool), np.ones(1))
    both = mixture([FOUR, other])
    assert both.probabilities == pytest.approx([0.15, 0.1, 0.05, 0.2, 0.5])
    assert len(both.boards) == 5


def test_a_tally_counts_equal_boards_once():
    found = tally(FOUR.boards[[0, 3, 0, 0]])
    assert found.boards.tolist() == FOUR.boards[[0, 3]].tolist()
    assert found.probabilities == pytest.approx([0.75, 0.25])


def test_the_most_frequent_boards_are_kept_and_their_chances_sum_to_1():
    boards = np.eye(4, dtype=bool)
    whole = Distribution(boards, np.array([0.1, 0.4, 0.2, 0.3]))
    kept = most_probable(whole, 2)
    assert np.array_equal(kept.boards, boards[[1, 3]])
    assert np.allclose(kept.probabilities, [4 / 7, 3 / 7])
    assert np.array_equal(most_probable(whole, 9).boards, boards)
