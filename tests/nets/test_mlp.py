import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from metamer.nets.layers import parameters, scale_pixels
from metamer.nets.mlp import MlpNetwork


def test_the_mlp_is_relu_between_two_products():
    net = MlpNetwork(3, (4,), 2, key=jax.random.key(0))
    inputs = np.array([[1.0, -2.0, 0.5], [0.0, 1.0, 2.0]], np.float32)
    first, last = net.layers
    hidden = np.maximum(inputs @ np.asarray(first.weight).T + first.bias, 0)
    expected = hidden @ np.asarray(last.weight).T + last.bias
    logits, _ = net(jnp.asarray(inputs), net.start())
    np.testing.assert_allclose(logits, expected, atol=1e-6)


def test_parameters_are_counted_without_drawing_any():
    net = eqx.filter_eval_shape(MlpNetwork, 3, (4, 5), 2, key=jax.random.key(0))
    assert parameters(net) == (3 * 4 + 4) + (4 * 5 + 5) + (5 * 2 + 2)


def test_bytes_are_scaled_and_floats_are_left_alone():
    bytes_ = jnp.array([[0, 255]], jnp.uint8)
    assert scale_pixels(bytes_).tolist() == [[-1.0, 1.0]]
    assert scale_pixels(jnp.array([[0.0, 255.0]])).tolist() == [[0.0, 255.0]]


def test_images_are_read_as_one_long_row():
    net = MlpNetwork(12, (4,), 2, key=jax.random.key(0))
    images = jax.random.normal(jax.random.key(1), (5, 2, 2, 3))
    flat, _ = net(images.reshape(5, 12), ())
    assert (net(images, ())[0] == flat).all()
