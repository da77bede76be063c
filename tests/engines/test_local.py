"""This machine: worker processes, and what is left when a learner fails."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import metamer
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.store import Run
from metamer.engines.local import Local
from metamer.engines.shares import ShareFile
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule

SMALL = Categories(
    trainings=("zero_shot",), per_class=4, held_out=2, familiar=0, again=0
)

SCRIPT = """
import sys
import numpy as np
import metamer

class Mine:
    name = "mine"
    def fit(self, items, key):
        return key.numpy.random()
    def answer(self, fitted, items):
        return np.full(len(items.inputs), int(fitted > 0.5))

plan = metamer.Study(
    paradigm=metamer.paradigm("categories")(per_class=4, held_out=2),
    learners=(Mine(), metamer.learner("rule")()),
    measures=("exemplar_bias",),
    units=3,
)
responses = metamer.run(plan, sys.argv[1])
print(metamer.measure("exemplar_bias")(responses.table).groupby("learner").mean())
print("scripts run:", 1)
"""


@dataclass(frozen=True)
class Noting:
    """Notes whom it teaches, and fails from a certain unit on."""

    log: str
    fails_from: int = 1000
    name: str = "noting"
    block: int = 2

    def fit(self, items, key):
        with open(self.log, "a") as log:
            log.write("taught\n")
        if len(Path(self.log).read_text().split()) > self.fails_from:
            raise RuntimeError("worn out")

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


def plan(learner, units=4):
    return metamer.Study(SMALL, (learner, Rule()), units=units)


def test_finished_units_are_never_done_twice(tmp_path):
    learner = Noting(str(tmp_path / "log"))
    metamer.run(plan(learner), tmp_path / "run")
    assert (tmp_path / "log").read_text().split() == ["taught"] * 4
    metamer.run(plan(learner), tmp_path / "run")
    assert (tmp_path / "log").read_text().split() == ["taught"] * 4
    responses = metamer.run(plan(learner, units=6), tmp_path / "run")
    assert (tmp_path / "log").read_text().split() == ["taught"] * 6
    assert sorted(responses.table["unit"].unique()) == [0, 1, 2, 3, 4, 5]


def test_what_was_finished_stays_when_a_learner_fails(tmp_path):
    study = plan(Noting(str(tmp_path / "log"), fails_from=4), units=12)
    with pytest.raises(Refusal, match="failed: noting, zero_shot .*worn out"):
        metamer.run(study, tmp_path / "run")
    todo = Run(tmp_path / "run").missing_jobs(study)
    assert 0 < sum(len(job.units) for job in todo) < 6 * 12
    assert not (tmp_path / "run" / "responses.parquet").exists()


def test_an_unknown_engine_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(Refusal, match="no engine 'cloud'; there is: local"):
        metamer.run(metamer.Study(SMALL, (Rule(),)), tmp_path / "run", engine="cloud")
    assert not (tmp_path / "run").exists()


def test_a_script_needs_no_guard_for_its_own_learner(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("scripts run:") == 1
    assert "mine" in done.stdout
    table = pd.read_parquet(tmp_path / "run" / "responses.parquet")
    assert set(table["learner"].unique()) == {"mine", "rule"}
    assert os.listdir(tmp_path / "run" / "parts")


def test_a_share_that_a_worker_notes_can_be_read_until_its_job_is_done(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("metamer.engines.shares.PAUSE", 0.0)
    noted = ShareFile.of(tmp_path, "job-0-1")
    assert noted.read() == 0
    noted(0.25, "a note")
    assert ShareFile.of(tmp_path, "job-0-1").read() == 0.25
    Place(tmp_path, "job-0-1").clear()
    assert noted.read() == 0


def test_jobs_in_workers_are_counted_while_they_are_under_way(tmp_path, monkeypatch):
    monkeypatch.setattr("metamer.engines.shares.PAUSE", 0.1)
    job = Job(SMALL, Slow(), SMALL.conditions()[0], range(1), 0)
    shares = []
    Local().run([job], tmp_path, lambda job, share, note="": shares.append(share))
    assert shares[-1] == 1
    assert 0.5 in shares


class Slow:
    """Takes seconds, and says when it is half through."""

    name = "slow"

    def fit(self, items, key):
        raise AssertionError("a learner with `train_unit` is not fitted")

    def train_unit(self, taught, key, place):
        import time

        from metamer.engines import shares

        shares.PAUSE = 0.0
        place.progress(0.5)
        time.sleep(1)

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)
