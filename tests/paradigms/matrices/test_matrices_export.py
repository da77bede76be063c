"""Exports: the released format to the letter, the same bytes however often stopped."""

import itertools
import json
import os
import signal
import subprocess
import time
from dataclasses import replace

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items, identify
from metamer.paradigms.matrices.files import export as exporting
from metamer.paradigms.matrices.files.export import Export, write_files, write_packed
from metamer.paradigms.matrices.files.released import read
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import META_ROWS, TRIPLES

NAMES = [str(triple) for triple in TRIPLES]
CHOSEN = [NAMES.index("shape position OR"), NAMES.index("line type AND")]


def item(place):
    """Panels of noise with two triples, from the place alone."""
    noise = np.random.default_rng(place)
    symbols = np.zeros((16, 15), np.int16)
    symbols[:, :9] = noise.integers(0, 701, (16, 9)) * (noise.random((16, 9)) < 0.3)
    symbols[:, 9:] = noise.integers(0, 11, (16, 6)) * (noise.random((16, 6)) < 0.3)
    triples = np.array([*CHOSEN, -1, -1], np.int8)
    features = [*triples, 0, 1, -1, -1, *(place >> np.arange(7) & 1)]
    hints = META_ROWS[triples].max(axis=0)
    return symbols, np.int32(place % 8), np.array(features, np.int8), hints


def draw(first, many):
    """Items of an endless sequence."""
    rows = [item(place) for place in range(first, first + many)]
    return Items(*(np.stack(column) for column in zip(*rows, strict=True)))


def wanted(count=5, first=0, split="train", **settings):
    """An export of such items."""
    made_from = {"seed": 0, "foils": "pgm"} | settings
    return Export(draw, "triples", split, range(first, first + count), made_from)


def contents(folder):
    """Every file with its bytes."""
    return {
        path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def finish(steps):
    """Let an export run to its end; how many items it counted."""
    return sum(steps)


def test_file_names_are_those_of_the_released_folders(tmp_path):
    finish(write_files(wanted(2, first=7), tmp_path))
    finish(write_files(wanted(1, split="validation"), tmp_path))
    assert sorted(contents(tmp_path)) == [
        "PGM_attr.rels_train_7.npz",
        "PGM_attr.rels_train_8.npz",
        "PGM_attr.rels_val_0.npz",
        "export.json",
    ]


def test_a_loader_for_the_released_files_reads_ours(tmp_path):
    finish(write_files(wanted(1, first=3), tmp_path))
    with np.load(tmp_path / "PGM_attr.rels_train_3.npz") as file:
        found = dict(file)
    assert {name: (one.shape, one.dtype.kind) for name, one in found.items()} == {
        "image": ((160, 160, 16), "u"),
        "target": ((), "i"),
        "relation_structure": ((2, 3), "S"),
        "relation_structure_encoded": ((4, 12), "i"),
        "item": ((), "U"),
        "meta_target": ((12,), "i"),
    }
    assert np.array_equal(found["image"].reshape(16, 160, 160), render(item(3)[0], 160))
    assert found["target"] == 3
    assert found["relation_structure"].tolist() == [
        [b"shape", b"position", b"OR"],
        [b"line", b"type", b"AND"],
    ]
    # shape line color number position size type progression XOR OR AND union
    assert found["relation_structure_encoded"].tolist() == [
        [1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0],
        [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0],
        [0] * 12,
        [0] * 12,
    ]
    assert found["meta_target"].tolist() == [1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0]


def test_what_is_written_is_read_as_the_same_items(tmp_path):
    finish(write_files(wanted(12), tmp_path))
    found, expected = read(str(tmp_path), "train", 160), draw(0, 12)
    assert np.array_equal(found.inputs, render(expected.inputs, 160))
    assert np.array_equal(found.labels, expected.labels)
    assert np.array_equal(found.features[:, :4], expected.features[:, :4])
    assert np.array_equal(found.hints, expected.hints)


def test_panels_can_have_80_pixels(tmp_path):
    finish(write_files(wanted(1), tmp_path, 80))
    found = read(str(tmp_path))
    assert np.array_equal(found.inputs, [render(item(0)[0], 80)])


def test_files_are_as_small_as_numpys(tmp_path):
    finish(write_files(wanted(1), tmp_path))
    ours = tmp_path / "PGM_attr.rels_train_0.npz"
    with np.load(ours) as file:
        np.savez_compressed(tmp_path / "numpy.npz", **file)
    assert abs(ours.stat().st_size - (tmp_path / "numpy.npz").stat().st_size) < 50


def test_the_same_export_has_the_same_bytes_at_another_time(tmp_path, monkeypatch):
    finish(write_files(wanted(3), tmp_path / "one"))
    monkeypatch.setattr(time, "time", lambda: 2e9)
    finish(write_files(wanted(3), tmp_path / "other"))
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


def test_a_stopped_export_goes_on_to_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(exporting, "CHUNK", 4)
    monkeypatch.setattr(exporting, "FILES_AT_ONCE", 2)
    finish(write_files(wanted(11), tmp_path / "whole"))
    stopped = write_files(wanted(11), tmp_path / "stopped")
    assert sum(itertools.islice(stopped, 4)) == 4
    stopped.close()
    assert 4 < len(contents(tmp_path / "stopped")) < 12
    assert finish(write_files(wanted(11), tmp_path / "stopped")) == 11
    assert contents(tmp_path / "whole") == contents(tmp_path / "stopped")


def test_ctrl_c_loses_nothing(tmp_path, monkeypatch):
    def interrupted(first, many):
        if first:
            signal.raise_signal(signal.SIGINT)
        return draw(first, many)

    monkeypatch.setattr(exporting, "CHUNK", 4)
    finish(write_files(wanted(11), tmp_path / "whole"))
    with pytest.raises(KeyboardInterrupt):
        finish(write_files(replace(wanted(11), draw=interrupted), tmp_path / "stopped"))
    assert len(contents(tmp_path / "stopped")) == 5
    finish(write_files(wanted(11), tmp_path / "stopped"))
    assert contents(tmp_path / "whole") == contents(tmp_path / "stopped")


def test_finished_files_are_kept_and_broken_ones_written_again(tmp_path):
    finish(write_files(wanted(3), tmp_path))
    before = contents(tmp_path)
    kept, broken = (tmp_path / f"PGM_attr.rels_train_{value}.npz" for value in (0, 1))
    broken.write_bytes(b"")
    age = kept.stat().st_mtime_ns
    assert finish(write_files(wanted(3), tmp_path)) == 3
    assert contents(tmp_path) == before
    assert kept.stat().st_mtime_ns == age


def test_nothing_is_drawn_again_for_a_finished_export(tmp_path):
    def never(first, many):
        raise AssertionError("drawn again")

    finish(write_files(wanted(3), tmp_path))
    idle = replace(wanted(3), draw=never)
    assert finish(write_files(idle, tmp_path)) == 3


def test_an_export_can_grow_in_its_folder(tmp_path):
    finish(write_files(wanted(5), tmp_path / "one"))
    finish(write_files(wanted(2), tmp_path / "other"))
    finish(write_files(wanted(3, first=2), tmp_path / "other"))
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


@pytest.mark.parametrize("change", [{"seed": 1}, {"versions": "newer"}])
def test_a_folder_of_another_export_is_refused_and_untouched(tmp_path, change):
    finish(write_files(wanted(2), tmp_path))
    before = contents(tmp_path)
    (name,) = change
    with pytest.raises(Refusal, match=f"holds another export .*: {name}"):
        finish(write_files(wanted(3, **change), tmp_path))
    assert contents(tmp_path) == before


def test_a_folder_with_files_of_unknown_origin_is_refused(tmp_path):
    np.savez(tmp_path / "PGM_attr.rels_train_0.npz", image=np.zeros(3))
    with pytest.raises(Refusal, match="holds npz files of unknown origin"):
        finish(write_files(wanted(1), tmp_path))


def test_a_folder_with_a_broken_record_is_refused(tmp_path):
    (tmp_path / "export.json").write_text("{")
    with pytest.raises(Refusal, match="export.json is broken .*; choose another --out"):
        finish(write_files(wanted(1), tmp_path))


def test_what_cannot_be_a_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="cannot write to .*file: File exists"):
        finish(write_files(wanted(1), tmp_path / "file"))


@pytest.fixture
def tiny(tmp_path):
    """A disk of 120 kB of its own."""
    place = tmp_path / "tiny"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=120k", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("mounting a small disk needs privileges")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_one_sentence_and_the_export_can_go_on(tiny, tmp_path):
    with pytest.raises(
        Refusal, match=f"cannot write to {tiny}: No space left on device"
    ):
        finish(write_files(wanted(40), tiny))
    left = contents(tiny)
    finish(write_files(wanted(40), tmp_path / "whole"))
    whole = contents(tmp_path / "whole")
    assert 1 < len(left) < 40
    assert left.items() <= whole.items()
    subprocess.run(["mount", "-o", "remount,size=8m", str(tiny)], check=True)
    assert finish(write_files(wanted(40), tiny)) == 40
    assert contents(tiny) == whole


def test_a_disk_that_is_full_for_a_packed_file_can_be_emptied(tiny, tmp_path):
    out = tiny / "all.npz"
    ballast = tiny / "ballast"
    ballast.write_bytes(bytes(100_000))
    with pytest.raises(Refusal, match="cannot write to .*: No space left on device"):
        finish(write_packed(wanted(200), out))
    assert not out.exists()
    ballast.unlink()
    finish(write_packed(wanted(200), out))
    finish(write_packed(wanted(200), tmp_path / "all.npz"))
    assert contents(tiny) == {"all.npz": (tmp_path / "all.npz").read_bytes()}


@pytest.mark.parametrize("pixels", [80, 160])
def test_the_id_in_a_file_is_that_of_a_study_that_reads_its_folder(pixels, tmp_path):
    finish(write_files(wanted(2, split="test"), tmp_path, pixels))
    asked = read(str(tmp_path), "test")
    ids = [
        str(np.load(tmp_path / f"PGM_attr.rels_test_{place}.npz")["item"])
        for place in range(2)
    ]
    assert ids == list(identify("matrices", asked.inputs))


def test_the_ids_in_a_packed_file_are_those_of_a_study_that_draws_its_items(tmp_path):
    finish(write_packed(wanted(3), tmp_path / "all.npz"))
    with np.load(tmp_path / "all.npz") as file:
        assert list(file["item"]) == list(identify("matrices", draw(0, 3).inputs))


def test_a_packed_file_has_the_promised_arrays(tmp_path):
    out = tmp_path / "deep" / "all.npz"
    assert finish(write_packed(wanted(6, first=2), out)) == 6
    with np.load(out) as file:
        found = dict(file)
    settings = json.loads(str(found.pop("settings")))
    assert {name: (one.shape, one.dtype) for name, one in found.items()} == {
        "item": ((6,), np.dtype("U25")),
        "symbols": ((6, 16, 15), np.int16),
        "targets": ((6,), np.uint8),
        "meta_targets": ((6, 12), np.uint8),
        "triples": ((6, 4), np.int8),
        "directions": ((6, 4), np.int8),
        "distracting": ((6, 7), np.bool_),
    }
    assert np.array_equal(found["symbols"][1], item(3)[0])
    assert found["targets"].tolist() == [2, 3, 4, 5, 6, 7]
    assert found["triples"][0].tolist() == [*CHOSEN, -1, -1]
    assert found["directions"][0].tolist() == [0, 1, -1, -1]
    assert found["distracting"][1].tolist() == [True, True, *[False] * 5]
    assert settings == {
        "regime": "triples",
        "split": "train",
        "first": 2,
        "items": 6,
    } | {
        "seed": 0,
        "foils": "pgm",
    }


def test_a_stopped_packed_export_goes_on_to_the_same_bytes(tmp_path, monkeypatch):
    finish(write_packed(wanted(10), tmp_path / "all.npz"))
    monkeypatch.setattr(exporting, "PART", 4)
    one, other = tmp_path / "one" / "all.npz", tmp_path / "other" / "all.npz"
    finish(write_packed(wanted(10), one))
    stopped = write_packed(wanted(10), other)
    assert next(stopped) == 4
    stopped.close()
    assert not other.exists()
    part = other.with_name("all.npz.parts") / "0.npz"
    age = part.stat().st_mtime_ns
    going_on = write_packed(wanted(10), other)
    next(going_on)
    assert part.stat().st_mtime_ns == age
    finish(going_on)
    assert contents(one.parent) == contents(other.parent)
    with np.load(one) as parts, np.load(tmp_path / "all.npz") as whole:
        assert all(np.array_equal(parts[name], whole[name]) for name in whole)


def test_a_packed_file_is_kept_and_another_one_is_not_overwritten(tmp_path):
    out = tmp_path / "all.npz"
    finish(write_packed(wanted(3), out))
    before = contents(tmp_path)
    assert finish(write_packed(wanted(3), out)) == 3
    with pytest.raises(Refusal, match="holds another export .*: items"):
        finish(write_packed(wanted(4), out))
    assert contents(tmp_path) == before
    (tmp_path / "other.npz").write_bytes(b"")
    with pytest.raises(Refusal, match="other.npz is broken .*; choose another --out"):
        finish(write_packed(wanted(3), tmp_path / "other.npz"))


def test_a_damaged_part_is_named_and_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(exporting, "PART", 2)
    out, part = tmp_path / "all.npz", tmp_path / "all.npz.parts" / "0.npz"
    stopped = write_packed(wanted(4), out)
    next(stopped)
    stopped.close()
    damaged = bytearray(part.read_bytes())
    damaged[200:220] = bytes(20)
    part.write_bytes(damaged)
    with pytest.raises(Refusal, match="0.npz is broken .*; delete it, and it will be"):
        finish(write_packed(wanted(4), out))
    part.unlink()
    assert finish(write_packed(wanted(4), out)) == 4
    assert list(contents(tmp_path)) == ["all.npz"]


def test_parts_of_another_export_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(exporting, "PART", 2)
    stopped = write_packed(wanted(4), tmp_path / "all.npz")
    next(stopped)
    stopped.close()
    with pytest.raises(Refusal, match="all.npz.parts holds another export .*: seed"):
        finish(write_packed(wanted(4, seed=1), tmp_path / "all.npz"))


def test_leftovers_of_a_killed_writer_are_removed(tmp_path):
    old = tmp_path / ".PGM_attr.rels_train_0.npz-1.tmp"
    old.write_bytes(b"half")
    os.utime(old, (0, 0))
    finish(write_files(wanted(1), tmp_path))
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]
