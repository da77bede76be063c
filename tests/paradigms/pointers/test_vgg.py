from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.nets.layers import parameters
from metamer.nets.resnet import BatchStats, ResidualNetwork
from metamer.paradigms.pointers.nets.vgg import Vgg, VggConv, average_pool, max_pool

IMAGES = np.random.default_rng(5).integers(0, 256, (16, 9, 8)).astype(np.uint8)

make = eqx.filter_jit(lambda key: Vgg((9, 8), 3, ((2,), (4,)), 8, key=key))


@cache
def small(seed: int = 0) -> Vgg:
    return make(jax.random.key(seed))


def in_16_bits(net):
    return jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), net)


@eqx.filter_jit
def call(net, state, training):
    return net(jnp.asarray(IMAGES), state, training)


@pytest.mark.parametrize(
    "shape, printed", [((80, 80), 128_811_658), ((80, 80, 3), 128_812_810)]
)
def test_parameters_of_vgg_11_are_torchvisions(shape, printed):
    net = eqx.filter_eval_shape(Vgg, shape, 10, key=jax.random.key(0))
    assert parameters(net) == printed


@pytest.mark.parametrize(
    "shape, printed", [((80, 80), 11_175_370), ((80, 80, 3), 11_181_642)]
)
def test_parameters_of_resnet_18_with_ten_labels_are_torchvisions(shape, printed):
    net = eqx.filter_eval_shape(
        ResidualNetwork, shape, 18, 64, 10, key=jax.random.key(0)
    )
    assert parameters(net) == printed


def test_images_of_80_pixels_reach_the_wide_layers():
    def logits(images):
        net = Vgg((80, 80), 10, key=jax.random.key(0))
        return net(images, net.start(), training=True)[0]

    shown = jax.ShapeDtypeStruct((50, 80, 80), jnp.uint8)
    assert jax.eval_shape(logits, shown).shape == (50, 10)


def test_a_convolution_is_that_of_xla_with_a_bias_and_relu():
    shapes = [(2, 5, 4, 3), (9, 3, 4), (4,)]
    generator = np.random.default_rng(0)
    images, noise, bias = (
        jnp.asarray(generator.normal(size=shape), float) for shape in shapes
    )
    conv = eqx.tree_at(lambda it: it.bias, VggConv(noise), bias)
    still = BatchStats(jnp.zeros(4), jnp.ones(4) - 1e-5)
    # The cells of a window go down the rows first within each column.
    kernel = conv.weight.reshape(3, 3, 3, 4).swapaxes(0, 1)
    expected = jax.lax.conv_general_dilated(
        images, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    found, _ = conv(images, still, False)
    np.testing.assert_allclose(found, jax.nn.relu(expected + bias), atol=1e-5)


def test_the_largest_of_four_pixels_stays():
    image = jnp.array([[1.0, 2, 9], [4, 3, 9], [9, 9, 9]])[None, :, :, None]
    assert max_pool(image).ravel().tolist() == [4.0]


def test_the_grid_of_a_small_image_repeats_and_mixes_its_pixels():
    """The rows are what PyTorch's `AdaptiveAvgPool2d(7)` gives for 2 and for 9."""
    two = average_pool(jnp.array([[0.0], [1.0]])[None, :, :, None])
    assert two[0, :, 0, 0].tolist() == [0, 0, 0, 0.5, 1, 1, 1]
    nine = average_pool(jnp.arange(9.0)[None, None, :, None])
    np.testing.assert_allclose(
        nine[0, 0, :, 0], [0.5, 1.5, 2.5, 4, 5.5, 6.5, 7.5], rtol=1e-6
    )


def test_dropout_differs_from_call_to_call_and_from_unit_to_unit():
    net = small()
    first, state = call(net, net.start(), True)
    second, after = call(net, state._replace(running=net.start().running), True)
    assert (first != second).any()
    keys = [it.key.tolist() for it in (net.start(), state, after, small(1).start())]
    assert len({tuple(key) for key in keys}) == 4
    assert (first == call(net, net.start(), True)[0]).all()


def test_answers_do_not_depend_on_chance_and_change_no_state():
    net, other = small(), small(1).start()
    start = net.start()
    logits, after = call(net, start, False)
    assert (logits == call(net, start._replace(key=other.key), False)[0]).all()
    assert eqx.tree_equal(after, start)


def test_half_of_the_wide_units_are_dropped():
    net = small()
    one = jnp.zeros_like(net.layers[2].weight).at[0, 0].set(1.0)

    def parts(net):
        return net.layers[0].bias, net.layers[1].bias, net.layers[2].weight

    # With such biases no unit is silent by itself.
    net = eqx.tree_at(parts, net, (jnp.full(8, 10.0), jnp.full(8, 10.0), one))
    read = eqx.filter_jit(lambda net, grid: net._read(grid, net.start().key, True)[0])
    first = read(net, jnp.ones((2000, 7, 7, 4)))[:, 0]
    # The deviation of the share is .011.
    assert abs((first == 0).mean() - 0.5) < 0.05


@pytest.mark.parametrize("training", [False, True])
def test_16_bits_give_nearly_the_same_logits_and_exact_statistics(training):
    net = small()
    sharper = eqx.tree_at(
        lambda it: [layer.weight for layer in it.layers],
        net,
        [40 * layer.weight for layer in net.layers],
    )
    logits, after = call(sharper, net.start(), training)
    rough, state = call(in_16_bits(sharper), net.start(), training)
    assert rough.dtype == jnp.float32 and (rough != logits).any()
    assert abs(rough - logits).max() < 0.03 * abs(logits).max()
    kinds = {leaf.dtype.name for leaf in jax.tree.leaves(state)}
    assert kinds == {"float32", "uint32"}
    means = (state.running[-1].mean, after.running[-1].mean)
    np.testing.assert_allclose(*means, atol=0.01)


def test_no_product_of_images_in_16_bits_is_done_in_32():
    net = in_16_bits(small())

    def total(net, state):
        return net(jnp.asarray(IMAGES), state, training=True)[0].sum()

    text = jax.jit(jax.grad(total)).lower(net, small().start()).as_text()
    products = [line for line in text.splitlines() if "dot_general" in line]
    assert len(products) > 9
    assert not any("f32" in line for line in products)


def test_images_that_cannot_be_halved_so_often_are_refused():
    with pytest.raises(Refusal, match="31 x 40 pixels are too small .* at least 32"):
        eqx.filter_eval_shape(Vgg, (31, 40), 10, key=jax.random.key(0))
