"""The app under load: how long an answer takes, and what group commits are worth.

    python benchmarks/people_load.py [--people 500] [--seconds 30] [--think 1.0]

First, participants of `tiles-people` are at it at once, each clicking a tile every
`--think` seconds on average; the server has one core and all participants another. Then
`--clients` of them answer without a pause: with all waiting answers in one transaction,
and with one transaction for each. Every answer that is counted is on disk: the database is
compared with what was acknowledged. Other programs on the machine make all times longer.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

import numpy as np
import uvloop
from people_crowd import Crowd, ServerProcess, compare, free_port, new_database

from metamer.core.plans import find_study

START = 5.0
"""Seconds in which people arrive; their first answers are not counted."""


def run(db: str, people: int, seconds: float, think: float, largest: int) -> dict:
    """One server on one core, some people for some time."""
    port = free_port()
    server = ServerProcess(db, port, {0}, largest).ready()
    crowd = Crowd([port], think, start=START)
    try:
        used = uvloop.run(_sit(crowd, people, seconds, server))
    finally:
        server.kill()
    checked = compare(crowd, db)
    wrong = {key: many for key, many in checked.items() if key in WRONG and many}
    if wrong:
        raise SystemExit(f"answers were lost: {checked}")
    return {**figures(crowd), **used, "people": people}


WRONG = ("lost", "changed", "doubled", "gaps", "paid without all events")


def figures(crowd: Crowd) -> dict[str, float]:
    """Times of the answers after everybody has arrived."""
    first = min(crowd.times) + START
    counted = [
        wait
        for when, wait in zip(crowd.times, crowd.waits, strict=True)
        if when > first
    ]
    waits = 1000 * np.array(counted)
    return {
        "answers": len(waits),
        "answers a second": round(len(waits) / (max(crowd.times) - first), 1),
        "median ms": round(float(np.median(waits)), 1),
        "p99 ms": round(float(np.quantile(waits, 0.99)), 1),
        "longest ms": round(float(waits.max()), 1),
    }


async def _sit(
    crowd: Crowd, people: int, seconds: float, server: ServerProcess
) -> dict[str, float]:
    """Let people answer for some time; what both sides' processors did for an answer."""
    crowd.deadline = time.monotonic() + START + seconds
    walk = asyncio.create_task(crowd.people([f"p{i}" for i in range(people)], people))
    await asyncio.sleep(START)
    before = server.cpu_seconds(), time.process_time(), len(crowd.waits)
    await walk
    after = server.cpu_seconds(), time.process_time(), len(crowd.waits)
    *used, many = (end - begin for begin, end in zip(before, after, strict=True))
    names = ("server's CPU ms an answer", "people's CPU ms an answer")
    pairs = zip(names, used, strict=True)
    return {name: round(1000 * cpu / many, 3) for name, cpu in pairs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--study", default="tiles-people")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=1.0)
    given = parser.parse_args()
    study = find_study(given.study)
    os.sched_setaffinity(0, {1})
    found: dict = {"load average before": round(os.getloadavg()[0], 1)}
    with tempfile.TemporaryDirectory(dir=".") as folder:

        def one(name: str, people: int, think: float, largest: int) -> dict:
            db = new_database(Path(folder) / f"{name}.db", study, quota=10**6)
            return run(db, people, given.seconds, think, largest)

        found["at once"] = one("crowd", given.people, given.think, 200)
        found["one transaction for all"] = one("group", given.clients, 0.0, 200)
        found["one transaction each"] = one("single", given.clients, 0.0, 1)
    grouped, single = found["one transaction for all"], found["one transaction each"]
    found["times"] = round(grouped["answers a second"] / single["answers a second"], 1)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
