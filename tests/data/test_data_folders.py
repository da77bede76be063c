"""Data sets that stay folders of files."""

import hashlib
import json
import zipfile

import places
import pytest

from metamer.core.errors import Refusal
from metamer.data import conceptarc, describe, find, load, tiles_people
from metamer.data.catalogue import dataset
from metamer.data.folders import CopyFiles

CONTENT = {"a.csv": b"1,2\n", "b.npy": b"board", "more.txt": b"more"}
SUMS = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}
COPY = CopyFiles(
    {"a.csv": SUMS["a.csv"], "boards/b.npy": SUMS["b.npy"]},
    {"more.txt": SUMS["more.txt"]},
    {"others/Copy1.json": conceptarc.is_task},
)
TASK = {"train": [], "test": [{"input": [[1]], "output": [[2]]}] * 3}


@pytest.fixture
def source(tmp_path):
    """A folder with these files somewhere in it."""
    (tmp_path / "there/deep").mkdir(parents=True)
    for name, content in CONTENT.items():
        (tmp_path / "there/deep" / name).write_bytes(content)
    return tmp_path / "there"


def written(folder):
    return {
        str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()
    }


def test_files_come_to_their_places(source, tmp_path):
    COPY(source, tmp_path / "out")
    assert written(tmp_path / "out") == {"a.csv", "boards/b.npy", "more.txt"}
    assert (tmp_path / "out/boards/b.npy").read_bytes() == b"board"


def test_files_are_found_in_an_archive_of_the_repository(source, tmp_path):
    with zipfile.ZipFile(tmp_path / "HEAD.zip", "w") as archive:
        for name in ("a.csv", "b.npy"):
            archive.write(source / "deep" / name, f"repository-1f2e/data/{name}")
    COPY(tmp_path / "HEAD.zip", tmp_path / "out")
    assert written(tmp_path / "out") == {"a.csv", "boards/b.npy"}


def test_a_missing_or_a_changed_file_is_refused(source, tmp_path):
    (source / "deep/more.txt").write_bytes(b"less")
    with pytest.raises(Refusal, match=r"more\.txt .* is not the published file"):
        COPY(source, tmp_path / "out")
    (source / "deep/b.npy").unlink()
    with pytest.raises(Refusal, match=r"does not contain b\.npy, neither"):
        COPY(source, tmp_path / "out")


def test_a_file_without_a_checksum_must_be_a_task(source, tmp_path):
    file = source / "Copy1.json"
    file.write_text(json.dumps(TASK))
    COPY(source, tmp_path / "out")
    assert json.loads((tmp_path / "out/others/Copy1.json").read_text()) == TASK
    for wrong in (
        "[]",
        "{",
        '{"test": [1, 2, 3]}',
        json.dumps({"test": TASK["test"][1:]}),
    ):
        file.write_text(wrong)
        with pytest.raises(Refusal, match=r"Copy1\.json is not a task with 3 test"):
            COPY(source, tmp_path / "again")


def test_a_folder_replaces_what_was_in_the_cache(source, cache, monkeypatch):
    entry = dataset("tiles-people")
    own = type(entry)(**{**vars(entry), "file": "own", "convert": COPY})
    monkeypatch.setitem(dataset._entries, "own", own)
    (cache / "own").mkdir(parents=True)
    (cache / "own/old.txt").write_text("old")
    assert find("own", source) == load("own") == cache / "own"
    assert written(cache) == {"own/a.csv", "own/boards/b.npy", "own/more.txt"}
    assert describe("own")["counts"] == {"a.csv": 1, "boards": 1, "more.txt": 1}


def test_nothing_of_a_refused_source_stays(source, cache, monkeypatch):
    entry = dataset("tiles-people")
    own = type(entry)(**{**vars(entry), "file": "own", "convert": COPY})
    monkeypatch.setitem(dataset._entries, "own", own)
    find("own", source)
    (source / "deep/b.npy").write_bytes(b"other")
    with pytest.raises(Refusal, match="is not the published file"):
        find("own", source)
    assert (cache / "own/boards/b.npy").read_bytes() == b"board"
    assert [place.name for place in cache.iterdir()] == ["own"]


def test_lists_of_checksums_have_all_boards_and_half_of_the_tasks():
    boards = [one for one in tiles_people.NEEDED if one.startswith("boards_7x7/")]
    assert {*tiles_people.NEEDED} == {"performancedata.csv", *boards}
    assert len(boards) == 8 * 2 * 2
    assert (len(conceptarc.CONCEPTS), len(conceptarc.TASKS)) == (16, 16 * 6)
    assert len(dataset("conceptarc").convert.unchecked) == 16 * 5


@pytest.mark.parametrize(
    "name, counts",
    [
        ("tiles-people", {"boards_7x7": 32, "performancedata.csv": 1}),
        ("conceptarc", {"open": 96}),
    ],
)
def test_published_folders_are_taken_as_they_lie(name, counts, cache):
    find(name, places.published(name))
    assert counts.items() <= describe(name)["counts"].items()
    assert load(name) == cache / name
