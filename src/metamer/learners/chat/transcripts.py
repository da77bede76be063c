"""Every request and its reply, kept as they come: nothing is asked twice."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

TRANSCRIPTS = "transcripts"
"""The folder of a run that holds them."""


class Transcripts:
    """The requests and replies of a run; those of one job are in a file of their own.

    A line is written as a whole when its reply is there. What a kill cuts off in the middle
    is not read again.
    """

    def __init__(self, folder: Path, job: str):
        self.folder, self.path = folder, folder / f"{job}.jsonl"
        self.lock = Lock()
        self.known: dict[str, dict[str, Any]] = {}
        self.models: dict[str, str] = {}

    def __enter__(self) -> Transcripts:
        self.folder.mkdir(parents=True, exist_ok=True)
        for entry in read_transcripts(self.folder):
            self.known[entry["key"]] = entry["reply"]
            self.models[entry["key"]] = entry["request"].get("model", "")
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        size = os.fstat(self.file).st_size
        if size and os.pread(self.file, 1, size - 1) != b"\n":
            os.write(self.file, b"\n")  # a line that was cut off ends here
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self.file)

    def replies_of(self, model: str) -> list[dict[str, Any]]:
        """All that this model has replied in the run."""
        return [reply for key, reply in self.known.items() if self.models[key] == model]

    def find(self, request: dict[str, Any], sample: int) -> dict[str, Any] | None:
        """The reply to an equal request for this sample, if there was one."""
        return self.known.get(key_of(request, sample))

    def keep(self, request: dict[str, Any], sample: int, reply: dict[str, Any]) -> None:
        """Write a request and its reply to the disk."""
        key = key_of(request, sample)
        entry = {"key": key, "sample": sample, "request": request, "reply": reply}
        line = json.dumps(entry, ensure_ascii=False) + "\n"
        with self.lock:
            self.known[key], self.models[key] = reply, request["model"]
            os.write(self.file, line.encode("utf-8", errors="replace"))
            os.fsync(self.file)


def read_transcripts(folder: Path) -> Iterator[dict[str, Any]]:
    """The entries of all files; a line that is empty or was cut off is passed over."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            try:
                entry = json.loads(line)
                whole = {name: entry[name] for name in ("key", "request", "reply")}
                whole["request"].get, whole["reply"]["text"]  # both are tables
            except (ValueError, TypeError, KeyError, AttributeError):
                continue
            yield whole


def key_of(request: dict[str, Any], sample: int) -> str:
    """A hash of model, parameters, messages and sample number."""
    text = json.dumps([request, sample], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
