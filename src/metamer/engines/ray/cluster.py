"""Joining a Ray cluster, or starting one, and what its machines have."""

from __future__ import annotations

import logging
import os
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from metamer.core.errors import Refusal

PATIENCE = 5.0
"""Seconds within which a cluster must answer at its address."""

HERE = "local"
"""Ray's word for a cluster of its own on this machine."""


class Needs(NamedTuple):
    """What a job asks for."""

    cpus: float
    gpus: float
    """Of a compiled job; -1: one if the cluster has any."""

    def of(self, compiled: bool) -> dict[str, float]:
        """The same in Ray's words, for jobs of compiled learners or of others."""
        gpus = self.gpus if self.gpus >= 0 else float(most("GPU") >= 1)
        return {"num_cpus": self.cpus, "num_gpus": gpus if compiled else 0.0}


@contextmanager
def joined(address: str) -> Iterator[None]:
    """Connected to the cluster at an address, or to one of its own on this machine.

    A process that is connected already stays so.
    """
    ray = _library()
    if ray.is_initialized():
        yield
        return
    try:
        _join(ray, address or os.environ.get("RAY_ADDRESS", "") or HERE)
        yield
    finally:
        ray.shutdown()


def _library() -> Any:
    try:
        import ray
    except ImportError:
        raise Refusal(
            "the engine ray needs Ray, which is not installed: pip install 'metamer[ray]'"
        ) from None
    return ray


def _join(ray: Any, address: str) -> None:
    """Connect; refuses an address at which there is no cluster."""
    if address not in (HERE, "auto"):
        _knock(address)
    own = {"include_dashboard": False} if address == HERE else {}
    os.environ.setdefault(
        "RAY_USAGE_STATS_ENABLED", "0"
    )  # Ray reports runs to its makers
    try:
        with warnings.catch_warnings():
            # Ray starts processes of its own, and JAX warns of every fork.
            warnings.filterwarnings("ignore", "os.fork", RuntimeWarning)
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise Refusal(
            f"cannot join a Ray cluster at {address}: {reason}; a cluster that asks for a "
            "token lets in who has it in ~/.ray/auth_token and sets RAY_AUTH_MODE=token"
        ) from error
    _silence()


def _silence() -> None:
    """Keep what machines and workers print out of this process's stdout.

    Ray prints errors of machines there even with `log_to_driver=False` and has no public
    switch for that (2.60): what they mean for the run is said by the run.
    """
    from ray._private import worker

    worker._worker_logs_enabled = False


def _knock(address: str) -> None:
    """Refuse an address where nobody answers: Ray itself would wait for a minute."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or "/" in host:
        raise Refusal(
            f"engine.address is HOST:PORT as `ray start --head` prints it, or auto, not "
            f"{address!r}; a driver from outside (ray://) cannot be used: start the run on "
            "a machine of the cluster"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise Refusal(
            f"there is no Ray cluster at {address} ({error}); `ray start --head` starts "
            "one and prints its address"
        ) from error


def most(resource: str) -> float:
    """The most that any machine of the cluster has of a resource."""
    return max((node.get(resource, 0.0) for node in machines()), default=0.0)


def machines() -> list[dict[str, float]]:
    """What each machine of the cluster has."""
    import ray

    return [node["Resources"] for node in ray.nodes() if node["Alive"]]


def slots(needs: dict[str, float]) -> int:
    """How many jobs with such needs the cluster can do at a time."""
    asked = {"CPU": needs["num_cpus"], "GPU": needs["num_gpus"]}
    return sum(
        int(min(node.get(name, 0.0) / many for name, many in asked.items() if many))
        for node in machines()
    )


def check_needs(needs: Needs) -> None:
    """Refuse jobs that ask for more than any machine of the cluster has."""
    for name, asked, there in (
        ("cpus", needs.cpus, most("CPU")),
        ("gpus", needs.gpus, most("GPU")),
    ):
        if asked > there:
            kind = name.upper().rstrip("S")
            raise Refusal(
                f"engine.{name} = {asked:g}: no machine of the cluster has as many; the "
                f"most that one has is {there:g} {kind}{'' if there == 1 else 's'}"
            )
