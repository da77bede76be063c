"""What the engine `ray` costs, and where the process that sends jobs becomes the limit.

    python benchmarks/ray_overhead.py [--seconds 10] [--rounds 4] [--slots 4]

Three parts, in one run:

1. Jobs that sleep: with S slots and R rounds, S x R jobs of 10 s need at least R x 10 s.
   Whatever is beyond that, from the first job's begin to the end, is overhead; what comes
   before, starting Ray and its workers, is told apart. The jobs sleep, so that other work
   on the machine disturbs them little; all else about them is real.
2. What each job takes of the sending process: 1,000 jobs sent at once; as many that are
   all done at once received and written; 50 messages with a checkpoint of 1 MB; and a look
   at 2,000 jobs under way. All by the engine's own functions.
3. A discrete-event simulation with these times. The sending process is one server that
   does what `Following.follow` does, in the same order; workers take the next job that has
   been sent, as Ray's do. It says how busy 1,000 machines are with C slots each. Its jobs
   all take equally long, the network takes no time, and Ray's own scheduler is no limit.
"""

import argparse
import functools
import json
import os
import tempfile
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import ray

import metamer
from metamer.core.jobs import Job
from metamer.core.store import Run
from metamer.engines.local import perform_and_keep
from metamer.engines.progress import RunProgress
from metamer.engines.ray import Ray
from metamer.engines.ray.crew import Crew
from metamer.engines.ray.following import (
    AHEAD,
    LEAST_AHEAD,
    LOOK,
    WRITERS,
    Following,
    Sent,
)
from metamer.engines.ray.news import PAUSE, Message, News, write_files
from metamer.engines.ray.tasks import Delivery
from metamer.paradigms.categories import Categories

SMALL = Categories(
    trainings=("zero_shot",), per_class=8, held_out=4, familiar=0, again=0
)
ENDS = (".parquet", ".npz")
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


def steps(many: int) -> dict[str, float]:
    """Seconds of the sending process for each of many jobs that are done at once."""
    study = metamer.Study(SMALL, (Sleeper(""),), units=many)
    jobs = Run(Path("nowhere")).missing_jobs(study)
    with tempfile.TemporaryDirectory() as place, Ray().opened():
        folder, crew = Path(place), Crew(Ray().needs, jobs[:many], None)
        perform_and_keep(jobs[0], folder / "one")
        rows, items = (
            Run(folder / "one").part(jobs[0]).with_suffix(end) for end in ENDS
        )
        written = {".parquet": rows.read_bytes(), ".npz": items.read_bytes()}
        with RunProgress("steps") as progress, ThreadPoolExecutor(WRITERS) as pool:
            follow = Following(jobs, folder, crew, progress.counter(jobs, many))
            follow.window = many
            sending = _seconds(follow.send_some)
            crew.dismiss(follow.under_way)
            give = ray.remote(num_cpus=0)(_finished)
            refs = [give.remote(job, written) for job in jobs]
            ray.wait(refs, num_returns=many)
            sent = [Sent(place, job) for place, job in enumerate(jobs)]
            follow.under_way = dict(zip(refs, sent, strict=True))
            receiving = _seconds(lambda: follow.receive(refs, pool))
        assert len(list(folder.glob("parts/*.parquet"))) == many
        return {
            "send": sending / many,
            "receive": receiving / many,
            "message": _message(),
        }


def _finished(job: Job, written: dict[str, bytes]) -> Delivery:
    """What a worker gives for a job, with the rows of another one."""
    files = {f"parts/{job.id}{end}": content for end, content in written.items()}
    return Delivery("done", files=files)


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _message() -> float:
    """Seconds to fetch a message with a checkpoint from the actor, and to write it."""
    news, many = ray.remote(News).remote(), 50
    ray.get(
        [
            news.post.remote(str(n), Message(0.5, "", {str(n): os.urandom(CHECKPOINT)}))
            for n in range(many)
        ]
    )

    def fetch() -> None:
        messages = ray.get(news.take.remote()).values()
        with (
            tempfile.TemporaryDirectory() as place,
            ThreadPoolExecutor(WRITERS) as pool,
        ):
            write = functools.partial(write_files, Path(place))
            list(pool.map(write, [message.files for message in messages]))

    took = _seconds(fetch)
    ray.kill(news)
    return took / many


def simulate(
    slots: int, job: float, cost: dict[str, float], checkpoints: bool
) -> dict[str, float]:
    """How busy workers are if one process sends all jobs to them."""
    window, jobs = max(LEAST_AHEAD, AHEAD * slots), ROUNDS * slots
    left, now, heard = jobs, 0.0, 0.0
    # Whoever is free first takes the next job, and all take equally long: so workers are
    # free, and jobs end, in the order in which jobs are sent.
    free, ends = deque([0.0] * slots), deque[float]()
    while left or ends:
        while left and len(ends) < window:
            now += cost["send"]
            ends.append(max(now, free.popleft()) + job)
            free.append(ends[-1])
            left -= 1
        if now - heard > PAUSE:
            running = min(slots, len(ends)) * checkpoints
            share = min(1.0, (now - heard) / EVERY)  # of each job the latest is kept
            now, heard = now + cost["message"] * running * share, now
        now = max(now, min(now + LOOK, ends[-1])) + cost["look"] * len(ends)
        ready = now
        while ends and ends[0] <= ready:
            ends.popleft()
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
    options.add_argument("--jobs", type=int, default=1000)
    given = options.parse_args()
    machine = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    slept = overhead(given.seconds, given.rounds, given.slots)
    cost = {**steps(given.jobs), "look": look()}
    kinds = [
        (job, kept)
        for job in (10.0, 60.0, 600.0)
        for kept in (False, True)
        if job > EVERY or not kept
    ]
    cases: list[dict[str, Any]] = [
        {"machines": 1000, "slots_each": many, "job_s": job, "checkpoints": kept}
        for many in (1, 8, 64)
        for job, kept in kinds
    ]
    for case in cases:
        slots = case["machines"] * case["slots_each"]
        case |= simulate(slots, case["job_s"], cost, case["checkpoints"])
    limits = [
        {"job_s": job, "checkpoints": kept, "slots": limit(job, cost, kept)}
        for job, kept in kinds
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
