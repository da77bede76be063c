"""The paper's generalised linear models."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.learners.linear import Glm


def points(rng):
    inputs = rng.normal(size=(60, 2))
    return Items(inputs, (inputs[:, 0] > 0).astype(np.int32))


@pytest.mark.parametrize(
    "settings, name",
    [
        ((), "glm:lin"),
        (("lin", "l2", "liblinear"), "glm:lin:l2:liblinear"),
        (("phi", "none"), "glm:phi:none"),
        (("phi", "l1", "liblinear"), "glm:phi:l1"),
        (("lin", "l2", "lbfgs", 2.0), "glm:lin:l2:lbfgs:2"),
    ],
)
def test_the_name_says_features_penalty_and_solver(settings, name):
    assert Glm(*settings).name == name


@pytest.mark.parametrize("penalty, solver", [("l1", "lbfgs"), ("none", "liblinear")])
def test_a_solver_that_cannot_have_the_penalty_is_refused(penalty, solver):
    with pytest.raises(
        Refusal, match=f"penalty '{penalty}' needs solver .*not '{solver}'"
    ):
        Glm(penalty=penalty, solver=solver)


@pytest.mark.parametrize("strength", [0.0, -1.0, float("nan")])
def test_the_strength_is_above_0(strength):
    with pytest.raises(Refusal, match="strength must be above 0"):
        Glm(strength=strength)


@pytest.mark.parametrize("penalty, solver", [("l2", "lbfgs"), ("l2", "liblinear")])
def test_its_weights_are_scikit_learns(penalty, solver, keys):
    from sklearn.linear_model import LogisticRegression

    items = points(keys().numpy)
    ours = Glm(penalty=penalty, solver=solver).fit(items, keys())
    plain = LogisticRegression(solver=solver, C=1.0, random_state=0)
    plain.fit(items.inputs, items.labels)
    assert np.allclose(ours.coef_, plain.coef_, atol=1e-3)


def test_without_a_penalty_weights_grow_beyond_all_penalised_ones(keys):
    items = points(keys().numpy)
    free, held = (
        np.abs(Glm(penalty=penalty).fit(items, keys()).coef_).max()
        for penalty in ("none", "l2")
    )
    assert free > 5 * held


def test_phi_adds_the_product_of_the_coordinates(keys):
    items = points(keys().numpy)
    crossed = items._replace(labels=(items.inputs.prod(axis=1) > 0).astype(np.int32))
    straight, bent = Glm(), Glm("phi", "none")
    for learner, least, most in ((straight, 0.3, 0.75), (bent, 0.9, 1.0)):
        fitted = learner.fit(crossed, keys())
        right = learner.answer(fitted, crossed.blind()).argmax(axis=1) == crossed.labels
        assert least <= right.mean() <= most


def test_a_label_that_is_not_taught_has_probability_0(keys):
    items = points(keys().numpy)
    spread = items._replace(labels=items.labels + 2 * (items.labels == 1))
    key = keys()
    dense, answer = (
        Glm().answer(Glm().fit(taught, key), items.blind())
        for taught in (items, spread)
    )
    assert np.array_equal(answer[:, [0, 3]], dense)
    assert not answer[:, [1, 2]].any()


def test_phi_needs_two_coordinates(keys):
    items = Items(np.zeros((4, 8, 8)), np.array([0, 1, 0, 1]))
    with pytest.raises(Refusal, match="multiplies two coordinates.*shape .8, 8."):
        Glm("phi").fit(items, keys())
