"""What made a run."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

from metamer.core.jobs import FORMAT
from metamer.core.study import Study

PACKAGE = Path(__file__).resolve().parents[1]


def versions(study: Study, seconds: float) -> dict[str, Any]:
    """What made a run: versions, seed, device, wall time, commit."""
    return {
        "format": FORMAT,
        "packages": packages(),
        "python": platform.python_version(),
        "seed": study.seed,
        "device": device(),
        "matmul_precision": _precision(),
        "seconds": round(seconds, 1),
        "commit": _commit(),
    }


def packages() -> dict[str, str]:
    """The versions of what numbers depend on."""
    names = (
        "metamer",
        "numpy",
        "scipy",
        "pandas",
        "scikit-learn",
        "jax",
        "statsmodels",
    )
    return {name: _version(name) for name in names}


@functools.cache
def sources() -> str:
    """A hash of this package's sources, which change between two versions, too."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def device() -> str:
    """The kind of machine that answers: its JAX device and processor count."""
    import jax

    return f"{jax.devices()[0].device_kind}, {os.cpu_count()} cores"


def _precision() -> str:
    """How exactly JAX multiplies matrices; on a GPU its own choice is TF32."""
    import jax

    return str(jax.config.values["jax_default_matmul_precision"] or "JAX's default")


def _commit() -> str:
    """The commit of the source tree; empty if metamer was installed from a wheel."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
