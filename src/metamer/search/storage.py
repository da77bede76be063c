"""Where trials are kept: a journal file, or any storage of Optuna by its URL."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend, JournalFileSymlinkLock

from metamer.core import files
from metamer.core.errors import Refusal
from metamer.search.ledger import IDENTITY, quiet
from metamer.search.plan import Search

URL = "://"

GRACE = 10
"""Seconds after which the lock of a journal must belong to a process that was killed while
it wrote a line, which takes milliseconds."""


def open_storage(place: str) -> Any:
    """The storage at a URL, or in a journal file; refuses what is neither."""
    if URL in place:
        try:
            with quiet():
                return optuna.storages.get_storage(place)
        except Exception as error:  # whatever a database's driver raises
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise Refusal(f"--storage {place}: {first:.200}") from error
    # The lock of a journal is a link to it, which Optuna can follow only if it is absolute.
    path = Path(place).absolute()
    if path.is_dir():
        raise Refusal(f"--storage {place} is a folder; name a file, or give a URL")
    with files.writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        _mend(path)
    with files.reading(path, "choose another --storage, or delete that file"), quiet():
        lock = JournalFileSymlinkLock(str(path), GRACE)
        return JournalStorage(JournalFileBackend(str(path), lock))


def _mend(path: Path) -> None:
    """Cut off half a line at the end of a journal, as a power cut can leave it.

    Optuna would read over it, and then never again once a line follows.
    """
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 2**20, 0))
        tail = file.read()
        if tail and not tail.endswith(b"\n"):
            file.truncate(size - len(tail) + tail.rfind(b"\n") + 1)


def check_same(storage: Any, search: Search, place: str) -> None:
    """Refuse a storage in which something else is searched."""
    own = json.loads(json.dumps(search.identity()))
    for study in storage.get_all_studies():
        text = study.user_attrs.get(IDENTITY)
        if text is None and study.study_name not in search.conditions:
            continue  # a study of other programs in the same database
        changed = _differences(json.loads(text) if text else {}, own)
        if changed:
            raise Refusal(
                f"{place} holds another search (these differ: {', '.join(changed)}); "
                "choose another --storage or --out, or delete that one"
            )


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [
        key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)
    ]
