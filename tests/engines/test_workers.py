"""Worker processes: reused, killed on errors, and no trouble for others who use joblib."""

import os
import subprocess
import sys
import time

import joblib
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.engines.workers import map_unordered, workers


def process_of(_):
    time.sleep(0.2)
    return os.getpid()


def die(_):
    os._exit(1)


def test_each_argument_comes_back_from_another_process():
    assert sorted(map_unordered(abs, [-1, -2, -3], cores=2)) == [1, 2, 3]
    assert os.getpid() not in set(map_unordered(process_of, range(4), cores=2))


def keep_much(_):
    sys.kept = [*getattr(sys, "kept", ()), np.ones(45_000_000)]
    time.sleep(1.1)  # loky looks at the memory once a second
    return os.getpid()


def test_a_worker_that_keeps_much_lives_on():
    pytest.importorskip("psutil", reason="loky only looks at memory with psutil")
    assert len(set(map_unordered(keep_much, range(6), cores=2))) == 2


def test_one_core_is_this_process():
    assert set(map_unordered(process_of, range(2), cores=1)) == {os.getpid()}


@pytest.mark.parametrize("cores", [200, -1])
def test_there_are_no_more_workers_than_cores_or_arguments(cores, monkeypatch):
    monkeypatch.setattr("joblib.externals.loky.cpu_count", lambda: 3)
    pools = {}
    monkeypatch.setattr("metamer.engines.workers._POOLS", pools)
    assert len(set(map_unordered(process_of, range(2), cores))) <= 2
    assert len(set(map_unordered(process_of, range(9), cores))) <= 3
    assert set(pools) == {2, 3}


def test_the_next_to_ask_gets_the_same_workers():
    first = set(map_unordered(process_of, range(8), cores=2))
    assert first & set(map_unordered(process_of, range(8), cores=2))


def test_joblib_still_works_after_us_and_before_us():
    list(map_unordered(abs, [1, 2], cores=2))
    assert joblib.Parallel(n_jobs=2)(joblib.delayed(abs)(-1) for _ in range(2)) == [
        1,
        1,
    ]
    assert sorted(map_unordered(abs, [-1, -2], cores=2)) == [1, 2]


def test_a_killed_worker_is_a_refusal_and_the_next_pool_works():
    with pytest.raises(Refusal, match="a worker process was killed"):
        list(map_unordered(die, [1, 2], cores=2))
    assert sorted(map_unordered(abs, [-1, -2], cores=2)) == [1, 2]


def test_an_error_ends_all_workers():
    with pytest.raises(RuntimeError), workers(2) as pool:
        busy = [pool.submit(process_of, 0) for _ in range(2)]
        processes = list(pool._processes.values())
        assert all(future.result() for future in busy)
        raise RuntimeError
    for process in processes:
        process.join(10)
        assert not process.is_alive()


SCRIPT = """
from metamer.engines.workers import map_unordered
print(sorted(map_unordered(abs, [-1, -2], cores=2)))
"""


@pytest.mark.parametrize("attempt", range(3))
def test_nothing_is_printed_when_python_ends(attempt):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr) == ("[1, 2]\n", "")


def threads_of(_):
    return os.environ["OMP_NUM_THREADS"]


def test_a_worker_starts_no_threads_for_the_cores_of_other_workers():
    assert list(map_unordered(threads_of, [0, 1], 2)) == ["1", "1"]
