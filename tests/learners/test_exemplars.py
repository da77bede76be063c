"""The generalised context model."""

import jax
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.learners.exemplars import Exemplars

LINE = Items(np.array([[0.0], [1.0], [10.0]]), np.array([0, 0, 1]))


def answers(learner, taught, places):
    fitted = learner.fit(taught, jax.random.key(0))
    return np.asarray(learner.answer(fitted, Items(np.array(places))))


def test_similarity_falls_exponentially_with_distance():
    # Distances between the classes are 10 and 9: 9.5 on average. At 4 the exemplars are
    # 4, 3 and 6 away.
    similarity = np.exp(-2.0 * np.array([4.0, 3.0, 6.0]) / 9.5)
    expected = similarity[2] / similarity.sum()
    found = answers(Exemplars(2.0), LINE, [[4.0]])
    assert found[0, 1] == pytest.approx(expected, rel=1e-4)


def test_it_remembers_what_it_was_taught():
    found = answers(Exemplars(), LINE, LINE.inputs)
    assert found.argmax(axis=1).tolist() == [0, 0, 1]


def test_it_answers_even_far_from_everything():
    found = answers(Exemplars(), LINE, [[1e6], [-1e6]])
    assert np.isfinite(found).all()
    assert np.allclose(found.sum(axis=1), 1, atol=1e-5)


def test_the_unit_of_length_does_not_matter():
    metres = answers(Exemplars(), LINE, [[4.0], [6.0]])
    scaled = LINE._replace(inputs=1000 * LINE.inputs)
    assert np.allclose(
        metres, answers(Exemplars(), scaled, [[4000.0], [6000.0]]), atol=1e-3
    )


def test_pictures_are_read_as_rows():
    pictures = LINE._replace(inputs=LINE.inputs.reshape(3, 1, 1))
    found = answers(Exemplars(), pictures, [[[4.0]]])
    assert np.allclose(found, answers(Exemplars(), LINE, [[4.0]]))


def test_the_name_says_an_unusual_sensitivity():
    assert (Exemplars().name, Exemplars(5.0).name) == ("exemplars", "exemplars:5")


@pytest.mark.parametrize("sensitivity", [0.0, -1.0, float("nan")])
def test_the_sensitivity_is_above_0(sensitivity):
    with pytest.raises(Refusal, match="sensitivity must be above 0"):
        Exemplars(sensitivity)
