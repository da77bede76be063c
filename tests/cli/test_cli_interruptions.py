"""Stopped at any moment, by any means, and by two at once: the same numbers come out."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

LONG = """
name = "long"
measures = ["exemplar_bias", "held_out_accuracy", "taught_accuracy"]
units = 20
learners = [
  "rule",
  "exemplars",
  "glm",
  { name = "sklearn", estimator = "RandomForestClassifier", label = "forest" },
]
[paradigm]
name = "categories"
per_class = 40
held_out = 20
"""
"""Some seconds of work in processes of its own, and some of compiled work."""


@pytest.fixture
def start(program):
    """Start `metamer run` without waiting for it; whatever is left at the end is ended."""
    started = []

    def begin(plan, folder):
        process = subprocess.Popen(
            [program, "run", str(plan), "--out", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def long(tmp_path):
    path = tmp_path / "long.toml"
    path.write_text(LONG)
    return path


def children(pid):
    """The processes that `pid` has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has ended meanwhile
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(stat.parent.name))
    return found


def is_worker(pid):
    try:
        return b"LokyProcess" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended meanwhile
        return False


def alive(pids):
    return [pid for pid in pids if Path(f"/proc/{pid}").exists() and not _dead(pid)]


def _dead(pid):
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        )
    except OSError:
        return True


def wait_until(happens, seconds):
    """Whether something happens within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.02)
    return False


def parts(folder):
    return len(list(folder.glob("parts/*.parquet")))


WITHOUT_JAX = """
name = "floors"
measures = ["solved_overall"]
units = 2
learners = ["copy-input", "most-common-output"]
[paradigm]
name = "concepts"
concepts = ["Count", "Order"]
tasks = 2
"""
"""JAX keeps modules alive for longer, and hides what workers leave behind at the end."""


def test_a_run_that_is_not_disturbed_ends_without_a_word(start, tmp_path):
    (tmp_path / "floors.toml").write_text(WITHOUT_JAX)
    process = start(tmp_path / "floors.toml", tmp_path / "run")
    _, told = process.communicate(timeout=300)
    assert process.returncode == 0
    assert all(line.endswith(" ...") for line in told.splitlines()), told  # stages


def test_kill_9_loses_nothing_that_was_finished(start, plan, finished, tmp_path):
    folder = tmp_path / "run"
    for least in (1, 6):
        process = start(plan, folder)
        assert wait_until(lambda: parts(folder) >= least, 120)  # noqa: B023
        process.kill()
        process.wait()
        kept = {
            path: path.stat().st_mtime_ns for path in folder.glob("parts/*.parquet")
        }
    assert start(plan, folder).wait(300) == 0
    assert (folder / "measures.csv").read_bytes() == (
        finished / "measures.csv"
    ).read_bytes()
    assert all(path.stat().st_mtime_ns == before for path, before in kept.items())


def test_two_processes_in_one_folder_come_to_the_same_end(
    start, plan, finished, tmp_path
):
    both = [start(plan, tmp_path / "run") for _ in range(2)]
    told = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert (tmp_path / "run" / "measures.csv").read_bytes() == (
        finished / "measures.csv"
    ).read_bytes()
    assert not list((tmp_path / "run").rglob("*.tmp"))


def last_line(told):
    """What a command says last: before it, a slow machine has stages named."""
    return told.splitlines()[-1]


def test_ctrl_c_stops_at_once_and_leaves_no_one_behind(start, long, tmp_path):
    process = start(long, tmp_path / "run")
    assert wait_until(lambda: parts(tmp_path / "run") >= 1, 120)
    workers = children(process.pid)
    assert workers
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert last_line(told) == (
        "metamer: stopped; the same command goes on where it stopped"
    )
    assert wait_until(lambda: not alive(workers), 10)


def test_a_killed_worker_is_told_in_one_sentence(start, long, tmp_path):
    process = start(long, tmp_path / "run")
    assert wait_until(lambda: parts(tmp_path / "run") >= 1, 120)
    worker = next(pid for pid in children(process.pid) if is_worker(pid))
    os.kill(worker, signal.SIGKILL)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 2
    assert last_line(told).startswith("metamer: a worker process was killed")


@pytest.mark.slow
def test_ten_kills_at_random_moments_change_no_number(start, long, tmp_path):
    began = time.monotonic()
    assert start(long, tmp_path / "whole").wait(300) == 0
    duration = time.monotonic() - began
    moments = random.Random(2022)
    for _ in range(10):
        process = start(long, tmp_path / "run")
        time.sleep(moments.uniform(0.05, 0.9) * duration)
        process.kill()
        process.wait()
    assert start(long, tmp_path / "run").wait(300) == 0
    whole, run = (tmp_path / name / "measures.csv" for name in ("whole", "run"))
    assert run.read_bytes() == whole.read_bytes()


def test_workers_whose_parent_was_killed_end_by_themselves(start, long, tmp_path):
    process = start(long, tmp_path / "run")
    assert wait_until(lambda: parts(tmp_path / "run") >= 1, 120)
    workers = children(process.pid)
    process.kill()
    process.wait()
    assert wait_until(lambda: not alive(workers), 10)


def test_so_do_workers_whose_parent_was_killed_while_they_were_starting(
    start, long, tmp_path
):
    process = start(long, tmp_path / "run")
    assert wait_until(lambda: any(map(is_worker, children(process.pid))), 120)
    workers = children(process.pid)
    process.kill()
    process.wait()
    assert wait_until(lambda: not alive(workers), 30)
