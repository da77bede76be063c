"""Kill the server again and again while people answer, and compare what is left.

    python benchmarks/people_kills.py [--kills 20] [--people 100] [--postgres]

Participants of `tiles-people` answer without a pause; the server process is killed
(SIGKILL) after a random second or two and started again. Each participant repeats what was
not answered. At the end every acknowledged event must be in the database, once and as it
was sent, and every session must have ended with a code. With `--postgres`, the answers go
to a PostgreSQL server that is started for the occasion with its default settings.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from people_crowd import Crowd, ServerProcess, compare, free_port, new_database
from people_postgres import own_server

from metamer.core.plans import find_study


async def kill_often(
    server: ServerProcess, crowd: Crowd, people: int, kills: int
) -> int:
    """Let people go through while the server is killed; how often it was."""
    names = [f"p{i}" for i in range(people)]
    walk = asyncio.create_task(crowd.people(names, people))
    rng, done = random.Random(1), 0
    while done < kills and not walk.done():
        answered = len(crowd.waits)
        while len(crowd.waits) < answered + people and not walk.done():
            await asyncio.sleep(0.05)  # until the server is under load again
        await asyncio.sleep(rng.uniform(0.0, 1.0))
        server.kill()
        done += 1
        server.start()
    await walk
    return done


@contextmanager
def place(postgres: bool) -> Iterator[str]:
    """Where a new database can be."""
    if postgres:
        with own_server() as server:
            yield server.new_url()
        return
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield f"{folder}/answers.db"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--study", default="tiles-people")
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    study = find_study(given.study)
    with place(given.postgres) as where:
        db = new_database(where, study, quota=given.people)
        port = free_port()
        server, crowd = ServerProcess(db, port), Crowd([port])
        try:
            kills = asyncio.run(kill_often(server, crowd, given.people, given.kills))
        finally:
            server.kill()
        found: dict[str, Any] = {"kills": kills, "repeated requests": crowd.repeats}
        found["database"] = "PostgreSQL" if given.postgres else "SQLite"
        print(json.dumps({**found, **compare(crowd, db)}, indent=2))


if __name__ == "__main__":
    main()
