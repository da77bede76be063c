"""Reading named files from a folder, an archive, or a folder of archives."""

import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path, PurePosixPath

from metamer.core.errors import Refusal

Member = tuple[str, Callable[[], bytes]]
"""A file in an archive: its path there, and how to read it."""

DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    gzip.BadGzipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    ValueError,
)
"""What the readers of archives raise if a file is damaged."""


def gather(place: Path, wanted: Collection[str]) -> dict[str, bytes]:
    """The `wanted` files that are in `place`, by name, decompressed.

    A folder is searched with all folders below it, archives included; plain files are
    preferred to files in archives.
    """
    if not place.exists():
        raise Refusal(f"there is no file or folder {place}")
    files = [place] if place.is_file() else [f for f in place.rglob("*") if f.is_file()]
    found: dict[str, bytes] = {}
    for file in sorted(files, key=lambda file: (_archive(file) is not None, file)):
        missing = set(wanted) - found.keys()
        if missing:
            found |= _extract(file, missing)
    return found


def _extract(file: Path, wanted: set[str]) -> dict[str, bytes]:
    """The wanted files that `file` is or contains."""
    members = _archive(file)
    try:
        if _is_wanted(file.name, wanted):
            return dict([_read_member((file.name, file.read_bytes), wanted)])
        if members is None:
            return {}
        held = (member for member in members(file) if _is_wanted(member[0], wanted))
        return dict(_read_member(member, wanted) for member in held)
    except DAMAGE as damage:
        raise Refusal(
            f"{file} is damaged or incomplete ({damage}); get it again"
        ) from damage


def _is_wanted(path: str, wanted: Collection[str]) -> bool:
    name = PurePosixPath(path).name
    return name in wanted or name.removesuffix(".gz") in wanted


def _read_member(member: Member, wanted: Collection[str]) -> tuple[str, bytes]:
    """A member's bare name and its bytes, decompressed unless the `.gz` is wanted."""
    path, read = member
    name = PurePosixPath(path).name
    if name in wanted:
        return name, read()
    return name.removesuffix(".gz"), gzip.decompress(read())


def _archive(file: Path) -> Callable[[Path], Iterator[Member]] | None:
    """How to list the members of `file`, if it is an archive."""
    if file.name.endswith((".tar", ".tgz", ".tar.gz", ".tar.xz")):
        return _tar
    return {".zip": _zip, ".whl": _zip, ".deb": _deb}.get(file.suffix)


def _tar(file: Path) -> Iterator[Member]:
    with tarfile.open(file) as archive:
        yield from _tar_members(archive)


def _tar_members(archive: tarfile.TarFile) -> Iterator[Member]:
    for member in archive:
        content = archive.extractfile(member)
        if content is not None:
            yield member.name, content.read


def _zip(file: Path) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            yield name, lambda name=name: archive.read(name)  # type: ignore[misc]


def _deb(file: Path) -> Iterator[Member]:
    """The files that a Debian package would install: it is an `ar` archive of a tar."""
    for name, content in _ar(file.read_bytes()):
        if name.startswith("data.tar"):
            with tarfile.open(fileobj=_decompress(name, content)) as archive:
                yield from _tar_members(archive)


def _ar(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an `ar` archive: headers of 60 bytes, contents padded to even."""
    if not content.startswith(b"!<arch>\n"):
        raise tarfile.ReadError("not a Debian package")
    # After the magic bytes, each file has a header of fixed fields: its name at 0, its size
    # in decimal digits at 48, and two closing bytes at 58. Python has no reader for it.
    place = 8
    while place < len(content):
        header = content[place : place + 60]
        if len(header) < 60 or header[58:] != b"`\n":
            raise tarfile.ReadError("broken header")
        size = int(header[48:58])
        if place + 60 + size > len(content):
            raise tarfile.ReadError("unexpected end of data")
        name = header[:16].decode("ascii").rstrip(" /")
        yield name, content[place + 60 : place + 60 + size]
        place += 60 + size + size % 2


def _decompress(name: str, content: bytes) -> io.BytesIO:
    """A tar archive to read; Ubuntu uses zstd, which Python's own library lacks."""
    if not name.endswith(".zst"):
        return io.BytesIO(content)
    import pyarrow

    return io.BytesIO(pyarrow.CompressedInputStream(io.BytesIO(content), "zstd").read())
