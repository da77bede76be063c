"""Server processes that are killed, or share a database."""

import asyncio
import sys
from collections import Counter

import pytest
from places import ROOT

from metamer.app import schema
from metamer.app.database import connect
from metamer.app.opening import open_database
from metamer.core.people import TrialBlock

sys.path.append(str(ROOT / "benchmarks"))  # last: it has names that tests have

from people_crowd import Crowd, ServerProcess, compare, free_port
from people_kills import kill_often

WRONG = ("lost", "changed", "doubled", "gaps", "stuck", "paid without all events")


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(changed, db):
    block = TrialBlock("test", "test", count=6, feedback=True, criterion=6, passes=8)
    study = changed(quota=50, blocks=(block,), questions=())
    open_database(db, study).database.close()
    port = free_port()
    server, crowd = ServerProcess(db, port), Crowd([port])
    kills = 3 if db.endswith(".db") else 1
    try:
        done = asyncio.run(kill_often(server, crowd, 12, kills))
    finally:
        server.kill()
    found = compare(crowd, db)
    assert done and found["acknowledged"] > 200  # some may be through before the last
    assert not {name: found[name] for name in WRONG if found[name]}
    assert len(set(crowd.codes.values())) == 12


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_cells_are_balanced_when_people_come_to_two_processes_at_once(changed, db):
    study = changed(quota=8, lease=1.0)
    open_database(db, study).database.close()
    ports = [free_port(), free_port()]
    servers = [ServerProcess(db, port) for port in ports]
    crowd = Crowd(ports, drop_out=0.2)
    try:
        asyncio.run(come(crowd))
    finally:
        for server in servers:
            server.kill()
    database = connect(db)
    with database.reading() as connection:
        rows = connection.execute(schema.session.select()).mappings().all()
    database.close()
    done = Counter(row["cell"] for row in rows if row["status"] == "completed")
    assert done == {0: 8, 1: 8}
    assert {"left", "screened_out"} < set(crowd.finished.values())


async def come(crowd):
    """Twice as many as there are places, in three waves."""
    for wave in range(3):
        await crowd.people([f"p{wave}-{i}" for i in range(10)], 10)
        await asyncio.sleep(1.5)
    await crowd.people([f"late-{i}" for i in range(5)], 5)
