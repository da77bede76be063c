"""`metamer solve`: what it says of each task, and where it may write."""

import json
import re

import pytest

from metamer.engines import workers

TURNED = [
    {"input": [[1, 0], [0, colour]], "output": [[colour, 0], [0, 1]]}
    for colour in (2, 3, 4)
]
CONTRADICTION = [{"input": [[1]], "output": [[colour]]} for colour in (2, 3, 4)]
"""The same input, three outputs: no program explains these."""


@pytest.fixture
def task(tmp_path):
    """Write a task of three pairs, the last of them asked."""

    def write(name, pairs):
        rows = {"train": pairs[:2], "test": pairs[2:]}
        (tmp_path / f"{name}.json").write_text(json.dumps(rows))

    return write


@pytest.mark.parametrize(
    ("limit", "ended", "sentence"),
    [
        (["--seconds", "0.01"], "time", "No program within 0.01 s."),
        (["--steps", "1000"], "steps", "No program within 1,000 steps."),
        (
            ["--steps", "9", "--gigabytes", "1e-9"],
            "memory",
            "No program within 1e-09 GB.",
        ),
        (["--steps", "9999999"], "finished", "No program explains the demonstrations."),
    ],
)
def test_it_says_which_limit_ended_a_search(metamer, task, limit, ended, sentence):
    task("Never1", CONTRADICTION)
    words = ["solve", "Never1.json", "--cores", "1", *limit]
    line = rf"Never1: 0 of 1 right, \d+\.\d s\. {re.escape(sentence)}\n"
    assert re.fullmatch(line, metamer(*words).stdout)
    told = json.loads(metamer(*words, "--json").stdout)
    assert told["Never1"]["ended"] == ended


def test_several_tasks_have_a_table_with_intervals_time_and_memory(metamer, task):
    task("Never1", CONTRADICTION)
    task("Turned1", TURNED)
    words = ["solve", "Never1.json", "Turned1.json", "--steps", "3000"]
    told = metamer(*words, "--cores", "1").stdout
    # Wilson's interval of 1 of 2: 0.5 -+ 1.96 sqrt(0.5 + 0.96) / (2 * 2 + 2 * 1.96^2) ...
    half = 1.959964 * (2 * 0.25 + 1.959964**2 / 4) ** 0.5 / (2 + 1.959964**2)
    ends = f"{0.5 - half:.3f} to {0.5 + half:.3f}"
    for row in ("inputs", "whole tasks"):
        for guesses in ("1 guess", "3 guesses"):
            line = f"{row}, {guesses}"
            assert f"{line:28}{'1 of 2':>12}   0.500   {ends}" in told.splitlines()
    assert re.search(r"^Seconds a task: median .* Memory of a process: at ", told, re.M)


def test_each_task_has_its_time_in_what_programs_read(metamer, task):
    task("Turned1", TURNED)
    told = metamer("solve", "Turned1.json", "--steps", "3000", "--cores", "1", "--json")
    found = json.loads(told.stdout)["Turned1"]
    assert found["seconds"] > 0 and found["right_at_first"] == [True]


def test_a_missing_folder_is_made(metamer, task, tmp_path):
    task("Turned1", TURNED)
    done = metamer("solve", "Turned1.json", "--steps", "3000", "--out", "a/out.json")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "a/out.json").read_text())["Turned1"][0]


@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("folder", "--out folder is a folder; give the name of a json file"),
        ("file/out.json", "cannot write to file: "),
        ("Turned1.json", "--out Turned1.json is a task to solve"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_solving(
    refused, task, tmp_path, monkeypatch, out, sentence
):
    task("Turned1", TURNED)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    # Nothing is called any more once it is refused.
    monkeypatch.setattr("metamer.paradigms.concepts.solutions.solve_tasks", None)
    assert sentence in refused("solve", "Turned1.json", "--out", out)


def test_two_hundred_cores_are_no_more_than_there_are(metamer, task, monkeypatch):
    monkeypatch.setattr("joblib.externals.loky.cpu_count", lambda: 2)
    made, make = [], workers._new_pool
    monkeypatch.setattr(
        workers, "_new_pool", lambda many: made.append(many) or make(many)
    )
    monkeypatch.setattr(workers, "_POOLS", {})
    for name in ("Turned1", "Turned2", "Turned3"):
        task(name, TURNED)
    names = [f"Turned{number}.json" for number in (1, 2, 3)]
    done = metamer("solve", *names, "--steps", "1000", "--cores", "200")
    assert done.returncode == 0 and made == [2]


def test_a_task_with_too_many_pairs_is_refused(refused, task, tmp_path):
    task("Long1", TURNED[:2] + TURNED * 1000)
    told = refused("solve", "Long1.json", "--seconds", "1")
    assert "Long1.json: the number of test pairs must be at most 100, not 3000" in told
