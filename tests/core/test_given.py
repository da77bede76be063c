"""What Python is given is read as TOML is: names stand for things, faults are sentences."""

import json
import subprocess
import sys

import pytest

import metamer

FAULTS = {
    "metamer.study('categories-plane')(scale='tiny')": "no scale 'tiny'; there is",
    "metamer.paradigm('pointers')(style='blks')": "pointers: style: no style 'blks'",
    "metamer.paradigm('pointers')(sizes=10)": "pointers: sizes: must be a list, not 10",
    "metamer.paradigm('tiles')(recipe=3)": "tiles: recipe must be a recipe, not 3",
    "metamer.Study('categories', ('rule', 3))": "study: learners[1] must be a learner",
    "metamer.Study('categories', 'rule')": "study: learners: must be a list",
    "metamer.Study('cats', ('rule',))": "study: paradigm: no paradigm 'cats'",
    "metamer.run('categories-plan')": "no study 'categories-plan' (did you mean 'cat",
    "metamer.run('missing.toml')": "there is no file missing.toml",
    "metamer.report('missing')": "there is no run folder missing",
}

SAY = """
import json, sys
import metamer
from metamer.core.errors import Refusal
told = {}
for code in json.load(sys.stdin):
    try:
        eval(code)
    except Refusal as refusal:
        told[code] = str(refusal)
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told():
    """What each fault brings up, in a process where no types are checked as in tests."""
    done = subprocess.run(
        [sys.executable, "-c", SAY],
        input=json.dumps(list(FAULTS)),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_one_sentence(told, code):
    assert told[code].startswith(FAULTS[code])
    assert "\n" not in told[code]


NAMES = """
import metamer
assert metamer.paradigm('pointers')(style='blocks').style.rows == 2
study = metamer.Study('categories', ('rule', {'name': 'glm', 'strength': 2}), units=1)
assert [entry.name for entry in study.learners][0] == 'rule'
assert study.learners[1].strength == 2.0
"""


def test_names_stand_for_things():
    subprocess.run([sys.executable, "-c", NAMES], check=True)


def test_a_file_can_be_run_and_a_folder_reported(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('paradigm = "categories"\nlearners = ["rule"]\nunits = 1\n')
    run = metamer.run(plan, tmp_path / "run")
    assert metamer.report(str(run.folder)) == tmp_path / "run" / "report.html"
    both = metamer.report([run, run.folder], tmp_path / "both.html")
    assert both.exists()
