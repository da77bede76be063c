"""Logs of Inspect AI that are not what was expected."""

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

from evaluations import evaluate_task, mock, run_task, scripted_mock
from inspect_ai.log import read_eval_log, write_eval_log

import metamer
from metamer.core.errors import Refusal
from metamer.inspect.imports import import_logs
from metamer.inspect.tasks import TASKS

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).parent


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished log."""
    folder = tmp_path_factory.mktemp("finished")
    log = run_task("categories", folder, scripted_mock("categories"), questions=2)
    return Path(log.location)


@pytest.fixture
def changed(finished, tmp_path):
    """Writes a copy of the log after a change."""

    def write(change, name="changed.json"):
        log = read_eval_log(str(finished))
        change(log)
        write_eval_log(log, str(tmp_path / name))
        return tmp_path / name

    return write


def test_samples_that_were_not_asked_are_counted_as_missing(changed, tmp_path):
    path = changed(lambda log: log.samples.__delitem__(slice(3, None)))
    imported, missing = import_logs([path], tmp_path / "run")
    assert len(imported.table) == 3
    assert missing == ["5 samples of 8 of mockllm/model are not finished, and left out"]


def test_a_run_without_a_condition_is_reported_without_what_needs_it(tmp_path):
    task = TASKS["categories"](questions=1, units=1, condition="zero_shot")
    evaluate_task(task, tmp_path / "logs", scripted_mock("categories"))
    imported, missing = import_logs([tmp_path / "logs"], tmp_path / "run")
    assert missing == [] and imported.study.measures == ()
    assert any("exemplar_bias" in remark for remark in imported.study.remarks)
    assert Path(metamer.report(imported)).exists()


def test_finished_samples_of_a_failed_log_are_imported(tmp_path):
    asked = []

    def say(messages, config):
        asked.append(1)
        if len(asked) == 4:
            raise RuntimeError("the provider is down")
        return "dax"

    model = mock(say)
    model.config.max_connections = 1
    log = run_task("categories", tmp_path, model, questions=2)
    assert log.status == "error"
    imported, (sentence,) = import_logs([tmp_path / "logs"], tmp_path / "run")
    many = len(imported.table)
    assert 0 < many < 8
    assert sentence.startswith(f"{8 - many} sample")


def test_a_log_without_a_finished_sample_is_refused(changed, tmp_path):
    path = changed(lambda log: log.samples.clear())
    with pytest.raises(Refusal, match="no sample of mockllm/model is finished"):
        import_logs([path], tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_log_of_somebody_else_is_refused(changed, tmp_path):
    path = changed(lambda log: log.eval.metadata.clear())
    with pytest.raises(Refusal, match="none of metamer's"):
        import_logs([path], tmp_path / "run")


def test_a_log_with_other_items_is_refused(changed, tmp_path):
    def rename(log):
        log.samples[0].metadata["item"] = "categories/plane/0000"

    with pytest.raises(Refusal, match="another version of the items"):
        import_logs([changed(rename)], tmp_path / "run")


@pytest.mark.parametrize("replies", [[], [["dax", None], ["dax", None]]])
def test_a_log_whose_replies_do_not_fit_its_item_is_refused(replies, changed, tmp_path):
    def change(log):
        log.samples[0].metadata["replies"] = [replies]

    with pytest.raises(Refusal, match="do not end where the item ends"):
        import_logs([changed(change)], tmp_path / "run")


@pytest.mark.parametrize("replies", [3, [["dax"]], [[[1, 2, 3]]]])
def test_a_log_with_broken_replies_is_refused(replies, changed, tmp_path):
    def change(log):
        log.samples[0].metadata["replies"] = replies

    with pytest.raises(Refusal, match="is broken"):
        import_logs([changed(change)], tmp_path / "run")


def test_a_log_with_epochs_is_refused(changed, tmp_path):
    def repeat(log):
        log.samples[0].epoch = 2

    with pytest.raises(Refusal, match="in several epochs"):
        import_logs([changed(repeat)], tmp_path / "run")


def test_a_file_that_is_no_log_is_refused(tmp_path):
    (tmp_path / "half.eval").write_text('{"half')
    with pytest.raises(Refusal, match="half.eval is broken"):
        import_logs([tmp_path / "half.eval"], tmp_path / "run")
    with pytest.raises(Refusal, match="there is no log"):
        import_logs([tmp_path / "none.eval"], tmp_path / "run")


def test_logs_of_one_model_that_was_asked_in_two_ways_are_refused(changed, tmp_path):
    def other_prompt(log):
        log.eval.metadata["metamer"]["study"]["learners"][0]["examples"] = 3

    with pytest.raises(Refusal, match="these settings differ: learners"):
        import_logs([changed(lambda log: 0, "a.json"), changed(other_prompt)], tmp_path)


def test_two_models_are_two_learners_of_one_run(finished, changed, tmp_path):
    def rename(log):
        log.eval.model = "openai/other"

    imported, missing = import_logs([finished, changed(rename)], tmp_path / "run")
    assert set(imported.table["learner"]) == {"mockllm/model", "openai/other"}
    assert missing == []
    with pytest.raises(Refusal, match="cannot be asked here"):
        imported.study.learners[0].fit()


def test_a_sample_in_two_logs_counts_once(finished, changed, tmp_path):
    once, _ = import_logs([finished], tmp_path / "once")
    path = changed(lambda log: None)
    twice, _ = import_logs([finished, path], tmp_path / "twice")
    assert once.table.equals(twice.table)


def test_an_imported_run_is_compared_with_others(finished, changed, tmp_path):
    def rename(log):
        log.eval.model = "openai/other"

    one, _ = import_logs([finished], tmp_path / "one")
    other, _ = import_logs([changed(rename)], tmp_path / "other")
    page = metamer.report([one, other], tmp_path / "both.html").read_text()
    assert "mockllm/model" in page and "openai/other" in page


def test_the_command_writes_a_run_folder(finished, tmp_path):
    words = ("import", "inspect", finished, "--out", tmp_path / "run", "--json")
    outcome = json.loads(_run(PROGRAM / "metamer", *words))
    assert outcome["missing"] == [] and outcome["responses"] == 8
    page = (tmp_path / "run" / "report.html").read_text()
    assert f"metamer import inspect {finished.name}" in page
    assert len(metamer.load(tmp_path / "run").table) == 8


def _run(*words, **environment):
    done = subprocess.run(
        list(map(str, words)),
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_inspect_finds_our_tasks_by_their_entry_point(tmp_path):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (point,) = project["entry-points"]["inspect_ai"].items()
    assert point[0] == "metamer" and import_module(point[1])
    info = tmp_path / "metamer_announced-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: metamer-announced\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[inspect_ai]\n{' = '.join(point)}\n")
    script = (
        "from inspect_ai._eval.loader import load_task_spec as load; "
        "print(len(load('metamer/tiles', {'units': 1, 'questions': 2})[0].dataset))"
    )
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    assert _run(sys.executable, "-c", script, PYTHONPATH=paths).split() == ["2"]
