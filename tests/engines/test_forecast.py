"""How long a study will take, from a few seconds of it."""

import json
import time
from dataclasses import dataclass

import numpy as np
import pytest

import metamer
from metamer.cli import main
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.engines import timing
from metamer.engines.forecast import Forecast, Pace, forecast, makespan
from metamer.engines.timing import Note, Timing, pace_of_jobs, pace_of_part
from metamer.learners.answers import Answers
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule

SMALL = Categories(
    trainings=("zero_shot",), per_class=4, held_out=2, familiar=0, again=0
)


def job(units, learner=None):
    return Job(SMALL, learner or Rule(), SMALL.conditions()[0], range(units), 0)


def pace(name, jobs, units, *, compiled=False, **found):
    return Pace(name, compiled, (job(units),) * jobs, Timing(**found))


def test_each_worker_takes_the_next_job_and_compiles_once_for_each_learner():
    paces = [
        pace("a", jobs=3, units=2, start=10.0, work=1.0),  # 12 s, 12 s; then 2 s
        pace("b", jobs=2, units=5, start=0.0, work=2.0),  # 10 s, 10 s
    ]
    # One worker: 12 + 2 + 2 + 10 + 10. Two: 12, 2, then 10 on each of 14 and 12.
    assert makespan(paces, 1) == 36
    assert makespan(paces, 2) == 24
    assert makespan(paces, 100) == 12


def test_this_machine_shares_its_cores_between_compiled_learners_and_workers():
    compiled = pace(
        "c", jobs=1, units=10, compiled=True, wall=3.0, work=6.0, memory=500
    )
    other = pace("o", jobs=4, units=5, wall=1.0, work=1.0, memory=100)
    study = metamer.Study(SMALL, (Rule(),))
    found = Forecast(study, 30, (compiled, other), 2.0, (), cores=2)
    # 30 s of compiled work on both cores, 10 s in two workers, 80 core seconds in all.
    assert found.here().seconds == 2 + 40
    assert found.here().memory == 500 + 2 * 100
    assert found.elsewhere(1).seconds == 2 + 60 + 20
    assert found.elsewhere(3).each == 500
    with pytest.raises(Refusal, match="workers must be at least 1, not 0"):
        found.elsewhere(0)


def test_a_long_job_is_extrapolated_from_its_pace_after_the_first_news():
    notes = [Note(0.0, 0.0, 0.0), Note(0.01, 7.0, 9.0), Note(0.03, 11.0, 17.0)]
    found = pace_of_part(job(10), notes)
    # 2 % of ten units in 4 s on the wall and 8 s of work: 20 s and 40 s a unit.
    assert (found.wall, found.work) == pytest.approx((20.0, 40.0))
    assert found.start == pytest.approx(7.0 - 2.0)
    assert found.basis == "3 % of a job"
    assert found.known


def test_the_pace_of_a_job_that_was_heard_of_once_includes_its_start():
    found = pace_of_part(job(10), [Note(0.0, 0.0, 0.0), Note(0.1, 12.0, 20.0)])
    assert (found.start, found.wall, found.work) == pytest.approx((0.0, 12.0, 20.0))
    assert found.basis == "10 % of a job, its start included"


def test_a_job_of_which_nothing_was_heard_gives_a_lower_bound():
    found = pace_of_part(job(2), [Note(0.0, 0.0, 0.0), Note(0.0, 12.0, 20.0)])
    assert not found.known
    assert found.wall == 6.0


def test_the_first_job_says_what_starting_costs_and_later_ones_what_a_unit_costs():
    begin = Note(0.0, 0.0, 0.0)
    found = pace_of_jobs(
        [
            (job(2), [begin, Note(1.0, 9.0, 12.0)]),
            (job(2), [begin, Note(1.0, 4.0, 6.0)]),
        ]
    )
    assert (found.start, found.wall, found.work) == (5.0, 2.0, 3.0)
    assert found.basis == "4 units"


PLAN = """
name = "small"
units = 25
measures = ["held_out_accuracy"]
learners = ["rule", "glm"]
[paradigm]
name = "categories"
trainings = ["zero_shot"]
per_class = 4
held_out = 2
"""


@pytest.fixture
def planned(tmp_path, monkeypatch, capsys):
    """Print the plan of a small study; what was printed."""

    def call(*words):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "small.toml").write_text(PLAN)
        command = ["metamer", "run", "small.toml", "--plan", *words]
        monkeypatch.setattr("sys.argv", command)
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        assert end.value.code in (0, None), told.err
        return told.out

    return call


def test_a_plan_times_every_learner_and_writes_nothing(planned, tmp_path):
    found = json.loads(planned("--json", "--workers", "3"))
    by_name = {each["name"]: each for each in found["learners"]}
    assert by_name["rule"]["jobs"] == 1
    assert by_name["glm:lin"]["jobs"] == 3
    assert found["units_left"] == found["units"] == 50
    assert all(each["wall"] > 0 and each["memory"] > 5e7 for each in by_name.values())
    assert found["here"]["seconds"] > 0
    assert found["elsewhere"]["workers"] == 3
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]


def test_what_is_done_is_not_planned_again(planned, tmp_path):
    plan = tmp_path / "small.toml"
    plan.write_text(PLAN)
    metamer.run(plan, tmp_path / "run")
    before = sorted(tmp_path.rglob("*"))
    told = planned("--out", str(tmp_path / "run"))
    assert told.splitlines()[0] == "small (small): 0 jobs with 0 of 50 units left to do"
    assert sorted(tmp_path.rglob("*")) == before


@dataclass(frozen=True)
class Endless:
    """Says nothing, and does not end."""

    name: str = "endless"

    def fit(self, items, key):
        time.sleep(600)

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


@dataclass(frozen=True)
class Brief:
    """Learns nothing, at once."""

    name: str = "brief"

    def fit(self, items, key):
        return 0

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


def test_a_learner_that_does_not_return_costs_its_process_and_no_other_learner(
    monkeypatch,
):
    monkeypatch.setattr(timing, "LIMIT", 0.0)
    monkeypatch.setattr(timing, "LONGEST", 3.0)
    study = metamer.Study(SMALL, (Endless(), Brief()), units=1)
    found = forecast(study)
    endless, brief = found.paces
    assert not found.known
    assert not endless.timing.known
    assert endless.timing.wall == 3.0
    assert brief.timing.known


def test_whoever_answers_elsewhere_is_not_timed():
    study = metamer.Study(SMALL, (Answers("answers.csv"),), units=1)
    found = forecast(study)
    assert found.untimed == ("answers",)
    assert found.paces == ()
    assert found.here().seconds == found.drawing == 0
