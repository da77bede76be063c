"""Drawn faces and photographs."""

import itertools

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from metamer.core.errors import Refusal
from metamer.paradigms.categories.domains import faces
from metamer.paradigms.categories.domains.face_drawing import ATTRIBUTES, draw
from metamer.paradigms.categories.domains.faces import CELEBA_NAMES, Faces

PAIRS = (
    ("mouth_open", "male"),
    ("lipstick", "high_cheekbones"),
    ("blond", "arched_eyebrows"),
)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_both_features_can_be_seen(pair):
    pool = Faces(*pair).pool(200, np.random.default_rng(0))
    pixels = pool.inputs.reshape(len(pool.inputs), -1) / np.float32(255) - 0.5
    held_out = np.arange(len(pixels)) % 4 == 0
    reader = Ridge(alpha=30).fit(pixels[~held_out], pool.features[~held_out])
    read = reader.predict(pixels[held_out]) > 0.5
    assert (read == pool.features[held_out]).mean(axis=0).min() > 0.9


def test_faces_are_square_and_coloured():
    pool = Faces(size=48).pool(1, np.random.default_rng(0))
    assert pool.inputs.shape == (4, 48, 48, 3)
    assert pool.inputs.dtype == np.uint8


@pytest.mark.parametrize("changed", ATTRIBUTES)
def test_an_attribute_changes_its_own_face_only(changed):
    attributes = np.zeros((2, len(ATTRIBUTES)), np.uint8)
    plain = draw(attributes, 32, np.random.default_rng(0))
    attributes[0, ATTRIBUTES.index(changed)] = 1
    with_it = draw(attributes, 32, np.random.default_rng(0))
    assert (plain[0] != with_it[0]).any()
    assert (plain[1] == with_it[1]).all()


def test_an_open_mouth_changes_only_the_lower_half():
    attributes = np.zeros((1, len(ATTRIBUTES)), np.uint8)
    closed = draw(attributes, 32, np.random.default_rng(0))
    attributes[0, ATTRIBUTES.index("mouth_open")] = 1
    opened = draw(attributes, 32, np.random.default_rng(0))
    assert (closed[0, :16] == opened[0, :16]).all()


@pytest.fixture
def celeba(tmp_path, monkeypatch):
    """Nine grey photographs: each quadrant of mouth and sex twice, and one more."""
    names = [*CELEBA_NAMES.values(), "Bald"]
    values = [*itertools.product((-1, 1), repeat=2)] * 2 + [(1, 1)]
    attributes = np.full((9, len(names)), -1, np.int8)
    attributes[:, :2] = values
    shades = np.arange(9, dtype=np.uint8)[:, None, None, None]
    images = np.broadcast_to(shades, (9, 64, 64, 3))
    partition = np.zeros(9, np.uint8)
    arrays = {"images": images, "attributes": attributes, "attribute_names": names}
    np.savez(tmp_path / "celeba.npz", partition=partition, **arrays)
    monkeypatch.setenv("METAMER_DATA", str(tmp_path))
    faces._celeba.cache_clear()
    yield
    faces._celeba.cache_clear()


def test_photographs_come_with_their_attributes(celeba):
    pool = Faces(source="celeba", size=16).pool(5, np.random.default_rng(0))
    shades = pool.inputs[:, 0, 0, 0]
    assert pool.inputs.shape == (9, 16, 16, 3)
    assert sorted(shades[:2]) == [0, 4] and sorted(shades[-3:]) == [3, 7, 8]
    assert pool.features.tolist()[2] == [0, 1]


def test_absent_photographs_are_refused_with_what_to_run(tmp_path, monkeypatch):
    monkeypatch.setenv("METAMER_DATA", str(tmp_path))
    faces._celeba.cache_clear()
    with pytest.raises(Refusal, match="metamer data celeba"):
        Faces(source="celeba").pool(1, np.random.default_rng(0))
