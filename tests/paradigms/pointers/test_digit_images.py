"""Images of digits."""

import numpy as np
import pytest
from PIL import Image

from metamer.core.errors import Refusal
from metamer.data import load as load_data
from metamer.data.cache import VARIABLE
from metamer.paradigms.pointers.styles import digit_images

PARTS = ("train", "validation", "test")


def shared(images):
    """Images that are in two parts."""
    parts = [
        {image.tobytes() for image in images.images[images.split == part]}
        for part in PARTS
    ]
    return (parts[0] & parts[1]) | (parts[0] & parts[2]) | (parts[1] & parts[2])


@pytest.fixture
def fresh():
    """Nothing is kept from other tests, nor for them."""
    kept = (digit_images.load, digit_images.split_images)
    [one.cache_clear() for one in kept]
    yield
    [one.cache_clear() for one in kept]


def test_embedded_digits_are_dealt_three_to_one_to_one():
    embedded = digit_images.load("embedded")
    assert embedded.images.shape == (1797, 8, 8, 1) and embedded.images.max() == 255
    assert embedded.cell == 12
    for digit in range(10):
        own = embedded.split[embedded.labels == digit]
        fifth = len(own) // 5
        many = [(own == part).sum() for part in PARTS]
        assert many == [len(own) - 2 * fifth, fifth, fifth]


def test_no_embedded_digit_is_in_two_parts():
    assert not shared(digit_images.load("embedded"))


def test_parts_are_sorted_by_digit():
    whole = digit_images.load("embedded")
    label_of = {
        one.tobytes(): d for one, d in zip(whole.images, whole.labels, strict=True)
    }
    for name in PARTS:
        part = digit_images.split_images("embedded", name)
        labels = [label_of[image.tobytes()] for image in part.images]
        assert labels == np.repeat(np.arange(10), part.counts).tolist()
        assert [labels[first] for first in part.firsts] == list(range(10))


def test_images_cannot_be_changed_by_accident():
    for array in (
        *digit_images.load("embedded")[:3],
        *digit_images.split_images("embedded", "test")[:3],
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_an_unknown_part_is_refused():
    with pytest.raises(
        Refusal, match="no split 'tset' .*; there is: train, validation"
    ):
        digit_images.split_images("embedded", "tset")


def test_official_test_parts_stay_and_training_parts_lose_their_last_images(
    fresh, tmp_path, monkeypatch
):
    images = np.random.default_rng(0).integers(0, 256, (70, 28, 28), np.uint8)
    split = np.repeat(["train", "test"], [50, 20])
    labels = (np.arange(70) % 10).astype(np.uint8)
    np.savez(tmp_path / "mnist.npz", images=images, labels=labels, split=split)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(digit_images, "VALIDATION", 15)
    mnist = digit_images.load("mnist")
    assert mnist.split.tolist() == 35 * ["train"] + 15 * ["validation"] + 20 * ["test"]
    assert mnist.cell == 40 and (mnist.images[..., 0] == images).all()
    half = digit_images.load("mnist_half")
    assert half.images.shape == (70, 14, 14, 1) and half.cell == 20
    mean = images[3, 4:6, 8:10].mean()
    assert abs(half.images[3, 2, 4, 0] - mean) <= 0.5
    assert (half.split == mnist.split).all()


def test_no_digit_of_mnist_is_in_two_parts(fresh):
    try:
        load_data("mnist")
    except Refusal as absent:
        pytest.skip(str(absent))
    mnist = digit_images.load("mnist_half")
    many = [int((mnist.split == part).sum()) for part in PARTS]
    assert many == [55_000, 5_000, 10_000]
    assert not shared(mnist)


def test_a_data_set_that_is_not_there_says_how_to_get_it(fresh, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(Refusal, match="run `metamer data cifar10`"):
        digit_images.load("cifar10")


@pytest.fixture
def folder(tmp_path):
    """Ten grey images of each digit, 7 wide and 14 high."""
    chance = np.random.default_rng(0)
    for digit in range(10):
        (tmp_path / str(digit)).mkdir()
        for number in range(10):
            pixels = chance.integers(0, 256, (14, 7), np.uint8)
            Image.fromarray(pixels).save(tmp_path / f"{digit}/{number}.png")
    return tmp_path


def test_a_folder_of_ones_own_is_read_and_dealt(folder):
    (folder / ".DS_Store").touch()
    own = digit_images.load(str(folder))
    assert own.images.shape == (100, 14, 7, 1) and own.cell == 20
    assert not shared(own)
    for digit in range(10):
        parts = own.split[own.labels == digit].tolist()
        assert [parts.count(part) for part in PARTS] == [6, 2, 2]
    first = np.asarray(Image.open(folder / "4/0.png"))
    (place,) = np.flatnonzero((own.images[..., 0] == first).all(axis=(1, 2)))
    assert own.labels[place] == 4


def test_one_coloured_image_makes_all_of_a_folder_coloured(folder):
    Image.new("RGB", (7, 14), (1, 2, 3)).save(folder / "3/coloured.png")
    own = digit_images.load(str(folder))
    assert own.images.shape == (101, 14, 7, 3)
    assert (own.images[own.labels == 3] == [1, 2, 3]).all(axis=(1, 2, 3)).sum() == 1


def test_an_image_that_is_there_twice_counts_once(folder):
    (folder / "5/again.png").write_bytes((folder / "5/0.png").read_bytes())
    own = digit_images.load(str(folder))
    assert len(own.images) == 100 and not shared(own)


def grey(width, height):
    return Image.new("L", (width, height), 99)


SPOILT = {
    "notes.txt does not belong there; allowed: folders 0 to 9": lambda one: (
        one / "notes.txt"
    ).touch(),
    "10 does not belong there": lambda one: (one / "10").mkdir(),
    "7 is missing: each digit from 0 to 9 needs a folder": lambda one: (
        one / "7"
    ).rename(one.parent / "seven"),
    "a.txt is not an image; allowed: .png, .jpg": lambda one: (one / "2/a.txt").touch(),
    "a.png cannot be read as an image": lambda one: (one / "2/a.png").touch(),
    "a.png has 8x14 pixels and .*0.png has 7x14; all images must have one size": (
        lambda one: grey(8, 14).save(one / "2/a.png")
    ),
    "6 has 9 different images; at least 10 are needed": lambda one: (
        one / "6/0.png"
    ).unlink(),
    "0.png and .*a.png are the same image": lambda one: (one / "8/a.png").write_bytes(
        (one / "1/0.png").read_bytes()
    ),
    "a.png is an image of mode LA; allowed: grey": lambda one: (
        grey(7, 14).convert("LA").save(one / "2/a.png")
    ),
}


@pytest.mark.parametrize("sentence", SPOILT)
def test_a_spoilt_folder_is_refused_in_one_sentence(sentence, folder):
    SPOILT[sentence](folder)
    with pytest.raises(Refusal, match=sentence) as refusal:
        digit_images.load(str(folder))
    assert "\n" not in str(refusal.value) and str(folder) in str(refusal.value)


def test_an_empty_digit_is_refused(folder):
    for file in (folder / "9").iterdir():
        file.unlink()
    with pytest.raises(Refusal, match="9 has 0 different images"):
        digit_images.load(str(folder))


def test_a_name_that_is_neither_a_source_nor_a_folder_is_refused(tmp_path):
    with pytest.raises(Refusal, match="no images .*; there is: embedded, mnist, "):
        digit_images.load(str(tmp_path / "nowhere"))
