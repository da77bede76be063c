"""Learners through the browser's requests answer as in `metamer run`: every paradigm.

    python benchmarks/people_simulated.py [PARADIGM ...] [--out results/people-simulated]

The demo study for people of each paradigm is served by a process of its own. A learner
without chance takes part, two participants in each cell with two sets of items, so that
participant and unit of the same number are put the same items. Its exported rows are
compared with those of a run: how many there are, and how many have another answer.
"""

import argparse
import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import metamer
from metamer.app.export import export
from metamer.app.occasion import own_server
from metamer.app.simulate import ParticipantPool, simulate
from metamer.app.simulated import Teacher
from metamer.core.responses import details


class FirstHidden:
    """Turns up the first tile that is hidden."""

    name = "first-hidden"

    def fit(self, game, key):
        return None

    def act(self, fitted, view, memory, key):
        return np.argmax(np.asarray(view.observation) < 0, axis=1), memory


LEARNERS = {
    "categories": "exemplars",
    "pointers": "pointer-rule",
    "matrices": "matrix-counts",
    "concepts": "copy-input",
    "tiles": "",
}
"""A learner without chance, by its name in the study; our own for `tiles`."""


def compare(paradigm: str) -> dict[str, object]:
    """Simulate and run a study; count the answers that differ."""
    begun = time.perf_counter()
    plan = metamer.study(f"{paradigm}-people")(scale="demo")
    named = [each for each in plan.learners if each.name == LEARNERS[paradigm]]
    learner = named[0] if named else FirstHidden()
    people = replace(plan.people, sets=2, quota=2, exclusions=())
    plan = replace(
        plan, people=people, learners=(learner,), units=2, tests=(), figures=()
    )
    with tempfile.TemporaryDirectory() as folder:
        with own_server(plan, f"{folder}/people.db") as (url, database):
            pool = ParticipantPool(Teacher(plan, learner), 0)
            pool.many = 2 * len(pool.cells)
            reasons = simulate(url, database, pool, at_once=4).reasons
            exported = export(database, Path(folder) / "people").table
        learned = metamer.run(plan, Path(folder) / "learners").table
    outcome = {"learner": learner.name, "ended": reasons, **count(exported, learned)}
    return {**outcome, "seconds": round(time.perf_counter() - begun, 1)}


def count(people: pd.DataFrame, learners: pd.DataFrame) -> dict[str, int]:
    """The first answers of people, and how many a run lacks or has otherwise.

    A learner may say less often than people must what it thinks of a grid: only first
    answers to grids are compared, and all clicks on boards.
    """
    by = ["unit", "condition", *details(people), "item", "step"]
    if people["paradigm"].iloc[0] == "concepts":
        people = people[people["step"] == 0]
    both = people.drop_duplicates(by).merge(
        learners.drop_duplicates(by), on=by, how="left", suffixes=("", "_run")
    )
    same = both["answer"].astype(str) == both["answer_run"].astype(str)
    right = both["correct"] == both["correct_run"]
    return {"answers": len(both), "different": int((~(same & right)).sum())}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("paradigms", nargs="*", default=list(LEARNERS))
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {}
    for name in given.paradigms or LEARNERS:
        found[name] = compare(name)
        print(name, json.dumps(found[name]), flush=True)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "simulated.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
