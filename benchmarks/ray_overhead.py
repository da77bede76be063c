"""What the engine `ray` costs, and where the process that sends jobs becomes the limit.

    python benchmarks/ray_overhead.py [--seconds 10] [--rounds 4] [--slots 4]

Three parts, in one run:

1. Jobs that sleep: with S slots and R rounds, S x R jobs of 10 s need at least R x 10 s.
   Whatever is beyond that, from the first job's begin to the end, is overhead; what comes
   before, starting Ray and its workers, is told apart. The jobs sleep, so that other work
   on the machine disturbs them little; all else about them is real.
2. Jobs that do nothing, of which each takes the sending process some milliseconds: its
   clock for each step, medians and means of 600 jobs, and of messages with a checkpoint.
3. A discrete-event simulation with these times. The sending process is one server that
   does what `Following.follow` does, in the same order; workers take the next job that has
   been sent, as Ray's do. It says how busy 1,000 machines are with C slots each. Its jobs
   all take equally long, the network takes no time, and Ray's own scheduler is no limit.
"""

import argparse
import json
import os
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np
import ray

import metamer
from metamer.engines.ray import Ray
from metamer.engines.ray.following import AHEAD, LEAST_AHEAD, LOOK, Following
from metamer.engines.ray.news import PAUSE, Message, News, write_files
from metamer.paradigms.categories import Categories

SMALL = Categories(
    trainings=("zero_shot",), per_class=8, held_out=4, familiar=0, again=0
)
STEPS = ("_send_some", "_hear", "_receive")
CHECKPOINT = 1_000_000
"""Bytes of a checkpoint that a message brings."""

EVERY = 20.0
"""Seconds between two checkpoints of a job."""

ROUNDS = 10
"""Jobs that each simulated slot does."""


@dataclass(frozen=True)
class Sleeper:
    """Sleeps for each of its units, one in each job."""

    log: str
    seconds: float = 0.0
    block: int = 1
    name: str = "sleeper"

    def fit(self, items: Any, key: Any) -> None:
        if self.seconds:
            with open(self.log, "a") as log:
                log.write(f"{time.time()}\n")
        time.sleep(self.seconds)

    def answer(self, fitted: Any, items: Any) -> np.ndarray:
        return np.zeros(len(items.inputs), int)


def overhead(seconds: float, rounds: int, slots: int) -> dict:
    """What jobs of some seconds take beyond their own time."""
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "log"
        warm = metamer.Study(SMALL, (Sleeper(str(log), 0.5),), units=slots)
        begun = time.time()
        with Ray().opened():
            metamer.run(warm, Path(place) / "warm", "ray")
            started = time.time() - begun
            log.unlink()
            learner = Sleeper(str(log), seconds)
            study = metamer.Study(SMALL, (learner,), units=rounds * slots)
            metamer.run(study, Path(place) / "run", "ray")
        first = min(map(float, log.read_text().split()))
        newest = max((Path(place) / "run" / "parts").iterdir(), key=_written)
        took = _written(newest) - first
    return {
        "jobs": rounds * slots,
        "slots": slots,
        "job_seconds": seconds,
        "starting_ray_and_workers_s": round(started, 1),
        "least_seconds": rounds * seconds,
        "seconds": round(took, 2),
        "overhead_percent": round(100 * (took / (rounds * seconds) - 1), 2),
    }


def _written(path: Path) -> float:
    return path.stat().st_mtime


def steps(jobs: int) -> dict[str, float]:
    """Seconds that a job takes the sending process, by step."""
    spent: dict[str, list[float]] = defaultdict(list)
    for name in STEPS:
        setattr(Following, name, _clocked(getattr(Following, name), spent[name]))
    with tempfile.TemporaryDirectory() as place:
        study = metamer.Study(SMALL, (Sleeper(""),), units=jobs)
        with Ray().opened():
            used = time.process_time()
            metamer.run(study, Path(place) / "run", "ray")
            used = time.process_time() - used
            message = _message()
    return {
        "send": sum(spent["_send_some"]) / jobs,
        "receive_median": median(spent["_receive"]),
        "receive": mean(spent["_receive"]),
        "message": message,
        "all_threads": used / jobs,
    }


def _clocked(step: Any, spent: list[float]) -> Any:
    def timed(*given: Any) -> Any:
        begun = time.perf_counter()
        try:
            return step(*given)
        finally:
            spent.append(time.perf_counter() - begun)

    return timed


def _message() -> float:
    """Seconds to fetch a message with a checkpoint from the actor, and to write it."""
    news, many = ray.remote(News).remote(), 20
    posts = [
        news.post.remote(str(n), Message(0.5, "", {str(n): os.urandom(CHECKPOINT)}))
        for n in range(many)
    ]
    ray.get(posts)
    with tempfile.TemporaryDirectory() as place:
        begun = time.perf_counter()
        for message in ray.get(news.take.remote()).values():
            write_files(Path(place), message.files)
        took = time.perf_counter() - begun
    ray.kill(news)
    return took / many


def simulate(
    slots: int, job: float, cost: dict[str, float], checkpoints: bool
) -> dict[str, float]:
    """How busy workers are if one process sends all jobs to them."""
    window, jobs = max(LEAST_AHEAD, AHEAD * slots), ROUNDS * slots
    left, now, heard = jobs, 0.0, 0.0
    free, ends = [0.0] * slots, list[float]()
    while left or ends:
        while left and len(ends) < window:
            now += cost["send"]
            end = max(now, heappop(free)) + job  # whoever is free first takes it
            heappush(free, end)
            heappush(ends, end)
            left -= 1
        if now - heard > PAUSE:
            running = min(slots, len(ends)) * checkpoints
            now, heard = now + cost["message"] * running * (now - heard) / EVERY, now
        now = max(now, min(now + LOOK, max(ends))) + cost["look"] * len(ends)
        ready = sum(end <= now for end in ends)
        for _ in range(ready):
            heappop(ends)
            now += cost["receive"]
    return {
        "busy_percent": round(100 * ROUNDS * job / now, 1),
        "jobs_per_s": round(jobs / now, 1),
    }


def limit(job: float, cost: dict[str, float], checkpoints: bool) -> int:
    """The most slots of which 95 % of the time is used."""
    low, high = 1, 2
    while simulate(high, job, cost, checkpoints)["busy_percent"] >= 95:
        low, high = high, high * 2
    while high - low > low // 50 + 1:
        middle = (low + high) // 2
        busy = simulate(middle, job, cost, checkpoints)["busy_percent"] >= 95
        low, high = (middle, high) if busy else (low, middle)
    return low


def look(refs: int = 2000) -> float:
    """Seconds that a look at what is done takes for each job under way."""
    with Ray().opened():
        hold = ray.remote(lambda: time.sleep(1000))
        held = [hold.remote() for _ in range(refs)]
        begun = time.perf_counter()
        for _ in range(20):
            ray.wait(held, num_returns=refs, timeout=0)
        took = (time.perf_counter() - begun) / 20 / refs
        for ref in held:
            ray.cancel(ref, force=True)
    return took


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--rounds", type=int, default=4)
    options.add_argument("--slots", type=int, default=os.cpu_count() or 1)
    options.add_argument("--jobs", type=int, default=600)
    given = options.parse_args()
    machine = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    slept = overhead(given.seconds, given.rounds, given.slots)
    cost = {**steps(given.jobs), "look": look()}
    cases = [
        {"machines": 1000, "slots_each": many, "job_s": job, "checkpoints": kept}
        for many in (1, 8, 64)
        for job in (10.0, 60.0, 600.0)
        for kept in (False, True)
    ]
    for case in cases:
        slots = case["machines"] * case["slots_each"]
        case |= simulate(slots, case["job_s"], cost, case["checkpoints"])
    limits = [
        {"job_s": job, "checkpoints": kept, "slots": limit(job, cost, kept)}
        for job in (10.0, 60.0, 600.0)
        for kept in (False, True)
    ]
    found = {
        "machine": machine,
        "jobs_that_sleep": slept,
        "milliseconds_of_the_sending_process": {
            name: round(1e3 * seconds, 4) for name, seconds in cost.items()
        },
        "simulated": cases,
        "most_slots_that_are_95_percent_busy": limits,
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
