"""All jobs of a run, with the user's own code, as they go to other machines."""

from __future__ import annotations

import functools
import hashlib
import socket
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.versions import packages, sources

MAX_CODE = 20_000_000
"""Bytes of own code that are sent; a larger package must be installed."""


@dataclass(frozen=True)
class Parcel:
    """What a worker needs to know for all jobs of a run."""

    jobs: bytes
    code: dict[str, bytes]
    """Modules that are not installed, by their paths below a folder to import from."""
    made_by: tuple[tuple[str, str], ...]

    @cached_property
    def code_digest(self) -> str:
        """Tells codes apart: a process that has imported one cannot import another."""
        digest = hashlib.blake2b(digest_size=8)
        for name, content in sorted(self.code.items()):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()


def pack(jobs: Sequence[Job]) -> Parcel:
    """The jobs, and whatever code they need that is not installed."""
    from ray import cloudpickle

    for job in jobs:
        job.id  # noqa: B018 (hashed here, where all names are known)
    try:
        pickled = cloudpickle.dumps(tuple(jobs))
    except Exception as error:  # whatever a learner holds has its own complaint
        raise Refusal(
            f"some learner cannot be sent to other machines ({error}); make what cannot "
            "be pickled in `fit`"
        ) from error
    return Parcel(pickled, own_code(pickled), made_by())


_OPENED: dict[bytes, tuple[Job, ...]] = {}
"""The jobs of this process's parcels: a worker does many jobs of one run."""


def unpack(parcel: Parcel) -> tuple[Job, ...]:
    """The jobs, on another machine; refuses one with other software."""
    from ray import cloudpickle

    key = hashlib.blake2b(parcel.jobs, digest_size=16).digest()
    if key not in _OPENED:
        _check_versions(parcel)
        _install(parcel)
        try:
            _OPENED[key] = cloudpickle.loads(parcel.jobs)
        except ModuleNotFoundError as error:
            raise Refusal(
                f"the machine {socket.gethostname()} lacks the module {error.name!r}, "
                "which the study needs: install it on all machines of the cluster"
            ) from error
    return _OPENED[key]


def made_by() -> tuple[tuple[str, str], ...]:
    """What numbers depend on besides the study: versions, and this package's sources."""
    return (*packages().items(), ("sources of metamer", sources()))


def _check_versions(parcel: Parcel) -> None:
    for (name, there), (_, here) in zip(parcel.made_by, made_by(), strict=True):
        if here != there:
            raise Refusal(
                f"the machine {socket.gethostname()} has {name} {here}, and the one that "
                f"sends jobs has {there}: install the same everywhere, or the numbers may "
                "differ"
            )


def _install(parcel: Parcel) -> None:
    """Let modules that were sent be imported, before any of the same name."""
    if not parcel.code:
        return
    folder = Path(tempfile.mkdtemp(prefix="metamer-code-"))
    for name, content in parcel.code.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    sys.path.insert(0, str(folder))


def own_code(pickled: bytes) -> dict[str, bytes]:
    """The user's own modules, if a pickle names any of them.

    All that have been imported, since one may need another. Classes of a script or a
    notebook are in the pickle itself.
    """
    own = {
        name: module for name, module in [*sys.modules.items()] if _is_own(name, module)
    }
    if not any(name.encode() in pickled for name in own):
        return {}
    code = {name: text for module in own.values() for name, text in _texts(module)}
    if (size := sum(map(len, code.values()))) > MAX_CODE:
        raise Refusal(
            f"the modules {', '.join(sorted(own))} are not installed and have "
            f"{size / 1e6:.0f} MB of code, of which {MAX_CODE / 1e6:.0f} MB can be sent: "
            "install them on all machines of the cluster"
        )
    return code


def _is_own(name: str, module: Any) -> bool:
    """Whether this is a module, not within another one, that nobody has installed."""
    if "." in name or name in ("__main__", "metamer"):
        return False
    paths = _paths(module) if isinstance(module, ModuleType) else []
    return bool(paths) and not any(
        path.is_relative_to(home) for path in paths for home in _installed()
    )


@functools.cache
def _installed() -> list[Path]:
    """Where Python's own modules are, and those that were installed."""
    return [Path(path) for path in set(sysconfig.get_paths().values())]


def _paths(module: ModuleType) -> list[Path]:
    """The folders of a package, or the file of a module, if it has Python code."""
    if folders := vars(module).get("__path__"):
        return [Path(folder) for folder in folders]
    file = vars(module).get("__file__") or ""
    return [Path(file)] if file.endswith(".py") else []


def _texts(module: ModuleType) -> list[tuple[str, bytes]]:
    return [
        (str(file.relative_to(path.parent)), file.read_bytes())
        for path in _paths(module)
        for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))
    ]
