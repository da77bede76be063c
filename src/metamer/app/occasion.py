"""A server for one occasion: at a free port of this computer, and gone afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from metamer.core.errors import Refusal
from metamer.core.study import Study

HOST = "127.0.0.1"


@contextmanager
def own_server(study: Study, db: str) -> Iterator[tuple[str, Any]]:
    """Serve a study from a process of its own; yields its URL and its database."""
    from metamer.app.opening import open_database
    from metamer.app.serve import open_port, work

    with open_port(HOST, 0) as listening:
        opened = open_database(db, study)
        process = get_context("spawn").Process(target=work, args=(db, listening))
        process.start()
        try:
            yield f"http://{HOST}:{listening.getsockname()[1]}/", opened.database
            if process.exitcode is not None:
                raise Refusal(f"the server ended too early ({process.exitcode})")
        finally:
            process.terminate()
            process.join()
            opened.database.close()
