"""The environment for Gymnasium: its rules, its options, and the same game as ours."""

import re
import subprocess
import sys
from dataclasses import replace
from functools import partial

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from places import ROOT
from quick_tiles import RECTANGLES

from metamer.core.errors import Refusal
from metamer.paradigms.tiles import gymnasium as tiles_gymnasium
from metamer.paradigms.tiles import show
from metamer.paradigms.tiles.controls import metamers
from metamer.paradigms.tiles.distributions.distribution import contains
from metamer.paradigms.tiles.distributions.draw import sample
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.gymnasium import COLOURS, ID

SQUARE = np.zeros((7, 7), int)
SQUARE[:2, :2] = 1
"""A board with four red tiles: 0, 1, 7 and 8."""


def made(**settings):
    return gymnasium.make(ID, **settings)


def square(start=(0, 0)):
    return {"board": SQUARE, "start": start}


@pytest.mark.parametrize("lag", [0, 1])
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_gymnasium_finds_nothing_wrong_with_it(lag, render_mode):
    check_env(made(lag=lag, render_mode=render_mode).unwrapped)


def elsewhere(script):
    """What a script prints, or complains of, in a process of its own."""
    command = [sys.executable, "-W", "error", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr


BY_NAME = (
    "import sys, gymnasium; gymnasium.make('metamer.paradigms.tiles.gymnasium:"
    + ID
    + "'"
)


def test_it_can_be_made_by_name_alone_and_without_jax():
    settings = "rule='rectangle', condition='abstract'"
    script = f"{BY_NAME}, {settings}).reset(seed=0); print('jax' in sys.modules)"
    assert elsewhere(script) == "False\n"


@pytest.mark.parametrize(
    "setting, complaint",
    [
        ("lag=2", "tiles: lag: must be one of 0, 1, not 2"),
        (
            "reading='aloud'",
            "tiles: reading: must be one of 'as_coded', 'as_described', not 'aloud'",
        ),
    ],
)
def test_settings_outside_their_list_are_refused(setting, complaint):
    # Elsewhere, for here all types are checked before metamer can refuse.
    assert elsewhere(f"{BY_NAME}, {setting})").endswith(f"Refusal: {complaint}\n")


def test_what_is_seen_are_the_board_the_click_and_its_reward():
    env = made()
    seen, info = env.reset(options=square())
    assert seen.dtype == np.float32
    assert seen.tolist() == [1, *[-1] * 48, *[0] * 50]
    assert (info["finished"], info["blues"]) == (False, 0)
    assert info["action_mask"].tolist() == [0, *[1] * 48]
    seen, earned, *_, info = env.step(2)
    assert np.flatnonzero(seen[:49] >= 0).tolist() == [0, 2]
    assert seen[2] == 0 and np.flatnonzero(seen[49:98]).tolist() == [2]
    assert earned == seen[98] == -1 and info["blues"] == 1


def test_a_library_that_masks_clicks_learns_which_tiles_are_hidden():
    env = made()
    masks = env.get_wrapper_attr("action_masks")
    _, info = env.reset(options=square())
    assert masks().dtype == bool and np.array_equal(masks(), info["action_mask"])
    *_, info = env.step(2)
    assert np.flatnonzero(~masks()).tolist() == [0, 2]
    assert np.array_equal(masks(), info["action_mask"])


def test_a_board_ends_when_every_red_tile_is_found():
    env = made()
    env.reset(options=square())
    steps = [env.step(tile) for tile in (1, 1, 7, 8)]
    assert [earned for _, earned, *_ in steps] == [1, -2, 1, 10]
    assert [step[2:4] for step in steps] == [(False, False)] * 3 + [(True, False)]
    assert [step[4]["finished"] for step in steps] == [False] * 3 + [True]


def test_a_board_that_is_given_up_is_truncated_and_the_next_one_follows():
    env = made(limit=3)
    env.reset(seed=0, options=square())
    steps = [env.step(48) for _ in range(3)]
    assert [step[2:4] for step in steps] == [(False, False)] * 2 + [(False, True)]
    assert not steps[-1][4]["finished"]
    env.reset()
    assert not np.array_equal(env.unwrapped._game.red, SQUARE.ravel() == 1)


def test_the_last_red_tile_at_the_limit_ends_the_board():
    env = made(limit=3)
    env.reset(options=square())
    *_, last = (env.step(tile) for tile in (1, 7, 8))
    assert last[2:4] == (True, False)


def test_boards_come_from_the_rule_and_start_with_a_red_tile():
    env = made(rule="pyramid").unwrapped
    env.reset(seed=0)
    boards = []
    for _ in range(200):
        seen, _ = env.reset()
        boards.append(env._game.red)
        assert (seen[:49] == 1).sum() == 1 and (seen[:49] == 0).sum() == 0
    assert contains(distribution_of("pyramid"), np.array(boards)).all()
    assert len(np.unique(boards, axis=0)) > 50


def test_boards_are_dealt_by_their_probability():
    env = made(rule="pyramid").unwrapped
    env.reset(seed=0)
    reds = []
    for _ in range(2000):
        env.reset()
        reds.append(env._game.red.sum())
    # 4, 9 and 16 red tiles with .728, .228 and .044; three standard errors.
    share = np.mean(np.array(reds) == 4)
    assert abs(share - 0.728) < 3 * (0.728 * 0.272 / 2000) ** 0.5


def test_metamers_can_be_played(monkeypatch):
    # Better metamers would take a minute.
    monkeypatch.setattr(tiles_gymnasium, "Tiles", partial(replace, RECTANGLES))
    env = made(rule="rectangle", condition="metamer")
    env.reset(seed=0)
    assert np.array_equal(
        env.unwrapped.boards, metamers(RECTANGLES.control("rectangle")).boards
    )


@pytest.mark.parametrize("shape", [(-1, 7, 7), (-1, 49)])
def test_boards_that_are_held_out_are_never_dealt(shape):
    known = distribution_of("pyramid").boards
    held_out = known[:190].reshape(shape).astype(int)
    env = made(rule="pyramid", held_out=held_out).unwrapped
    assert np.array_equal(env.boards, known[190:])


def test_with_a_lag_the_last_click_goes_over_unless_a_seed_is_given():
    env = made(lag=1)
    env.reset(seed=0, options=square())
    assert not env.step(1)[0][49:].any()
    env.step(7)
    env.step(8)
    seen, _ = env.reset()
    assert np.flatnonzero(seen[49:98]).tolist() == [8] and seen[98] == 10
    seen, _ = env.reset(seed=0)
    assert not seen[49:].any()


@pytest.mark.parametrize("lag", [0, 1])
def test_it_is_the_compiled_game_click_by_click(lag):
    known = distribution_of("rectangle")
    game = TileGame.on(known, 512, 12, lag)
    step, renew = (partial(jax.jit(f), game) for f in (TileGame.step, TileGame.renew))
    env = made(rule="rectangle", lag=lag, limit=12)
    env.reset(seed=0)
    rng = np.random.default_rng(lag)
    state = game.deal(jnp.asarray(rng.random((1, 3)), jnp.float32))
    ends = set()
    for _ in range(6):
        board = np.asarray(state.red[0])
        start = divmod(int(state.revealed[0].argmax()), 7)
        seen, _ = env.reset(options={"board": board, "start": start})
        over = False
        while not over:
            assert np.array_equal(seen, as_seen(game.view(state)))
            # Red tiles are sought, so that some boards are solved.
            red = np.flatnonzero(board & (seen[:49] < 0))
            tile = rng.choice(red if rng.random() < 0.7 else 49)
            state, earned = step(state, jnp.array([tile]))
            seen, reward, solved, given_up, info = env.step(tile)
            over = solved or given_up
            assert reward == earned[0] and over == game.over(state)[0]
            assert solved == info["finished"] == game.solved(state)[0]
        ends.add(solved)
        chance = jnp.asarray(rng.random((1, 3)), jnp.float32)
        state = renew(state, jnp.array([True]), chance)
    assert ends == {True, False}


def as_seen(view):
    clicked = np.arange(49) == view.action[0]
    return np.concatenate([view.observation[0], clicked, view.reward]).astype(
        np.float32
    )


def test_the_same_seed_deals_the_same_boards():
    one, other = made(), made()
    for seed in (3, None, None):
        assert np.array_equal(one.reset(seed=seed)[0], other.reset(seed=seed)[0])


def test_many_can_be_played_side_by_side():
    envs = gymnasium.make_vec(ID, 3, "sync", rule="zigzag", limit=5)
    seen, info = envs.reset(seed=0)
    assert seen.shape == (3, 99) and info["action_mask"].shape == (3, 49)
    for _ in range(12):
        seen, earned, *_ = envs.step(envs.action_space.sample())
    assert seen.shape == (3, 99) and earned.shape == (3,)
    envs.close()


def test_a_board_is_shown_as_text():
    env = made(render_mode="ansi")
    env.reset(options=square())
    env.step(2)
    assert env.render().splitlines() == ["#?.????", *["???????"] * 6]


def test_a_board_is_shown_in_the_colours_of_the_figures():
    blue, red, _ = ("#{:02X}{:02X}{:02X}".format(*colour) for colour in COLOURS)
    assert (blue, red) == (show.BLUE, show.RED)
    env = made(render_mode="rgb_array")
    env.reset(options=square())
    env.step(2)
    picture = env.render()
    assert picture.shape == (224, 224, 3) and picture.dtype == np.uint8
    for tile, colour in ((0, 1), (1, 2), (2, 0)):
        assert picture[5, 32 * tile + 5].tolist() == COLOURS[colour].tolist()


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"rule": "spiral"}, "no rule 'spiral'"),
        ({"condition": "holdout"}, "no condition 'holdout'; there is: abstract"),
        ({"limit": 0}, "limit must be at least 1, not 0"),
        ({"held_out": SQUARE}, r"shape \(7, 7\) or \(49,\), not \(7,\)"),
        ({"held_out": distribution_of("rectangle").boards}, "all 441 boards"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        made(**settings)


def test_other_ways_to_render_are_refused():
    with pytest.raises(Refusal, match="no render_mode 'video'; there is: None, ansi"):
        made(render_mode="video")


@pytest.mark.parametrize(
    "options, complaint",
    [
        ({"board": SQUARE[:6]}, r"shape \(7, 7\) or \(49,\), not \(6, 7\)"),
        ({"board": [[1, 0], [1]]}, r"shape \(7, 7\) or \(49,\), not \(2,\)"),
        ({"board": None}, r"not \(\)"),
        ({"board": SQUARE * 2}, "every tile of a board must be 1"),
        ({"board": SQUARE - 0.5}, "every tile of a board must be 1"),
        ({"board": SQUARE * 0}, "at least 2 red tiles, not 0"),
        (square((2, 2)), r"starts with a red tile, and \(2, 2\) is blue"),
        (square((0, 7)), r"each from 0 to 6, not \(0, 7\)"),
        (square((-7, 0)), "each from 0 to 6"),
        (square(0), r"a start is a \(row, column\)"),
        ({"start": (0, 0)}, "a start without a board"),
        ({"bord": SQUARE}, "no option 'bord' .*; there is: board, start"),
    ],
)
def test_boards_that_cannot_be_played_are_refused_in_one_line(options, complaint):
    with pytest.raises(Refusal, match=complaint) as refusal:
        made().reset(options=options)
    assert "\n" not in str(refusal.value)


def test_a_given_board_without_a_start_starts_with_any_red_tile():
    env = made()
    starts = {
        int(env.reset(options={"board": SQUARE.ravel()})[0][:49].argmax())
        for _ in range(50)
    }
    assert starts == {0, 1, 7, 8}


def test_clicks_that_cannot_be_made_are_refused():
    env = made().unwrapped
    for ask in (lambda: env.step(0), env.action_masks):
        with pytest.raises(Refusal, match="call reset"):
            ask()
    env.reset(options=square())
    for tile in (-1, 49):
        with pytest.raises(Refusal, match=f"a tile is 0 to 48, not {tile}"):
            env.step(tile)
    for tile in (1, 7, 8):
        env.step(tile)
    with pytest.raises(Refusal, match="call reset"):
        env.step(2)


def test_any_boards_can_be_played_from_a_file(tmp_path):
    boards = sample(distribution_of("rectangle"), 3, np.random.default_rng(0))
    np.save(tmp_path / "mine.npy", boards.reshape(-1, 7, 7))
    env = made(rule=str(tmp_path / "mine.npy")).unwrapped
    env.reset(seed=0)
    assert (env._game.red == boards).all(axis=1).any()


PAGE = ROOT / "docs/guides/gymnasium.md"


def test_the_python_of_the_guide_runs(capsys):
    for block in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S):
        exec(block, {})
    finished, *board = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"True \d+", finished)
    assert board == ["???????"] * 2 + ["???##??"] + ["???????"] * 4
