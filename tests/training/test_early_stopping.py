"""Networks that are evaluated while they train, and trainings that end early."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pandas as pd
import pytest

from metamer.core.checkpoints import Evaluation, Place
from metamer.core.errors import Refusal
from metamer.paradigms.pointers.generator.distribution import uniform
from metamer.paradigms.pointers.nets.token_mlp import TokenMlpNetwork
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.training import classifiers, windows
from metamer.training.early_stopping import first_best, keep_best, next_stop
from metamer.training.settings import Training

RULE = PointerRule(0, length=3, alphabet=3, positions=(0, 1, 2))
SOURCE = uniform(RULE).rows(RULE)
TRAINING = Training(epochs=20, warm_up=1, batch=16, least_steps=1, rate=0.1)
"""80 updates of 64 items, in windows of 2."""
WATCHED = replace(TRAINING, evaluate_every=9)
KEYS = jax.random.split(jax.random.key(5), 3)


def build(key):
    return TokenMlpNetwork(4, 3, 3, (16, 8), 4, key=key)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """There is a checkpoint after every window."""
    monkeypatch.setattr(windows, "PAUSE", -1.0)
    monkeypatch.setattr(windows, "SPARE", 0)


class Watch:
    """Says a loss for each evaluation and unit, and remembers what it was asked."""

    def __init__(self, losses=()):
        self.losses, self.nets, self.counts = list(losses), [], []

    def ask(self, fitted, many):
        self.counts.append(many)
        self.nets.append(jax.tree.map(np.asarray, fitted.net))
        loss = self.losses.pop(0) if self.losses else [1.0] * len(fitted.fitted_after)
        return np.stack([np.stack([[value, 0.5], [9.0, 0.25]]) for value in loss])

    @property
    def evaluation(self):
        return Evaluation(("validation", "test"), self.ask)


def train(folder, training, keys=KEYS, watch=None, **settings):
    if watch:
        settings["evaluation"] = watch.evaluation
    place = Place(folder, "it", **settings)
    return classifiers.train(build, SOURCE, 64, training, keys, keys, place)


def curve(folder):
    return pd.read_csv(Place(folder, "it").curve)


def same(one, other):
    leaves = zip(*map(jax.tree.leaves, (one, other)), strict=True)
    return all(np.array_equal(a, b) for a, b in leaves)


def test_evaluation_changes_no_weight_by_a_bit(tmp_path):
    plain = train(tmp_path / "plain", TRAINING)
    watched = train(tmp_path / "watched", WATCHED, watch=Watch())
    assert same(plain.net, watched.net)
    whole, more = curve(tmp_path / "plain"), curve(tmp_path / "watched")
    assert tuple(whole) == classifiers.CURVE
    assert set(whole["steps"]) <= set(more["steps"])


def test_the_curve_has_the_loss_and_accuracy_of_each_part(tmp_path):
    watch = Watch()
    train(tmp_path, replace(WATCHED, evaluate_items=7), watch=watch, first=4)
    found = curve(tmp_path)
    parts = ("validation_loss", "validation_accuracy", "test_loss", "test_accuracy")
    assert tuple(found) == (*classifiers.CURVE, *parts)
    asked = found.dropna()
    assert sorted(set(asked["unit"])) == [4, 5, 6]
    # Every nine updates, and after the last.
    assert sorted(set(asked["steps"])) == [9, 18, 27, 36, 45, 54, 63, 72, 80]
    assert asked[list(parts)].drop_duplicates().values.tolist() == [[1, 0.5, 9, 0.25]]
    assert watch.counts == [7] * 9


def stop_beyond(limit):
    def hear(share):
        if share > limit:
            raise KeyboardInterrupt

    return hear


def test_a_watched_training_that_was_stopped_ends_as_if_it_had_not_been(tmp_path):
    losses = [[3.0, 3, 3], [1, 2, 2], [2, 1, 2], [2, 2, 1], [2, 2, 2], [2, 2, 2]]
    patient = replace(WATCHED, patience=3)
    whole = train(tmp_path / "whole", patient, watch=Watch(losses))
    watch = Watch(losses)
    for limit in (0.2, 0.5):
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path / "again", patient, watch=watch, progress=stop_beyond(limit))
    again = train(tmp_path / "again", patient, watch=watch)
    assert same(whole.net, again.net)
    texts = [
        Place(tmp_path / name, "it").curve.read_text() for name in ("whole", "again")
    ]
    assert texts[0] == texts[1]


def test_training_ends_when_no_unit_has_had_a_lower_loss_for_long(tmp_path):
    watch = Watch([[3.0, 3, 3], [1, 2, 2], [2, 1, 2], [2, 2, 1], [0, 2, 2]])
    fitted = train(tmp_path, replace(WATCHED, patience=2), watch=watch)
    # The last unit was best at the fourth evaluation: two more, and that is all.
    assert curve(tmp_path)["steps"].max() == 6 * 9
    # Each has its own best network; the first had stopped before its loss was 0.
    for unit, best in enumerate([1, 2, 3]):
        expected = jax.tree.map(lambda leaf, unit=unit: leaf[unit], watch.nets[best])
        found = jax.tree.map(lambda leaf, unit=unit: leaf[unit], fitted.net)
        assert same(found, expected)


def test_a_loss_that_is_nan_is_never_the_best():
    best = first_best({"a": jnp.zeros(2)}, 2)
    best = keep_best(best, {"a": jnp.ones(2)}, np.array([np.nan, 0.5]), 9)
    assert best.net["a"].tolist() == [0, 1] and best.waited.tolist() == [1, 0]


def test_windows_end_at_points_of_the_curve_and_at_evaluations():
    stops, done = [], 0
    while done < 20:
        done = next_stop(done, 8, replace(WATCHED, evaluate_every=5), 20)
        stops.append(done)
    assert stops == [5, 8, 10, 15, 16, 20]
    assert next_stop(8, 8, TRAINING, 20) == 16


def test_patience_without_validation_items_is_refused(tmp_path):
    with pytest.raises(
        Refusal, match="needs asked items of the part 'validation'; the"
    ):
        train(tmp_path, replace(WATCHED, patience=2))


@pytest.mark.parametrize(
    "wrong, complaint",
    [
        ({"patience": 2}, "patience counts evaluations, and there are none"),
        ({"evaluate_every": -1}, "evaluate_every must be at least 0, not -1"),
        ({"cool_down": 0.0}, "cool_down must be above 0 and at most 1, not 0.0"),
        ({"warm_up_updates": -1}, "warm_up_updates must be at least 0, not -1"),
    ],
)
def test_settings_that_cannot_be_followed_are_refused(wrong, complaint):
    with pytest.raises(Refusal, match=complaint):
        replace(TRAINING, **wrong)
