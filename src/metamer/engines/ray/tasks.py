"""One job on another machine: what a worker of the cluster does."""

from __future__ import annotations

import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from metamer.core.compiled import keep_compiled
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.engines.failures import name_failures
from metamer.engines.local import perform_and_keep
from metamer.engines.ray.news import Courier, Files, Message, read_files
from metamer.engines.ray.parcel import Parcel, unpack
from metamer.engines.workers import one_thread


class Errand(NamedTuple):
    """One job, or some units of one."""

    number: int
    """Its place among the jobs of the parcel."""
    units: range
    files: Files
    """Its last checkpoint, if it has been begun."""
    folder: str
    """That of the run, if this machine sees it."""


class Delivery(NamedTuple):
    """What became of an errand."""

    kind: Literal["done", "failed", "too large", "unfit"]
    """Too large for the memory of its device; or the machine is unfit for any job."""
    complaint: str = ""
    files: Files | None = None
    """What it wrote, unless it wrote to the run's folder."""


def do_errand(parcel: Parcel, errand: Errand, news: Any) -> Delivery:
    """Do one job, and tell how far it is meanwhile."""
    keep_compiled()
    try:
        job = unpack(parcel)[errand.number].of(errand.units)
        with _place(errand) as folder:
            return _do(job, folder, errand, news)
    except Refusal as refusal:
        return Delivery("unfit", str(refusal))


@contextmanager
def _place(errand: Errand) -> Iterator[Path]:
    """The run's folder, or one on this machine that looks like it."""
    if errand.folder:
        if not (Path(errand.folder) / "study.toml").exists():
            raise Refusal(
                f"engine.shared = true, but the machine {socket.gethostname()} does not "
                f"see the run folder {errand.folder}"
            )
        yield Path(errand.folder)
        return
    with tempfile.TemporaryDirectory(prefix="metamer-") as folder:
        for name, content in errand.files.items():
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_bytes(content)
        yield Path(folder)


def _do(job: Job, folder: Path, errand: Errand, news: Any) -> Delivery:
    send = _Post(news, job.id, bare=bool(errand.folder))
    try:
        with Courier(send, folder, job.id) as courier, one_thread():
            with name_failures(str(job)):
                perform_and_keep(job, folder, courier)
    except Refusal as refusal:
        kind: Any = "too large" if is_too_large(refusal) else "failed"
        return Delivery(kind, str(refusal))
    if errand.folder:
        return Delivery("done")
    written = [path for path in folder.rglob("*") if path.is_file()]
    return Delivery("done", files=read_files(folder, written))


class _Post:
    """Posts messages of a job, each once the one before has arrived."""

    def __init__(self, news: Any, job: str, bare: bool):
        self.news, self.job, self.bare = news, job, bare
        self.last: Any = None

    def __call__(self, message: Message) -> bool:
        """Whether it was sent: a checkpoint on a slow network may still be on its way."""
        import ray

        if self.last is not None and not ray.wait([self.last], timeout=0)[0]:
            return False
        if self.bare:  # its checkpoints are where they belong
            message = message._replace(files={})
        self.last = self.news.post.remote(self.job, message)
        return True


def is_too_large(error: BaseException | None) -> bool:
    """Whether a device had too little memory for all units of a job together."""
    if "jax" not in sys.modules:
        return False
    from jax.errors import JaxRuntimeError

    while error is not None:
        if isinstance(error, JaxRuntimeError) and "RESOURCE_EXHAUSTED" in str(error):
            return True
        error = error.__cause__
    return False
