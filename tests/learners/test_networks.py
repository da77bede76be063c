import functools
import inspect
import time
from dataclasses import fields, replace

import jax
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items, Lesson
from metamer.learners.networks import Mlp, ResNet
from metamer.learners.texts import Lstm
from metamer.training.networks import count_parameters

MLP = Mlp(widths=(16,), epochs=60, batch=32, rate=0.02)
LSTM = Lstm(
    units=8, embedding=4, tokens=6, vocabulary=4, epochs=15, batch=32, rate=0.02
)
RESNET = ResNet(width=2, epochs=8, batch=16, rate=0.01)


def exclusive_or(rng) -> Items:
    points = rng.uniform(-1, 1, (160, 2)).astype(np.float32)
    return Items(points, (points[:, 0] * points[:, 1] > 0).astype(np.int32))


def first_token(rng) -> Items:
    tokens = rng.integers(2, 6, (160, 6), dtype=np.int32)
    return Items(tokens, (tokens[:, 0] > 3).astype(np.int32))


def bright_corner(rng) -> Items:
    images = rng.integers(0, 128, (96, 8, 8), dtype=np.uint8)
    labels = rng.integers(0, 2, 96, dtype=np.int32)
    images[labels == 1, :3, :3] += 100
    return Items(images, labels)


CASES = {
    "mlp": (MLP, exclusive_or),
    "lstm": (LSTM, first_token),
    "resnet": (RESNET, bright_corner),
}


@functools.cache
def together(case: str):
    """Three units taught and asked side by side: lessons, keys and answers."""
    learner, draw = CASES[case]
    rng = np.random.default_rng(0)
    taught, asked = (
        jax.tree.map(lambda *units: np.stack(units), *(draw(rng) for _ in range(3)))
        for _ in range(2)
    )
    keys = jax.random.split(jax.random.key(0), 3)
    given = taught, asked.blind(), keys
    return given, asked.labels, jax.jit(jax.vmap(teach_and_ask(learner)))(*given)


def teach_and_ask(learner):
    return lambda taught, asked, key: learner.answer(learner.fit(taught, key), asked)


@pytest.mark.parametrize("case", CASES)
def test_networks_learn(case):
    _, labels, answers = together(case)
    np.testing.assert_allclose(answers.sum(-1), 1, atol=1e-5)
    assert ((answers.argmax(-1) == labels).mean(-1) > 0.85).all()


def test_a_label_that_is_not_taught_is_not_answered():
    items = exclusive_or(np.random.default_rng(0))
    spread = items._replace(labels=2 * items.labels)
    learner = replace(MLP, labels=4)
    taught = jax.jit(teach_and_ask(learner))
    answer = taught(spread, spread.blind(), jax.random.key(0))
    assert answer.shape == (160, 4)
    assert (answer.argmax(-1) == spread.labels).mean() > 0.85


@pytest.mark.parametrize(
    "case", ["mlp", "lstm", pytest.param("resnet", marks=pytest.mark.slow)]
)
def test_networks_taught_side_by_side_answer_as_taught_alone(case):
    given, _, answers = together(case)
    first = jax.tree.map(lambda leaf: leaf[0], given)
    alone = jax.jit(teach_and_ask(CASES[case][0]))(*first)
    assert (answers[0].argmax(-1) == alone.argmax(-1)).mean() > 0.95
    assert abs(answers[0] - alone).mean() < 0.02


def lesson(taught: list[str], asked: list[str]) -> Lesson:
    return Lesson(
        Items(np.array(taught, object), np.arange(len(taught))),
        Items(np.array(asked, object)),
        notes="kept",
    )


def test_texts_become_numbers_of_the_most_frequent_taught_words():
    texts = lesson(["A b, a!", "b a c c c c"], ["C d A", ""])
    encoded = Lstm(tokens=4, vocabulary=2).encode(texts)
    # Of the first four words of each text, a is there three times, b and c twice.
    assert encoded.taught.inputs.tolist() == [[2, 3, 2, 0], [3, 2, 1, 1]]
    assert encoded.asked.inputs.tolist() == [[1, 1, 2, 0], [0, 0, 0, 0]]
    assert encoded.taught.inputs.dtype == np.int32
    assert encoded.taught.labels is texts.taught.labels
    assert encoded.notes == "kept"


def test_an_lstm_refuses_what_is_not_text():
    points = Items(np.zeros((3, 2)))
    with pytest.raises(Refusal, match="reads texts"):
        Lstm().encode(Lesson(points, points, None))


def test_ten_thousand_reviews_are_encoded_within_seconds():
    words = np.array([f"word{n}" for n in range(20_000)])
    rng = np.random.default_rng(0)
    picks = rng.zipf(1.3, (10_000, 200)) % len(words)
    texts = [" ".join(row) for row in words[picks]]
    start = time.process_time()
    Lstm().encode(lesson(texts, texts[:1]))
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "learner, name",
    [
        (Mlp(), "mlp:64"),
        (Mlp(widths=(64, 32)), "mlp:64-32"),
        (Lstm(), "lstm:20"),
        (ResNet(depth=18, width=4), "resnet-18:4"),
    ],
)
def test_names_say_the_size(learner, name):
    assert learner.name == name


@pytest.mark.parametrize(
    "learner, shape, count",
    [
        (Mlp(), (14, 14), 196 * 64 + 64 + 64 * 2 + 2),
        (Lstm(), (200,), 10_002 * 10 + 80 * 31 + 200 * 20 * 2 + 2),
        (ResNet(depth=18, width=64, labels=1000), (224, 224, 3), 11_689_512),
    ],
    ids=["mlp", "lstm", "resnet"],
)
def test_parameters_are_counted_for_the_catalog(learner, shape, count):
    assert count_parameters(learner, shape) == count


@pytest.mark.parametrize(
    "settings",
    [
        lambda: Mlp(widths=(0,)),
        lambda: Mlp(rate=0.0),
        lambda: ResNet(epochs=0),
        lambda: count_parameters(ResNet(), (5,)),
    ],
)
def test_settings_that_cannot_be_are_refused(settings):
    with pytest.raises(Refusal):
        settings()


@pytest.mark.parametrize("kind", [Mlp, Lstm, ResNet])
def test_every_default_says_where_it_comes_from(kind):
    source = inspect.getsource(kind)
    assert "Source:" in kind.__doc__
    for field in fields(kind):
        _, _, after = source.partition(f"    {field.name}: ")
        assert "Source:" in after.split('"""')[1], field.name
