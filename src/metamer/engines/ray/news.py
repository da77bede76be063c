"""What jobs that are under way on other machines tell the process that sent them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import NamedTuple

from metamer.core import files
from metamer.core.checkpoints import CHECKPOINTS

PAUSE = 2.0
"""The least seconds between two messages of a job, and between two looks at them."""

Files = dict[str, bytes]
"""Contents of files, by their paths in a run's folder."""


class Message(NamedTuple):
    """How far a job is, and the files that it has written anew."""

    share: float
    note: str
    files: Files


class News:
    """An actor that holds the messages of all jobs until they are fetched."""

    def __init__(self) -> None:
        self._messages: dict[str, Message] = {}

    def post(self, job: str, message: Message) -> None:
        """Keep the latest message of a job, with the latest of each of its files."""
        before = self._messages[job].files if job in self._messages else {}
        files = {**before, **message.files}
        self._messages[job] = message._replace(files=files)

    def take(self) -> dict[str, Message]:
        """All messages since the last time."""
        taken, self._messages = self._messages, {}
        return taken


class Courier:
    """Sends word of a job while it runs: how far it is, and each new checkpoint."""

    def __init__(self, send: Callable[[Message], bool], folder: Path, job: str):
        self._send, self._folder, self._job = send, folder, job
        self._said: tuple[float, str] = (0.0, "")
        self._sent: tuple[float, str] = (0.0, "")
        self._seen = _written(folder, job)
        self._end = Event()
        self._thread = Thread(target=self._go, daemon=True)

    def __call__(self, share: float, note: str = "") -> None:
        self._said = (share, note)

    def __enter__(self) -> Courier:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join()

    def _go(self) -> None:
        while not self._end.wait(PAUSE):
            with suppress(FileNotFoundError):  # the job has ended meanwhile
                self.tell()

    def tell(self) -> None:
        """Send what is new, if anything is."""
        said, now = self._said, _written(self._folder, self._job)
        fresh = [path for path, when in now.items() if when != self._seen.get(path)]
        if not fresh and said == self._sent:
            return
        if self._send(Message(*said, read_files(self._folder, fresh))):
            self._sent, self._seen = said, now


def _written(folder: Path, job: str) -> dict[Path, int]:
    """When each checkpoint of a job was written."""
    paths = (folder / CHECKPOINTS).glob(f"{job}.*")
    return {path: path.stat().st_mtime_ns for path in paths}


def checkpoints(folder: Path, job: str) -> Files:
    """What a job, or an earlier try at it, has stored to go on from."""
    return read_files(folder, list(_written(folder, job)))


def read_files(folder: Path, paths: list[Path]) -> Files:
    """Files of a run's folder; they appear whole, so each can be read at any time."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def write_files(folder: Path, contents: Files) -> None:
    """Write files to a run's folder: rows last, since with them a job is done."""
    for name in sorted(contents, key=lambda name: name.endswith(".parquet")):
        files.write_bytes(folder / name, contents[name])
