import gzip
import io
import tarfile
import zipfile

import pyarrow
import pytest

from metamer.core.errors import Refusal
from metamer.data.archives import gather

INSIDE = {"deep/one": b"first", "two.gz": gzip.compress(b"second"), "three": b"third"}


def tar_bytes(mode):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode=mode) as archive:
        for name, member in INSIDE.items():
            header = tarfile.TarInfo(name)
            header.size = len(member)
            archive.addfile(header, io.BytesIO(member))
    return content.getvalue()


def zip_bytes():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, member in INSIDE.items():
            archive.writestr(name, member)
    return content.getvalue()


def ar_entry(name, content):
    header = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n"
    return header.encode() + content + b"\n" * (len(content) % 2)


def deb_bytes(name, content):
    entries = [("debian-binary", b"2.0\n"), ("control.tar.xz", b"odd"), (name, content)]
    return b"!<arch>\n" + b"".join(ar_entry(*entry) for entry in entries)


def zstd(content):
    return pyarrow.compress(content, codec="zstd", asbytes=True)


ARCHIVES = {
    "a.tgz": tar_bytes("w:gz"),
    "a.tar": tar_bytes("w"),
    "a.whl": zip_bytes(),
    "a.zip": zip_bytes(),
    "debian.deb": deb_bytes("data.tar.xz", tar_bytes("w:xz")),
    "ubuntu.deb": deb_bytes("data.tar.zst", zstd(tar_bytes("w"))),
}
each_archive = pytest.mark.parametrize("name", list(ARCHIVES))


@each_archive
def test_named_files_come_out_of_an_archive_with_gzip_undone(name, tmp_path):
    (tmp_path / name).write_bytes(ARCHIVES[name])
    wanted = {"one", "two"}
    assert gather(tmp_path / name, wanted) == {"one": b"first", "two": b"second"}


@each_archive
def test_a_folder_is_searched_for_archives(name, tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / name).write_bytes(ARCHIVES[name])
    assert gather(tmp_path, {"three", "four"}) == {"three": b"third"}


@each_archive
def test_an_archive_cut_short_is_refused(name, tmp_path):
    content = ARCHIVES[name]
    (tmp_path / name).write_bytes(content[: min(len(content) // 3, 700)])
    with pytest.raises(Refusal, match="damaged or incomplete"):
        gather(tmp_path, {"one", "two", "three"})


def test_what_lies_open_is_preferred_to_what_is_packed(tmp_path):
    (tmp_path / "a.tgz").write_bytes(ARCHIVES["a.tgz"])
    (tmp_path / "one").write_bytes(b"open")
    assert gather(tmp_path, {"one", "two"}) == {"one": b"open", "two": b"second"}


def test_an_archive_that_is_itself_wanted_stays_packed(tmp_path):
    (tmp_path / "a.tgz").write_bytes(ARCHIVES["a.tgz"])
    assert gather(tmp_path, {"a.tgz"}) == {"a.tgz": ARCHIVES["a.tgz"]}


def test_a_broken_gzip_file_is_refused(tmp_path):
    (tmp_path / "two.gz").write_bytes(gzip.compress(b"second" * 99)[:-12])
    with pytest.raises(Refusal, match="two.gz is damaged or incomplete"):
        gather(tmp_path, {"two"})


def test_a_place_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(Refusal, match="there is no file or folder"):
        gather(tmp_path / "nowhere", {"one"})
