"""Networks that learn to play: what they are called, what they weigh, how they click."""

import tomllib
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import tomli_w

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.play import Player, Round
from metamer.core.reading import from_plain
from metamer.core.registry import learner
from metamer.core.settings import to_plain
from metamer.core.study import Learner
from metamer.engines.playing import play_compiled
from metamer.games.tiles import Game
from metamer.learners.players import (
    Build,
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.course import Course, dealt
from metamer.paradigms.tiles.tables import Table
from metamer.training.population import _beginner, _shape_of

BRIEF = {"games": 8, "steps": 2, "length": 64, "counted_in": "steps"}
"""Four updates."""

SMALL = {
    "lstm": LstmPlayer(filters=2, units=4),
    "epn": EpnPlayer(slots=2, width=4, heads=2, units=4),
    "transformer": TransformerPlayer(width=4, heads=2, blocks=1),
    "corelnet": CoRelNetPlayer(width=8),
}
BOARDS = np.array([[1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 1]], bool)
SHOWN = BOARDS & (np.cumsum(BOARDS, axis=1) == 1)
KEYS = jax.random.split(jax.random.key(0), 2)

each_network = pytest.mark.parametrize("name", SMALL)


def brief(name):
    """A small network that is trained for a moment."""
    player = SMALL[name]
    return replace(player, recipe=replace(player.recipe, **BRIEF))


@pytest.fixture(scope="module")
def course():
    known = Table(BOARDS, np.array([0.5, 0.5]))
    game = Game(*map(jnp.asarray, dealt(known, 2)), limit=12)
    return Course(game, known, Tiles(("pyramid",)).control("pyramid"))


@each_network
def test_it_is_a_player(name):
    assert isinstance(SMALL[name], Player) and SMALL[name].compiled


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=[pytest.mark.slow] * (name != "lstm"))
        for name in SMALL
    ],
)
def taught(request, course, tmp_path_factory):
    """A player and two units of it, trained."""
    player = brief(request.param)
    place = Place(tmp_path_factory.mktemp("taught"), "it")
    return player, player.train(course, KEYS, place)


def test_training_changes_a_network_a_little_and_by_its_key(taught, course):
    player, together = taught
    fresh = _beginner(Build(player, 9), _shape_of(player.recipe))(KEYS[0], course.game)
    before, after = map(jax.tree.leaves, (fresh.weights, together))
    assert all(jnp.isfinite(leaf).all() for leaf in after)
    assert any((leaf[0] != leaf[1]).any() for leaf in after)
    moved = [
        jnp.abs(new[0] - old).max() for old, new in zip(before, after, strict=True)
    ]
    # Four updates of at most about the rate each.
    assert 0 < max(moved) < 5 * player.recipe.rate


def test_a_trained_network_wants_tiles_of_its_board(taught, course):
    player, together = taught
    one = jax.tree.map(lambda leaf: leaf[0], together)
    view = course.game.view(course.game.place(jnp.asarray(BOARDS), jnp.asarray(SHOWN)))
    logits, memory = jax.jit(player.act)(one, view, player.start(one, 2), KEYS[0])
    assert logits.shape == (2, 9) and jnp.isfinite(logits).all()
    assert (jax.nn.softmax(logits)[SHOWN] == 0).all() == player.recipe.masked
    start = player.start(one, 2)
    assert jax.tree.structure(memory) == jax.tree.structure(start)


def test_it_is_trained_and_plays_through_the_engine(course, keys, tmp_path):
    it = Round(course, course.game, BOARDS, SHOWN, {})
    place, units = Place(tmp_path, "it"), [keys(), keys()]
    one, other = play_compiled(brief("lstm"), [it, it], units, place)
    assert place.curve.exists()
    for played in (one, other):
        clicked = played.tiles >= 0
        assert clicked.any() and played.tiles.max() < 9
        chance = played.probability[clicked]
        assert ((chance > 0) & (chance <= 1)).all()
    assert not np.array_equal(one.tiles, other.tiles)


def test_one_unit_is_fitted_as_in_company(course, tmp_path):
    player = brief("lstm")
    together = player.train(course, KEYS, Place(tmp_path, "it"))
    alone = player.fit(course, KEYS[1])
    for one, both in zip(*map(jax.tree.leaves, (alone, together)), strict=True):
        assert jnp.allclose(one, both[1], atol=1e-6)


@pytest.mark.parametrize("masked", [False, True])
def test_only_a_masked_one_never_wants_tiles_that_are_face_up(masked, course, keys):
    player = LstmPlayer(2, 4, replace(LstmPlayer().recipe, masked=masked))
    net = player.net(9, jax.random.key(0))
    state = course.game.place(jnp.asarray(BOARDS), jnp.asarray(BOARDS))
    logits, _ = player.act(net, course.game.view(state), player.start(net, 2), None)
    chances = jax.nn.softmax(logits)
    assert (chances[BOARDS] == 0).all() == masked
    assert (chances[~BOARDS] > 0).all()


@pytest.mark.parametrize(
    "player, weights",
    [
        # See the tests of each network for how they add up.
        (LstmPlayer(), 131_459),
        (EpnPlayer(), 278_851),
    ],
)
def test_weights_are_counted(player, weights):
    assert player.parameters((7, 7)) == weights
    born = jax.eval_shape(lambda: player.net(49, jax.random.key(0)))
    assert sum(leaf.size for leaf in jax.tree.leaves(born)) == weights


@each_network
def test_all_have_weights_to_be_counted(name):
    assert SMALL[name].parameters((3, 3)) < SMALL[name].parameters((7, 7))


@pytest.mark.parametrize(
    "player, name",
    [
        (LstmPlayer(), "lstm"),
        (LstmPlayer(recipe=replace(LstmPlayer().recipe, masked=True)), "lstm:masked"),
        (EpnPlayer(), "epn"),
        (TransformerPlayer(), "transformer"),
        (TransformerPlayer(recipe=LstmPlayer().recipe), "transformer:unmasked"),
        (CoRelNetPlayer(), "corelnet"),
        (CoRelNetPlayer("repaired"), "corelnet:repaired"),
    ],
)
def test_a_name_says_what_is_unusual(player, name):
    assert player.name == name


@each_network
def test_settings_survive_toml_and_back(name):
    player = brief(name)
    text = tomli_w.dumps({"it": to_plain(player)})
    again = from_plain(Learner, tomllib.loads(text)["it"], "a test")
    assert again == player and again.recipe.length == 64


@pytest.mark.parametrize("name", ["lstm", "epn", "transformer", "corelnet"])
def test_it_is_found_by_name(name):
    assert learner(f"{name}-player")().name == name


@pytest.mark.parametrize(
    "make, complaint",
    [
        (lambda: LstmPlayer(units=0), "units must be at least 1, not 0"),
        (lambda: EpnPlayer(width=6, heads=4), "a multiple of heads, not 6 with 4"),
        (lambda: TransformerPlayer(dropout=1.0), "at least 0 and below 1, not 1.0"),
        (lambda: LstmPlayer().net(48, KEYS[0]), "square boards from 3 x 3, not on 48"),
        (lambda: LstmPlayer().net(4, KEYS[0]), "square boards from 3 x 3, not on 4"),
    ],
)
def test_settings_that_make_no_network_are_refused(make, complaint):
    with pytest.raises(Refusal, match=complaint):
        make()
