import io
import json
import tarfile

import numpy as np
import pytest
from PIL import Image

from metamer.core.errors import Refusal
from metamer.data import cifar10, idx, imdb

TABLE = b"""text,label,source
"Good, ""very"" good.
Really",1,imdb
null,0,imdb
short,1,rotten_tomatoes
Bad,0,imdb
"""


def archive_of(reviews):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, text in reviews.items():
            header = tarfile.TarInfo(name)
            header.size = len(text.encode())
            archive.addfile(header, io.BytesIO(text.encode()))
    return {imdb.ORIGINAL: content.getvalue()}


ORIGINAL = archive_of(
    {
        "aclImdb/train/pos/0_9.txt": 'Good, "very" good.\nReally',
        "aclImdb/train/neg/1_1.txt": "null",
        "aclImdb/train/neg/0_3.txt": "Bad",
        "aclImdb/train/unsup/0_0.txt": "unlabelled",
        "aclImdb/test/neg/0_3.txt": "of the other half",
    }
)


def test_an_idx_file_gives_its_array():
    content = b"\0\0\x08\2" + b"\0\0\0\2" + b"\0\0\0\3" + bytes([1, 2, 3, 4, 5, 6])
    assert idx.array(content).tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize("content", [b"", b"\0\0\x0d\1\0\0\0\1\0", b"text"])
def test_another_file_is_refused(content):
    with pytest.raises(Refusal, match="not an IDX file"):
        idx.array(content)


def test_only_imdb_rows_are_kept_and_words_stay_words():
    frame = imdb.from_table({imdb.TABLE: TABLE})
    assert frame["text"].tolist() == ["Bad", "null", 'Good, "very" good.\nReally']
    assert frame["label"].tolist() == [0, 0, 1]
    assert frame["label"].dtype == "int8"


def test_the_published_archive_gives_the_same_rows_as_the_table():
    table = imdb.from_table({imdb.TABLE: TABLE})
    original = imdb.from_original(ORIGINAL, imdb.digest(table))
    assert original.equals(table)


def test_an_archive_with_other_reviews_is_refused():
    with pytest.raises(Refusal, match="does not contain the 25,000 published reviews"):
        imdb.from_original(ORIGINAL)


def test_both_halves_of_the_archive_are_read_one_after_the_other():
    table = imdb.from_table({imdb.TABLE: TABLE})
    both = imdb.both_halves(ORIGINAL, imdb.digest(table), tests=1)
    assert both["text"].tolist() == [*table["text"], "of the other half"]
    assert both["label"].tolist() == [0, 0, 1, 0]


def test_half_a_test_half_is_refused():
    table = imdb.from_table({imdb.TABLE: TABLE})
    with pytest.raises(Refusal, match="has 1 reviews in its test half, not 25,000"):
        imdb.both_halves(ORIGINAL, imdb.digest(table))


def test_both_forms_of_cifar_give_the_same_images():
    rng = np.random.default_rng(0)
    images = rng.integers(0, 256, (6, 2, 32, 32, 3), np.uint8)
    labels = rng.integers(0, 10, (6, 2), np.uint8)
    sprites, binary = {}, {}
    for batch, rows, answers in zip(cifar10.BATCHES, images, labels, strict=True):
        sprite = io.BytesIO()
        Image.fromarray(rows.reshape(2, 1024, 3)).save(sprite, "png")
        sprites[f"{batch}.png"] = sprite.getvalue()
        planes = np.moveaxis(rows, -1, 1).reshape(2, -1)
        binary[f"{batch}.bin"] = np.column_stack([answers, planes]).tobytes()
    sprites["train_lables.json"] = json.dumps(labels[:5].ravel().tolist()).encode()
    sprites["test_lables.json"] = json.dumps(labels[5].tolist()).encode()
    for arrays in (cifar10.from_sprites(sprites), cifar10.from_binary(binary)):
        assert (arrays["images"] == images.reshape(12, 32, 32, 3)).all()
        assert (arrays["labels"] == labels.ravel()).all()
        assert arrays["split"].tolist() == ["train"] * 10 + ["test"] * 2
