"""Images of digits: data sets by name, or a user's own folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.core.keys import root
from metamer.paradigms.pointers.styles.style import SPLITS

if TYPE_CHECKING:
    from jaxtyping import Int32, Shaped, UInt8
    from PIL.Image import Image

DIGITS = 10

SEED = 2021
"""The seed of splits for images that have none. Source: ours."""

VALIDATION = 5000
"""The last images of an official training set, kept for validation. Source: ours."""

MIN_IMAGES = 10
"""Images of each digit that a folder needs: six to train, two to validate, two to test.
Source: ours."""

SUFFIXES = (".png", ".jpg", ".jpeg")
MODES = ("1", "L", "RGB")
"""Pillow's modes of images without transparency: black and white, grey, coloured."""


class ImageSet(NamedTuple):
    """Images, the digit or class of each, and its split."""

    images: UInt8[np.ndarray, "image row col channel"]
    labels: UInt8[np.ndarray, " image"]
    split: Shaped[np.ndarray, " image"]
    """One of `SPLITS`."""
    cell: int
    """The width in pixels of a cell that holds one image, with room for jitter."""


class SplitImages(NamedTuple):
    """The images of one split, sorted by digit."""

    images: UInt8[np.ndarray, "image row col channel"]
    firsts: Int32[np.ndarray, " digit"]
    """The index of each digit's first image."""
    counts: Int32[np.ndarray, " digit"]
    """The number of images of each digit."""
    cell: int


def check(source: str) -> None:
    """Refuse anything that is neither the name of a source nor a folder."""
    if source not in SOURCES and not Path(source).expanduser().is_dir():
        known = ", ".join(SOURCES)
        raise Refusal(
            f"no images {source!r}; there is: {known}, or a folder of your own with "
            "subfolders 0 to 9"
        )


@cache
def load(source: str) -> ImageSet:
    """All images of a source, by its name or the path of a folder, as read-only arrays.

    No image is in two splits. Official test sets are `test`, and the last 5,000 images of
    official training sets are `validation`. Of other sources a fixed shuffle assigns one
    fifth of each digit's images to `test`, one to `validation`, and the rest to `train`.

    Source: zhang2021, App. A, for MNIST's official training and test sets.
    Differs: 5,000 of the 60,000 training images are kept for validation, which the paper
    does not mention.
    """
    check(source)
    found = SOURCES[source]() if source in SOURCES else _folder(source)
    return _read_only(found)


@cache
def split_images(source: str, split: str) -> SplitImages:
    """The images of one of `SPLITS`, in the form that `Pictures` takes."""
    one_of("split", split, SPLITS)
    whole = load(source)
    own = np.flatnonzero(whole.split == split)
    order = own[np.argsort(whole.labels[own], kind="stable")]
    counts = np.bincount(whole.labels[own], minlength=DIGITS).astype(np.int32)
    firsts = (np.cumsum(counts) - counts).astype(np.int32)
    return _read_only(SplitImages(whole.images[order], firsts, counts, whole.cell))


def _read_only(arrays: Any) -> Any:
    """The same tuple, with arrays that cannot be written to."""
    for array in arrays:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return arrays


def _embedded() -> ImageSet:
    """The 1,797 digits of 8x8 pixels that come with scikit-learn."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    images = np.rint(digits.images * (255 / 16)).astype(np.uint8)[..., None]
    labels = digits.target.astype(np.uint8)
    return ImageSet(images, labels, _assign_splits(labels), 12)


def _official(name: str, cell: int) -> ImageSet:
    """A data set with a test set of its own."""
    from metamer.data import load

    data = load(name)
    split = data["split"].astype("<U10")
    split[np.flatnonzero(split == "train")[-VALIDATION:]] = "validation"
    images = data["images"]
    images = images if images.ndim == 4 else images[..., None]
    return ImageSet(images, data["labels"], split, cell)


def _half_size(name: str, cell: int) -> ImageSet:
    """A data set at half its size: the means of squares of four pixels."""
    whole = _official(name, cell)
    count, rows, columns, channels = whole.images.shape
    squares = whole.images.reshape(count, rows // 2, 2, columns // 2, 2, channels)
    sums = squares.sum(axis=(2, 4), dtype=np.uint16)
    return whole._replace(images=((sums + 2) // 4).astype(np.uint8))


SOURCES: dict[str, Callable[[], ImageSet]] = {
    "embedded": _embedded,
    "mnist": partial(_official, "mnist", 40),
    "mnist_half": partial(_half_size, "mnist", 20),
    "fashion_mnist": partial(_official, "fashion_mnist", 40),
    "cifar10": partial(_official, "cifar10", 40),
}
"""Where images come from, and the widths of their cells.

Source: zhang2021, App. A (`mnist`, cells of 40x40); the others are ours.
Unstated: the cells of CIFAR-10; they are as large.
"""


def _assign_splits(
    labels: UInt8[np.ndarray, " image"],
) -> Shaped[np.ndarray, " image"]:
    """Splits for images that have none: 60, 20 and 20 per cent of each digit."""
    split = np.full(len(labels), "train", "<U10")
    for digit in range(DIGITS):
        generator = root(SEED).stream("images", digit).numpy
        order = generator.permutation(np.flatnonzero(labels == digit))
        fifth = len(order) // 5
        split[order[:fifth]] = "test"
        split[order[fifth : 2 * fifth]] = "validation"
    return split


def _folder(source: str) -> ImageSet:
    """A user's own images: subfolders 0 to 9, all images of one size.

    Files whose names begin with a dot are ignored, and a repeated image counts once, so
    that no two splits share it. Cells are larger than images in the same ratio as for
    MNIST; the rest of a cell is black.
    """
    folders = _digit_folders(Path(source).expanduser())
    files = [file for folder in folders for file in _visible(folder)]
    kept = _drop_repeated(_open_all(files))
    for folder in folders:
        _check_number(folder, kept)
    mode = "RGB" if any(image.mode == "RGB" for image in kept.values()) else "L"
    pixels = np.stack([np.asarray(image.convert(mode)) for image in kept.values()])
    images = pixels if pixels.ndim == 4 else pixels[..., None]
    labels = np.array([int(file.parent.name) for file in kept], np.uint8)
    side = max(images.shape[1:3])
    return ImageSet(images, labels, _assign_splits(labels), round(side * 10 / 7))


def _visible(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _digit_folders(folder: Path) -> list[Path]:
    """The folders of the ten digits; refuses missing and additional entries."""
    wanted = [folder / str(digit) for digit in range(DIGITS)]
    for entry in _visible(folder):
        if entry not in wanted or not entry.is_dir():
            raise Refusal(f"{entry} does not belong there; allowed: folders 0 to 9")
    for entry in wanted:
        if not entry.is_dir():
            raise Refusal(f"{entry} is missing: each digit from 0 to 9 needs a folder")
    return wanted


def _open_all(files: list[Path]) -> dict[Path, Image]:
    """Files as images; refuses images of different sizes."""
    images = {file: _open(file) for file in files}
    for file, image in images.items():
        first = images[files[0]]
        if image.size != first.size:
            sizes = [f"{each.width}x{each.height}" for each in (image, first)]
            raise Refusal(
                f"{file} has {sizes[0]} pixels and {files[0]} has {sizes[1]}; all images "
                "must have one size"
            )
    return images


def _open(file: Path) -> Image:
    from PIL import Image

    if file.suffix.lower() not in SUFFIXES:
        raise Refusal(f"{file} is not an image; allowed: {', '.join(SUFFIXES)}")
    try:
        with Image.open(file) as image:
            image.load()
    except OSError as error:
        raise Refusal(f"{file} cannot be read as an image ({error})") from error
    if image.mode not in MODES:
        raise Refusal(
            f"{file} is an image of mode {image.mode}; allowed: grey (L) or coloured (RGB) "
            "images of 8 bits without transparency"
        )
    return image


def _drop_repeated(images: dict[Path, Image]) -> dict[Path, Image]:
    """Each image once; refuses an image in the folders of two digits."""
    firsts: dict[bytes, Path] = {}
    for file, image in images.items():
        first = firsts.setdefault(image.tobytes(), file)
        if first.parent != file.parent:
            raise Refusal(
                f"{first} and {file} are the same image; an image shows only one digit"
            )
    return {file: images[file] for file in firsts.values()}


def _check_number(folder: Path, kept: dict[Path, Image]) -> None:
    count = sum(file.parent == folder for file in kept)
    if count < MIN_IMAGES:
        raise Refusal(
            f"{folder} has {count} different images; at least {MIN_IMAGES} are needed"
        )
