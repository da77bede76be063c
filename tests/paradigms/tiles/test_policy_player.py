"""A saved policy of Stable-Baselines3 plays the asked boards."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from quick_tiles import RECTANGLES

import metamer
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.keys import root
from metamer.core.play import GameView
from metamer.engines.playing import play_one
from metamer.paradigms.tiles.game.observation import observe
from metamer.paradigms.tiles.learners import policy
from metamer.paradigms.tiles.learners.policy import PolicyPlayer

TILES = replace(RECTANGLES, taught=("abstract",), boards=6, asked_limit=60)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A policy that was trained for a few hundred clicks."""
    sb3 = pytest.importorskip(
        "stable_baselines3", reason="Stable-Baselines3 is not installed"
    )
    import gymnasium
    import torch

    torch.set_num_threads(1)
    env = gymnasium.make("metamer.paradigms.tiles.gymnasium:metamer/Tiles-v0")
    path = tmp_path_factory.mktemp("policy") / "ppo.zip"
    model = sb3.PPO("MlpPolicy", env, n_steps=128, n_epochs=2, seed=0, device="cpu")
    model.learn(256).save(path)
    return str(path)


def lesson(**settings):
    tiles = replace(TILES, **settings)
    return tiles.lesson(tiles.conditions()[0], root(0))


@pytest.mark.parametrize("deterministic", [False, True])
def test_it_plays_the_asked_boards_and_the_same_way_again(saved, deterministic):
    player = PolicyPlayer(saved, deterministic=deterministic)
    first, second = (play_one(player, lesson(), root(1)).actions for _ in range(2))
    assert np.array_equal(first, second)
    assert (first[:, 0] >= 0).all()
    assert first.max() < 49
    drawn = play_one(player, lesson(), root(2)).actions
    assert np.array_equal(first, drawn) == deterministic


def test_it_clicks_what_predict_says_of_what_the_environment_shows(saved):
    from stable_baselines3 import PPO

    from metamer.paradigms.tiles.gymnasium import environment

    board = lesson().start.red[0]
    played = play_one(PolicyPlayer(saved, deterministic=True), lesson(), root(1))
    start = divmod(int(lesson().start.shown[0].argmax()), 7)
    env, model = environment(limit=60), PPO.load(saved, device="cpu")
    seen, _ = env.reset(seed=0, options={"board": board, "start": start})
    for tile in played.actions[0]:
        assert model.predict(seen, deterministic=True)[0] == tile
        seen, _, finished, given_up, _ = env.step(tile)
        if finished or given_up:
            break


@pytest.mark.parametrize("lag", [0, 1])
def test_an_observation_is_that_of_the_environment_click_by_click(lag):
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from metamer.paradigms.tiles.gymnasium import environment

    game, start = lesson(lag=lag).asked, lesson(lag=lag).start
    state = game.place(jax.tree.map(jnp.asarray, start))
    env = environment(lag=lag, limit=60)
    place = divmod(int(start.shown[0].argmax()), 7)
    seen, _ = env.reset(seed=0, options={"board": start.red[0], "start": place})
    for tile in np.random.default_rng(0).permutation(49)[:12]:
        view = GameView(*(np.asarray(part) for part in game.view(state)))
        assert np.array_equal(observe(*view)[0], seen)
        seen, _, finished, _, _ = env.step(tile)
        if finished:
            break
        state, _ = game.step(state, jnp.full(len(start.red), tile))


def test_what_the_file_holds_is_part_of_a_jobs_id(saved, tmp_path):
    from stable_baselines3 import PPO

    def job():
        player = PolicyPlayer(str(tmp_path / "policy.zip"))
        return Job(TILES, player, TILES.conditions()[0], range(1), 0).id

    (tmp_path / "policy.zip").write_bytes(b"")
    empty = job()
    model = PPO.load(saved, device="cpu")
    model.save(tmp_path / "policy.zip")
    assert job() != empty
    known = PolicyPlayer(str(tmp_path / "policy.zip"))
    (tmp_path / "policy.zip").write_bytes(b"other")
    with pytest.raises(Refusal, match="has changed: it was"):
        replace(known)


def test_a_policy_with_masks_clicks_hidden_tiles_alone(saved, monkeypatch):
    class Masked:
        """Takes the last tile that its mask leaves."""

        def predict(self, seen, state, episode_start, deterministic, action_masks):
            return 48 - action_masks[:, ::-1].argmax(axis=1), None

    view = GameView(np.full((2, 49), -1.0), np.full(2, -1), np.zeros(2))
    view.observation[1, 40:] = 0
    player = PolicyPlayer(saved)
    actions, _ = player.act(Masked(), view, player.start(None, 2), root(0))
    assert actions.tolist() == [48, 39]


def test_a_policy_of_another_game_is_refused(tmp_path):
    sb3 = pytest.importorskip(
        "stable_baselines3", reason="Stable-Baselines3 is not installed"
    )
    from gymnasium import Env
    from gymnasium.spaces import Box, Discrete

    class Other(Env):
        def __init__(self, actions, numbers):
            self.action_space = Discrete(actions)
            self.observation_space = Box(-1, 1, (numbers,))

    for sizes, complaint in [
        ((4, 99), r"acts in Discrete\(4\); needed: Discrete\(49\)"),
        ((49, 3), r"observes an array of shape \(3,\); needed: \(99,\)"),
    ]:
        path = tmp_path / f"{sizes[0]}.zip"
        sb3.PPO("MlpPolicy", Other(*sizes), device="cpu").save(path)
        with pytest.raises(Refusal, match=complaint):
            PolicyPlayer(str(path)).fit(lesson().taught, root(0))


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"path": "missing.zip"}, "there is no policy 'missing.zip'; give the path"),
        ({"path": __file__}, "is no policy that PPO can load: ValueError"),
        ({"algorithm": "PPPO"}, r"no algorithm of stable_baselines3 'PPPO' \(did you"),
        ({"algorithm": "os:getcwd"}, "'os:getcwd' loads no policies"),
        ({"algorithm": "no_such:A2C"}, "cannot import the algorithm 'no_such:A2C'"),
    ],
)
def test_what_cannot_play_is_refused_before_a_run(settings, complaint):
    pytest.importorskip(
        "stable_baselines3", reason="Stable-Baselines3 is not installed"
    )
    with pytest.raises(Refusal, match=complaint):
        PolicyPlayer(**settings).check_files(TILES)


def test_without_a_path_or_the_package_the_refusal_says_what_is_needed(monkeypatch):
    with pytest.raises(Refusal, match="needs the path of a saved policy"):
        metamer.Study(TILES, (PolicyPlayer(),))
    monkeypatch.setattr(policy, "find_spec", lambda name: None)
    with pytest.raises(Refusal, match=r'pip install "metamer\[sb3\]"'):
        PolicyPlayer("some.zip").check_files(TILES)
    assert PolicyPlayer("some.zip").name == "policy:PPO:some"
