"""Figures that a person can see and a network can be taught."""

import jax
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from metamer.core.keys import root
from metamer.core.registry import study
from metamer.learners.networks import Mlp
from metamer.paradigms.categories.domains.domain import Visible
from metamer.paradigms.categories.domains.figures import COLOURS, Figures, outline


@pytest.fixture
def pool():
    return Figures().pool(50, np.random.default_rng(0))


def test_colour_and_shape_are_the_features(pool):
    assert Figures().features == ("colour", "shape")
    seen = {
        (tuple(features), (shown["colour"], shown["shape"]))
        for item, features in zip(pool.inputs, pool.features, strict=True)
        for shown in [Figures().figure(item)]
    }
    assert seen == {
        ((0, 0), ("orange", "triangle")),
        ((0, 1), ("orange", "square")),
        ((1, 0), ("blue", "triangle")),
        ((1, 1), ("blue", "square")),
    }


def test_all_that_does_not_matter_varies_in_every_quadrant(pool):
    for quadrant in range(4):
        spread = pool.inputs[50 * quadrant : 50 * (quadrant + 1), 2:].std(axis=0)
        assert (spread > 0.2).all()


def test_figures_lie_within_their_field(pool):
    corners = np.concatenate([outline(Figures().figure(row)) for row in pool.inputs])
    assert corners.min() > 0 and corners.max() < 1


def test_an_upright_triangle_points_up_and_turns_clockwise():
    figure = {"shape": "triangle", "x": 0.5, "y": 0.5, "size": 0.4, "angle": 0.0}
    assert outline(figure)[0] == pytest.approx([0.5, 0.3])
    assert outline({**figure, "angle": 90.0})[0] == pytest.approx([0.7, 0.5])


def test_colours_differ_in_lightness():
    light, dark = (np.dot(to_rgb(name), (0.2126, 0.7152, 0.0722)) for name in COLOURS)
    assert light - dark > 0.4


def test_figures_can_be_drawn_and_told(pool):
    assert isinstance(Figures(), Visible)
    axes = Figure().subplots()
    Figures().picture(axes, pool.inputs[0])
    assert len(axes.patches) == 1
    assert Figures().text(pool.inputs[0]).startswith("orange triangle, size 0.")


def held_out_accuracy(paradigm, answer, unit):
    """The accuracy in the corner that was never taught, by condition."""
    found = {}
    for condition in paradigm.conditions():
        lesson = paradigm.lesson(condition, root(0).stream("unit", unit))
        choices = answer(lesson.taught, lesson.asked.blind())
        right = paradigm.score(lesson, choices)["correct"]
        part = lesson.notes["part"]
        assert right[(part == "familiar") | (part == "taught")].mean() > 0.9
        found[condition.name] = right[part == "held_out"].mean()
    return found


def nearest(taught, asked):
    away = np.linalg.norm(asked.inputs[:, None] - taught.inputs[None], axis=2)
    return taught.labels[away.argmin(axis=1)]


@jax.jit
def teach_and_ask(taught, asked):
    learner = Mlp(epochs=200, batch=16)
    return learner.answer(learner.fit(taught, jax.random.key(0)), asked)


def network(taught, asked):
    return np.asarray(teach_and_ask(taught, asked)).argmax(axis=1)


def test_a_network_and_a_nearest_neighbour_learn_them():
    paradigm = study("categories-people")(scale="demo").paradigm
    by_exemplar = [held_out_accuracy(paradigm, nearest, unit) for unit in range(6)]
    by_network = [held_out_accuracy(paradigm, network, unit) for unit in range(2)]

    def bias(accuracies):
        return np.mean(
            [own["zero_shot"] - own["partial_exposure"] for own in accuracies]
        )

    assert bias(by_exemplar) > 0.15
    assert abs(bias(by_network)) < bias(by_exemplar)
    conflict = np.mean([own["cue_conflict"] for own in by_exemplar])
    assert 0.3 < conflict < 0.7
