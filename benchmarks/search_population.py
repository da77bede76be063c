"""A search with trials as a population, against one trial after the other.

    python benchmarks/search_population.py [--trials 16] [--together 8] [--out FILE.json]

The LSTM player of `tiles` (64 games, or as --games says) on rectangle boards, with the
space that comes with it but for the number of clicks before an update, so that all trials
share one program. Both searches are whole: proposing, training, pruning, storing, each in
a process of its own that compiles its program anew. With several trials in hand other ones
are proposed and pruned, so besides seconds of the whole search there are clicks a second.
One trial at a time leaves all processor cores but one idle. On a GPU, say --games 512.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def searched(trials: int, together: int, games: int, length: int) -> dict:
    """One search; this part runs in a process of its own."""
    import jax

    from metamer.core.study import Study
    from metamer.paradigms.tiles import Tiles
    from metamer.paradigms.tiles.learners.networks import LstmPlayer
    from metamer.search.plan import Search
    from metamer.search.run import search
    from metamer.search.space import Conduct, Space, own_space
    from metamer.training.settings import PlayerTraining

    tiles = Tiles(rules=("rectangle",), taught=("abstract",), weigh=False, trials=100)
    learner = LstmPlayer(training=PlayerTraining(games=games))
    whole = own_space(tiles, learner).parameters
    varied = {name: whole[name] for name in whole if name != "training.steps"}
    space = Space(varied, Conduct(length=length, report=length // 10))
    plan = Search(Study(tiles, (learner,)), learner, space)
    plan.study.paradigm.lesson(*_first(plan))  # boards are drawn, and kept
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        outcome = search(plan, trials, Path(folder), together=together)
        seconds = time.perf_counter() - begun
        table = outcome.table()
        (best,) = outcome.found.values()
    clicks = int(table["clicks"].sum())
    return {
        "together": together,
        "seconds": round(seconds, 1),
        "clicks": clicks,
        "clicks_per_second": round(clicks / seconds),
        "pruned": int((table["state"] == "pruned").sum()),
        "best": round(best.value, 3),
        "device": jax.devices()[0].device_kind,
    }


def _first(plan):
    from metamer.core.jobs import unit_key

    (condition,) = plan.conditions.values()
    return condition, unit_key(0, 0)


def apart(chosen: argparse.Namespace, together: int) -> dict:
    """The same in a process whose cache of compiled programs is empty."""
    with tempfile.TemporaryDirectory() as cache:
        words = {**vars(chosen), "part": together}
        words.pop("out")
        given = [f"--{name}={value}" for name, value in words.items()]
        done = subprocess.run(
            [sys.executable, __file__, *given],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env={**os.environ, "JAX_COMPILATION_CACHE_DIR": cache},
        )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--trials", type=int, default=16)
    options.add_argument("--together", type=int, default=8)
    options.add_argument("--games", type=int, default=64)
    options.add_argument("--length", type=int, default=2000)
    options.add_argument("--out", default="")
    options.add_argument("--part", type=int, default=0, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.part:
        sizes = (chosen.games, chosen.length)
        print(json.dumps(searched(chosen.trials, chosen.part, *sizes)))
        return
    # The population first: what the operating system caches helps the other.
    population, single = apart(chosen, chosen.together), apart(chosen, 1)
    found = {
        "cores": len(os.sched_getaffinity(0)),
        "load": [round(load, 1) for load in os.getloadavg()],
        "trials": chosen.trials,
        "games": chosen.games,
        "length": chosen.length,
        "population": population,
        "one after the other": single,
        "ratio of seconds": round(single["seconds"] / population["seconds"], 2),
        "ratio of clicks per second": round(
            population["clicks_per_second"] / single["clicks_per_second"], 2
        ),
    }
    text = json.dumps(found, indent=2)
    print(text)
    if chosen.out:
        Path(chosen.out).write_text(text + "\n")


if __name__ == "__main__":
    main()
