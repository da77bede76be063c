"""Gaussian process classification by Laplace's approximation, for two labels.

Source: Rasmussen & Williams (2006), Gaussian Processes for Machine Learning, Alg. 3.1
and 3.2, as in scikit-learn 1.9, `GaussianProcessClassifier` with an `RBF` kernel, which
dasgupta2022 uses in Sec. 4; ours is compiled, so that many units fit in one program.
Mapped units are fitted one after another: one Cholesky factor fills a core, none waits
for the slowest, and only one unit's matrices are in memory.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

NEWTON_STEPS = 20
"""Source: dasgupta2022's code, `max_iter_predict`."""
SETTLED = 1e-3
"""The mode is found when no latent value moves further than this: the error is then
about its square. Source: ours."""
SLOPE, STRIDE = 0.25, 0.7
"""How the search for the log length scale begins at scikit-learn's 0: with a short step
that tells which way is up, then with strides that way. Source: ours."""
BOUND = math.log(1e5)
"""How far the log length scale may go either way. Source: scikit-learn, `RBF`."""
NARROW, GAP, PROBES = 0.3, 0.08, 40
"""The search ends when its bracket is so narrow that a parabola fits the evidence; a
probe keeps this distance from the best place so far; and there is an end to it."""

RATES = np.array([0.4, 0.41, 0.37, 0.44, 0.39])
COEFFICIENTS = np.array(
    [3516.89893646, -1854.8214151, 221.29346712, 128.12323805, -2010.49422654]
)
"""The logistic function as a sum of error functions. Source: Williams & Barber (1998),
App. A, with the numbers of scikit-learn."""


class Process(NamedTuple):
    """A Gaussian process of unit variance that has seen its items."""

    inputs: Float[Array, "item feature"]
    scale: Float[Array, ""]
    """The length scale."""
    latent: Float[Array, " item"]
    """The most probable latent value of each item."""
    pull: Float[Array, " item"]
    """Each label less its probability."""
    evidence: Float[Array, ""]
    """The logarithm of the labels' marginal likelihood."""


class Mode(NamedTuple):
    """Where Newton's search for the most probable latent values stands."""

    latent: Float[Array, " item"]
    evidence: Float[Array, ""]
    moved: Float[Array, ""]
    """The furthest that a latent value went in the last step."""
    steps: Int[Array, ""]


class Bracket(NamedTuple):
    """Three log length scales in order, and the evidence for each."""

    places: Float[Array, "3"]
    values: Float[Array, "3"]
    latent: Float[Array, " item"]
    """The mode at the last place, from which the search for the next one starts."""
    probes: Int[Array, ""]

    @property
    def best(self) -> Int[Array, ""]:
        return jnp.argmax(self.values)


Evidence = Callable[[Array, Array], Mode]


def fit(
    inputs: Float[Array, "item feature"], labels: Int[Array, " item"], scale: float
) -> Process:
    """The process at a given length scale."""

    @jax.custom_batching.sequential_vmap
    def fit_unit(inputs: Array, labels: Array) -> Process:
        evidence = _evidence(inputs, labels)
        place = 0 * inputs[0, 0] + math.log(scale)
        return _process(inputs, labels, place, evidence(place, _guess(labels)))

    return fit_unit(inputs, labels)


def fit_scale(
    inputs: Float[Array, "item feature"], labels: Int[Array, " item"]
) -> Process:
    """The process at the length scale that makes the labels most probable.

    Differs: scikit-learn climbs by gradients from a scale of 1, we bracket the same
    summit; a gradient costs more than the two or three Newton steps of another place.
    """

    @jax.custom_batching.sequential_vmap
    def fit_unit(inputs: Array, labels: Array) -> Process:
        evidence = _evidence(inputs, labels)
        place, latent = _summit(evidence, _guess(labels))
        return _process(inputs, labels, place, evidence(place, latent))

    return fit_unit(inputs, labels)


def probabilities(
    process: Process, inputs: Float[Array, "asked feature"]
) -> Float[Array, "asked 2"]:
    """The probability of each label, averaged over the latent value (Alg. 3.2)."""

    @jax.custom_batching.sequential_vmap
    def ask_unit(process: Process, inputs: Array) -> Array:
        covariance = _kernel(_distances(process.inputs, process.inputs), process.scale)
        apart = _distances(process.inputs, inputs)
        across = _kernel(apart, process.scale)
        root, factor = _factor(covariance, process.latent)
        known = jax.lax.linalg.triangular_solve(
            factor, root[:, None] * across, left_side=True, lower=True
        )
        chance = _average(process.pull @ across, 1 - jnp.sum(known**2, axis=0))
        # Far from all items the latent value is tiny and its probability rounds to 1/2;
        # its sign, with the nearest item's weight as the unit, still says which label.
        sign = process.pull @ _kernel(apart - jnp.min(apart, axis=0), process.scale)
        low, high = jnp.nextafter(0.5, jnp.array([0.0, 1.0], chance.dtype))
        chance = jnp.where(
            sign > 0, jnp.maximum(chance, high), jnp.minimum(chance, low)
        )
        return jnp.stack([1 - chance, chance], axis=1)

    return ask_unit(process, inputs)


def _distances(
    one: Float[Array, "item feature"], other: Float[Array, "asked feature"]
) -> Float[Array, "item asked"]:
    """Squared distances, from differences: |a|^2 + |b|^2 - 2ab loses digits."""
    return jnp.sum((one[:, None] - other[None]) ** 2, axis=-1)


def _kernel(
    distances: Float[Array, "item asked"], scale: Float[Array, ""]
) -> Float[Array, "item asked"]:
    return jnp.exp(-0.5 * distances / scale**2)


def _evidence(inputs: Array, labels: Array) -> Evidence:
    """A function that finds the mode at a log length scale, from a first guess."""
    distances = _distances(inputs, inputs)

    def evidence(place: Array, latent: Array) -> Mode:
        return _mode(_kernel(distances, jnp.exp(place)), labels, latent)

    return evidence


def _guess(labels: Array) -> Float[Array, " item"]:
    """Latent values to start from: a step nearer to most modes than all zeros."""
    return jnp.where(labels == 1, 2.0, -2.0)


def _process(inputs: Array, labels: Array, place: Array, mode: Mode) -> Process:
    pull = labels - jax.nn.sigmoid(mode.latent)
    return Process(inputs, jnp.exp(place), mode.latent, pull, mode.evidence)


def _mode(covariance: Array, labels: Array, latent: Array) -> Mode:
    """Newton's steps until the latent values settle (Alg. 3.1)."""
    none = 0 * latent[0]  # from data, so that `shard_map` sees it differ by device
    return jax.lax.while_loop(
        lambda mode: (mode.moved > SETTLED) & (mode.steps < NEWTON_STEPS),
        lambda mode: _newton(mode, covariance, labels),
        Mode(latent, none, none + jnp.inf, none.astype(int)),
    )


def _newton(mode: Mode, covariance: Array, labels: Array) -> Mode:
    chance = jax.nn.sigmoid(mode.latent)
    root, factor = _factor(covariance, mode.latent)
    aim = root**2 * mode.latent + labels - chance
    solved = jax.scipy.linalg.cho_solve((factor, True), root * (covariance @ aim))
    weights = aim - root * solved
    latent = covariance @ weights
    surprise = jnp.sum(jax.nn.softplus((1 - 2 * labels) * latent))
    # Of the values before this step; once settled, the difference is gone.
    volume = jnp.sum(jnp.log(jnp.diagonal(factor)))
    evidence = -0.5 * weights @ latent - surprise - volume
    moved = jnp.max(jnp.abs(latent - mode.latent))
    return Mode(latent, evidence, moved, mode.steps + 1)


def _factor(
    covariance: Float[Array, "item item"], latent: Float[Array, " item"]
) -> tuple[Float[Array, " item"], Float[Array, "item item"]]:
    """The likelihood's root curvature W, and the Cholesky factor of I + W K W."""
    chance = jax.nn.sigmoid(latent)
    root = jnp.sqrt(chance * (1 - chance))
    # Its eigenvalues are at least 1: it has a factor even if K is singular.
    scaled = root[:, None] * covariance * root + jnp.eye(len(root))
    return root, jax.lax.linalg.cholesky(scaled, symmetrize_input=False)


def _summit(evidence: Evidence, latent: Array) -> tuple[Array, Array]:
    """The log length scale with the most evidence, and a latent guess near it."""
    origin = 0 * latent[0]
    first = evidence(origin, latent)
    # Each mode is the first guess for the next: close length scales have close modes,
    # so that two or three Newton steps are enough.
    second = evidence(origin + SLOPE, first.latent)
    up = second.evidence > first.evidence
    last = jnp.where(up, SLOPE + STRIDE, -STRIDE)
    third = evidence(last, second.latent)
    places = jnp.stack([origin, origin + SLOPE, last])
    values = jnp.stack([mode.evidence for mode in (first, second, third)])
    order = jnp.argsort(places)
    start = Bracket(places[order], values[order], third.latent, 0 * third.steps)
    bracket = jax.lax.while_loop(_open, lambda b: _probed(b, evidence), start)
    return _top(bracket), bracket.latent


def _open(bracket: Bracket) -> Array:
    """Whether the summit may lie outside, or the bracket is too wide to see it."""
    left, _, right = bracket.places
    best = bracket.places[bracket.best]
    climbing = (bracket.best != 1) & (jnp.abs(best) < BOUND)
    wide = (bracket.best == 1) & (right - left > NARROW)
    return (climbing | wide) & (bracket.probes < PROBES)


def _probed(bracket: Bracket, evidence: Evidence) -> Bracket:
    """Try one more place, and keep the three around the best."""
    place = _next(bracket)
    mode = evidence(place, bracket.latent)
    places = jnp.append(bracket.places, place)
    values = jnp.append(bracket.values, mode.evidence)
    order = jnp.argsort(places)
    # Four places in a row: those three of them that have the best in their middle, if
    # it is not at an end.
    first = jnp.clip(jnp.argmax(values[order]) - 1, 0, 1)
    three = jax.lax.dynamic_slice(order, (first,), (3,))
    return Bracket(places[three], values[three], mode.latent, bracket.probes + 1)


def _next(bracket: Bracket) -> Float[Array, ""]:
    """One stride up the slope; or the top, or near it if that place is known."""
    left, middle, right = bracket.places
    # A place that is known would tell nothing new; a small step into the wider part
    # makes the bracket narrower.
    wider = jnp.where(right - middle > middle - left, GAP, -GAP)
    top = _top(bracket)
    inside = jnp.where(jnp.abs(top - middle) < GAP, middle + wider, top)
    outside = jnp.where(bracket.best == 0, 2 * left - middle, 2 * right - middle)
    place = jnp.where(bracket.best == 1, inside, outside)
    return jnp.clip(place, -BOUND, BOUND)


def _top(bracket: Bracket) -> Float[Array, ""]:
    """The top of the parabola through three places, or the best place of a slope."""
    left, middle, right = bracket.places
    low, high, last = bracket.values
    rise = (high - low) * (right - middle)
    fall = (high - last) * (middle - left)
    peaked = (bracket.best == 1) & (rise + fall > 0)
    shift = rise * (right - middle) - fall * (middle - left)
    # On a slope there is no top, and the quotient, though not used, must not be 0 / 0.
    bend = jnp.where(peaked, rise + fall, 1.0)
    return jnp.where(peaked, middle + 0.5 * shift / bend, bracket.places[bracket.best])


def _average(
    mean: Float[Array, " asked"], variance: Float[Array, " asked"]
) -> Float[Array, " asked"]:
    """The logistic function averaged over a normal latent value.

    The coefficients are large and cancel, which would cost 32-bit numbers four digits;
    so all but one error function enter by their difference from the first: an integral
    over a short way, whose length is written without a difference of like numbers.
    """
    rates = jnp.asarray(RATES)[:, None]
    spread = jnp.sqrt(1 + 2 * rates**2 * variance)
    # r / s less r0 / s0, expanded to a difference of squares: above the line only r^2 -
    # r0^2 is left, which is exact.
    denominator = spread * spread[0] * (rates * spread[0] + rates[0] * spread)
    way = jnp.asarray(RATES**2 - RATES[0] ** 2)[:, None] * mean / denominator
    start = rates[0] * mean / spread[0]
    nodes, weights = np.polynomial.legendre.leggauss(5)
    heights = [
        weight * jnp.exp(-((start + 0.5 * (1 + node) * way) ** 2))
        for node, weight in zip(nodes, weights, strict=True)
    ]
    differences = way * sum(heights) / math.sqrt(math.pi)
    total = COEFFICIENTS.sum() * (1 + jax.scipy.special.erf(start))
    return 0.5 * (total + jnp.asarray(COEFFICIENTS) @ differences)
