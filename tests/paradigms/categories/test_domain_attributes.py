"""Many attributes."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.categories.domains.attributes import Attributes


def drawn(domain, many=4000):
    pool = domain.pool(many, np.random.default_rng(0))
    # Ten standard deviations from 0, so that no noise changes a sign.
    return pool, pool.inputs > 0


def test_a_feature_is_the_conjunction_of_its_attributes():
    pool, active = drawn(Attributes(3, 2, alpha=10.0))
    both = np.column_stack([active[:, :3].all(axis=1), active[:, 3:].all(axis=1)])
    assert (both == pool.features).all()


def test_all_other_combinations_occur_equally_often():
    pool, active = drawn(Attributes(3, 1, alpha=10.0))
    off = active[pool.features[:, 0] == 0, :3]
    counts = np.bincount(off @ [1, 2, 4], minlength=8)
    assert counts[7] == 0
    assert counts[:7] / counts.sum() == pytest.approx([1 / 7] * 7, abs=0.015)


def test_one_attribute_of_each_kind_is_the_plane():
    pool, active = drawn(Attributes(1, 1))
    assert pool.inputs.shape == (16_000, 2)
    # Three standard deviations: .9987 of the signs are right.
    assert (active == pool.features).mean() == pytest.approx(0.9987, abs=1e-3)
    assert np.abs(pool.inputs).mean() == pytest.approx(3.0, abs=0.02)


@pytest.mark.parametrize(
    "settings", [{"deciding": 0}, {"distracting": 21}, {"alpha": 0.0}]
)
def test_what_has_no_corners_is_refused(settings):
    with pytest.raises(Refusal):
        Attributes(**settings)


def test_it_is_drawn_and_told():
    domain = Attributes(2, 1)
    assert domain.name == "attributes:2:1"
    assert domain.text(np.array([3.0, -2.5, 1.0])) == "+3.00 -2.50 | +1.00"
