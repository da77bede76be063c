"""The compiled Gaussian process as a learner."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.registry import learner
from metamer.core.study import Learner
from metamer.learners.gaussian_process import GaussianProcess


def lessons(units):
    """Per unit 60 points labelled by the sign of their first feature."""
    points = 3 * np.random.default_rng(0).normal(size=(units, 60, 2))
    labels = jnp.asarray((points[..., 0] > 0).astype(int))
    return Items(jnp.asarray(points, jnp.float32), labels)


def asking(process):
    def one(taught, asked):
        return process.answer(process.fit(taught, jax.random.key(0)), asked)

    return jax.jit(one)


@pytest.mark.parametrize(
    "scale, name", [("fit", "gp:fit"), (0.5, "gp:0.5"), (10.0, "gp:10"), (2.0, "gp:2")]
)
def test_the_name_says_the_length_scale(scale, name):
    assert GaussianProcess(scale).name == name


def test_it_is_a_compiled_learner_in_the_registry():
    assert isinstance(GaussianProcess(), Learner)
    assert GaussianProcess.compiled
    assert learner.name_of(GaussianProcess) == "gp"


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf")])
def test_a_length_scale_that_no_kernel_has_is_refused(scale):
    with pytest.raises(Refusal, match="length_scale must be 'fit' or a number above 0"):
        GaussianProcess(scale)


@pytest.mark.parametrize("scale", ["fit", 0.5, 10.0])
def test_probabilities_are_those_of_scikit_learn(scale):
    taught = jax.tree.map(lambda leaf: leaf[0], lessons(1))
    asked = Items(2 * lessons(1).inputs[0, :25] + 1)
    ours = asking(GaussianProcess(scale))(taught, asked)
    model = GaussianProcessClassifier(
        RBF(1.0 if scale == "fit" else scale),
        optimizer="fmin_l_bfgs_b" if scale == "fit" else None,
        max_iter_predict=20,
    ).fit(np.asarray(taught.inputs, float), taught.labels)
    assert np.abs(ours - model.predict_proba(asked.inputs)).max() < 1e-3


def test_pictures_are_read_as_rows():
    rows = jax.tree.map(lambda leaf: leaf[0], lessons(1))
    pictures = rows._replace(inputs=rows.inputs.reshape(60, 2, 1))
    one = asking(GaussianProcess(2.0))
    assert jnp.all(one(rows, rows.blind()) == one(pictures, pictures.blind()))


@pytest.mark.parametrize("scale", ["fit", 2.0])
def test_it_runs_compiled_mapped_and_spread_over_devices(scale):
    taught, one = lessons(2), asking(GaussianProcess(scale))
    spec = PartitionSpec("unit")
    mesh = Mesh(np.array(jax.devices()[:2]), ("unit",))
    spread = jax.shard_map(jax.vmap(one), mesh=mesh, in_specs=spec, out_specs=spec)
    answers = jax.jit(spread)(taught, taught.blind())
    for unit in range(2):
        alone = jax.tree.map(lambda leaf, unit=unit: leaf[unit], taught)
        assert jnp.allclose(answers[unit], one(alone, alone.blind()), atol=1e-3)
