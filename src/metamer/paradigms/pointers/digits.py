"""Images of digits: real ones by name, or a user's own from a folder."""

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
"""Deals those images into parts that nobody has dealt before. Source: ours."""

VALIDATION = 5000
"""The last images of an official training part, kept for validation. Source: ours."""

FEWEST = 10
"""Images that a folder needs of each digit: six to train, two and two. Source: ours."""

SUFFIXES = (".png", ".jpg", ".jpeg")
MODES = ("1", "L", "RGB")
"""Black and white, grey, coloured: what Pillow calls images without transparency."""


class Images(NamedTuple):
    """Images, the digit or kind that each shows, and the part it belongs to."""

    images: UInt8[np.ndarray, "image row col channel"]
    labels: UInt8[np.ndarray, " image"]
    split: Shaped[np.ndarray, " image"]
    """One of `SPLITS`."""
    cell: int
    """Pixels of the side of a cell that holds one image, with room to move."""


class Part(NamedTuple):
    """The images of one part, sorted by what they show."""

    images: UInt8[np.ndarray, "image row col channel"]
    firsts: Int32[np.ndarray, " digit"]
    """The place of each digit's first image."""
    counts: Int32[np.ndarray, " digit"]
    """How many images of each digit there are."""
    cell: int


def check(source: str) -> None:
    """Refuse what is neither the name of a source nor a folder."""
    if source not in SOURCES and not Path(source).expanduser().is_dir():
        known = ", ".join(SOURCES)
        raise Refusal(
            f"no images {source!r}; there is: {known}, or a folder of your own with "
            "subfolders 0 to 9"
        )


@cache
def load(source: str) -> Images:
    """All images of a source, by its name or the path of a folder; not to be changed.

    No image is in two parts. Official test parts are `test`, and the last 5,000 images
    of official training parts are `validation`. Of other sources a fixed shuffle deals
    one fifth of each digit's images to `test`, one to `validation`, the rest to `train`.

    Source: ours.
    Unstated: zhang2021 does not say which images its pictures are made of in each part.
    """
    check(source)
    found = SOURCES[source]() if source in SOURCES else _folder(source)
    return _fixed(found)


@cache
def part(source: str, split: str) -> Part:
    """The images of one of `SPLITS`, as `streams.pictures.Pictures` wants them."""
    one_of("split", split, SPLITS)
    whole = load(source)
    own = np.flatnonzero(whole.split == split)
    order = own[np.argsort(whole.labels[own], kind="stable")]
    counts = np.bincount(whole.labels[own], minlength=DIGITS).astype(np.int32)
    firsts = (np.cumsum(counts) - counts).astype(np.int32)
    return _fixed(Part(whole.images[order], firsts, counts, whole.cell))


def _fixed(arrays: Any) -> Any:
    """The same tuple; whoever writes to one of its arrays is stopped."""
    for array in arrays:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return arrays


def _embedded() -> Images:
    """The 1,797 digits of 8x8 pixels that come with scikit-learn."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    images = np.rint(digits.images * (255 / 16)).astype(np.uint8)[..., None]
    labels = digits.target.astype(np.uint8)
    return Images(images, labels, _dealt(labels), 12)


def _official(name: str, cell: int) -> Images:
    """A data set with a test part of its own."""
    from metamer.data import load

    data = load(name)
    split = data["split"].astype("<U10")
    split[np.flatnonzero(split == "train")[-VALIDATION:]] = "validation"
    images = data["images"]
    images = images if images.ndim == 4 else images[..., None]
    return Images(images, data["labels"], split, cell)


def _halved(name: str, cell: int) -> Images:
    """A data set whose pixels are averaged in squares of four."""
    whole = _official(name, cell)
    many, rows, columns, channels = whole.images.shape
    squares = whole.images.reshape(many, rows // 2, 2, columns // 2, 2, channels)
    sums = squares.sum(axis=(2, 4), dtype=np.uint16)
    return whole._replace(images=((sums + 2) // 4).astype(np.uint8))


SOURCES: dict[str, Callable[[], Images]] = {
    "embedded": _embedded,
    "mnist": partial(_official, "mnist", 40),
    "mnist_half": partial(_halved, "mnist", 20),
    "fashion_mnist": partial(_official, "fashion_mnist", 40),
    "cifar10": partial(_official, "cifar10", 40),
}
"""Where images come from, and how large their cells are.

Source: zhang2021, Sec. 3.1 (`mnist`, cells of 40x40); the others are ours.
"""


def _dealt(labels: UInt8[np.ndarray, " image"]) -> Shaped[np.ndarray, " image"]:
    """Parts for images that have none: of each digit 60, 20 and 20 in a hundred."""
    split = np.full(len(labels), "train", "<U10")
    for digit in range(DIGITS):
        generator = root(SEED).stream("images", digit).numpy
        order = generator.permutation(np.flatnonzero(labels == digit))
        fifth = len(order) // 5
        split[order[:fifth]] = "test"
        split[order[fifth : 2 * fifth]] = "validation"
    return split


def _folder(source: str) -> Images:
    """A user's own images: subfolders 0 to 9, all images of one size.

    Files whose names begin with a dot are passed over, and an image that is there twice
    counts once, so that no two parts share it. Cells are as much larger than images as
    those of MNIST are; what is around an image in its cell is black.
    """
    folders = _digit_folders(Path(source).expanduser())
    files = [file for folder in folders for file in _visible(folder)]
    kept = _different(_opened(files))
    for folder in folders:
        _check_number(folder, kept)
    mode = "RGB" if any(image.mode == "RGB" for image in kept.values()) else "L"
    pixels = np.stack([np.asarray(image.convert(mode)) for image in kept.values()])
    images = pixels if pixels.ndim == 4 else pixels[..., None]
    labels = np.array([int(file.parent.name) for file in kept], np.uint8)
    side = max(images.shape[1:3])
    return Images(images, labels, _dealt(labels), round(side * 10 / 7))


def _visible(folder: Path) -> list[Path]:
    return sorted(it for it in folder.iterdir() if not it.name.startswith("."))


def _digit_folders(folder: Path) -> list[Path]:
    """The folders of the ten digits, or a sentence on what is missing or too much."""
    wanted = [folder / str(digit) for digit in range(DIGITS)]
    for entry in _visible(folder):
        if entry not in wanted or not entry.is_dir():
            raise Refusal(f"{entry} does not belong there: only folders 0 to 9 do")
    for entry in wanted:
        if not entry.is_dir():
            raise Refusal(f"{entry} is not there: each digit, 0 to 9, needs its folder")
    return wanted


def _opened(files: list[Path]) -> dict[Path, Image]:
    """Files as images, or a sentence on the first that is none or does not fit."""
    opened = {file: _open(file) for file in files}
    for file, image in opened.items():
        first = opened[files[0]]
        if image.size != first.size:
            given, wanted = (f"{it.width}x{it.height}" for it in (image, first))
            raise Refusal(
                f"{file} has {given} pixels and {files[0]} {wanted}; all images must "
                "have one size"
            )
    return opened


def _open(file: Path) -> Image:
    from PIL import Image

    if file.suffix.lower() not in SUFFIXES:
        raise Refusal(f"{file} is no image; allowed are {', '.join(SUFFIXES)}")
    try:
        with Image.open(file) as image:
            image.load()
    except OSError as error:
        raise Refusal(f"{file} cannot be read as an image ({error})") from error
    if image.mode not in MODES:
        raise Refusal(
            f"{file} is an image of mode {image.mode}; allowed are grey ones (L) and "
            "coloured ones (RGB) of 8 bits, without transparency"
        )
    return image


def _different(opened: dict[Path, Image]) -> dict[Path, Image]:
    """Each image once, or a sentence on one that is said to show two digits."""
    firsts: dict[bytes, Path] = {}
    for file, image in opened.items():
        first = firsts.setdefault(image.tobytes(), file)
        if first.parent != file.parent:
            raise Refusal(
                f"{first} and {file} are the same image; an image shows one digit"
            )
    return {file: opened[file] for file in firsts.values()}


def _check_number(folder: Path, kept: dict[Path, Image]) -> None:
    many = sum(file.parent == folder for file in kept)
    if many < FEWEST:
        raise Refusal(
            f"{folder} has {many} different images; at least {FEWEST} are needed"
        )
