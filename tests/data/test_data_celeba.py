import os

import numpy as np
import pytest
from PIL import Image

from metamer.core.errors import Refusal
from metamer.data import celeba, describe, find, load

NAMES = [f"{number:06}.jpg" for number in (1, 2, 3)]
COLOURS = [(250, 0, 0), (0, 250, 0), (0, 0, 250)]
FLAT = {"images": "img_align_celeba", "attributes": ".", "parts": "."}
OFFICIAL = {"images": "Img/img_align_celeba", "attributes": "Anno", "parts": "Eval"}


def lay_out(folder, places):
    """Three faces of one colour each, with a band of white above and below."""
    for place in places.values():
        (folder / place).mkdir(parents=True, exist_ok=True)
    for name, colour in zip(NAMES, COLOURS, strict=True):
        face = Image.new("RGB", celeba.SIZE, "white")
        face.paste(colour, (0, 20, 178, 198))
        face.save(folder / places["images"] / name, quality=95)
    values = np.where(np.eye(3, 40, dtype=bool), 1, -1)
    rows = [
        f"{name}  {' '.join(map(str, row))}"
        for name, row in zip(NAMES, values, strict=True)
    ]
    words = " ".join(f"word_{number}" for number in range(40))
    attributes = folder / places["attributes"] / "list_attr_celeba.txt"
    attributes.write_text("\n".join(["3", words, *rows]) + "\n")
    parts = folder / places["parts"] / "list_eval_partition.txt"
    parts.write_text("".join(f"{name} {part}\n" for part, name in enumerate(NAMES)))
    return folder


@pytest.fixture
def faces(tmp_path):
    return lay_out(tmp_path / "faces", FLAT)


@pytest.mark.parametrize("places", [FLAT, OFFICIAL], ids=["flat", "official"])
def test_both_layouts_are_read(places, tmp_path, cache):
    find("celeba", lay_out(tmp_path / "faces", places))
    arrays = load("celeba")
    assert os.listdir(cache) == ["celeba.npz"]
    assert arrays["images"].shape == (3, 64, 64, 3)
    assert arrays["images"].dtype == np.uint8
    assert arrays["attributes"].tolist() == np.eye(3, 40).tolist()
    assert arrays["attributes"].dtype == np.int8
    assert arrays["attribute_names"][39] == "word_39"
    assert arrays["split"].tolist() == ["train", "validation", "test"]
    assert describe("celeba")["counts"] == {"test": 1, "train": 1, "validation": 1}


def test_the_middle_square_is_cut_out(faces):
    find("celeba", faces)
    middle = load("celeba")["images"][:, 2:-2].astype(int)
    wanted = np.array(COLOURS)[:, None, None]
    assert np.abs(middle - wanted).max() < 12  # JPEG keeps colours only nearly


def test_faces_can_have_another_size(faces, tmp_path):
    celeba.convert(faces, tmp_path / "small.npz", side=16)
    with np.load(tmp_path / "small.npz") as arrays:
        assert arrays["images"].shape == (3, 16, 16, 3)


def spoil(faces, file, old, new):
    text = (faces / file).read_text()
    assert old in text
    (faces / file).write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "file, old, new, said",
    [
        ("list_attr_celeba.txt", "3\n", "4\n", "as many faces as its first line says"),
        ("list_attr_celeba.txt", "word_0 ", "", "must give 40 attributes"),
        ("list_attr_celeba.txt", "  1 -1", "  2 -1", "each attribute as -1 or 1"),
        ("list_eval_partition.txt", "000002.jpg 1\n", "", "give 000002.jpg a part"),
        ("list_eval_partition.txt", ".jpg 2", ".jpg 7", "give 000003.jpg a part"),
    ],
)
def test_broken_lists_are_refused(faces, cache, file, old, new, said):
    spoil(faces, file, old, new)
    with pytest.raises(Refusal, match=said):
        find("celeba", faces)
    assert os.listdir(cache) == []


def test_an_empty_list_is_refused(faces):
    (faces / "list_attr_celeba.txt").write_text("")
    with pytest.raises(Refusal, match="as many faces as its first line says"):
        find("celeba", faces)


def test_a_missing_face_is_named_and_the_cache_stays_clean(faces, cache):
    (faces / "img_align_celeba" / NAMES[2]).unlink()
    with pytest.raises(Refusal, match="000003.jpg cannot be read as a picture"):
        find("celeba", faces)
    assert os.listdir(cache) == []


def test_a_face_cut_short_is_named(faces):
    file = faces / "img_align_celeba" / NAMES[1]
    file.write_bytes(file.read_bytes()[:500])
    with pytest.raises(Refusal, match="000002.jpg cannot be read as a picture"):
        find("celeba", faces)


def test_a_face_of_another_size_is_refused(faces):
    Image.new("RGB", (100, 100)).save(faces / "img_align_celeba" / NAMES[0])
    with pytest.raises(Refusal, match="is 100 x 100; an aligned face is 178 x 218"):
        find("celeba", faces)


def test_a_folder_without_faces_is_refused(tmp_path):
    with pytest.raises(Refusal, match="holds neither img_align_celeba nor Img/"):
        find("celeba", tmp_path)


def test_without_a_copy_the_way_to_one_is_told():
    with pytest.raises(
        Refusal, match="no package contains it; its authors .* --from FOLDER"
    ):
        find("celeba")
