"""The plain multi-layer perceptron."""

import equinox as eqx
import jax
from jaxtyping import Array, Float, Num, PRNGKeyArray

from metamer.nets.layers import dense, dense_layers, scale_pixels


class MlpNetwork(eqx.Module):
    """Relu layers over everything an item shows, then a linear readout.

    Source: dasgupta2022, Sec. 4.1, NN (relu units, `widths` wide).
    Unstated: the initial weights. They are uniform within 1 / sqrt(inputs of the
    layer).
    """

    layers: tuple[eqx.nn.Linear, ...]

    def __init__(
        self, inputs: int, widths: tuple[int, ...], labels: int, *, key: PRNGKeyArray
    ):
        self.layers = dense_layers((inputs, *widths, labels), key)

    def start(self) -> tuple[()]:
        """Nothing: this network has no state."""
        return ()

    def __call__(
        self, inputs: Num[Array, "item *axes"], state: tuple[()], training: bool = False
    ) -> tuple[Float[Array, "item label"], tuple[()]]:
        """One logit for each label."""
        hidden = scale_pixels(inputs).reshape(len(inputs), -1)
        for layer in self.layers[:-1]:
            hidden = jax.nn.relu(dense(layer, hidden))
        return dense(self.layers[-1], hidden), state
