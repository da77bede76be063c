"""Folders of released files, whole and broken, as items."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.files.released import (
    batches,
    halve,
    list_files,
    read,
)
from metamer.paradigms.matrices.rules.vocabulary import TRIPLES, facts

META = np.array([1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])
"""Shape, position, OR."""


def panels(seed):
    """Sixteen panels of noise."""
    noise = np.random.default_rng(seed)
    return noise.integers(0, 256, (16, 160, 160), dtype=np.uint8)


def arrays(seed, **changed):
    """What a released file holds."""
    structure = np.array([["shape", "position", "OR"], ["line", "type", "AND"]], "S")
    return {
        "image": panels(seed).reshape(160, 160, 16),
        "target": np.array(seed % 8),
        "relation_structure": structure,
        "relation_structure_encoded": np.zeros((4, 12), int),
        "meta_target": META,
    } | changed


def pgm(folder, number, split="train", drop=(), **changed):
    """Write one released file."""
    whole = arrays(number, **changed)
    kept = {name: array for name, array in whole.items() if name not in drop}
    path = folder / f"PGM_neutral_{split}_{number}.npz"
    np.savez_compressed(path, **kept)
    return path


def test_panels_are_reshaped_and_not_transposed(tmp_path):
    pgm(tmp_path, 3)
    assert np.array_equal(read(str(tmp_path), pixels=160).inputs, [panels(3)])


def test_labels_triples_and_hints_come_from_the_file(tmp_path):
    pgm(tmp_path, 3)
    items = read(str(tmp_path))
    known = facts(items.features)
    names = [str(TRIPLES[place]) for place in known.triples[0, :2]]
    assert names == ["shape position OR", "line type AND"]
    assert known.triples[0, 2:].tolist() == [-1, -1]
    assert (known.directions == -1).all()
    assert not known.distracting.any()
    assert items.labels.tolist() == [3]
    assert np.array_equal(items.hints, [META])


def test_80_pixels_are_means_of_two_by_two():
    quarter = np.array([[[1, 2, 0, 255], [3, 4, 255, 255]]], np.uint8)
    assert halve(np.tile(quarter, (1, 2, 1))).tolist() == [[[3, 191], [3, 191]]]


def test_items_come_by_id_whatever_their_names_sort_like(tmp_path):
    for number in (10, 9, 100):
        pgm(tmp_path, number)
    assert [file.id for file in list_files(str(tmp_path))] == [9, 10, 100]
    assert read(str(tmp_path)).labels.tolist() == [9 % 8, 10 % 8, 100 % 8]


def test_a_split_is_what_file_names_say(tmp_path):
    for number, split in enumerate(("train", "val", "test", "test")):
        pgm(tmp_path, number, split)
    splits = ("train", "validation", "test", None)
    found = [read(str(tmp_path), split).labels.tolist() for split in splits]
    assert found == [[0], [1], [2, 3], [0, 1, 2, 3]]


def test_a_split_that_a_folder_lacks_has_no_items(tmp_path):
    pgm(tmp_path, 1, "test")
    items = read(str(tmp_path), "train")
    assert items.inputs.shape == (0, 16, 80, 80)
    assert [len(column) for column in items] == [0] * 4


def test_batches_are_the_same_items_a_few_at_a_time(tmp_path):
    for number in range(5):
        pgm(tmp_path, number)
    parts = list(batches(str(tmp_path), size=2))
    assert [len(part.labels) for part in parts] == [2, 2, 1]
    inputs = np.concatenate([part.inputs for part in parts])
    assert np.array_equal(inputs, read(str(tmp_path)).inputs)


def test_only_as_many_items_are_read_as_asked_for(tmp_path, capsys):
    pgm(tmp_path, 0)
    pgm(tmp_path, 1, drop=["target"])
    pgm(tmp_path, 2)
    (tmp_path / "PGM_neutral_train_3.npz").write_bytes(b"never opened")
    assert read(str(tmp_path), limit=2).labels.tolist() == [0, 2]
    assert "train_3" not in capsys.readouterr().err


def test_raven_files_have_panels_and_answers_and_nothing_else(tmp_path):
    np.savez_compressed(
        tmp_path / "RAVEN_12_val.npz",
        image=panels(1),
        target=np.array(5),
        meta_target=np.zeros(9, bool),
    )
    items = read(str(tmp_path), "validation", pixels=160)
    assert np.array_equal(items.inputs, [panels(1)])
    assert items.labels.tolist() == [5]
    assert items.features.tolist() == [[-1] * 8 + [0] * 7]
    assert not items.hints.any()


def test_pixels_may_be_stored_as_any_numbers(tmp_path):
    wide = panels(0).reshape(160, 160, 16)
    pgm(tmp_path, 0, image=wide.astype(float), target=np.array([0.0]))
    assert np.array_equal(read(str(tmp_path), pixels=160).inputs, [panels(0)])


@pytest.mark.parametrize(
    "changed, complaint",
    [
        ({"drop": ["image"]}, "it has no 'image'"),
        ({"drop": ["target"]}, "it has no 'target'"),
        ({"drop": ["relation_structure"]}, "it has no 'relation_structure'"),
        (
            {"image": np.zeros((16, 28, 28))},
            "the shape (16, 28, 28), not (160, 160, 16)",
        ),
        (
            {"image": np.full((16, 160, 160), 256)},
            "pixels must be whole numbers from 0",
        ),
        ({"image": np.full((16, 160, 160), np.nan)}, "pixels must be whole numbers"),
        (
            {"image": np.full((16, 160, 160), 0.5)},
            "pixels must be whole numbers from 0",
        ),
        ({"target": np.array(8)}, "target must be whole numbers from 0 to 7"),
        ({"target": np.array(-1)}, "target must be whole numbers from 0 to 7"),
        ({"target": np.array("3")}, "target must be whole numbers from 0 to 7"),
        ({"target": np.arange(2)}, "target has the shape (2,), not one number"),
        ({"target": np.array({}, object)}, "it holds Python objects"),
        ({"meta_target": np.zeros(9)}, "meta_target has the shape (9,), not (12,)"),
        ({"relation_structure": np.array(["OR"])}, "has the shape (1,), not (n, 3)"),
        (
            {"relation_structure": np.array([["line", "size", "OR"]])},
            "unknown triple 'line size OR'",
        ),
    ],
)
def test_a_broken_file_is_named_and_the_rest_is_read(
    tmp_path, capsys, changed, complaint
):
    pgm(tmp_path, 1)
    broken = pgm(tmp_path, 2, **changed)
    pgm(tmp_path, 3)
    assert read(str(tmp_path)).labels.tolist() == [1, 3]
    said = capsys.readouterr().err
    assert said.startswith(f"metamer: {broken} is broken (")
    assert said.endswith("; it is skipped\n")
    assert complaint in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("kept", [0, 100, 30_000, -30])
def test_a_file_that_was_cut_short_is_named(tmp_path, capsys, kept):
    pgm(tmp_path, 1)
    path = pgm(tmp_path, 2)
    path.write_bytes(path.read_bytes()[:kept])
    assert read(str(tmp_path)).labels.tolist() == [1]
    assert f"{path} is broken (" in capsys.readouterr().err


def test_a_file_with_damaged_bytes_is_named(tmp_path, capsys):
    path = pgm(tmp_path, 2)
    damaged = bytearray(path.read_bytes())
    damaged[5000:5100] = bytes(100)
    path.write_bytes(damaged)
    pgm(tmp_path, 1)
    assert read(str(tmp_path)).labels.tolist() == [1]
    assert f"{path} is broken (" in capsys.readouterr().err


def test_a_foreign_file_is_named_and_what_is_no_npz_is_passed_over(tmp_path, capsys):
    pgm(tmp_path, 1)
    np.savez(tmp_path / "weights.npz", w=np.zeros(3))
    (tmp_path / "README.txt").write_text("hello")
    assert len(read(str(tmp_path)).labels) == 1
    said = capsys.readouterr().err
    assert "weights.npz is skipped: its name is not one of" in said
    assert said.count("\n") == 1


def test_panels_of_80_pixels_cannot_be_read_as_160(tmp_path, capsys):
    small = halve(panels(0))
    pgm(tmp_path, 0, image=small.reshape(80, 80, 16))
    assert np.array_equal(read(str(tmp_path)).inputs, [small])
    with pytest.raises(Refusal, match="none of the 1 files in .* can be read"):
        read(str(tmp_path), pixels=160)
    assert "has the shape (80, 80, 16)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "call, complaint",
    [
        ({"folder": "gone"}, "there is no folder gone"),
        ({"split": "exam"}, "no split 'exam'; there is: train, validation, test"),
        ({"pixels": 90}, "no number of pixels 90; there is: 80, 160"),
        ({"limit": 0}, "items to read must be at least 1, not 0"),
        ({}, "has no files to read; they are called PGM_"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, call, complaint):
    with pytest.raises(Refusal, match=complaint):
        read(**({"folder": str(tmp_path)} | call))
