"""Balance of cells and items when people come together and some leave.

    python benchmarks/people_balance.py [--quota 50] [--people 415]

Cells: participants of `tiles-people` (16 cells) come, 20 at once, to two server processes
that share a database; 15 % leave somewhere on the way. They come until all cells are full.
Boards are few, so that a session is short. Random assignment of the same number of people
is given for comparison. Items: plans of 415 participants for 12 of 160 tasks with three
test inputs each, as in `concepts-people`, with the least covered first and at random.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
from people_crowd import Crowd, ServerProcess, compare, free_port, new_database

from metamer.app import schema
from metamer.app.database import connect
from metamer.app.planning import Candidate, plan
from metamer.core.people import TrialBlock
from metamer.core.plans import find_study
from metamer.core.study import Study
from metamer.paradigms.tiles.rules import FAMILY

AT_ONCE, DROP_OUT, LEASE = 20, 0.15, 3.0


def all_rules() -> Study:
    """`tiles-people` with all eight rules, and metamers that are drawn in seconds."""
    study = find_study("tiles-people", "demo")
    recipe = replace(study.paradigm.recipe, updates=20, sweeps=2)
    boards = replace(study.paradigm, rules=FAMILY, recipe=recipe, pool=64)
    return replace(study, paradigm=boards)


def balance(quota: int) -> dict:
    """Fill all cells of a study, and count."""
    block = TrialBlock("boards", "test", count=1)
    with tempfile.TemporaryDirectory(dir=".") as folder:
        place = Path(folder) / "balance.db"
        settings = {"quota": quota, "lease": LEASE, "blocks": (block,)}
        db = new_database(place, all_rules(), **settings)
        ports = [free_port(), free_port()]
        servers = [ServerProcess(db, port) for port in ports]
        crowd = Crowd(ports, drop_out=DROP_OUT)
        try:
            asyncio.run(fill(crowd, db, 16 * quota))
        finally:
            for server in servers:
                server.kill()
        checked = compare(crowd, db)
        cells = completed(db)
    ends = Counter(crowd.finished.values())
    draws = np.random.default_rng(0).integers(0, 16, 16 * quota)
    by_chance = np.bincount(draws, minlength=16)
    return {
        "finished in each cell": [min(cells), max(cells)],
        "at random": [int(by_chance.min()), int(by_chance.max())],
        "cells": len(cells),
        "ends": dict(ends),
        "lost": checked["lost"],
        "doubled": checked["doubled"],
    }


async def fill(crowd: Crowd, db: str, places: int) -> None:
    """Let people come until nobody is missing."""
    came = 0
    while sum(completed(db)) < places:
        names = [f"p{came + i}" for i in range(AT_ONCE * 5)]
        came += len(names)
        await crowd.people(names, AT_ONCE)
        if sum(completed(db)) < places and "screened_out" in crowd.finished.values():
            await asyncio.sleep(LEASE)


def completed(db: str) -> list[int]:
    """Finished participants of each cell."""
    database = connect(db)
    with database.reading() as connection:
        rows = connection.execute(schema.session.select()).mappings().all()
    database.close()
    done = Counter(row["cell"] for row in rows if row["status"] == "completed")
    return [done[cell] for cell in range(16)]


def coverage(people: int, pick: str) -> list[int]:
    """The fewest and the most participants that any test input was given to."""
    block = TrialBlock("test", "test", count=12, pick=pick)
    items = [
        Candidate(3 * task + i, f"{task}-{i}", "test", f"{task}")
        for task in range(160)
        for i in range(3)
    ]
    covered = dict.fromkeys([entry.id for entry in items], 0)
    for seed in range(people):
        (chosen,) = plan([block], items, seed, covered)
        for number in chosen:
            covered[items[number].id] += 1
    return [min(covered.values()), max(covered.values())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quota", type=int, default=50)
    parser.add_argument("--people", type=int, default=415)
    given = parser.parse_args()
    found = {
        "people given each input": coverage(given.people, "least_covered"),
        "people given each input, at random": coverage(given.people, "random"),
        **balance(given.quota),
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
