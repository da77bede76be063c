import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.nets.layers import parameters
from metamer.nets.resnet import BatchStats, Conv, ResidualNetwork, batch_norm


@pytest.mark.parametrize("size, stride", [(3, 1), (3, 2), (7, 2), (1, 2)])
def test_a_convolution_is_that_of_xla(size, stride):
    images, noise = (
        jax.random.normal(jax.random.key(seed), shape)
        for seed, shape in enumerate([(2, 9, 8, 3), (size**2, 3, 4)])
    )
    conv = Conv(noise, stride)
    still = BatchStats(jnp.zeros(4), jnp.ones(4) - 1e-5)
    edge = [((size - 1) // 2,) * 2] * 2
    # The cells of a window go down the rows first within each column.
    kernel = conv.weight.reshape(size, size, 3, 4).swapaxes(0, 1)
    expected = jax.lax.conv_general_dilated(
        images,
        kernel,
        (stride, stride),
        edge,
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )
    np.testing.assert_allclose(conv(images, still, False)[0], expected, atol=1e-5)


def test_training_uses_the_batch_and_moves_the_running_statistics():
    values = np.random.default_rng(0).normal(3, 2, (4, 2, 3, 5)).astype(np.float32)
    start = BatchStats(jnp.zeros(5), jnp.ones(5))
    out, running = batch_norm(jnp.asarray(values), start, training=True)
    rows = values.reshape(-1, 5)
    expected = (rows - rows.mean(0)) / np.sqrt(rows.var(0) + 1e-5)
    np.testing.assert_allclose(out.reshape(-1, 5), expected, atol=1e-5)
    np.testing.assert_allclose(running.mean, 0.1 * rows.mean(0), rtol=1e-5)
    np.testing.assert_allclose(
        running.variance, 0.9 + 0.1 * rows.var(0, ddof=1), rtol=1e-5
    )


def test_answering_uses_the_running_statistics_and_leaves_them():
    values = jnp.full((1, 1, 1, 2), 7.0)
    running = BatchStats(jnp.array([1.0, 3.0]), jnp.array([4.0, 16.0]))
    out, after = batch_norm(values, running, training=False)
    np.testing.assert_allclose(out.ravel(), [3.0, 1.0], rtol=1e-5)
    assert after is running


@pytest.mark.parametrize("depth, printed", [(18, 11_689_512), (34, 21_797_672)])
def test_parameter_counts_are_torchvisions(depth, printed):
    key = jax.random.key(0)
    net = eqx.filter_eval_shape(
        ResidualNetwork, (224, 224, 3), depth, 64, 1000, key=key
    )
    assert parameters(net) == printed


def test_depth_10_has_a_quarter_of_the_usual_blocks_parameters_by_hand():
    net = eqx.filter_eval_shape(
        ResidualNetwork, (8, 8), 10, 2, 2, key=jax.random.key(0)
    )
    stem = 9 * 1 * 2 + 2 * 2
    first = 2 * (9 * 2 * 2 + 2 * 2)
    later = sum(
        9 * w * 2 * w + 9 * 4 * w * w + w * 2 * w + 6 * 2 * w for w in (2, 4, 8)
    )
    assert parameters(net) == stem + first + later + (16 * 2 + 2)


@pytest.mark.parametrize("side, entered", [(40, 40), (41, 11), (224, 56)])
def test_large_images_enter_by_a_quarter_of_their_side(side, entered):
    """56 from 224 is in he2016, Table 1."""
    net = eqx.filter_eval_shape(
        ResidualNetwork, (side, side), width=2, key=jax.random.key(0)
    )
    images = jax.ShapeDtypeStruct((1, side, side, 1), jnp.float32)
    hidden = eqx.filter_eval_shape(
        lambda net, images: net.apply_stem(images, net.start()[0], False), net, images
    )
    assert hidden[0].shape == (1, entered, entered, 2)


def test_grey_images_need_no_channel_axis():
    net = eqx.filter_eval_shape(ResidualNetwork, (8, 8), width=2, key=jax.random.key(0))
    images = jax.ShapeDtypeStruct((3, 8, 8), jnp.uint8)
    logits, _ = eqx.filter_eval_shape(lambda net, x: net(x, net.start()), net, images)
    assert logits.shape == (3, 2)
