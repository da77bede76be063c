"""The compiled multilayer perceptron as a learner."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.registry import learner
from metamer.core.study import Learner
from metamer.learners.perceptron import Perceptron


def lessons(units):
    """Per unit 40 points left and right of zero, taught and asked."""
    labels = np.tile(np.arange(40) % 2, (units, 1))
    points = np.random.default_rng(0).normal(size=(units, 40, 2))
    points[..., 0] += 6 * labels - 3
    keys = jax.random.split(jax.random.key(0), units)
    return Items(jnp.asarray(points, jnp.float32), jnp.asarray(labels)), keys


@jax.jit
def one(taught, asked, key):
    perceptron = Perceptron(8)
    return perceptron.answer(perceptron.fit(taught, key), asked)


@pytest.mark.parametrize(
    "settings, name",
    [((), "nn:16h1d"), ((4, 4), "nn:4h4d"), ((2, 1, 200), "nn:2h1d:200")],
)
def test_the_name_says_width_depth_and_unusual_epochs(settings, name):
    assert Perceptron(*settings).name == name


def test_it_is_a_compiled_learner_in_the_registry():
    assert isinstance(Perceptron(), Learner)
    assert Perceptron.compiled
    assert learner.name_of(Perceptron) == "nn"


@pytest.mark.parametrize("setting", ["width", "depth", "epochs"])
def test_sizes_below_one_are_refused(setting):
    with pytest.raises(Refusal, match=f"{setting} must be at least 1, not 0"):
        Perceptron(**{setting: 0})


def test_it_learns_which_side_a_point_is_on():
    taught, keys = lessons(3)
    answers = jax.vmap(one)(taught, taught.blind(), keys)
    assert jnp.mean(answers.argmax(axis=-1) == taught.labels) > 0.98
    assert jnp.allclose(answers.sum(axis=-1), 1, atol=1e-6)


def test_the_same_key_gives_the_same_answers():
    taught, keys = lessons(2)
    first = Items(taught.inputs[0], taught.labels[0])
    again = [one(first, first.blind(), key) for key in (keys[0], keys[0], keys[1])]
    assert jnp.all(again[0] == again[1])
    assert jnp.any(again[0] != again[2])


def test_pictures_are_read_as_rows():
    taught, keys = lessons(1)
    rows = Items(taught.inputs[0], taught.labels[0])
    pictures = Items(rows.inputs.reshape(40, 1, 2), rows.labels)
    assert jnp.all(one(rows, rows, keys[0]) == one(pictures, pictures, keys[0]))


def test_it_runs_compiled_mapped_and_spread_over_devices():
    taught, keys = lessons(2)
    spec = PartitionSpec("unit")
    mesh = Mesh(np.array(jax.devices()[:2]), ("unit",))
    spread = jax.shard_map(jax.vmap(one), mesh=mesh, in_specs=spec, out_specs=spec)
    answers = jax.jit(spread)(taught, taught.blind(), keys)
    for unit in range(2):
        alone = Items(taught.inputs[unit], taught.labels[unit])
        expected = one(alone, alone.blind(), keys[unit])
        assert jnp.allclose(answers[unit], expected, atol=1e-4)
