"""Networks that learn from items drawn as needed: alone or together, stopped or not."""

from dataclasses import replace

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pandas as pd
import pytest

from metamer.core.checkpoints import Place
from metamer.core.keys import root
from metamer.nets.token_mlp import TokenMlp
from metamer.paradigms.pointers.laws import everything
from metamer.paradigms.pointers.rules import Rule
from metamer.training import classes, windows
from metamer.training.classes import Kept
from metamer.training.drawing import drawn
from metamer.training.recipes import Training

RULE = Rule(0, length=3, alphabet=3, positions=(0, 1, 2))
SOURCE = everything(RULE).rows(RULE)
TRAINING = Training(epochs=4, warm_up=1, batch=16, least_steps=10, rate=0.1)
KEYS = jax.random.split(jax.random.key(5), 3)


def build(key):
    return TokenMlp(4, 3, 3, (16, 8), 4, key=key)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """There is a checkpoint after every window."""
    monkeypatch.setattr(windows, "PAUSE", -1.0)
    monkeypatch.setattr(windows, "SPARE", 0)


def trained(folder, keys=KEYS, training=TRAINING, count=64, source=SOURCE, **settings):
    place = Place(folder, "it", **settings)
    return classes.train(build, source, count, training, keys, keys, place)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    return trained(folder), Place(folder, "it").curve


def alike(one, other):
    leaves = zip(*map(jax.tree.leaves, (one, other)), strict=True)
    return all(np.allclose(a, b, rtol=0, atol=1e-5) for a, b in leaves)


def test_a_stopped_training_goes_on_to_the_same_weights(undisturbed, tmp_path):
    def stop(share):
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path, tell=stop)
    assert Place(tmp_path, "it").checkpoint.exists()
    shares = []
    again = trained(tmp_path, tell=shares.append)
    assert shares[0] > 0.4
    assert alike(again.net, undisturbed[0].net)
    assert Place(tmp_path, "it").curve.read_text() == undisturbed[1].read_text()


def test_a_unit_learns_the_same_alone_as_with_others(undisturbed, tmp_path):
    alone = trained(tmp_path, KEYS[1:2])
    assert alike(
        jax.tree.map(lambda leaf: leaf[0], alone.net),
        jax.tree.map(lambda leaf: leaf[1], undisturbed[0].net),
    )


def test_kept_items_teach_what_drawn_ones_do(undisturbed, tmp_path):
    plain = jax.vmap(lambda key: SOURCE.draw(key, jnp.arange(64)))(KEYS)
    same = trained(tmp_path, source=Kept(plain))
    assert alike(same.net, undisturbed[0].net)


def test_the_curve_tells_steps_epochs_loss_and_accuracy(undisturbed):
    curve = pd.read_csv(undisturbed[1])
    assert tuple(curve) == classes.CURVE
    last = curve[curve["unit"] == 2].iloc[-1]
    assert (last["steps"], last["epochs"]) == (16, 4)
    assert curve["accuracy"].between(0, 1).all()


def test_the_rate_rises_in_a_line_and_falls_along_a_cosine():
    training = Training(epochs=20, warm_up=5, batch=10, least_steps=1, rate=2.0)
    plan = classes.planned(training, 20)
    rates = [
        float(classes.rate_at(jnp.array(it), plan, "cosine")) for it in (0, 9, 10, 25)
    ]
    assert rates == pytest.approx([0.2, 2.0, 2.0, 1.0])
    assert float(classes.rate_at(jnp.array(39), plan, "cosine")) < 0.01


@pytest.mark.parametrize(("count", "steps"), [(64, 800), (4096, 800), (10_000, 1800)])
def test_small_sets_get_800_steps(count, steps):
    assert Training().steps(count) == steps


def test_a_training_is_done_at_its_last_step_whatever_the_device_divides():
    class Total:
        """Stands for a number on a device whose quotients are not exact."""

        def __int__(self):
            return 28122

        def __rtruediv__(self, other):
            return 0.99999994

    assert classes.share_done(np.array([28122]), Total()) == 1.0
    assert classes.share_done(np.array([28122, 14061]), Total()) == 0.5


def test_a_step_is_that_of_momentum_with_weight_decay():
    net = build(jax.random.key(0))
    weights, static = eqx.partition(net, eqx.is_inexact_array)
    items, key = jax.tree.map(jnp.asarray, drawn(SOURCE, root(1), 8)), root(0).jax
    begun = classes._beginner(build, TRAINING)(jax.random.key(0))._replace(
        weights=weights, memory=classes._optimiser(TRAINING).init(weights)
    )
    rate, decay = jnp.array(0.5), jnp.array(0.1)
    once = classes.descended(begun, static, items, rate, decay, key, TRAINING)
    twice = classes.descended(once, static, items, rate, decay, key, TRAINING)

    def loss(weights):
        logits, _ = eqx.combine(weights, static)(items.inputs, ())
        return -jax.nn.log_softmax(logits)[jnp.arange(8), items.labels].mean()

    def slope(weights):
        return jax.tree.map(lambda a, b: a + 0.1 * b, jax.grad(loss)(weights), weights)

    first = slope(weights)
    one = jax.tree.map(lambda weight, move: weight - 0.5 * move, weights, first)
    second = jax.tree.map(lambda new, old: new + 0.9 * old, slope(one), first)
    two = jax.tree.map(lambda weight, move: weight - 0.5 * move, one, second)
    assert alike(twice.weights, two)


def test_fitted_after_is_the_first_share_with_nine_of_ten_right():
    curve = [[0, 5, 1, 1.0, 0.8], [1, 5, 1, 1.0, 0.2], [2, 5, 1, 0.1, 1.0]]
    curve += [[0, 10, 2, 0.1, 1.0], [1, 10, 2, 1.0, 0.3], [2, 10, 2, 0.1, 1.0]]
    found = classes.fitted_after(curve, 3, 20)
    # Half way from .8 to 1 at step 7.5; nine tenths of the way to step 5.
    assert found[[0, 2]] == pytest.approx([7.5 / 20, 4.5 / 20])
    assert np.isnan(found[1])


def test_it_learns_the_rule(tmp_path):
    training = replace(TRAINING, epochs=40)
    taught = trained(tmp_path, KEYS[:1], training, count=400)
    net = jax.tree.map(lambda leaf: leaf[0], taught.net)
    new = drawn(SOURCE, root(7), 200)
    logits, _ = net(jnp.asarray(new.inputs), ())
    assert (np.asarray(logits).argmax(axis=1) == new.labels).mean() > 0.95
    assert taught.fitted_after[0] < 1


def test_16_bit_products_learn_too(tmp_path):
    training = replace(TRAINING, epochs=40, precision="bf16")
    taught = trained(tmp_path, KEYS[:1], training, count=400)
    assert jax.tree.leaves(taught.net)[0].dtype == jnp.float32
    assert taught.fitted_after[0] < 1
