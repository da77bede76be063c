"""Server processes: one or more that share a port and a database."""

import signal
import socket
import sys
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

from metamer.app.database import connect
from metamer.app.opening import Opened, open_database
from metamer.app.writer import MAX_GROUP
from metamer.core.errors import Refusal, at_least
from metamer.core.study import Study

MAX_PORT = 65_535
MAX_WORKERS = 64


def open_port(host: str, port: int) -> socket.socket:
    """A socket that listens; with port 0, at any free port."""
    at_least("--port", port, 0, MAX_PORT)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise Refusal(
            f"--host {host} --port {port}: cannot listen there ({error.strerror}); "
            "another program may use the port: give another one, or 0 for any"
        ) from error
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def serve(
    study: Study,
    db: str,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 1,
    new_token: bool = False,
    ready: Callable[[Opened, int], None] = lambda opened, port: None,
) -> None:
    """Serve a study until the process is stopped.

    `ready` is called when the port listens and the database is open.
    """
    at_least("--workers", workers, 1, MAX_WORKERS)
    with open_port(host, port) as listening:
        opened = open_database(db, study, new_token)
        ready(opened, listening.getsockname()[1])
        opened.database.close()
        if workers == 1:
            work(db, listening)
        else:
            _share(db, listening, workers)


def work(db: str, listening: socket.socket, largest: int = MAX_GROUP) -> None:
    """One server process: all that it knows of the study is in the database.

    A transaction holds at most `largest` requests.
    """
    import uvicorn

    from metamer.app.server import make_app

    config = uvicorn.Config(
        make_app(connect(db), largest),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody's address is looked at
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _share(db: str, listening: socket.socket, workers: int) -> None:
    """Several server processes; one that dies is started again."""
    context = get_context("spawn")

    def start() -> Any:
        process = context.Process(target=work, args=(db, listening))
        process.start()
        return process

    # A plain SIGTERM would end this process alone, and leave the others behind.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    processes = [start() for _ in range(workers)]
    try:
        while True:
            for place, process in enumerate(processes):
                process.join(timeout=1.0 / workers)
                if process.exitcode is not None:
                    message = "metamer: a server process ended; another one starts"
                    print(message, file=sys.stderr)
                    processes[place] = start()
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
