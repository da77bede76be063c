"""Networks for matrices: what they see, what they share, and what they leave out."""

from functools import cache, partial

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxtyping import Array

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.nets.layers import parameters
from metamer.paradigms.matrices.nets.cnn_mlp import CnnMlpNetwork
from metamer.paradigms.matrices.nets.panel_lstm import PanelLstmNetwork
from metamer.paradigms.matrices.nets.panels import PanelEncoder, convolve
from metamer.paradigms.matrices.nets.predrnet import PredRNetNetwork, Reasoning
from metamer.paradigms.matrices.nets.resnet50 import MatrixResNetNetwork, PanelResNet
from metamer.paradigms.matrices.nets.sight import Sight, halve
from metamer.paradigms.matrices.nets.wild_resnet import WildResNetNetwork
from metamer.paradigms.matrices.nets.wren import WrenNetwork

SIDE = 32
SMALL = {
    "cnn-mlp": partial(CnnMlpNetwork, SIDE, 4, 8),
    "lstm": partial(PanelLstmNetwork, SIDE, 4, 6),
    "resnet": partial(MatrixResNetNetwork, 10, 2, meta=True),
    "bottleneck": partial(MatrixResNetNetwork, 50, 1),
    "blind": partial(MatrixResNetNetwork, 10, 2, blind=True),
    "wild": partial(WildResNetNetwork, 10, 2),
    "wren": partial(WrenNetwork, SIDE, 4, 6, (8, 8), (8, 8)),
    "predrnet": partial(PredRNetNetwork, SIDE, 2, 4, 1, 8),
}
PIXELS = np.random.default_rng(7).integers(0, 256, (3, 16, SIDE, SIDE)).astype(np.uint8)
LABELS = jnp.array([0, 3, 7])


def nets(quick, names=tuple(SMALL)):
    """Networks by name; but for one of them tests are slow, for they compile for long."""
    entries = [
        pytest.param(name, marks=[pytest.mark.slow] * (name != quick)) for name in names
    ]
    return pytest.mark.parametrize("name", entries)


@cache
def small(name: str) -> Sight:
    def make(key):
        return Sight(SMALL[name](key=key), unseen, SIDE)

    return eqx.filter_jit(make)(jax.random.key(3))


def unseen(symbols):
    raise AssertionError("there are no symbols here")


def in_16_bits(net):
    return jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), net)


@eqx.filter_jit
def reason(sight, pixels, key=None):
    """Logits, meta logits and state after a batch of training."""
    return sight.net.reason(sight.seen(pixels), sight.start(), True, key)


def logits(name, pixels=PIXELS, key=None):
    return reason(small(name), jnp.asarray(pixels), key)[0]


def sizes(net, *settings):
    return parameters(eqx.filter_eval_shape(net, *settings, key=jax.random.key(0)))


def test_wren_has_as_many_weights_as_the_paper_implies():
    assert sizes(WrenNetwork) == 1_413_037


@pytest.mark.parametrize(
    "depth, printed",
    [(18, 11_689_512), (50, 25_557_032), (101, 44_549_160), (152, 60_192_808)],
)
def test_weights_of_resnets_for_photographs_are_torchvisions(depth, printed):
    assert sizes(PanelResNet, 3, 1000, depth) == printed


def test_weights_of_the_others_by_hand():
    def eye(channels, kernels):
        first, later = 9 * channels * kernels, 3 * 9 * kernels**2
        return first + later + 4 * 3 * kernels

    assert sizes(CnnMlpNetwork) == eye(16, 64) + (1024 + 1) * 1500 + 1501 * 8
    gates = (8 * 4 * 4 + 16 + 96 + 1) * 4 * 96
    assert sizes(PanelLstmNetwork) == eye(1, 8) + gates + 97 * 8
    # Beside 3 channels and 1000 labels of photographs: one or 20 outputs.
    trunk = 25_557_032 - 49 * 3 * 64 - 2049 * 1000
    assert sizes(WildResNetNetwork) == trunk + 49 * 9 * 64 + 2049
    assert (
        sizes(MatrixResNetNetwork, 50, 64, True, True)
        == trunk + 49 * 8 * 64 + 2049 * 20
    )


def test_a_question_costs_predrnet_about_one_and_a_half_billion_operations():
    net = eqx.filter_eval_shape(PredRNetNetwork, key=jax.random.key(0))
    state = eqx.filter_eval_shape(lambda net: net.start(), net)
    pixels = jax.ShapeDtypeStruct((1, 16, 80, 80), jnp.float32)
    asked = jax.jit(lambda net, state, it: net.reason(it, state, False, None))
    assert asked.lower(net, state, pixels).cost_analysis()["flops"] < 1.55e9


@pytest.mark.parametrize("name", SMALL)
def test_eight_logits_come_out_and_twelve_bits_where_there_are_any(name):
    def asked(pixels):
        net = SMALL[name](key=jax.random.key(0))
        return net.reason(pixels, net.start(), False, None)

    pixels = jax.ShapeDtypeStruct((5, 16, SIDE, SIDE), jnp.float32)
    scores, bits, _ = jax.eval_shape(asked, pixels)
    assert scores.shape == (5, 8) and scores.dtype == jnp.float32
    explains = name in ("resnet", "wren", "predrnet")
    assert (bits is not None) == explains
    assert bits is None or bits.shape == (5, 12)


def test_four_convolutions_make_4_by_4_of_80_pixels():
    net = eqx.filter_eval_shape(PanelEncoder, 1, 32, key=jax.random.key(0))
    images = jax.ShapeDtypeStruct((2, 80, 80, 1), jnp.float32)
    seen, _ = eqx.filter_eval_shape(lambda it, x: it(x, it.start(), False), net, images)
    assert seen.shape == (2, 512) and PanelEncoder.features(80, 32) == 512


@pytest.mark.parametrize("size, stride, edge", [(3, 2, 0), (3, 1, 1), (7, 2, 3)])
def test_a_convolution_is_the_same_on_a_gpu(size, stride, edge, monkeypatch):
    generator = np.random.default_rng(0)
    shapes = (2, 10, 9, 9), (size**2, 9, 4)
    given = [jnp.asarray(generator.normal(size=it), float) for it in shapes]
    here = jax.jit(lambda *it: convolve(*it, stride, edge))
    there = jax.jit(lambda *it: convolve(*it, stride, edge))
    assert "stablehlo.convolution" not in here.lower(*given).as_text()
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    assert "stablehlo.convolution" in there.lower(*given).as_text()
    np.testing.assert_allclose(here(*given), there(*given), atol=1e-4)


def test_shared_pairs_give_what_all_81_pairs_of_each_candidate_give():
    """And the twelve logits are sums over the candidates."""
    sight = small("wren")
    net = jax.tree.map(np.asarray, sight.net)
    features = look(sight, jnp.asarray(PIXELS))
    tags = np.eye(9)[np.minimum(np.arange(16), 8)]
    seen = [
        [[*row, *tag] for row, tag in zip(it, tags, strict=True)]
        for it in np.asarray(features)
    ]
    rows = np.array(seen) @ net.embed.weight + net.embed.bias
    by_hand = np.array(
        [[judge(net, nine, 8 + place) for place in range(8)] for nine in rows]
    )
    scores, bits, _ = reason(sight, jnp.asarray(PIXELS))
    np.testing.assert_allclose(scores, by_hand[..., 0], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(bits, by_hand[..., 1:].sum(axis=1), rtol=1e-4, atol=1e-4)


@eqx.filter_jit
def look(sight, pixels):
    """The features of each panel, as the network itself sees them."""
    images = sight.seen(pixels).reshape(-1, SIDE, SIDE, 1)
    features, _ = sight.net.encoder(images, sight.start(), True)
    return features.reshape(len(pixels), 16, -1)


def judge(net, rows, candidate):
    """Thirteen numbers for one candidate, by all ordered pairs of nine panels."""
    nine = [*rows[:8], rows[candidate]]
    hidden = np.array([[*one, *other] for one in nine for other in nine])
    assert len(hidden) == 81
    for layer in net.relate:
        hidden = np.maximum(hidden @ layer.weight + layer.bias, 0)
    hidden = hidden.sum(axis=0)
    for layer in net.judge[:-1]:
        hidden = np.maximum(hidden @ layer.weight + layer.bias, 0)
    return hidden @ net.judge[-1].weight + net.judge[-1].bias


@nets("wren", ["wren", "wild", "predrnet"])
def test_candidates_in_another_order_have_the_same_scores(name):
    order = np.array([3, 1, 0, 7, 6, 5, 4, 2])
    moved = np.concatenate([PIXELS[:, :8], PIXELS[:, 8:][:, order]], axis=1)
    scores = np.asarray(logits(name))
    assert (scores.std(axis=1) > 1e-3).all()
    np.testing.assert_allclose(logits(name, moved), scores[:, order], atol=1e-4)


@nets("blind", ("blind", "wren"))
def test_only_the_blind_network_does_not_see_the_context(name):
    other = np.concatenate([255 - PIXELS[:, :8], PIXELS[:, 8:]], axis=1)
    same = np.asarray(logits(name)) == np.asarray(logits(name, other))
    assert same.all() == (name == "blind")


@nets("wren", ["cnn-mlp", "lstm", "wren", "predrnet"])
def test_units_are_left_out_only_with_a_key(name):
    keys = [jax.random.key(seed) for seed in (0, 1)]
    one, other = (np.asarray(logits(name, key=key)) for key in keys)
    whole, again = (np.asarray(logits(name)) for _ in range(2))
    assert (one != other).any() and (one != whole).any()
    assert (whole == again).all()


def test_where_the_last_panel_is_as_predicted_reasoning_sees_no_error():
    @jax.jit
    def reason(seen):
        block = Reasoning(3, key=jax.random.key(0))
        context = seen[:, :, :8]
        joined = context.reshape(2, 4, 1, 24)
        expected, _ = block.predict(joined, block.predict.start(), False)
        foreseen = jnp.concatenate([context, expected], axis=2)
        none = jnp.concatenate([context, jnp.zeros_like(expected)], axis=2)
        hidden, _ = block.widen(none, block.widen.start(), False)
        added, _ = block.narrow(jax.nn.relu(hidden), block.narrow.start(), False)
        return block(foreseen, block.start(), False)[0], foreseen + added

    found, expected = reason(jnp.ones((2, 4, 9, 3)).at[0].set(-2.0))
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wren", "predrnet"])
def test_a_step_in_16_bits_is_finite_and_its_statistics_have_32(name):
    sight, items = small(name), Items(jnp.asarray(PIXELS), LABELS)

    def loss(net):
        return in_16_bits(net).objective(items, sight.start(), jax.random.key(0))

    slope = jax.jit(jax.value_and_grad(loss, has_aux=True))
    (value, (found, state)), slopes = slope(eqx.filter(sight, eqx.is_inexact_array))
    assert value.dtype == found.dtype == jnp.float32
    assert {leaf.dtype.name for leaf in jax.tree.leaves(state)} == {"float32"}
    assert all(jnp.isfinite(it).all() for it in jax.tree.leaves((value, slopes)))
    moved = jax.tree.map(lambda a, b: (a != b).any(), state, sight.start())
    assert all(jax.tree.leaves(moved))


@nets("wren", ("wren", "predrnet"))
def test_no_product_in_16_bits_is_done_in_32(name):
    net, items = in_16_bits(small(name)), Items(jnp.asarray(PIXELS), LABELS)

    def loss(net, state):
        return net.objective(items, state, jax.random.key(0))[0]

    text = jax.jit(jax.grad(loss)).lower(net, small(name).start()).as_text()
    products = [line for line in text.splitlines() if "dot_general" in line]
    assert len(products) > 9
    assert not any("f32" in line for line in products)


@pytest.mark.slow
def test_networks_side_by_side_answer_as_one_by_one():
    pixels = small("wren").seen(jnp.asarray(PIXELS))

    def ask(key):
        net = SMALL["wren"](key=key)
        return net.reason(pixels, net.start(), True, None)[0]

    keys = jax.random.split(jax.random.key(0), 2)
    alone, together = jax.jit(ask), jax.jit(jax.vmap(ask))(keys)
    for place, key in enumerate(keys):
        np.testing.assert_allclose(together[place], alone(key), rtol=1e-4, atol=1e-5)


class Brightness(eqx.Module):
    """The least network: candidates score as they are bright, bits are weights."""

    bits: Array

    def start(self):
        return ()

    def reason(self, pixels, state, training, key):
        bits = jnp.broadcast_to(self.bits, (len(pixels), 12))
        return pixels[:, 8:].mean((2, 3)), bits, state


BITS = np.linspace(-2, 2, 12).astype(np.float32)
GREY = np.broadcast_to(np.arange(16)[:, None, None] * 10, (2, 16, 4, 4)).astype(
    np.uint8
)


def bright(see=unseen, beta=0.0):
    return Sight(Brightness(jnp.asarray(BITS)), see, 4, beta)


@pytest.mark.parametrize("beta", [0.0, 10.0])
def test_the_loss_is_cross_entropy_plus_beta_times_that_of_the_bits(beta):
    hints = np.random.default_rng(1).integers(0, 2, (2, 12)).astype(np.uint8)
    items = Items(jnp.asarray(GREY), jnp.array([5, 2]), hints=jnp.asarray(hints))
    loss, (scores, _) = bright(beta=beta).objective(items, (), jax.random.key(0))
    np.testing.assert_allclose(scores[0], np.arange(80, 160, 10) / 127.5 - 1, rtol=1e-5)
    odds = np.exp(scores)
    right = (odds / odds.sum(1, keepdims=True))[[0, 1], [5, 2]]
    sure = 1 / (1 + np.exp(np.where(hints, -BITS, BITS)))
    expected = -np.log(right).mean() - beta * np.log(sure).mean()
    np.testing.assert_allclose(loss, expected, rtol=1e-5)


def test_beta_without_meta_targets_is_refused():
    items = Items(jnp.asarray(GREY), jnp.array([5, 2]))
    with pytest.raises(Refusal, match="meta-targets"):
        bright(beta=10.0).objective(items, (), jax.random.key(0))


def test_a_bit_is_as_probable_as_its_logit_says():
    told = bright().reasons(jnp.asarray(GREY), ())
    np.testing.assert_allclose(told, [1 / (1 + np.exp(-BITS))] * 2, rtol=1e-5)


def test_panels_of_twice_the_side_are_halved_to_means():
    quarter = jnp.array([[0.0, 1], [2, 5]])[None, None]
    assert halve(quarter).ravel().tolist() == [2.0]
    large = jnp.asarray(GREY.repeat(2, axis=2).repeat(2, axis=3))
    sight = bright()
    np.testing.assert_allclose(sight.seen(large), sight.seen(jnp.asarray(GREY)))


def test_symbols_are_seen_through_the_eyes_given():
    def see(symbols):
        assert symbols.shape == (2, 16, 15)
        return jnp.asarray(GREY)

    symbols = jnp.zeros((2, 16, 15), jnp.int16)
    found, _ = bright(see)(symbols, ())
    assert (found == bright()(jnp.asarray(GREY), ())[0]).all()
