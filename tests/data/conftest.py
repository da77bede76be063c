"""A data set of five pictures, in the form of MNIST, and a cache of its own."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest

from metamer.data import idx
from metamer.data.catalogue import dataset
from metamer.data.layouts import Convert, Layout


def as_idx(array):
    sizes = np.array(array.shape, ">u4").tobytes()
    return b"\0\0\x08" + bytes([array.ndim]) + sizes + array.tobytes()


def checksums(files):
    return {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items()
    }


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("METAMER_DATA", str(folder))
    return folder


@pytest.fixture
def digits():
    """Four files: three pictures to learn from and two to test, 2 x 2 each."""
    pictures = np.arange(20, dtype=np.uint8).reshape(5, 2, 2)
    labels = np.array([7, 0, 1, 9, 4], np.uint8)
    return {
        "train-images-idx3-ubyte": as_idx(pictures[:3]),
        "train-labels-idx1-ubyte": as_idx(labels[:3]),
        "t10k-images-idx3-ubyte": as_idx(pictures[3:]),
        "t10k-labels-idx1-ubyte": as_idx(labels[3:]),
    }


@pytest.fixture
def source(digits, tmp_path):
    """A folder with these files lying open."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name, content in digits.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def add_small(digits, monkeypatch):
    """Make `small` a data set, with the package and origin given."""

    def add(**where):
        convert = Convert((Layout(checksums(digits), idx.images),))
        nowhere = {"package": None, "origin": ()}
        entry = replace(
            dataset("mnist"), file="small.npz", convert=convert, **(nowhere | where)
        )
        monkeypatch.setitem(dataset._entries, "small", entry)

    return add
