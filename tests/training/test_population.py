"""Many players at once: alone or together, undisturbed or interrupted, all the same."""

from dataclasses import replace

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pandas as pd
import pytest

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.nets.lstm import LstmPlayerNetwork
from metamer.training import population, windows
from metamer.training.settings import PlayerTraining

TRAINING = PlayerTraining(games=4, steps=4, length=400, counted_in="steps")
"""Twenty-five updates of sixteen clicks."""


def build(key):
    return LstmPlayerNetwork(9, 2, 8, key=key)


@pytest.fixture(scope="module")
def game():
    boards = np.array([[1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 1]], bool)
    return TileGame.on(Distribution(boards, np.array([0.5, 0.5])), 2)


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A window is four updates, and there is a checkpoint after each."""
    monkeypatch.setattr(population, "WINDOW", 64)
    monkeypatch.setattr(windows, "PAUSE", -1.0)
    monkeypatch.setattr(windows, "SPARE", 0)


KEYS = jax.random.split(jax.random.key(5), 3)


def trained(game, folder, keys=KEYS, training=TRAINING, **settings):
    return population.train(
        build, game, training, keys, Place(folder, "it", **settings)
    )


@pytest.fixture(scope="module")
def undisturbed(game, tmp_path_factory):
    """Three players, trained together on two devices; and their curves."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(population, "WINDOW", 64)
        net = trained(game, folder)
    return net, Place(folder, "it").curve.read_text()


def alike(one, other):
    """Whether two networks are the same but for the rounding of sums."""
    leaves = zip(*map(jax.tree.leaves, (one, other)), strict=True)
    return all(np.allclose(a, b, rtol=0, atol=1e-6) for a, b in leaves)


def of(net, unit):
    return jax.tree.map(lambda leaf: leaf[unit], net)


def test_acompile_program_is_compiled_once(game, tmp_path, caplog):
    population.compile_program.cache_clear()
    with jax.log_compiles():
        trained(game, tmp_path)
    compiled = [it for it in caplog.messages if it.startswith("Compiling jit(more)")]
    assert len(compiled) == 1


def test_players_differ_by_their_keys(undisturbed):
    net, _ = undisturbed
    assert net.heads.shape == (3, 8, 10)
    assert not jnp.allclose(net.heads[0], net.heads[1])
    fresh = jax.random.split(KEYS[0])[0]
    assert not jnp.allclose(net.heads[0], build(fresh).heads)


def test_what_comes_out_is_a_network_of_each_unit(undisturbed):
    net = of(undisturbed[0], 1)
    assert isinstance(net, LstmPlayerNetwork) and net.side == 3
    assert jax.tree.structure(net) == jax.tree.structure(build(KEYS[0]))


@pytest.mark.parametrize("unit", [0, 2])
def test_a_player_does_not_depend_on_its_companions(unit, game, undisturbed, tmp_path):
    net = trained(game, tmp_path, KEYS[unit : unit + 1], first=unit)
    assert alike(of(net, 0), of(undisturbed[0], unit))
    together = undisturbed[1].splitlines()
    own = [line for line in together if line.startswith((f"{unit},", "unit"))]
    assert Place(tmp_path, "it").curve.read_text().splitlines() == own


class Interrupted(Exception):
    """Somebody has had enough."""


def stop(beyond):
    """Hears how far a training is, and stops it beyond a share."""

    def hear(share):
        if share > beyond:
            raise Interrupted

    return hear


@pytest.mark.parametrize("often", [(0.3,), (0.1, 0.5, 0.9)])
def test_a_training_that_was_interrupted_ends_as_if_it_had_not_been(
    often, game, undisturbed, tmp_path
):
    for share in often:
        with pytest.raises(Interrupted):
            trained(game, tmp_path, progress=stop(share))
        assert Place(tmp_path, "it").checkpoint.exists()
    net = trained(game, tmp_path)
    assert eqx.tree_equal(net, undisturbed[0])
    assert Place(tmp_path, "it").curve.read_text() == undisturbed[1]


def test_a_training_goes_on_where_it_stopped(game, tmp_path):
    with pytest.raises(Interrupted):
        trained(game, tmp_path, progress=stop(0.5))
    shares = []
    trained(game, tmp_path, progress=shares.append)
    assert shares[0] > 0.5


def test_the_share_that_is_told_rises_to_the_end(game, tmp_path):
    shares = []
    trained(game, tmp_path, progress=shares.append)
    # 400 clicks in windows of 64.
    assert shares == [pytest.approx(0.16 * step) for step in range(7)]


def test_a_damaged_checkpoint_is_refused_in_one_line(game, tmp_path):
    with pytest.raises(Interrupted):
        trained(game, tmp_path, progress=stop(0.5))
    path = Place(tmp_path, "it").checkpoint
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(Refusal, match=r"it\.npz is broken .*; delete it") as refusal:
        trained(game, tmp_path)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("change", [{"games": 8}, {"optimiser": "rmsprop"}])
def test_a_checkpoint_of_another_training_is_refused(change, game, tmp_path):
    with pytest.raises(Interrupted):
        trained(game, tmp_path, progress=stop(0.5))
    with pytest.raises(
        Refusal, match=r"it\.npz belongs to another training: delete it"
    ):
        trained(game, tmp_path, training=replace(TRAINING, **change))


def test_a_checkpoint_of_other_units_is_refused(game, tmp_path):
    with pytest.raises(Interrupted):
        trained(game, tmp_path, KEYS, progress=stop(0.5))
    with pytest.raises(Refusal, match="belongs to another training"):
        trained(game, tmp_path, jax.random.split(KEYS[0], 5))


def test_a_curve_has_a_row_for_each_window_in_which_a_board_was_finished(
    undisturbed, tmp_path
):
    (tmp_path / "curve.csv").write_text(undisturbed[1])
    curve = pd.read_csv(tmp_path / "curve.csv")
    assert tuple(curve) == population.CURVE
    windows = curve["unit"].value_counts()
    assert set(windows.index) == {0, 1, 2} and windows.between(5, 7).all()
    assert (curve.groupby("unit")["episodes"].diff().dropna() > 0).all()
    steps = curve.loc[curve["unit"] == 0, "steps"]
    assert set(steps) <= {64, 128, 192, 256, 320, 384, 400}
    assert curve["solved"].between(0, 1).all()


def test_a_row_of_a_curve_tells_what_happened_since_the_row_before():
    # Steps, boards, solved, blue, and rewards since the last look.
    before = np.array([[64.0, 10, 5, 30, -7], [64, 10, 5, 30, -7]])
    after = np.array([[128.0, 14, 8, 40, 6], [64, 10, 5, 30, 0]])
    # 4 boards: 3/4 solved, 10/4 blue, 6/4 earned; the other player is done.
    assert population._points(before, after, 2, first=7) == [
        [7, 128, 14, 0.75, 2.5, 1.5]
    ]


def test_players_that_end_at_different_times_all_reach_their_length(game, tmp_path):
    boards = replace(TRAINING, length=30, counted_in="episodes")
    trained(game, tmp_path, training=boards)
    curve = pd.read_csv(Place(tmp_path, "it").curve)
    last = curve.groupby("unit").last()
    assert (last["episodes"] >= 30).all()
    # Nobody goes on for more than one update beyond the last board.
    assert (last["episodes"] <= 30 + TRAINING.games * TRAINING.steps).all()


def test_onecompile_program_serves_trainings_that_differ_in_numbers_alone(
    game, tmp_path, caplog
):
    trained(game, tmp_path / "a")
    other = replace(TRAINING, rate=1e-4, entropy=0.2, schedule="linear", length=100)
    with jax.log_compiles():
        trained(game, tmp_path / "b", training=other)
    assert not any("jit(more)" in message for message in caplog.messages)


def test_a_player_does_not_depend_on_how_many_devices_there_are(
    game, undisturbed, tmp_path, monkeypatch
):
    assert len(jax.devices()) == 2
    one = jax.devices()[:1]
    monkeypatch.setattr(jax, "devices", lambda: one)
    population.compile_program.cache_clear()
    try:
        net = trained(game, tmp_path)
    finally:
        population.compile_program.cache_clear()
    assert alike(net, undisturbed[0])
    assert Place(tmp_path, "it").curve.read_text() == undisturbed[1]
