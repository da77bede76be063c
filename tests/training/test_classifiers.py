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
from metamer.paradigms.pointers.generator.distribution import uniform
from metamer.paradigms.pointers.nets.token_mlp import TokenMlpNetwork
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.training import classifier_updates, classifiers, gradients, windows
from metamer.training.batches import ArraySource
from metamer.training.drawing import draw_items
from metamer.training.settings import Training

RULE = PointerRule(0, length=3, alphabet=3, positions=(0, 1, 2))
SOURCE = uniform(RULE).rows(RULE)
TRAINING = Training(epochs=4, warm_up=1, batch=16, least_steps=10, rate=0.1)
KEYS = jax.random.split(jax.random.key(5), 3)


def build(key):
    return TokenMlpNetwork(4, 3, 3, (16, 8), 4, key=key)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """There is a checkpoint after every window."""
    monkeypatch.setattr(windows, "PAUSE", -1.0)
    monkeypatch.setattr(windows, "SPARE", 0)


def trained(folder, keys=KEYS, training=TRAINING, count=64, source=SOURCE, **settings):
    place = Place(folder, "it", **settings)
    return classifiers.train(build, source, count, training, keys, keys, place)


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
        trained(tmp_path, progress=stop)
    assert Place(tmp_path, "it").checkpoint.exists()
    shares = []
    again = trained(tmp_path, progress=shares.append)
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
    same = trained(tmp_path, source=ArraySource(plain))
    assert alike(same.net, undisturbed[0].net)


def test_the_curve_tells_steps_epochs_loss_and_accuracy(undisturbed):
    curve = pd.read_csv(undisturbed[1])
    assert tuple(curve) == classifiers.CURVE
    last = curve[curve["unit"] == 2].iloc[-1]
    assert (last["steps"], last["epochs"]) == (16, 4)
    assert curve["accuracy"].between(0, 1).all()


def rates(training, count, updates):
    schedule = classifier_updates.make_numbers(training, count).schedule
    falls = classifier_updates.shape_of(training).schedule
    return [
        float(gradients.learning_rate(schedule, jnp.array(update), falls))
        for update in updates
    ]


def test_the_learning_rate_rises_in_a_line_and_falls_along_a_cosine():
    training = Training(epochs=20, warm_up=5, batch=10, least_steps=1, rate=2.0)
    found = rates(training, 20, (0, 9, 10, 25, 39))
    assert found[:4] == pytest.approx([0.2, 2.0, 2.0, 1.0])
    assert found[4] < 0.01


def test_a_constant_learning_rate_has_no_warm_up_but_one_counted_in_updates():
    constant = Training(schedule="constant", epochs=10, batch=10, rate=2.0)
    assert rates(constant, 100, (0, 50, 799)) == [2.0, 2.0, 2.0]
    warm = replace(constant, warm_up_updates=4)
    assert rates(warm, 100, (0, 3, 4, 799)) == [0.5, 2.0, 2.0, 2.0]


@pytest.mark.parametrize(
    "schedule, half_way", [("linear", 1.0), ("cosine", 1.0)], ids=["linear", "cosine"]
)
def test_warm_up_counts_updates_and_the_rate_can_fall_in_the_last_fifth(
    schedule, half_way
):
    training = Training(
        schedule=schedule,
        epochs=1,
        warm_up=0,
        warm_up_updates=10,
        cool_down=0.2,
        batch=10,
        least_steps=1,
        rate=2.0,
    )
    found = rates(training, 1000, (0, 9, 10, 50, 80, 90))
    assert found == pytest.approx([0.2, 2.0, 2.0, 2.0, 2.0, half_way])
    assert 0 < rates(training, 1000, (99,))[0] < 0.11


@pytest.mark.parametrize(("count", "steps"), [(64, 800), (4096, 800), (10_000, 1800)])
def test_small_sets_get_800_updates(count, steps):
    assert Training().updates(count) == steps


def test_a_training_is_done_at_its_last_step_whatever_the_device_divides():
    class Total:
        """Stands for a number on a device whose quotients are not exact."""

        def __int__(self):
            return 28122

        def __rtruediv__(self, other):
            return 0.99999994

    assert classifiers.share_done(np.array([28122]), Total()) == 1.0
    assert classifiers.share_done(np.array([28122, 14061]), Total()) == 0.5


def test_an_update_is_that_of_momentum_with_weight_decay():
    net = build(jax.random.key(0))
    params, static = eqx.partition(net, eqx.is_inexact_array)
    items, key = jax.tree.map(jnp.asarray, draw_items(SOURCE, root(1), 8)), root(0).jax
    optimiser = classifier_updates.optimiser_of(TRAINING, 0.5, 0.1)
    state = classifier_updates.compile_beginner(build, TRAINING)(jax.random.key(0))
    state = state._replace(params=params, opt_state=optimiser.init(params))
    for _ in range(2):
        state = classifier_updates.learn(state, static, items, optimiser, key, "tf32")

    def loss(params):
        logits, _ = eqx.combine(params, static)(items.inputs, ())
        return -jax.nn.log_softmax(logits)[jnp.arange(8), items.labels].mean()

    def gradient(params):
        return jax.tree.map(lambda a, b: a + 0.1 * b, jax.grad(loss)(params), params)

    first = gradient(params)
    one = jax.tree.map(lambda param, update: param - 0.5 * update, params, first)
    second = jax.tree.map(lambda new, old: new + 0.9 * old, gradient(one), first)
    two = jax.tree.map(lambda param, update: param - 0.5 * update, one, second)
    assert alike(state.params, two)


def test_fitted_after_is_the_first_share_with_nine_of_ten_right():
    curve = [[0, 5, 1, 1.0, 0.8], [1, 5, 1, 1.0, 0.2], [2, 5, 1, 0.1, 1.0]]
    curve += [[0, 10, 2, 0.1, 1.0], [1, 10, 2, 1.0, 0.3], [2, 10, 2, 0.1, 1.0]]
    found = classifiers.fitted_after(curve, 3, 20)
    # Half way from .8 to 1 at step 7.5; nine tenths of the way to step 5.
    assert found[[0, 2]] == pytest.approx([7.5 / 20, 4.5 / 20])
    assert np.isnan(found[1])


def test_it_learns_the_rule(tmp_path):
    training = replace(TRAINING, epochs=40)
    taught = trained(tmp_path, KEYS[:1], training, count=400)
    net = jax.tree.map(lambda leaf: leaf[0], taught.net)
    new = draw_items(SOURCE, root(7), 200)
    logits, _ = net(jnp.asarray(new.inputs), ())
    assert (np.asarray(logits).argmax(axis=1) == new.labels).mean() > 0.95
    assert taught.fitted_after[0] < 1


def test_16_bit_products_learn_too(tmp_path):
    training = replace(TRAINING, epochs=40, precision="bf16")
    taught = trained(tmp_path, KEYS[:1], training, count=400)
    assert jax.tree.leaves(taught.net)[0].dtype == jnp.float32
    assert taught.fitted_after[0] < 1
