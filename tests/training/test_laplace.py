"""Gaussian process classification, beside scikit-learn's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.special import erf
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process._gpc import COEFS, LAMBDAS
from sklearn.gaussian_process.kernels import RBF

from metamer.training import laplace

RULES = {
    "a line": lambda points, draws: points[:, 0] > 0,
    "exclusive or": lambda points, draws: points.prod(axis=1) > 0,
    "a noisy line": lambda points, draws: (points[:, 0] > 0) ^ (draws < 0.2),
    "stripes": lambda points, draws: np.sin(3 * points[:, 0]) > 0,
}
fit = jax.jit(laplace.fit, static_argnums=2)
fit_scale = jax.jit(laplace.fit_scale)
probabilities = jax.jit(laplace.probabilities)


def taught(rule, count=80, seed=0):
    generator = np.random.default_rng(seed)
    points = 3 * generator.normal(size=(count, 2))
    labels = RULES[rule](points, generator.random(count))
    return jnp.asarray(points, jnp.float32), jnp.asarray(labels.astype(int))


def asked(seed=1):
    points = 4 * np.random.default_rng(seed).normal(size=(50, 2))
    return jnp.asarray(points, jnp.float32)


def theirs(inputs, labels, scale=1.0, optimizer=None):
    model = GaussianProcessClassifier(
        RBF(scale), optimizer=optimizer, max_iter_predict=20
    )
    return model.fit(np.asarray(inputs, float), np.asarray(labels))


@pytest.mark.parametrize("rule", ["exclusive or", "a noisy line"])
@pytest.mark.parametrize("scale", [0.1, 0.5, 2.0, 10.0])
def test_at_a_fixed_scale_everything_is_as_in_scikit_learn(rule, scale):
    inputs, labels = taught(rule, 120)
    process, model = fit(inputs, labels, scale), theirs(inputs, labels, scale)
    ours = probabilities(process, asked())
    assert np.abs(ours - model.predict_proba(asked())).max() < 1e-4
    evidence = model.log_marginal_likelihood_value_
    assert process.evidence == pytest.approx(evidence, abs=2e-3)
    assert process.scale == pytest.approx(scale)


@pytest.mark.parametrize("rule", ["a line", "exclusive or", "a noisy line"])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_fitted_scale_is_that_of_scikit_learn(rule, seed):
    inputs, labels = taught(rule, seed=seed)
    process = fit_scale(inputs, labels)
    model = theirs(inputs, labels, optimizer="fmin_l_bfgs_b")
    assert process.scale == pytest.approx(model.kernel_.length_scale, rel=0.01)
    ours = probabilities(process, asked())
    assert np.abs(ours - model.predict_proba(asked())).max() < 3e-3


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_fitted_scale_explains_no_less_than_that_of_scikit_learn(rule, seed):
    """Of stripes it explains more: there, scikit-learn's first step goes too far."""
    inputs, labels = taught(rule, seed=seed)
    model = theirs(inputs, labels, optimizer="fmin_l_bfgs_b")
    best = model.log_marginal_likelihood_value_
    assert fit_scale(inputs, labels).evidence > best - 1e-3


def test_no_other_scale_nearby_explains_the_labels_better():
    inputs, labels = taught("exclusive or")
    best = fit_scale(inputs, labels)
    for factor in (0.9, 1.1):
        other = fit(inputs, labels, float(best.scale) * factor)
        assert other.evidence < best.evidence - 1e-3


def test_where_longer_is_always_better_the_search_ends():
    inputs, _ = taught("a line")
    process = fit_scale(inputs, jnp.ones(80, int))
    assert 100 < process.scale <= 1.001e5
    assert jnp.all(probabilities(process, asked())[:, 1] > 0.9)


def test_at_the_mode_the_pull_of_the_labels_balances_the_prior():
    inputs, labels = taught("exclusive or")
    process = fit(inputs, labels, 2.0)
    squares = ((inputs[:, None] - inputs[None]) ** 2).sum(axis=-1)
    assert jnp.allclose(jnp.exp(-squares / 8) @ process.pull, process.latent, atol=1e-3)


def test_averages_over_the_latent_value_keep_five_digits():
    mean, variance = np.meshgrid(np.linspace(-12, 12, 49), [1e-6, 0.05, 0.5, 1.0])
    mean, variance = mean.ravel(), variance.ravel()
    terms = erf(LAMBDAS * mean / np.sqrt(1 + 2 * variance * LAMBDAS**2))
    expected = 0.5 * (COEFS * terms).sum(axis=0) + 0.5 * COEFS.sum()
    ours = laplace._average(jnp.asarray(mean), jnp.asarray(variance))
    assert np.abs(ours - expected).max() < 1e-5


def test_mapped_units_are_fitted_as_each_would_be_alone():
    lessons = [taught(rule) for rule in RULES]
    inputs, labels = (jnp.stack(rows) for rows in zip(*lessons, strict=True))
    together = jax.vmap(fit_scale)(inputs, labels)
    answers = jax.vmap(probabilities, (0, None))(together, asked())
    for unit, lesson in enumerate(lessons):
        alone = fit_scale(*lesson)
        assert together.scale[unit] == pytest.approx(float(alone.scale), rel=1e-3)
        assert jnp.allclose(answers[unit], probabilities(alone, asked()), atol=1e-3)


def test_far_from_all_items_the_label_is_still_that_of_scikit_learn():
    """There the probability is 1/2 but for less than a float32 can hold."""
    inputs, labels = taught("a line")
    far = jnp.asarray([[12.0, 1.0], [-12.0, 2.0], [11.0, -9.0], [-14.0, -9.0]])
    ours = probabilities(fit(inputs, labels, 0.5), far).argmax(axis=1)
    assert ours.tolist() == [1, 0, 1, 0]
    assert ours.tolist() == theirs(inputs, labels, 0.5).predict(far).tolist()
