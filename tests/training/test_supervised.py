import jax
import jax.numpy as jnp
import numpy as np
import optax

from metamer.core.items import Items
from metamer.nets.mlp import MlpNetwork
from metamer.training.settings import Training
from metamer.training.supervised import (
    cross_entropy,
    draw_rows,
    fit,
    minimise,
    probabilities,
)


def test_each_epoch_shows_each_item_once_in_a_new_order():
    rows = draw_rows(12, Training(epochs=3, batch=4), jax.random.key(0))
    epochs = np.asarray(rows).reshape(3, 12)
    assert rows.shape == (9, 4)
    assert (np.sort(epochs, axis=1) == np.arange(12)).all()
    assert len({tuple(epoch) for epoch in epochs}) == 3


def test_what_does_not_fill_a_batch_is_left_out_of_its_epoch():
    rows = draw_rows(11, Training(epochs=2, batch=4), jax.random.key(0))
    assert rows.shape == (4, 4)
    assert all(len(set(epoch)) == 8 for epoch in np.asarray(rows).reshape(2, 8))


def test_fewer_items_than_a_batch_are_one_batch():
    rows = draw_rows(3, Training(epochs=2, batch=4), jax.random.key(0))
    assert rows.shape == (2, 3)


def test_cross_entropy_by_hand():
    logits = jnp.log(jnp.array([[0.5, 0.5], [0.2, 0.8]]))
    expected = -(np.log(0.5) + np.log(0.2)) / 2
    np.testing.assert_allclose(
        cross_entropy(logits, jnp.array([1, 0])), expected, rtol=1e-6
    )


class Counter:
    """A sum of weights that counts in its state how often it was trained."""

    def __init__(self, *weight):
        self.weight = weight

    def start(self):
        return jnp.zeros((), int)

    def __call__(self, inputs, state, training=False):
        return inputs * sum(self.weight), state + training


jax.tree_util.register_pytree_node(
    Counter, lambda net: (net.weight, None), lambda _, leaves: Counter(*leaves)
)


def test_descent_takes_the_steps_that_arithmetic_says_and_carries_the_state():
    def loss(net, state, target):
        out, state = net(jnp.ones(()), state, training=True)
        return (out - target) ** 2, state

    net = Counter(jnp.array(4.0))
    trained, losses = minimise(net, loss, optax.sgd(0.25), jnp.zeros(3))
    assert losses.tolist() == [16.0, 4.0, 1.0]
    assert trained.net.weight[0] == 0.5
    assert trained.state == 3


def test_answers_do_not_depend_on_the_chunk():
    net = MlpNetwork(2, (3,), 2, key=jax.random.key(0))
    inputs = jax.random.normal(jax.random.key(1), (7, 2))
    whole = jax.nn.softmax(net(inputs, ())[0])
    for chunk in (3, 7, 100):
        np.testing.assert_allclose(
            probabilities(net, (), inputs, chunk), whole, atol=1e-6
        )


def test_a_fit_lowers_the_loss_and_starts_near_chance():
    inputs = jax.random.normal(jax.random.key(0), (64, 2))
    items = Items(inputs, (inputs[:, 0] > 0).astype(int))
    net = MlpNetwork(2, (), 2, key=jax.random.key(1))
    training = Training(rate=0.5, momentum=0.0, decay=0.0, epochs=20, batch=16)
    _, losses = fit(net, items, training, jax.random.key(2))
    assert losses.shape == (80,)
    assert losses[-8:].mean() < 0.2 < losses[:4].mean()


def test_devices_do_not_share_what_begins_as_a_constant():
    def teach(target):
        def loss(net, state, _):
            out, state = net(jnp.ones(()), state, training=True)
            return (out - target) ** 2, state

        net = Counter(jnp.zeros(()), 0 * target)
        return minimise(net, loss, optax.sgd(0.25), jnp.zeros(5))[0].net.weight[0]

    mesh = jax.make_mesh((2,), ("unit",), axis_types=(jax.sharding.AxisType.Auto,))
    place = jax.sharding.PartitionSpec("unit")
    apart = jax.shard_map(jax.vmap(teach), mesh=mesh, in_specs=place, out_specs=place)
    targets = jnp.array([1.0, -3.0])
    np.testing.assert_allclose(jax.jit(apart)(targets), targets / 2, atol=1e-6)
