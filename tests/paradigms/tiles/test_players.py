"""Networks that learn to play: what they are called, what they weigh, how they click."""

import tomllib
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import tomli_w

from metamer.core.capabilities import is_compiled
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.learner import Player
from metamer.core.play import GameLesson
from metamer.core.reading import from_plain
from metamer.core.registry import learner
from metamer.core.settings import to_plain
from metamer.core.study import Learner
from metamer.engines.playing import play_compiled
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.game.compiled import TileGame
from metamer.paradigms.tiles.items.lessons import Course
from metamer.paradigms.tiles.learners.networks import (
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.paradigms.tiles.learners.printed import PrintedPlayer
from metamer.training.networks import BuildPolicy, count_parameters, teachable
from metamer.training.population import compile_beginner, shape_of

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
    return replace(player, training=replace(player.training, **BRIEF))


@pytest.fixture(scope="module")
def course():
    known = Distribution(BOARDS, np.array([0.5, 0.5]))
    game = TileGame.on(known, 2, limit=12)
    return Course(game, known, Tiles(("pyramid",)).control("pyramid"), "abstract")


@each_network
def test_it_is_a_player(name):
    able = teachable(SMALL[name])
    assert isinstance(able, Player) and is_compiled(SMALL[name])


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
    return player, teachable(player).train(course, KEYS, place)


def test_training_changes_a_network_a_little_and_by_its_key(taught, course):
    player, together = taught
    fresh = compile_beginner(BuildPolicy(player, 9), shape_of(player.training))(
        KEYS[0], course.game
    )
    before, after = map(jax.tree.leaves, (fresh.params, together))
    assert all(jnp.isfinite(leaf).all() for leaf in after)
    assert any((leaf[0] != leaf[1]).any() for leaf in after)
    moved = [
        jnp.abs(new[0] - old).max() for old, new in zip(before, after, strict=True)
    ]
    # Four updates of at most about the rate each.
    assert 0 < max(moved) < 5 * player.training.rate


def test_a_trained_network_wants_tiles_of_its_board(taught, course):
    player, together = taught
    one = jax.tree.map(lambda leaf: leaf[0], together)
    view = course.game.view(
        course.game.place(Boards(jnp.asarray(BOARDS), jnp.asarray(SHOWN)))
    )
    able = teachable(player)
    logits, memory = jax.jit(able.act)(one, view, able.start(one, 2), KEYS[0])
    assert logits.shape == (2, 9) and jnp.isfinite(logits).all()
    assert (jax.nn.softmax(logits)[SHOWN] == 0).all() == player.training.masked
    start = able.start(one, 2)
    assert jax.tree.structure(memory) == jax.tree.structure(start)


def test_it_is_trained_and_plays_through_the_engine(course, keys, tmp_path):
    it = GameLesson(course, course.game, Boards(BOARDS, SHOWN), {})
    place, units = Place(tmp_path, "it"), [keys(), keys()]
    one, other = play_compiled(teachable(brief("lstm")), [it, it], units, place)
    assert place.curve.exists()
    for played in (one, other):
        clicked = played.actions >= 0
        assert clicked.any() and played.actions.max() < 9
        chance = played.probability[clicked]
        assert ((chance > 0) & (chance <= 1)).all()
    assert not np.array_equal(one.actions, other.actions)


def test_one_unit_is_fitted_as_in_company(course, tmp_path):
    player = teachable(brief("lstm"))
    together = player.train(course, KEYS, Place(tmp_path, "it"))
    alone = player.fit(course, KEYS[1])
    for one, both in zip(*map(jax.tree.leaves, (alone, together)), strict=True):
        assert jnp.allclose(one, both[1], atol=1e-6)


@pytest.mark.parametrize("masked", [False, True])
def test_only_a_masked_one_never_wants_tiles_that_are_face_up(masked, course, keys):
    player = LstmPlayer(2, 4, replace(LstmPlayer().training, masked=masked))
    net = player.policy(9, jax.random.key(0))
    state = course.game.place(Boards(jnp.asarray(BOARDS), jnp.asarray(BOARDS)))
    able = teachable(player)
    logits, _ = able.act(net, course.game.view(state), able.start(net, 2), None)
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
    assert count_parameters(player, (7, 7)) == weights
    born = jax.eval_shape(lambda: player.policy(49, jax.random.key(0)))
    assert sum(leaf.size for leaf in jax.tree.leaves(born)) == weights


@each_network
def test_all_have_weights_to_be_counted(name):
    assert count_parameters(SMALL[name], (3, 3)) < count_parameters(SMALL[name], (7, 7))


@pytest.mark.parametrize(
    "player, name",
    [
        (LstmPlayer(), "lstm"),
        (
            LstmPlayer(training=replace(LstmPlayer().training, masked=True)),
            "lstm:masked",
        ),
        (EpnPlayer(), "epn"),
        (TransformerPlayer(), "transformer"),
        (TransformerPlayer(training=LstmPlayer().training), "transformer:unmasked"),
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
    assert again == player and again.training.length == 64


@pytest.mark.parametrize("name", ["lstm", "epn", "transformer", "corelnet"])
def test_it_is_found_by_name(name):
    assert learner(f"{name}-player")().name == name


@pytest.mark.parametrize(
    "make, complaint",
    [
        (lambda: LstmPlayer(units=0), "units must be at least 1, not 0"),
        (lambda: EpnPlayer(width=6, heads=4), "a multiple of heads, not 6 with 4"),
        (lambda: TransformerPlayer(dropout=1.0), "at least 0 and below 1, not 1.0"),
        (
            lambda: LstmPlayer().policy(48, KEYS[0]),
            "square boards from 3 x 3, not on 48",
        ),
        (lambda: LstmPlayer().policy(4, KEYS[0]), "square boards from 3 x 3, not on 4"),
    ],
)
def test_settings_that_make_no_network_are_refused(make, complaint):
    with pytest.raises(Refusal, match=complaint):
        make()


def test_a_printed_player_has_the_settings_of_the_cell_that_it_is_taught():
    whole = PrintedPlayer("transformer").in_cell("copy", "metamer")
    assert (whole.width, whole.heads, whole.blocks) == (64, 1, 9)
    training = whole.training
    assert (training.optimiser, training.games, training.masked) == ("rmsprop", 1, True)
    assert (training.steps, training.gamma, training.rate) == (14, 0.95, 0.00011745)
    assert (training.length, training.counted_in) == (8_000_000, "steps")
    assert PrintedPlayer().in_cell("tree", "abstract").training.length == 2_000_000


def test_a_printed_player_learns_in_the_cell_of_its_course(course, tmp_path):
    player = PrintedPlayer(length=40)
    together = player.train(course, KEYS, Place(tmp_path, "one"))
    alone = player.in_cell("pyramid", "abstract")
    expected = teachable(alone).train(course, KEYS, Place(tmp_path, "two"))
    assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), together, expected))


def test_rules_without_a_printed_setting_are_refused():
    with pytest.raises(Refusal, match="lstm:printed"):
        PrintedPlayer().suits(Tiles(rules=("chain",)))
