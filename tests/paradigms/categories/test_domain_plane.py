"""Points in the plane."""

import numpy as np
import pytest
from scipy.stats import norm

from metamer.paradigms.categories.domains.plane import Plane


def test_a_line_is_right_as_often_as_the_noise_allows():
    pool = Plane().pool(50_000, np.random.default_rng(0))
    right = (pool.inputs > 0) == pool.features
    assert right.mean(axis=0) == pytest.approx([norm.cdf(3)] * 2, abs=4e-4)


def test_points_have_unit_noise_around_their_corner():
    pool = Plane(alpha=2.0).pool(20_000, np.random.default_rng(0))
    noise = pool.inputs - 2 * (2.0 * pool.features - 1)
    assert noise.mean(axis=0) == pytest.approx([0, 0], abs=0.02)
    assert np.cov(noise.T) == pytest.approx(np.eye(2), abs=0.02)


def test_labels_by_sign_are_always_separable():
    pool = Plane(alpha=0.5, labels="sign").pool(500, np.random.default_rng(0))
    assert ((pool.inputs > 0) == pool.features).all()


def test_labels_by_sign_draw_from_the_same_mixture():
    latent, sign = (
        Plane(alpha=1.0, labels=labels).pool(20_000, np.random.default_rng(0)).inputs
        for labels in ("latent", "sign")
    )
    levels = [0.1, 0.3, 0.5, 0.7, 0.9]
    expected = np.quantile(latent, levels, axis=0)
    assert np.quantile(sign, levels, axis=0) == pytest.approx(expected, abs=0.05)


def test_rotation_turns_points_and_not_features():
    straight, turned = (
        Plane(rotation=angle).pool(3, np.random.default_rng(0)) for angle in (0.0, 90.0)
    )
    quarter = np.column_stack([-straight.inputs[:, 1], straight.inputs[:, 0]])
    assert turned.inputs == pytest.approx(quarter)
    assert (turned.features == straight.features).all()


def test_no_axis_is_the_rule_when_the_plane_is_turned_by_45_degrees():
    pool = Plane(rotation=45.0).pool(2000, np.random.default_rng(0))
    correlation = np.corrcoef(pool.inputs[:, 0], pool.features[:, 0])[0, 1]
    assert abs(correlation) < 0.75
    assert ((pool.inputs.sum(axis=1) > 0) == pool.features[:, 0]).mean() > 0.99


def test_the_grid_covers_the_picture_from_the_lower_left():
    grid = Plane().grid(4)
    assert grid.inputs[[0, 3, -1]].tolist() == [[-6, -6], [6, -6], [6, 6]]
    assert grid.features[[0, 3, -1]].tolist() == [[0, 0], [1, 0], [1, 1]]
    assert grid.features.mean(axis=0).tolist() == [0.5, 0.5]


def test_the_grid_of_a_turned_plane_has_turned_features():
    lower_right = Plane(rotation=90.0).grid(2).features[1]
    assert lower_right.tolist() == [0, 0]


def test_names_tell_planes_apart():
    planes = (Plane(), Plane(rotation=45.0), Plane(rotation=30.0), Plane(labels="sign"))
    names = ["plane", "plane-rotated", "plane-rotated-30", "plane-sign"]
    assert [plane.name for plane in planes] == names
