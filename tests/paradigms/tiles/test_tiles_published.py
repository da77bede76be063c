"""The paper's own boards."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import places
import pytest
from quick_tiles import RECTANGLES

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.distributions.distribution import Distribution, contains
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items.asked import asked_boards
from metamer.paradigms.tiles.items.published import published_boards
from metamer.paradigms.tiles.observers.games import neighbour_blues
from metamer.paradigms.tiles.rules import FAMILY

KINDS = {"abstract": "Abstract", "metamer": "Metamer"}
"""Conditions here and in nn_reference.csv."""

SQUARE = np.zeros((2, 7, 7))
SQUARE[:, 2:4, 2:4] = 1
STARTS = np.array([[2, 2], [3, 3]])


@pytest.fixture(scope="session")
def reference():
    """One row for each released board: what the neighbour player does on it."""
    pd = pytest.importorskip("pandas")
    return pd.read_csv(places.published("tiles-people", "nn_reference.csv"))


def of(reference, rule, kind):
    chosen = (reference["rule"] == rule) & (reference["condition"] == KINDS[kind])
    return reference[chosen].sort_values("board")


@pytest.fixture
def folder(tmp_path):
    """Write released files of one rule, and say where they are."""

    def write(found=SQUARE, starts=STARTS):
        np.save(tmp_path / "copy_sample.npy", found)
        np.save(tmp_path / "copy_sample_starts.npy", starts)
        return tmp_path

    return write


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rule", FAMILY)
def test_released_boards_are_read_as_they_are(published, reference, rule, kind):
    red, starts = published_boards(published, rule, kind, 7)
    known = of(reference, rule, kind)
    assert red.shape == (25, 49)
    assert red.sum(axis=1).tolist() == known["reds"].tolist()
    rows, columns = np.divmod(starts, 7)
    assert rows.tolist() == known["start_row"].tolist()
    assert columns.tolist() == known["start_col"].tolist()


@pytest.mark.parametrize("rule", FAMILY)
def test_every_released_board_of_a_rule_is_one_of_its_table(published, rule):
    red, _ = published_boards(published, rule, "abstract", 7)
    assert contains(distribution_of(rule), red).all()


@pytest.mark.parametrize("rule", ["rectangle", "pyramid"])
def test_published_boards_are_asked_and_never_taught(published, rule, keys):
    settings = replace(RECTANGLES, rules=(rule,), published=str(published))
    sets = {kind: published_boards(published, rule, kind, 7) for kind in KINDS}
    everything = np.concatenate([red for red, _ in sets.values()])
    for condition in settings.conditions():
        lesson = settings.lesson(condition, keys())
        red, starts = sets[condition.name]
        assert np.array_equal(lesson.start.red, red)
        assert np.array_equal(lesson.start.shown, np.arange(49) == starts[:, None])
        held_out = Distribution(everything, np.ones(len(everything)))
        assert not contains(held_out, lesson.taught.boards.boards).any()
    # Of pyramid's 25 only 23 differ.
    left = 196 - 23 if rule == "pyramid" else 441 - 25
    legal = np.unique(sets["metamer"][0], axis=0)
    new = contains(distribution_of(rule), legal) & ~contains(
        Distribution(sets["abstract"][0], np.ones(25)), legal
    )
    first = settings.lesson(settings.conditions()[0], keys())
    assert len(first.taught.boards.boards) == left - new.sum()


@lru_cache
def z_of_finishing_nothing(folder, rule, kind):
    """What turning up every blue tile of each released board scores."""
    red, starts = published_boards(folder, rule, kind, 7)
    mean, sd = neighbour_blues(red, starts, 2000, root(2022).stream(rule, kind))
    return (49 - red.sum(axis=1) - mean) / sd


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rule", FAMILY)
def test_z_of_finishing_nothing_is_that_of_the_reference(
    published, reference, rule, kind
):
    z = z_of_finishing_nothing(published, rule, kind)
    known = of(reference, rule, kind)["z_did_not_finish"].to_numpy()
    # An SD from 2,000 games is good to about 1.6 percent on each board.
    assert np.abs(z / known - 1).max() < 0.15
    assert z.mean() == pytest.approx(known.mean(), rel=0.03)


@pytest.mark.parametrize(
    "rule, kind, score, error",
    [("copy", "abstract", 6.1944, 0.025), ("cross", "metamer", 8.8141, 0.047)],
)
def test_scores_of_finishing_nothing_are_those_in_the_released_data(
    published, rule, kind, score, error
):
    # The score of the agent's passes that finished no board, normalised by 1,000 games;
    # here by 2,000.
    z = z_of_finishing_nothing(published, rule, kind).mean()
    assert z == pytest.approx(score, abs=4 * error * np.sqrt(1 + 1 / 2))


def test_files_lie_in_the_folder_or_in_the_one_below(folder):
    home = folder()
    below = home / "boards_7x7"
    found, _ = published_boards(home, "copy", "abstract", 7)
    below.mkdir()
    for path in home.glob("*.npy"):
        path.rename(below / path.name)
    again, starts = published_boards(home, "copy", "abstract", 7)
    assert np.array_equal(found, again)
    assert starts.tolist() == [16, 24]


def test_boards_for_a_file_of_ones_own_have_its_name(folder, tmp_path):
    folder()
    own = tmp_path / "copy.npy"
    np.save(own, np.concatenate([SQUARE, SQUARE.transpose(0, 2, 1)[:, ::-1]]))
    settings = Tiles((str(own),), published=str(tmp_path))
    assert len(asked_boards(settings, str(own), "abstract").boards) == 2


@pytest.mark.parametrize(
    "found, starts, complaint",
    [
        (SQUARE[0], STARTS, r"shape \(boards, 7, 7\), not \(7, 7\)"),
        (SQUARE[:, :4, :4], STARTS, r"shape \(boards, 7, 7\), not \(2, 4, 4\)"),
        (SQUARE[:0], STARTS[:0], r"shape \(boards, 7, 7\), not \(0, 7, 7\)"),
        (SQUARE * 2, STARTS, "every tile must be 1 .red. or 0 .blue."),
        (SQUARE * np.nan, STARTS, "every tile must be 1 .red. or 0 .blue."),
        (SQUARE * 0, STARTS, "board 0, counted from 0, has fewer than 2 red tiles"),
        (SQUARE, STARTS[:1], r"whole numbers of shape \(2, 2\), not int64 of shape"),
        (SQUARE, STARTS + 0.5, r"whole numbers of shape \(2, 2\), not float64"),
        (
            SQUARE,
            STARTS + 1,
            "start of board 1, .* red tile, .* row 4, column 4 is not",
        ),
        (SQUARE, STARTS - 3, "start of board 0, .* red tile, .* row -1, column -1"),
        (SQUARE, STARTS + 9, "start of board 0, .* red tile, .* row 11, column 11"),
    ],
)
def test_files_that_cannot_be_played_are_refused(folder, found, starts, complaint):
    with pytest.raises(Refusal, match=f"copy_sample.npy: .*{complaint}"):
        published_boards(folder(found, starts), "copy", "abstract", 7)


@pytest.mark.parametrize("name", ["copy_sample.npy", "copy_sample_starts.npy"])
def test_a_file_that_is_missing_or_broken_is_named(folder, name):
    home = folder()
    (home / name).write_bytes(b"broken")
    with pytest.raises(Refusal, match=f"{name} is broken"):
        published_boards(home, "copy", "abstract", 7)
    (home / name).unlink()
    with pytest.raises(
        Refusal, match=f"there is no {name} in .* the folder of released"
    ):
        published_boards(home, "copy", "abstract", 7)
    with pytest.raises(Refusal, match="there is no copy_null_sample.npy"):
        published_boards(Path("nowhere"), "copy", "metamer", 7)
