"""Readers of files: what is broken, too large or of another kind is one sentence."""

import io
import json
import os
import zipfile

import numpy as np
import pandas as pd
import pytest

from metamer.core.checked import (
    read_arrays,
    read_json,
    read_table,
    read_toml,
)
from metamer.core.errors import Refusal
from metamer.core.files import write_table

REMEDY = "make it again"


def header(shape, kind="|u1"):
    """The header of an npy file that declares an array."""
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": kind, "fortran_order": False, "shape": shape}
    )
    return file.getvalue()


def archive(path, name, content, **options):
    with zipfile.ZipFile(path, "w", **options) as file:
        file.writestr(name, content)
    return path


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", ["u1", "f4", "U5", "?"])
def test_arrays_are_read_as_numpy_reads_them(tmp_path, kind, order):
    array = np.asarray(np.arange(6).reshape(2, 3).astype(kind), order=order)
    np.savez_compressed(tmp_path / "a.npz", one=array, two=array[:0])
    np.save(tmp_path / "a.npy", array)
    found = read_arrays(tmp_path / "a.npz", REMEDY)
    assert list(found) == ["one", "two"]
    assert (found["one"] == array).all() and found["one"].dtype == array.dtype
    assert found["two"].shape == (0, 3)
    assert (read_arrays(tmp_path / "a.npy", REMEDY)[""] == array).all()


def test_declared_terabytes_are_refused_before_memory_is_taken(tmp_path):
    (tmp_path / "a.npy").write_bytes(header((10**6, 10**6)))
    archive(tmp_path / "a.npz", "x.npy", header((10**12,), "<f8"))
    for name in ("a.npy", "a.npz"):
        with pytest.raises(Refusal, match="promises .* more than there is"):
            read_arrays(tmp_path / name, REMEDY)


def test_a_small_archive_that_unpacks_to_gigabytes_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("metamer.core.checked.MAX_BYTES", 10**6)
    np.savez_compressed(tmp_path / "a.npz", x=np.zeros(10**7, np.uint8))
    assert (tmp_path / "a.npz").stat().st_size < 10**5
    with pytest.raises(Refusal, match="unpacks to more than 1,000,000 bytes"):
        read_arrays(tmp_path / "a.npz", REMEDY)


@pytest.mark.parametrize(
    "content, reason",
    [
        (header((-1, -1)), "promises"),
        (header(()) + b"1", "has no axes"),
        (header((1,), "|O"), "Python objects"),
        (b"\x93NUMPY\x09\x00", "version"),
        (b"", "EOF"),
    ],
)
def test_arrays_that_are_none_are_refused(tmp_path, content, reason):
    with pytest.raises(Refusal, match=f"is broken .*{reason}.*; {REMEDY}"):
        read_arrays(archive(tmp_path / "a.npz", "x.npy", content), REMEDY)


def test_other_entries_of_an_archive_are_refused(tmp_path):
    with pytest.raises(Refusal, match="'notes.txt' is not an array"):
        read_arrays(archive(tmp_path / "a.npz", "notes.txt", b"hello"), REMEDY)


def test_links_that_lead_round_are_no_files(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for read in (read_arrays, read_table, read_json):
        with pytest.raises(Refusal, match="there is no file"):
            read(tmp_path / "a", REMEDY)


def test_a_table_with_lists_in_its_cells_is_refused(tmp_path):
    pd.DataFrame({"x": [1, 2], "y": [[1], [2]]}).to_parquet(tmp_path / "a.parquet")
    with pytest.raises(Refusal, match="the column 'y' holds a ndarray; allowed"):
        read_table(tmp_path / "a.parquet", REMEDY)


def test_flipped_bits_in_the_pages_of_a_table_are_noticed(tmp_path):
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"x": rng.normal(size=2000), "y": rng.integers(9, size=2000)})
    path = tmp_path / "a.parquet"
    write_table(path, table)
    whole = path.read_bytes()
    noticed = 0
    places = rng.integers(len(whole) // 20, len(whole) // 2, size=40)
    for place in places.tolist():
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        try:
            read_table(path, REMEDY)
        except Refusal:
            noticed += 1
    assert noticed == len(places)


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, '{"a": ', "\x00", "[1]]"])
def test_texts_that_are_no_json_are_refused(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(Refusal, match=f"is broken .*; {REMEDY}"):
        read_json(tmp_path / "a.json", REMEDY)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "a = " + "9" * 5000, "a", "\x00"]
)
def test_texts_that_are_no_toml_are_refused(tmp_path, text):
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(Refusal, match="is not valid TOML"):
        read_toml(tmp_path / "a.toml")


def test_a_text_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("metamer.core.checked.MAX_TEXT", 10)
    (tmp_path / "a.json").write_text(json.dumps(list(range(100))))
    with pytest.raises(Refusal, match="larger than 10 bytes"):
        read_json(tmp_path / "a.json", REMEDY)


def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "a.toml")
    with pytest.raises(Refusal, match="there is no file"):
        read_toml(tmp_path / "a.toml")
