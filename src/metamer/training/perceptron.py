"""Train a small two-label network epoch by epoch, until its loss no longer falls.

Source: scikit-learn 1.9, `MLPClassifier` with its defaults (relu, Adam), which
dasgupta2022 uses in Sec. 4; ours is compiled, so that many units train in one program.
"""

from itertools import pairwise
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray, UInt

from metamer.core.items import Items
from metamer.training import gradients

RATE, FIRST, SECOND, EPSILON = 1e-3, 0.9, 0.999, 1e-8
"""Adam's learning rate, decay rates and epsilon. Source: scikit-learn, `MLPClassifier`."""
PENALTY = 1e-4
"""Weight of the squared weights (biases are free). Source: scikit-learn, `alpha`."""
BATCH = 200
"""The largest batch. Source: scikit-learn, `batch_size="auto"`."""
TOLERANCE, PATIENCE = 1e-4, 10
"""Training stops after more than `PATIENCE` epochs in a row without a loss that is
`TOLERANCE` below the best. Source: scikit-learn, `tol`, `n_iter_no_change`."""


class FlatMlp(eqx.Module):
    """Relu layers and one logit; all parameters in one vector, so Adam is one step."""

    params: Float[Array, " param"]
    sizes: tuple[int, ...] = eqx.field(static=True)
    """Features, the width of each hidden layer, and 1."""

    @property
    def layers(self) -> list[Float[Array, "_ _"]]:
        """The weights of each layer, with its biases as their last row."""
        layers, start = [], 0
        for fan_in, fan_out in pairwise(self.sizes):
            end = start + (fan_in + 1) * fan_out
            layers.append(self.params[start:end].reshape(fan_in + 1, fan_out))
            start = end
        return layers

    def __call__(self, inputs: Float[Array, "item feature"]) -> Float[Array, " item"]:
        """The logit of label 1."""
        *inner, last = self.layers
        for layer in inner:
            inputs = jax.nn.relu(inputs @ layer[:-1] + layer[-1])
        return (inputs @ last[:-1] + last[-1])[:, 0]


class AdamState(NamedTuple):
    """Adam's running means of the gradients and of their squares."""

    mean: Float[Array, " param"]
    square: Float[Array, " param"]
    updates: Int[Array, ""]


class PerceptronState(NamedTuple):
    """One unit in training, and what decides when it stops."""

    net: FlatMlp
    opt_state: AdamState
    epochs: Int[Array, ""]
    loss: Float[Array, ""]
    """Mean over the last epoch's batches, each before its own update."""
    best: Float[Array, ""]
    waited: Int[Array, ""]
    """Epochs in a row without a better loss."""


def draw(sizes: tuple[int, ...], key: PRNGKeyArray) -> FlatMlp:
    """A new network: weights and biases uniform within Glorot's bounds.

    Source: scikit-learn, `MLPClassifier._init_coef`.
    """
    bounds = [
        jnp.full((fan_in + 1) * fan_out, (6 / (fan_in + fan_out)) ** 0.5)
        for fan_in, fan_out in pairwise(sizes)
    ]
    bound = jnp.concatenate(bounds)
    return FlatMlp(bound * jax.random.uniform(key, bound.shape, minval=-1.0), sizes)


def begin(net: FlatMlp) -> PerceptronState:
    """A unit before its first epoch."""
    opt_state = ADAM.init(net.params)
    zero, worst = opt_state.updates, opt_state.mean[0] + jnp.inf
    return PerceptronState(net, opt_state, zero, worst, worst, zero)


def fit(net: FlatMlp, items: Items, epochs: int, key: PRNGKeyArray) -> PerceptronState:
    """Train until the loss no longer falls, or for `epochs` epochs.

    Differs: the order of items and the first weights come from JAX's generator, and
    numbers have 32 bits, so single units differ from scikit-learn's as two seeds do.
    """

    def train(
        state: PerceptronState, items: Items, key: PRNGKeyArray
    ) -> PerceptronState:
        def train_epoch(state: PerceptronState) -> PerceptronState:
            order = shuffle(len(items.labels), jax.random.fold_in(key, state.epochs))
            return epoch(state, items.inputs[order], items.labels[order])

        return jax.lax.while_loop(
            lambda state: goes_on(state, epochs), train_epoch, state
        )

    # On a CPU mapped units train one after another: none waits for the slowest, and
    # its arrays stay in the cache (up to 2.5 times as fast). A GPU wants them at once.
    if jax.default_backend() == "cpu":
        train = jax.custom_batching.sequential_vmap(train)
    return train(begin(net), items, key)


def shuffle(count: int, key: PRNGKeyArray) -> UInt[Array, " item"]:
    """The numbers below `count` in a random order.

    Each number is the low bits of a random one, and one plain sort orders these: four
    times as fast as `jax.random.permutation`. Ties in the remaining bits are too rare
    to matter: within a batch order means nothing.
    """
    low = jnp.uint32(2 ** (count - 1).bit_length() - 1)
    bits = jax.random.bits(key, (count,), jnp.uint32)
    return jnp.sort((bits & ~low) | jnp.arange(count, dtype=jnp.uint32)) & low


def epoch(
    state: PerceptronState,
    inputs: Float[Array, "item feature"],
    labels: Int[Array, " item"],
) -> PerceptronState:
    """One pass through the items in the order given; the last batch may be short."""
    count, size = len(labels), min(BATCH, len(labels))
    whole = count - count % size

    def step(
        carry: tuple[PerceptronState, Array], batch: tuple[Array, Array]
    ) -> tuple[tuple[PerceptronState, Array], None]:
        state, total = carry
        state, loss = _step(state, *batch)
        return (state, total + loss * len(batch[1])), None

    batches = (
        inputs[:whole].reshape(-1, size, inputs.shape[1]),
        labels[:whole].reshape(-1, size),
    )
    carry, _ = jax.lax.scan(step, (state, 0 * state.opt_state.mean[0]), batches)
    # A scan needs batches of one size, so that the short one comes after it.
    if whole < count:
        carry, _ = step(carry, (inputs[whole:], labels[whole:]))
    state, total = carry
    return look_back(state, total / count)


def _step(
    state: PerceptronState, inputs: Array, labels: Array
) -> tuple[PerceptronState, Array]:
    """One update on one batch, and the loss before it."""

    def objective(params: Array) -> tuple[Array, None]:
        return _loss(FlatMlp(params, state.net.sizes), inputs, labels), None

    params, opt_state, loss, _ = gradients.step(
        objective, ADAM, state.net.params, state.opt_state
    )
    net = FlatMlp(params, state.net.sizes)
    return state._replace(net=net, opt_state=opt_state), loss


def _adam(
    grads: Array, state: AdamState, params: Array | None = None
) -> tuple[Array, AdamState]:
    """Adam as scikit-learn rounds it: both bias corrections are part of the rate."""
    updates = state.updates + 1
    mean = FIRST * state.mean + (1 - FIRST) * grads
    square = SECOND * state.square + (1 - SECOND) * grads**2
    # expm1, because 1 - 0.999^t loses digits in 32 bits while t is small
    bias_mean, bias_square = (
        -jnp.expm1(updates * jnp.log(decay)) for decay in (FIRST, SECOND)
    )
    rate = RATE * jnp.sqrt(bias_square) / bias_mean
    change = -(rate * mean / (jnp.sqrt(square) + EPSILON))
    return change, AdamState(mean, square, updates)


def _adam_start(params: Array) -> AdamState:
    # Made from the parameters, so that `shard_map` sees them differ between devices
    rest = 0 * params
    return AdamState(rest, rest, rest[0].astype(int))


ADAM = optax.GradientTransformation(_adam_start, _adam)
"""Optax's own divides by the corrections one by one, and rounds otherwise."""


def _loss(net: FlatMlp, inputs: Array, labels: Array) -> Float[Array, ""]:
    logits = net(inputs)
    wrong = jnp.mean(jax.nn.softplus(logits) - labels * logits)
    weights = sum(jnp.sum(layer[:-1] ** 2) for layer in net.layers)
    return wrong + 0.5 * PENALTY * weights / len(labels)


def look_back(state: PerceptronState, loss: Float[Array, ""]) -> PerceptronState:
    """Note the loss of the epoch that has ended, and whether it was a better one."""
    waited = jnp.where(loss > state.best - TOLERANCE, state.waited + 1, 0)
    return state._replace(
        epochs=state.epochs + 1,
        loss=loss,
        best=jnp.minimum(loss, state.best),
        waited=waited,
    )


def goes_on(state: PerceptronState, epochs: int) -> Bool[Array, ""]:
    """Whether there is another epoch.

    Source: scikit-learn, whose count must pass `PATIENCE`, not only reach it.
    """
    return (state.epochs < epochs) & (state.waited <= PATIENCE)
