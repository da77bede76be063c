"""One lesson on request."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.categories.commands import arrays, domain_with, lesson


@pytest.mark.parametrize("many", [10, 11, 99, 100])
def test_a_file_has_as_many_items_as_were_asked_for(many):
    made = arrays(
        lesson(domain_with("plane", {}), "partial_exposure", "printed", many, 0)
    )
    assert {len(column) for column in made.values()} == {many}
    test = made["split"] == "test"
    assert many // 5 <= test.sum() <= many // 5 + 1
    assert (made["discriminant"][test] & made["distractor"][test]).all()


def test_texts_are_stored_without_pickles():
    made = arrays(lesson(domain_with("reviews", {}), "zero_shot", "printed", 20, 0))
    assert made["x"].dtype.kind == "U"


def test_the_mirror_holds_out_the_other_corner():
    made = arrays(lesson(domain_with("plane", {}), "zero_shot", "mirror", 50, 0))
    test = made["split"] == "test"
    assert (made["x"][test].mean(axis=0) < -2).all()
    assert set(made["label"][test]) == {0}


def test_settings_of_a_domain_are_texts():
    assert domain_with("plane", {"rotation": "45"}).name == "plane-rotated"
    assert domain_with("digits", {"pair": "[4, 9]"}).pair == (4, 9)


@pytest.mark.parametrize(
    "name, settings, complaint",
    [
        ("plane", {"alpha": "big"}, "domain plane: .*must be a number, not 'big'"),
        ("plane", {"labels": "odd"}, "must be one of 'latent', 'sign', not 'odd'"),
        ("digits", {"pair": "[4]"}, "must have 2 entries, not 1"),
        ("moon", {}, "no domain 'moon'; there is: attributes"),
    ],
)
def test_a_wrong_domain_is_refused(name, settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        domain_with(name, settings)


def test_seeds_differ():
    one, two = (
        lesson(domain_with("plane", {}), "zero_shot", "printed", 20, seed)
        for seed in (0, 1)
    )
    assert not np.array_equal(one.taught.inputs, two.taught.inputs)
