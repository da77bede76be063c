"""Rules: what they draw, and whether they know it when they see it."""

import inspect
from functools import lru_cache

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.tiles import rules
from metamer.paradigms.tiles.distributions.distribution import contains, marginals
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.rules import FAMILY, READINGS, find, rule
from metamer.paradigms.tiles.shapes.bitboard import pack

ALL = [
    (name, reading)
    for name in rule
    for reading in READINGS
    if reading == "as_coded" or rule(name)(reading) != rule(name)("as_coded")
]
"""Every rule once, and again where its description differs."""


def drawing(text: str) -> np.ndarray:
    """A board from seven words of dots and hashes."""
    return np.array([[tile == "#" for tile in row] for row in text.split()])


def some_boards(name: str, reading: str, many: int) -> np.ndarray:
    """Boards of a table, spread over all of it."""
    boards = distribution_of(name, reading).boards.reshape(-1, 7, 7)
    return boards[:: max(1, len(boards) // many)]


DRAWS = 1500


@lru_cache
def draws(name: str, reading: str) -> np.ndarray:
    """What the random procedure gives, without what it asks to be drawn again."""
    rng = np.random.default_rng(7)
    sample = find(name, reading).sample
    results = [sample(rng) for _ in range(DRAWS)]
    boards = np.stack([board for board in results if board is not None])
    return boards[rules.are_playable(boards)]


@pytest.mark.parametrize(("name", "reading"), ALL)
def test_draws_never_leave_the_table(name, reading):
    boards = draws(name, reading)
    assert len(boards) > DRAWS / 2
    assert contains(distribution_of(name, reading), boards).all()


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("pyramid", "as_coded"),
        ("pyramid", "as_described"),
        ("tree", "as_coded"),
        ("zigzag", "as_coded"),
    ],
)
def test_draws_agree_with_the_table_by_chi_square(name, reading):
    from scipy.stats import chi2

    known = distribution_of(name, reading)
    boards = draws(name, reading)
    codes, counts = np.unique(pack(boards.reshape(-1, 49)), return_counts=True)
    seen = np.zeros(len(known.boards))
    seen[np.searchsorted(pack(known.boards), codes)] = counts
    expected = len(boards) * known.probabilities
    rare = expected < 5
    seen = np.append(seen[~rare], seen[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum() + 1e-9)
    statistic = ((seen - expected) ** 2 / expected).sum()
    assert 1e-4 < chi2.sf(statistic, len(seen) - 1) < 1 - 1e-4


@pytest.mark.parametrize(("name", "reading"), ALL)
def test_draws_have_the_marginals_of_the_table(name, reading):
    known = marginals(distribution_of(name, reading))
    boards = draws(name, reading)
    error = np.sqrt(known * (1 - known) / len(boards))
    assert (np.abs(boards.mean(0).ravel() - known) < 5 * error + 1e-9).all()


@pytest.mark.parametrize(("name", "reading"), ALL)
def test_a_rule_holds_for_its_own_boards(name, reading):
    holds = find(name, reading).holds
    assert all(holds(board) for board in some_boards(name, reading, 400))


@pytest.mark.parametrize(
    ("name", "reading"), [entry for entry in ALL if "grammar" not in entry[0]]
)
def test_a_rule_holds_exactly_where_the_table_has_the_board(name, reading):
    """Tried on the rule's boards, shifted, turned, mirrored and with one tile changed."""
    boards = some_boards(name, reading, 100)
    changed = boards.copy()
    places = np.random.default_rng(1).integers(49, size=len(boards))
    changed.reshape(-1, 49)[np.arange(len(boards)), places] ^= True
    shifted = [np.roll(boards, step, axis) for step in (1, -1) for axis in (1, 2)]
    turned = np.rot90(boards, axes=(1, 2))
    tried = np.concatenate([changed, *shifted, turned, boards[:, ::-1]])
    holds = [find(name, reading).holds(board) for board in tried]
    known = contains(distribution_of(name, reading), tried)
    assert holds == known.tolist()
    assert not known.all()


STUMP = "....... ..#.... ..##... ....... ....... ....... ......."


def test_a_small_tree_holds_even_where_a_slip_of_the_code_never_makes_it():
    """Its root, (2, 2), is on the main diagonal, where the code always goes on."""
    assert find("grammar_tree").holds(drawing(STUMP))
    assert not contains(distribution_of("grammar_tree"), drawing(STUMP)[None]).any()
    assert find("grammar_tree").holds(np.roll(drawing(STUMP), 1, axis=1))
    moved = np.roll(drawing(STUMP), 1, axis=1)[None]
    assert contains(distribution_of("grammar_tree"), moved).all()


@pytest.mark.parametrize(("name", "reading"), ALL)
def test_random_boards_seldom_hold(name, reading):
    rng = np.random.default_rng(3)
    boards = rng.random((100, 7, 7)) < rng.uniform(0.05, 0.5, (100, 1, 1))
    assert sum(find(name, reading).holds(board) for board in boards) <= 2


@pytest.mark.parametrize(("name", "reading"), ALL)
def test_an_empty_and_a_full_board_follow_no_rule(name, reading):
    holds = find(name, reading).holds
    assert not holds(np.zeros((7, 7), bool))
    assert not holds(np.ones((7, 7), bool))


@pytest.mark.parametrize("name", FAMILY)
def test_a_rule_knows_the_published_metamers_from_its_boards(name, published):
    boards = np.load(published / "boards_7x7" / f"{name}_null_sample.npy") > 0
    holds = [find(name).holds(board) for board in boards]
    assert holds == contains(distribution_of(name), boards).tolist()


@pytest.mark.parametrize(("name", "reading"), ALL)
def test_outcomes_are_never_more_probable_than_one(name, reading):
    probabilities = find(name, reading).outcomes().probabilities
    assert probabilities.min() > 0
    assert probabilities.sum() < 1 + 1e-9


@pytest.mark.parametrize(
    ("name", "rejected"), [("symmetry", 0.143), ("tree", 0.398), ("copy", 0.361)]
)
def test_rejected_draws_are_what_outcomes_lack(name, rejected):
    """Copy: 9 of 25 places have no second one, and 1 of 512 patterns is empty."""
    assert 1 - find(name).outcomes().probabilities.sum() == pytest.approx(
        rejected, abs=5e-4
    )


COPIES = "##..... #...... ....... ....... ##..... #...... ......."
TOUCHING = "##..... #...... ....... ##..... #...... ....... ......."


def test_copies_are_apart_as_coded_and_may_touch_as_described():
    assert find("copy").holds(drawing(COPIES))
    assert not find("copy").holds(drawing(TOUCHING))
    assert find("copy", "as_described").holds(drawing(TOUCHING))


HIGH = "...#... ..###.. .#####. ####### ....... ....... ......."


def test_a_pyramid_of_seven_stands_at_the_bottom_as_described_only():
    assert find("pyramid").holds(drawing(HIGH))
    assert not find("pyramid", "as_described").holds(drawing(HIGH))
    assert find("pyramid", "as_described").holds(np.roll(drawing(HIGH), 3, axis=0))


SIDEWAYS = "....... ....... .#####. ...#... ...#... ....... ......."


def test_symmetric_shapes_grow_sideways_as_described_only():
    assert not find("symmetry").holds(drawing(SIDEWAYS))
    assert find("symmetry", "as_described").holds(drawing(SIDEWAYS))


@pytest.mark.parametrize("name", ["copy", "symmetry", "pyramid", "cross", "tree"])
def test_the_readings_share_boards_and_part(name):
    coded, described = (distribution_of(name, reading) for reading in READINGS)
    shared = contains(described, coded.boards)
    assert shared.any()
    assert len(coded.boards) != len(described.boards)


def test_the_readings_agree_where_the_table_is_silent():
    assert rule("rectangle")("as_coded") == rule("rectangle")("as_described")


ARMS = "......# .....#. ....#.. .#.#... ..#.... .#.#... #......"


def test_both_diagonals_of_a_cross_can_be_long_as_described_only():
    """The arm to the upper right has four tiles."""
    assert not find("cross").holds(drawing(ARMS))
    assert find("cross", "as_described").holds(drawing(ARMS))


def test_a_described_cross_may_have_every_arm_that_a_coded_one_has():
    described = distribution_of("cross", "as_described")
    assert contains(described, distribution_of("cross").boards).all()
    # From a corner of the 25 centres: 1 * 5 * 1 * 5 upright crosses, 5 diagonal ones.
    cornered = drawing(".#..... ###.... .#..... ....... ....... ....... .......")
    where = (described.boards == cornered.reshape(-1)).all(axis=1)
    assert described.probabilities[where] == pytest.approx(1 / 2 / 25 / 25)


CUT_LINE = ".#####. .....#. .....#. .....#. .....## ....... ......."
WHOLE = ".#####. .....#. .....#. .....#. .....#. ....... ......."


def test_a_zigzag_goes_on_to_the_end_of_the_board_as_described_only():
    """Steps of four: the second one is cut off after one tile."""
    assert not find("zigzag").holds(drawing(CUT_LINE))
    assert find("zigzag", "as_described").holds(drawing(CUT_LINE))
    assert not find("zigzag", "as_described").holds(drawing(WHOLE))


def test_a_described_zigzag_reaches_an_edge():
    boards = distribution_of("zigzag", "as_described").boards.reshape(-1, 7, 7)
    edges = boards[:, [0, 6]].any((1, 2)) | boards[:, :, [0, 6]].any((1, 2))
    assert edges.all()


BLOCK = "....... ....... ..##... ..##... ..#.... ....... ......."


def test_a_described_tree_has_no_block_of_four_and_grows_at_one_end_only():
    known = distribution_of("tree", "as_described").boards.reshape(-1, 7, 7)
    blocks = known[:, 1:, 1:] & known[:, 1:, :-1] & known[:, :-1, 1:]
    assert not (blocks & known[:, :-1, :-1]).any()
    assert not find("tree", "as_described").holds(drawing(BLOCK))
    exact = find("tree", "as_described").holds
    coded = distribution_of("tree").boards.reshape(-1, 7, 7)
    shared = contains(distribution_of("tree", "as_described"), coded)
    assert [exact(board) for board in coded] == shared.tolist()
    assert not shared.all()


@pytest.mark.parametrize("name", list(rule))
def test_every_rule_says_where_it_is_from(name):
    assert "Source:" in inspect.getdoc(rule(name))


def test_an_unknown_rule_is_refused_with_what_there_is():
    with pytest.raises(Refusal, match="no rule 'spiral'; there is: copy, symmetry, "):
        find("spiral")


def test_an_unknown_reading_is_refused_with_what_there_is():
    with pytest.raises(Refusal, match="no reading 'loud'; there is: as_coded, as_desc"):
        find("copy", "loud")
