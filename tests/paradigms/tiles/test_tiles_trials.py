"""A board is put to people as it is played by every learner, and shows no more."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quick_tiles import QUICK, RECTANGLES

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.people import Asking
from metamer.core.play import GameLesson, Trajectories
from metamer.core.registry import measure
from metamer.core.responses import as_table
from metamer.core.study import SCALES
from metamer.core.trial import CompletesRows, PutsTrials, Trial, TrialItem, replay
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.people import LSTM, PEOPLE, read, table, unfinished_scores
from metamer.paradigms.tiles.studies.people import people, people_choices

SIDE = 4
TILES = SIDE**2
SETTINGS = Tiles(asked_limit=30, weigh=False)
patient = settings(deadline=None, max_examples=50)
NOTES = {"board": 3, "reds": 5, "legal": True, "order_1": -6, "ideal_blues": 1.25}


@st.composite
def boards(draw):
    """A board with at least two red tiles, one of them face up and one not."""
    red = draw(st.lists(st.booleans(), min_size=TILES, max_size=TILES))
    first, last = draw(st.permutations(range(TILES)))[:2]
    red[first] = red[last] = True
    shown = draw(st.lists(st.booleans(), min_size=TILES, max_size=TILES))
    shown[first], shown[last] = True, False
    return red, shown


def item(red, shown, notes=NOTES):
    content = {"red": list(map(int, red)), "shown": list(map(int, shown))}
    return TrialItem("tiles/toy/abstract/1", "test", content, notes)


def put(board, settings=SETTINGS):
    return settings.trial(item(*board), Asking())


def play(trial, tiles):
    """Click until the board is over; the clicks that were taken, what each was told, and
    all views."""
    taken, told, views = [], [], [trial.view()]
    for tile in tiles:
        if trial.over:
            break
        told.append(trial.respond(tile))
        taken.append(tile)
        views.append(trial.view())
    return taken, told, views


clicks = st.lists(st.integers(0, TILES - 1), max_size=40)


def test_tiles_puts_trials_and_completes_their_rows():
    assert isinstance(SETTINGS, PutsTrials) and isinstance(SETTINGS, CompletesRows)
    assert isinstance(put(([1, 1], [1, 0])), Trial)


@patient
@given(board=boards(), tiles=clicks)
def test_a_replayed_board_equals_the_one_that_was_played(board, tiles):
    played = put(board)
    taken, _, views = play(played, tiles)
    again = replay(put(board), taken)
    assert (again.over, again.view()) == (played.over, views[-1])
    mine, theirs = played.rows(), again.rows()
    assert all(np.array_equal(mine[name], theirs[name]) for name in mine if name != NAN)


NAN = "probability"


@patient
@given(board=boards(), other=st.lists(st.booleans(), min_size=TILES), tiles=clicks)
def test_views_do_not_depend_on_what_is_hidden(board, other, tiles):
    """Two boards that differ only in tiles that nobody turned look alike all the way."""
    red, shown = board
    played = put(board)
    taken, _, views = play(played, tiles)
    hidden = [tile is None for tile in views[-1]["tiles"]]
    changed = [o if h else r for r, h, o in zip(red, hidden, other, strict=False)]
    if played.over or not any(r and h for r, h in zip(changed, hidden, strict=True)):
        return
    assert play(put((changed, shown)), taken)[2] == views


@patient
@given(board=boards(), tiles=clicks)
def test_points_are_what_was_earned_and_tiles_what_was_turned(board, tiles):
    red, shown = board
    taken, told, views = play(put(board), tiles)
    last = views[-1]
    assert last["points"] == sum(entry["earned"] for entry in told)
    assert last["clicks"] == len(taken)
    up = {tile for tile in range(TILES) if shown[tile]} | set(taken)
    assert last["tiles"] == [int(red[at]) if at in up else None for at in range(TILES)]
    assert [entry["red"] for entry in told] == [red[tile] for tile in taken]
    assert json.loads(json.dumps(views)) == views


@patient
@given(board=boards(), tiles=clicks)
def test_rows_are_those_that_learners_have(board, tiles):
    trial = put(board)
    taken, _, _ = play(trial, tiles)
    rows = trial.rows()
    start = Boards(*(np.array([part], bool) for part in board))
    columns = {
        "item": np.array([trial.item], object),
        "board": np.array([3], np.int16),
        "reds": np.array([5], np.int16),
        "legal": np.array([True]),
        "order_1": np.array([-6], np.int16),
        "ideal_blues": np.array([1.25], np.float32),
    }
    actions = np.array([taken], int).reshape(1, -1)
    played = Trajectories(actions, np.full(actions.shape, np.nan))
    expected = SETTINGS.score(GameLesson(None, None, start, columns), played)
    assert list(rows) == list(expected)
    for name, column in expected.items():
        assert rows[name].dtype == column.dtype
        np.testing.assert_array_equal(rows[name], column)


def test_clicks_earn_what_the_settings_say():
    board = ([1, 1, 1, 0], [1, 0, 0, 0])
    trial = put(board)
    told = [trial.respond(tile) for tile in (3, 3, 0, 1, 2)]
    assert [entry["earned"] for entry in told] == [-1, -2, -2, 1, 10]
    assert trial.over and trial.view()["points"] == 6


def test_a_board_is_given_up_at_the_limit():
    trial = replay(put(([1, 1, 0, 0], [1, 0, 0, 0])), [0] * 30)
    assert trial.over and not trial.rows()["finished"].any()


@pytest.mark.parametrize("answer", [TILES, -1, 1.0, True, "1", [], {}, None])
def test_an_impossible_click_is_refused_and_changes_nothing(answer):
    trial = put(([1] * TILES, [1] + [0] * (TILES - 1)))
    before = trial.view()
    with pytest.raises(Refusal, match="whole number from 0 to 15"):
        trial.respond(answer)
    assert trial.view() == before and not trial.answers


def test_no_click_is_taken_after_the_end():
    trial = replay(put(([1, 1, 0, 0], [1, 0, 0, 0])), [1])
    with pytest.raises(Refusal, match="it is over"):
        trial.respond(2)


def test_a_board_has_no_time_limit():
    with pytest.raises(Refusal, match="seconds must be 0"):
        SETTINGS.trial(item([1, 1], [1, 0]), Asking(seconds=5))


def test_the_kind_of_board_stands_before_the_item_if_both_are_asked(keys):
    both = replace(RECTANGLES, asked="all")
    condition = both.conditions()[0]
    items = both.trial_items(condition, keys())
    assert [entry.notes["boards"] for entry in items] == ["abstract"] * 5 + [
        "metamer"
    ] * 5
    trial = replay(both.trial(items[-1], Asking()), [0])
    assert list(trial.rows())[:2] == ["boards", "item"]


def test_people_are_put_the_boards_of_the_lesson(keys):
    for condition in RECTANGLES.conditions():
        lesson = RECTANGLES.lesson(condition, keys())
        items = RECTANGLES.trial_items(condition, keys())
        assert [entry.id for entry in items] == lesson.notes["item"].tolist()
        assert {entry.pool for entry in items} == {"test"}
        red = np.array([entry.content["red"] for entry in items], bool)
        np.testing.assert_array_equal(red, lesson.start.red)


def test_whole_boards_come_before_part_revealed_ones_and_are_others(keys):
    parts = replace(RECTANGLES, shown=4)
    items = parts.trial_items(parts.conditions()[0], keys())
    whole = [entry for entry in items if entry.pool == "learning"]
    asked = [entry for entry in items if entry.pool == "test"]
    assert (len(whole), len(asked)) == (25, 5)
    assert {sum(entry.content["shown"]) for entry in whole} == {1}
    assert {sum(entry.content["shown"]) for entry in asked} == {5}
    reds = [{str(entry.content["red"]) for entry in pool} for pool in (whole, asked)]
    assert not reds[0] & reds[1]


def clicked_tables(settings, condition, rng):
    """Random clicks through trials, as a table, and the same clicks as a learner's."""
    items = [
        entry
        for entry in settings.trial_items(condition, root(0))
        if entry.pool == "test"
    ]
    actions, parts = np.full((len(items), 12), -1), []
    for place, entry in enumerate(items):
        trial = settings.trial(entry, Asking())
        taken, _, _ = play(trial, rng.integers(0, 49, 12).tolist())
        actions[place, : len(taken)] = taken
        parts.append(trial.rows())
    names = list(parts[0])
    rows = {name: np.concatenate([part[name] for part in parts]) for name in names}
    return as_table(rows), Trajectories(actions, np.full(actions.shape, np.nan))


def test_completed_rows_have_the_evidence_of_learners_rows(keys):
    weighing = replace(RECTANGLES, weigh=True)
    for condition in weighing.conditions():
        rows, played = clicked_tables(weighing, condition, np.random.default_rng(1))
        done = weighing.complete_rows(condition, rows)
        expected = weighing.score(weighing.lesson(condition, keys()), played)
        assert list(done) == list(expected)
        for name, column in expected.items():
            assert done[name].tolist() == column.tolist() or name == NAN
    assert RECTANGLES.complete_rows(condition, rows) is rows


def test_a_table_of_another_study_is_not_completed():
    weighing = replace(RECTANGLES, weigh=True)
    condition = weighing.conditions()[0]
    rows, _ = clicked_tables(weighing, condition, np.random.default_rng(1))
    with pytest.raises(Refusal, match="is no board of"):
        weighing.complete_rows(weighing.conditions()[1], rows)


@pytest.mark.parametrize("scale", SCALES)
def test_the_papers_procedure(scale):
    plan = people(scale=scale)
    (block,) = plan.people.blocks
    assert block.count == plan.paradigm.boards - 1 and block.pick == "random"
    if scale == "paper":
        assert len(plan.paradigm.conditions()) == 16
        assert (block.count, plan.paradigm.boards, plan.people.quota) == (24, 25, 50)


def test_the_blocks_of_the_study_of_choices_have_boards(keys):
    plan = people_choices(scale="demo")
    quick = replace(plan.paradigm, recipe=QUICK, pool=256)
    items = quick.trial_items(quick.conditions()[0], keys())
    for block in plan.people.blocks:
        pool = [entry for entry in items if entry.pool == block.pool]
        assert len(pool) >= max(block.count, 1)


@pytest.mark.parametrize("cell", [("pyramid", "abstract"), ("cross", "metamer")])
def test_the_published_boards_give_the_released_scores(published: Path, cell):
    """Single clicks were not released. What can be replayed: passes of the agent that
    finished no board, whose scores are known, and that people are between the ends."""
    settings = Tiles(
        (cell[0],), taught=(cell[1],), recipe=QUICK, pool=256, published=str(published)
    )
    released = table(
        read(published / "performancedata.csv"), unfinished_scores(published)
    )
    own = released[(released["rule"] == cell[0]) & (released["condition"] == cell[1])]
    stuck = own.loc[(own["learner"] == LSTM) & ~own["finished"], "published_z"]
    worst, best = (z_of(settings, found) for found in (False, True))
    assert len(stuck) > 1
    assert worst == pytest.approx(stuck.iloc[0], rel=0.02)
    persons = own.loc[own["learner"] == PEOPLE, "published_z"]
    assert best < persons.min() and persons.max() < worst


def z_of(settings, found):
    """The z of somebody who finds all red tiles of each board at once, or none of them."""
    (condition,) = settings.conditions()
    trials = [
        settings.trial(entry, Asking())
        for entry in settings.trial_items(condition, root(0))
    ]
    for trial in trials:
        red, seen = trial.source.content["red"], trial.view()["tiles"]
        hidden = [at for at, tile in enumerate(seen) if tile is None and red[at]]
        up = next(at for at, tile in enumerate(seen) if tile is not None)
        replay(trial, hidden if found else [up] * settings.asked_limit)
        assert trial.over
    rows = [trial.rows() for trial in trials]
    about = {"paradigm": "tiles", "learner": "x", "unit": 0, "condition": "x"}
    columns = {name: np.concatenate([part[name] for part in rows]) for name in rows[0]}
    return float(measure("z")(as_table({**about, **columns})).iloc[0])
