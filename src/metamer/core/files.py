"""Files that are written whole or not at all, and clear errors where one is unusable."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.errors import Refusal

if TYPE_CHECKING:
    import pandas as pd

STALE = 3600.0
"""Seconds after which a temporary file must belong to a process that was killed."""


def write(target: Path, writer: Callable[[Path], object]) -> None:
    """Let `writer` make a file, and give the file its name only once it is whole."""
    with writing(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(".tmp", f".{target.stem}-", target.parent)
        os.close(handle)
        try:
            writer(Path(temporary))
            _flush(temporary)
            os.chmod(temporary, 0o644)
            os.replace(temporary, target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def claim(target: Path, text: str) -> bool:
    """Write a text file unless there is one; whether this process wrote it.

    If several processes try at once, one of them does, and no other sees half a file.
    """
    with writing(target.parent):
        handle, temporary = tempfile.mkstemp(".tmp", f".{target.stem}-", target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            _flush(temporary)
            os.chmod(temporary, 0o644)
            os.link(temporary, target)
        except FileExistsError:
            return False
        finally:
            Path(temporary).unlink(missing_ok=True)
    return True


def write_text(target: Path, text: str) -> None:
    """A text file, whole or not at all."""
    write(target, lambda path: path.write_text(text, encoding="utf-8"))


def write_bytes(target: Path, content: bytes) -> None:
    """A file of any kind, whole or not at all."""
    write(target, lambda path: path.write_bytes(content))


def write_arrays(target: Path, arrays: dict) -> None:
    """An npz file, whole or not at all."""
    import numpy as np

    def save(path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)

    write(target, save)


def write_table(target: Path, table: pd.DataFrame) -> None:
    """A parquet file, whole or not at all, whose pages have checksums."""
    write(
        target,
        lambda path: table.to_parquet(
            path, index=False, compression="zstd", write_page_checksum=True
        ),
    )


def remove_stale(folder: Path) -> None:
    """Delete temporary files whose writers must have been killed."""
    for path in [*folder.glob(".*.tmp"), *folder.glob("parts/.*.tmp")]:
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > STALE:
                path.unlink()


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn an error of the file system into one sentence about `folder`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal(f"cannot write to {folder}: {reason}") from error


@contextlib.contextmanager
def reading(path: Path, remedy: str) -> Iterator[None]:
    """Turn any error about a broken file into one sentence that ends with a remedy."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:  # every format has its own way to be broken
        lines = str(error).splitlines() or [type(error).__name__]
        raise Refusal(f"{path} is broken ({lines[0]:.200}); {remedy}") from error


def _flush(path: str) -> None:
    """Force the content to disk: a rename may survive a power cut that its data do not."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())
