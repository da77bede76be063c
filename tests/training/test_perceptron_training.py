"""The training of small networks, beside scikit-learn's."""

import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from metamer.core.items import Items
from metamer.training import perceptron
from metamer.training.perceptron import FlatMlp


def points(count, seed=0):
    """Two overlapping clouds, so that the loss keeps falling for a while."""
    labels = np.arange(count) % 2
    noise = np.random.default_rng(seed).normal(size=(count, 2))
    inputs = 2 * noise + np.stack([4 * labels - 2, 0 * labels], axis=1)
    return Items(jnp.asarray(inputs, jnp.float32), jnp.asarray(labels))


def theirs(items, net, count):
    """scikit-learn from the weights of `net`, items in order, for `count` epochs."""
    model = MLPClassifier(net.sizes[1:-1], max_iter=1, shuffle=False, warm_start=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        inputs = np.asarray(items.inputs, float)
        model.fit(inputs, items.labels)
        model.coefs_ = [np.array(layer[:-1], float) for layer in net.layers]
        model.intercepts_ = [np.array(layer[-1], float) for layer in net.layers]
        model.best_loss_, model.loss_curve_ = np.inf, []
        model._no_improvement_count = 0
        return model.set_params(max_iter=count).fit(inputs, items.labels)


@pytest.mark.parametrize("sizes", [(2, 16, 1), (2, 4, 4, 1)])
@pytest.mark.parametrize("count", [120, 450], ids=["one batch", "a short last batch"])
def test_same_start_and_batches_give_the_weights_of_scikit_learn(sizes, count):
    items, net = points(count), perceptron.draw(sizes, jax.random.key(1))
    state, losses, epoch = perceptron.begin(net), [], jax.jit(perceptron.epoch)
    for _ in range(8):
        state = epoch(state, items.inputs, items.labels)
        losses.append(state.loss)
    model = theirs(items, net, 8)
    assert np.allclose(losses, model.loss_curve_, atol=1e-5)
    for layer, weights, biases in zip(
        state.net.layers, model.coefs_, model.intercepts_, strict=True
    ):
        assert np.allclose(layer, np.vstack([weights, biases]), atol=2e-5)


def test_training_in_order_stops_after_as_many_epochs_as_scikit_learn():
    items, net = points(200), perceptron.draw((2, 16, 1), jax.random.key(0))
    state = jax.lax.while_loop(
        lambda state: perceptron.goes_on(state, 2000),
        lambda state: perceptron.epoch(state, items.inputs, items.labels),
        perceptron.begin(net),
    )
    assert abs(int(state.epochs) - theirs(items, net, 2000).n_iter_) <= 1
    assert 20 < state.epochs < 2000


def test_eleven_epochs_without_a_better_loss_are_the_last():
    state = perceptron.begin(perceptron.draw((2, 2, 1), jax.random.key(0)))
    state = perceptron.look_back(state, jnp.array(1.0))
    for _ in range(10):
        state = perceptron.look_back(state, jnp.array(0.99995))
    assert state.waited == 10 and perceptron.goes_on(state, 2000)
    assert not perceptron.goes_on(perceptron.look_back(state, jnp.array(0.99995)), 2000)
    assert perceptron.look_back(state, jnp.array(0.9)).waited == 0


def test_small_gains_lower_the_loss_that_the_next_one_must_beat():
    state = perceptron.begin(perceptron.draw((2, 2, 1), jax.random.key(0)))
    for loss in (1.0, 0.99995, 0.99988):
        state = perceptron.look_back(state, jnp.array(loss))
    assert state.waited == 2


def test_no_more_epochs_than_allowed():
    net = perceptron.draw((2, 4, 1), jax.random.key(0))
    state = perceptron.fit(net, points(30), 3, jax.random.key(1))
    assert (state.epochs, state.opt_state.updates) == (3, 3)


def test_first_weights_and_biases_fill_their_bounds():
    first, last = perceptron.draw((2, 400, 1), jax.random.key(0)).layers
    for layer, bound in ((first, (6 / 402) ** 0.5), (last, (6 / 401) ** 0.5)):
        assert 0.95 * bound < jnp.max(layer) < bound
        assert -bound < jnp.min(layer) < -0.95 * bound


@pytest.mark.parametrize("count", [1, 2, 7, 64, 600])
def test_a_shuffle_is_a_permutation(count):
    order = perceptron.shuffle(count, jax.random.key(3))
    assert sorted(order.tolist()) == list(range(count))


def test_every_item_comes_first_equally_often():
    keys = jax.random.split(jax.random.key(0), 6000)
    first = jax.vmap(lambda key: perceptron.shuffle(6, key))(keys)[:, 0]
    assert np.all(np.abs(np.bincount(first) - 1000) < 4 * 29)  # sd = sqrt(6000 5/36)


def units(count):
    items = [points(80, seed) for seed in range(count)]
    keys = jax.random.split(jax.random.key(5), count)
    nets = jax.vmap(lambda key: perceptron.draw((2, 16, 1), key))(keys)
    return nets, jax.tree.map(lambda *rows: jnp.stack(rows), *items), keys


@pytest.mark.parametrize("backend", ["cpu", "gpu"], ids=["in turn", "all at once"])
def test_mapped_units_end_where_each_would_alone(backend, monkeypatch):
    """All at once, units that have stopped must stay while the others go on."""
    monkeypatch.setattr(jax, "default_backend", lambda: backend)
    nets, items, keys = units(3)
    train = jax.jit(lambda net, items, key: perceptron.fit(net, items, 2000, key))
    together = jax.vmap(train)(nets, items, keys)
    assert len(set(together.epochs.tolist())) > 1
    for unit in range(3):
        alone = train(*jax.tree.map(lambda rows, u=unit: rows[u], (nets, items, keys)))
        assert together.epochs[unit] == alone.epochs
        assert jnp.allclose(together.net.params[unit], alone.net.params, atol=1e-4)


def test_losses_of_ten_seeds_are_like_those_of_scikit_learn():
    items = points(300)
    keys = jax.random.split(jax.random.key(0), 10)
    nets = jax.vmap(lambda key: perceptron.draw((2, 16, 1), key))(keys)
    ours = jax.vmap(lambda net, key: perceptron.fit(net, items, 2000, key))(nets, keys)
    models = [
        MLPClassifier((16,), max_iter=2000, random_state=seed).fit(*items[:2])
        for seed in range(10)
    ]
    losses = np.array([model.loss_ for model in models])
    spread = np.hypot(losses.std(), np.std(ours.loss)) / np.sqrt(9)
    assert abs(np.mean(ours.loss) - losses.mean()) < 3 * spread
    lengths = [model.n_iter_ for model in models]
    assert 0.7 < np.mean(ours.epochs) / np.mean(lengths) < 1.4


def test_the_network_is_relu_layers_and_a_logit():
    net = FlatMlp(jnp.array([1.0, -1.0, 0.5, 2.0, 3.0, 5.0, -1.0]), (1, 2, 1))
    # hidden layer at 3: relu(3 + 0.5) and relu(-3 + 2); then 3 * 3.5 + 5 * 0 - 1
    assert net(jnp.array([[3.0]])).tolist() == [9.5]
