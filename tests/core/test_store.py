"""Run folders: whole or not at all, and in words when they are broken."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.files import STALE
from metamer.core.jobs import FORMAT, series
from metamer.core.store import Run, load
from metamer.learners.linear import Glm


def names(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_a_writer_that_fails_leaves_nothing(tmp_path):
    def fail(path):
        path.write_text("half")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        Run(tmp_path).write("whole.txt", fail)
    assert names(tmp_path) == []


def test_a_writer_that_fails_leaves_the_old_file(tmp_path):
    run = Run(tmp_path)
    run.write("a.txt", lambda path: path.write_text("old"))
    with pytest.raises(ZeroDivisionError):
        run.write("a.txt", lambda path: path.write_text("new") / 0)
    assert (tmp_path / "a.txt").read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


def test_a_folder_below_a_file_is_refused(tmp_path, plan):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="cannot write to .*file/run: Not a directory"):
        Run(tmp_path / "file" / "run").begin(plan)


def test_a_finished_folder_can_be_read_without_us(finished):
    expected = ["items.npz", "responses.parquet", "study.toml", "versions.json"]
    assert names(finished.folder)[-4:] == expected
    told = json.loads((finished.folder / "versions.json").read_text())
    assert told["format"] == FORMAT
    assert {"packages", "seed", "device", "seconds", "commit", "python"} <= set(told)
    with np.load(finished.folder / "items.npz") as items:
        assert items["plane/item"].tolist() == ["b", "a"]
        assert items["plane/x"].tolist() == [[1.0], [2.0]]


def test_loading_gives_back_the_table_and_the_study(finished, plan):
    responses = load(finished.folder)
    assert len(responses.table) == 6
    assert responses.study == plan


def test_going_on_with_more_units_leaves_only_the_new_ones_to_do(finished, plan):
    more = replace(plan, units=32)
    finished.begin(more)
    todo = finished.missing_jobs(more)
    assert len(todo) == 9
    assert {job.units for job in todo} == {range(12, 20), range(20, 30), range(30, 32)}


def test_going_on_with_fewer_units_leaves_nothing_to_do(finished, plan):
    fewer = replace(plan, units=5)
    finished.begin(fewer)
    assert finished.missing_jobs(fewer) == []
    assert finished.finish(fewer, 0.0).table["unit"].max() == 0


def test_parts_that_repeat_units_count_once(finished, plan, rows):
    """As two processes leave them that were asked for different numbers of units."""
    job = replace(series(plan)[0], units=range(12))
    finished.keep(job, rows(job), {})
    assert finished.missing_jobs(plan) == []
    assert len(finished.finish(plan, 0.0).table) == 5


def test_going_on_with_one_more_learner_keeps_the_others(finished, plan):
    more = replace(plan, learners=(*plan.learners, Glm(strength=2.0)))
    finished.begin(more)
    todo = finished.missing_jobs(more)
    assert {job.learner for job in todo} == {Glm(strength=2.0)}


def test_a_study_without_a_name_may_get_one(finished, plan):
    """Before, a file that names no study was called `study`, and now by its file."""
    assert plan.name == "study"
    finished.begin(replace(plan, name="mine"))
    with pytest.raises(Refusal, match="holds another study .*: name"):
        finished.begin(replace(plan, name="another"))


@pytest.mark.parametrize("change", [{"seed": 5}, {"scale": "demo"}])
def test_another_study_is_refused(finished, plan, change):
    with pytest.raises(Refusal, match=f"holds another study .*: {next(iter(change))}"):
        finished.begin(replace(plan, **change))


def test_a_folder_belongs_to_the_first_plan_before_there_is_any_part(tmp_path, plan):
    Run(tmp_path).begin(plan)
    with pytest.raises(Refusal, match="holds another study .*: seed"):
        Run(tmp_path).begin(replace(plan, seed=5))
    Run(tmp_path).begin(plan)
    assert "seed = 0" in (tmp_path / "study.toml").read_text()


def test_of_plans_that_begin_at_once_one_gets_the_folder(tmp_path, plan):
    def begin(seed):
        try:
            Run(tmp_path).begin(replace(plan, seed=seed))
        except Refusal:
            return []
        return [seed]

    with ThreadPoolExecutor(8) as pool:
        owners = [seed for seeds in pool.map(begin, range(8)) for seed in seeds]
    assert len(owners) == 1
    assert f"seed = {owners[0]}" in (tmp_path / "study.toml").read_text()
    assert not list(tmp_path.glob(".*.tmp"))


def test_a_finished_run_has_the_plan_of_its_responses(finished, plan):
    Run(finished.folder).begin(replace(plan, units=plan.units + 1))
    finished.finish(plan, seconds=0.0)
    assert load(finished.folder).study.units == plan.units


def test_a_newer_folder_is_refused(finished, plan):
    newer = json.dumps({"format": FORMAT + 1})
    (finished.folder / "versions.json").write_text(newer)
    for attempt in (lambda: finished.begin(plan), lambda: load(finished.folder)):
        with pytest.raises(Refusal, match="made by a newer metamer .*update metamer"):
            attempt()


@pytest.mark.parametrize(
    "name", ["versions.json", "study.toml", "responses.parquet", "items.npz"]
)
def test_a_broken_file_is_named(finished, name):
    (finished.folder / name).write_bytes(b"\x00[broken")
    with pytest.raises(Refusal, match=f"{name} is (broken|not valid TOML)") as refusal:
        load(finished.folder)
        finished.items()
    assert "\n" not in str(refusal.value)


def test_a_missing_file_is_named(finished):
    (finished.folder / "versions.json").unlink()
    with pytest.raises(Refusal, match="no file .*versions.json; .*run the study again"):
        finished.versions()
    (finished.folder / "items.npz").unlink()
    with pytest.raises(Refusal, match="no file .*items.npz; run the study again"):
        finished.items()


def test_a_broken_part_is_named_and_can_be_deleted(finished, plan):
    job = replace(series(plan)[0], units=range(10))
    finished.part(job).write_bytes(b"PAR1")
    with pytest.raises(Refusal, match=f"{job.id}.parquet is broken .*delete it"):
        finished.missing_jobs(plan)
    finished.part(job).unlink()
    assert finished.missing_jobs(plan) == [job]


def test_a_folder_that_is_no_run_is_refused(tmp_path, plan):
    with pytest.raises(Refusal, match="there is no run folder .*gone"):
        load(tmp_path / "gone")
    with pytest.raises(Refusal, match="is not a run folder: it has no study.toml"):
        load(tmp_path)
    Run(tmp_path).begin(plan)
    with pytest.raises(Refusal, match="is not finished; go on with `metamer run"):
        load(tmp_path)


def test_only_stale_temporary_files_vanish(finished, plan):
    old, young = finished.folder / ".a-1.tmp", finished.folder / "parts" / ".b-2.tmp"
    for path in (old, young):
        path.write_text("half")
    os.utime(old, (time.time() - STALE - 1,) * 2)
    finished.begin(plan)
    assert not old.exists()
    assert young.exists()


def test_the_time_of_all_sittings_is_counted(finished, plan):
    finished.finish(plan, 2.5)
    assert finished.versions()["seconds"] == 3.5


def test_a_job_is_known_by_all_its_rows_depend_on(plan):
    def ids(study):
        return {whole.id for whole in series(study)}

    assert len(ids(plan)) == 3
    assert ids(plan) == ids(replace(plan, title="other words"))
    assert not ids(plan) & ids(replace(plan, seed=1))
    assert not ids(plan) & ids(replace(plan, learners=(Glm("phi"),)))
