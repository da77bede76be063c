"""A PostgreSQL server of our own for tests and benchmarks, in a folder that is deleted."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from people_crowd import free_port


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = shutil.which("initdb") or (str(found[-1]) if found else None)
    return None if initdb is None else Path(initdb).resolve().parent


@contextmanager
def own_server() -> Iterator["Postgres"]:
    """A server on this machine only, stopped at the end; its settings are the defaults."""
    place = programs()
    if place is None:
        raise SystemExit("there is no PostgreSQL here (initdb)")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Postgres(place, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


class Postgres:
    """A server in a folder; as root it runs as the user `postgres`, since it must."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.count = 0
        self.port = free_port()

    def call(self, program: str, *options: str) -> None:
        command = [str(self.programs / program), *options]
        if Path("/proc/self").owner() == "root":
            command = ["runuser", "-u", "postgres", "--", *command]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, check=True, cwd="/", **quiet)

    def start(self) -> None:
        if Path("/proc/self").owner() == "root":
            shutil.chown(self.folder, "postgres")
        data = str(self.folder / "data")
        self.call("initdb", "-D", data, "-U", "tester", "--auth=trust")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self.call("pg_ctl", "-D", data, "-w", "-o", options, "start")

    def stop(self) -> None:
        data = str(self.folder / "data")
        self.call("pg_ctl", "-D", data, "-m", "immediate", "stop")

    def new_url(self) -> str:
        """The URL of a new, empty database."""
        self.count += 1
        name = f"study{self.count}"
        address = f"postgresql://tester@127.0.0.1:{self.port}"
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"{address}/{name}"
