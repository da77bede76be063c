"""How long jobs of a learner take, from a few seconds of real work in another process."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

from metamer.core.capabilities import is_compiled
from metamer.core.checkpoints import Place
from metamer.core.jobs import Job, unit_key
from metamer.core.study import Study
from metamer.engines.perform import perform
from metamer.engines.workers import fresh_worker, one_thread

LIMIT = 10.0
"""Seconds after which no further job of a learner is timed, and a long one is left."""

LONGEST = 60.0
"""Seconds that a learner may take beyond that if nothing is heard of it meanwhile."""

STATUS = Path("/proc/self/status")
"""Where Linux says how much memory a process took at most."""


class Timing(NamedTuple):
    """What was found about the jobs of one learner; numbers are seconds or bytes."""

    start: float = 0.0
    """Once in each process: compiling, above all."""
    wall: float = 0.0
    """A unit, when nothing else runs."""
    work: float = 0.0
    """The same on one core: processor time, or on a GPU the wall's."""
    memory: int = 0
    """What the process took at most, with whom it timed before."""
    basis: str = ""
    """What was timed."""
    known: bool = True
    """Otherwise a unit takes longer than this."""


class Note(NamedTuple):
    """When a share of a job was done, by the clock and in processor time."""

    share: float
    wall: float
    work: float


class Enough(BaseException):
    """A job has been timed for long enough; no learner can catch it by accident."""


def draw(paradigm: Any, seed: int, compiled: bool) -> float:
    """Seconds that the first lesson of each condition takes: some train networks first."""
    if compiled:
        from metamer.engines.device import use_all_cores

        use_all_cores()
    begun = time.monotonic()
    for condition in paradigm.conditions():
        paradigm.lesson(condition, unit_key(seed, 0))
    return time.monotonic() - begun


def time_learner(jobs: Sequence[Job]) -> Timing:
    """The pace of one learner's `jobs`, from some of them in different conditions."""
    until = time.monotonic() + LIMIT
    found: list[tuple[Job, list[Note]]] = []
    for job in _examples(jobs):
        if not found or time.monotonic() < until:
            found.append((job, _time(job, until)))
    timing = pace_of_jobs(found)
    return timing._replace(memory=peak_memory())


def _examples(jobs: Sequence[Job]) -> list[Job]:
    """The first, last and middle job; of learners that go unit by unit, one unit each."""
    chosen = dict.fromkeys((0, len(jobs) - 1, len(jobs) // 2))
    if is_compiled(jobs[0].learner):
        return [jobs[place] for place in chosen]
    return [jobs[place].of(jobs[place].units[:1]) for place in chosen]


def _time(job: Job, until: float) -> list[Note]:
    """When which share of a job was done; it is left once the time is up."""
    begun, used = time.monotonic(), time.process_time()
    notes = [Note(0.0, 0.0, 0.0)]

    def progress(share: float, note: str = "") -> None:
        now = time.monotonic()
        notes.append(Note(share, now - begun, time.process_time() - used))
        if now > until and share > 0:  # before that nothing is known of its pace
            raise Enough

    with tempfile.TemporaryDirectory(prefix="metamer-") as folder, one_thread():
        place = Place(Path(folder), job.id, job.units.start, job.about, progress)
        try:
            perform(job, place)
            progress(1.0)
        except Enough:
            pass
    return notes


def pace_of_jobs(found: Sequence[tuple[Job, list[Note]]]) -> Timing:
    """What the notes on some jobs say about all of the same learner."""
    whole = [(job, notes[-1]) for job, notes in found if notes[-1].share == 1.0]
    if len(whole) < len(found):
        return pace_of_part(*found[-1])
    later = whole[1:] or whole  # the first job of a process compiles
    units = sum(len(job.units) for job, _ in later)
    wall = sum(note.wall for _, note in later) / units
    work = wall if _on_gpu() else sum(note.work for _, note in later) / units
    first, note = whole[0]
    start = max(note.wall - wall * len(first.units), 0.0)
    many = sum(len(job.units) for job, _ in whole)
    return Timing(start, wall, work, basis=f"{many} unit{'s' * (many > 1)}")


def pace_of_part(job: Job, notes: Sequence[Note]) -> Timing:
    """The pace of a job that was left: that between its first news and its last."""
    heard = [note for note in notes if note.share > 0]
    if not heard:
        basis = f"not one step of a job in {notes[-1].wall:.0f} s"
        each = notes[-1].wall / len(job.units)
        return Timing(0.0, each, each, basis=basis, known=False)
    first, last = heard[0], heard[-1]
    since = first if last.share > first.share else notes[0]
    share = (last.share - since.share) * len(job.units)
    wall, work = (last.wall - since.wall) / share, (last.work - since.work) / share
    start = max(first.wall - first.share * wall * len(job.units), 0.0)
    begun = "" if since is first else ", its start included"
    basis = f"{100 * last.share:.2g} % of a job{begun}"
    return Timing(start, wall, wall if _on_gpu() else work, basis=basis)


def _on_gpu() -> bool:
    """Whether JAX is at work on a GPU, which processor time says nothing about."""
    if "jax" not in sys.modules:
        return False
    import jax

    return jax.default_backend() != "cpu"


def peak_memory() -> int:
    """The most memory that this process has taken so far, in bytes."""
    if STATUS.exists():
        lines = dict(line.split(":", 1) for line in STATUS.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def time_all(
    study: Study, jobs: dict[str, list[Job]], begin: Callable[[str], None]
) -> tuple[float, dict[str, Timing]]:
    """Seconds that drawing takes at first, and the pace of each learner by its name.

    Compiled learners are timed in one process and others in another, as they are run;
    `begin` is told who is timed.
    """
    drawing, found = 0.0, {}
    for compiled in (True, False):
        waiting = [
            name for name in jobs if is_compiled(jobs[name][0].learner) == compiled
        ]
        while waiting:
            with fresh_worker() as pool:
                begin("drawing items")
                drawn = pool.submit(draw, study.paradigm, study.seed, compiled).result()
                drawing = max(drawing, drawn)
                alive = True
                while waiting and alive:
                    name = waiting.pop(0)
                    begin(f"timing {name}")
                    found[name] = _time_in(pool, jobs[name])
                    alive = found[name].basis not in (SILENT, KILLED)
    return drawing, found


SILENT = f"no end and no news within {LIMIT + LONGEST:.0f} s"
KILLED = "its process was killed, perhaps because memory ran out"


def _time_in(pool: Executor, jobs: Sequence[Job]) -> Timing:
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    least = LIMIT + LONGEST
    try:
        return pool.submit(time_learner, jobs).result(least)
    except TimeoutError:
        return Timing(0.0, least, least, basis=SILENT, known=False)
    except TerminatedWorkerError:
        return Timing(basis=KILLED, known=False)
