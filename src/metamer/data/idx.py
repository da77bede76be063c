"""The IDX file format of MNIST and similar data sets."""

from collections.abc import Mapping

import numpy as np
from jaxtyping import UInt8

from metamer.core.errors import Refusal

PARTS = {"train": "train", "test": "t10k"}
"""Our names of the two parts, and theirs in the names of the files."""


def array(content: bytes) -> UInt8[np.ndarray, "..."]:
    """The array of bytes that an IDX file holds: two zeros, a type, sizes, values.

    Source: the MNIST page, "File formats for the MNIST database".
    """
    if content[:3] != b"\0\0\x08":
        raise Refusal("not an IDX file of bytes: it must start with 00 00 08")
    axes = content[3]
    shape = np.frombuffer(content, ">u4", axes, offset=4)
    return np.frombuffer(content, np.uint8, offset=4 + 4 * axes).reshape(shape)


def images(files: Mapping[str, bytes]) -> dict[str, np.ndarray]:
    """Images, labels and parts from the four files."""
    pictures = [array(files[f"{part}-images-idx3-ubyte"]) for part in PARTS.values()]
    labels = [array(files[f"{part}-labels-idx1-ubyte"]) for part in PARTS.values()]
    return {
        "images": np.concatenate(pictures),
        "labels": np.concatenate(labels),
        "split": np.repeat(list(PARTS), [len(part) for part in labels]),
    }
