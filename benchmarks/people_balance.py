"""Balance of cells and items when people come together and some leave.

    python benchmarks/people_balance.py [cells items leaving] [--quota 50] [--people 415]

All go through HTTP, 20 at once, to two server processes that share a database; 15 % leave
somewhere on the way. They come until all places are taken by somebody who finished.
Cells: `tiles-people` with its 16 cells, of whose boards each participant plays one.
Items: `concepts-people` as at paper scale, 12 of 160 tasks with three test inputs each; a
single black cell is everybody's attempt, and practice ends after one. With `items` nobody
leaves. For comparison, cells and items that are given at random.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from people_crowd import Crowd, ServerProcess, compare, free_port, new_database
from sqlalchemy import select

from metamer.app import schema
from metamer.app.database import connect
from metamer.app.planning import Candidate, plan
from metamer.core.people import TrialBlock
from metamer.core.plans import find_study
from metamer.core.study import Study
from metamer.paradigms.tiles.rules import FAMILY

AT_ONCE, DROP_OUT, LEASE = 20, 0.15, 3.0
CELLS = 16


def all_rules() -> Study:
    """`tiles-people` with all eight rules, and metamers that are drawn in seconds."""
    study = find_study("tiles-people", "demo")
    recipe = replace(study.paradigm.recipe, updates=20, sweeps=2)
    boards = replace(study.paradigm, rules=FAMILY, recipe=recipe, pool=64)
    block = TrialBlock("boards", "test", count=1)
    people = replace(study.people, lease=LEASE, blocks=(block,))
    return replace(study, paradigm=boards, people=people)


def all_tasks() -> Study:
    """`concepts-people` with ten tasks of each concept; practice ends after an attempt."""
    study = find_study("concepts-people", "paper")
    first, *others = study.people.blocks
    blocks = (replace(first, attempts=1), *others)
    return replace(study, people=replace(study.people, lease=LEASE, blocks=blocks))


def fill(db: str, places: int, drop_out: float) -> dict[str, Any]:
    """Let people come to two server processes until nobody is missing."""
    ports = [free_port(), free_port()]
    servers = [ServerProcess(db, port) for port in ports]
    crowd = Crowd(ports, drop_out=drop_out)
    try:
        asyncio.run(come(crowd, db, places))
    finally:
        for server in servers:
            server.kill()
    checked = compare(crowd, db)
    return {
        "ends": dict(Counter(crowd.finished.values())),
        "lost": checked["lost"],
        "doubled": checked["doubled"],
    }


async def come(crowd: Crowd, db: str, places: int) -> None:
    """Groups of people, one after the other, as long as places are left."""
    came = 0
    while (missing := places - completed(db).total()) > 0:
        if "screened_out" in crowd.finished.values():
            await asyncio.sleep(LEASE)  # until places of those who left are free
        more = min(AT_ONCE * 5, max(missing, AT_ONCE))
        names = [f"p{came + i}" for i in range(more)]
        came += more
        await crowd.people(names, AT_ONCE)


def completed(db: str) -> Counter[int]:
    """Finished participants of each cell."""
    table = schema.session.c
    return count(db, select(table.cell).where(table.status == "completed"))


def covered(db: str) -> Counter[str]:
    """Finished participants who were put each scored item; 0 of those that nobody was."""
    session, item = schema.session.c, schema.item.c
    joined = schema.planned.join(schema.session).join(schema.item)
    here = (session.status == "completed", item.pool == "scored")
    every = count(db, select(item.id).where(item.pool == "scored"))
    found = count(db, select(item.id).select_from(joined).where(*here))
    return Counter({name: found[name] for name in every})


def count(db: str, query: Any) -> Counter[Any]:
    """How often each value is found."""
    database = connect(db)
    with database.reading() as connection:
        found = Counter(connection.scalars(query).all())
    database.close()
    return found


def ends(counts: Any) -> list[int]:
    """The smallest and the largest of some counts."""
    return [int(min(counts)), int(max(counts))]


def balance_cells(folder: Path, quota: int) -> dict[str, Any]:
    """Fill all cells of a study, and count."""
    db = new_database(folder / "cells.db", all_rules(), quota=quota)
    filled = fill(db, CELLS * quota, DROP_OUT)
    found = completed(db)
    draws = np.random.default_rng(0).integers(0, CELLS, CELLS * quota)
    return {
        "cells": len(found),
        "finished in each cell": ends(found.values()),
        "at random": ends(np.bincount(draws, minlength=CELLS)),
        **filled,
    }


def balance_items(folder: Path, people: int, drop_out: float) -> dict[str, Any]:
    """Let people do tasks, and count who was put each test input."""
    db = new_database(folder / f"items-{drop_out}.db", all_tasks(), quota=people)
    filled = fill(db, people, drop_out)
    every = covered(db)
    return {
        "test inputs": len(every),
        "answers": every.total(),
        "people put each": ends(every.values()),
        "at random": ends(at_random(people, len(every))),
        **filled,
    }


def at_random(people: int, inputs: int) -> list[int]:
    """How many people are put each test input if tasks are drawn at random."""
    block = TrialBlock("scored", "scored", count=12)
    names = [
        (f"{task}", f"{task}-{i}") for task in range(inputs // 3) for i in range(3)
    ]
    items = [
        Candidate(number, name, "scored", task)
        for number, (task, name) in enumerate(names)
    ]
    found: Counter[int] = Counter()
    for seed in range(people):
        found.update(plan([block], items, seed)[0])
    return [found[number] for number in range(inputs)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["cells", "items", "leaving"])
    parser.add_argument("--quota", type=int, default=50)
    parser.add_argument("--people", type=int, default=415)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        parts = {
            "cells": lambda: balance_cells(folder, given.quota),
            "items": lambda: balance_items(folder, given.people, 0.0),
            "leaving": lambda: balance_items(folder, given.people, DROP_OUT),
        }
        for part in given.parts:
            print(json.dumps({part: parts[part]()}), flush=True)


if __name__ == "__main__":
    main()
