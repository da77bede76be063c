"""A rule, a learner, a measure, a figure, a study and a paradigm are added in one place."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from places import ROOT

ADDED = Path(__file__).parent / "added"
"""A folder that is a paradigm, and a file that is a rule of tiles."""


def run(path, folder, *words):
    """Run Python in a folder, with a path before all others; what it printed."""
    known = [str(path), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, known))}
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def announced(tmp_path_factory):
    """An installed package that announces what it adds by entry points."""
    path = tmp_path_factory.mktemp("outside")
    shutil.copytree(ADDED, path, dirs_exist_ok=True)
    about = path / "added-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: added\nVersion: 1.0\n"
    )
    (about / "entry_points.txt").write_text(
        "[metamer]\na = toy\nb = diagonal\nc = others\n"
    )
    return path


@pytest.fixture
def metamer(announced, tmp_path):
    return lambda *words: run(announced, tmp_path, "-m", "metamer", *words)


def names(catalogue, kind):
    return [entry["name"] for entry in catalogue[kind]]


def has_all(catalogue):
    """Whether everything that was added is in the catalogue."""
    (tiles,) = [entry for entry in catalogue["paradigms"] if entry["name"] == "tiles"]
    return (
        "toy" in names(catalogue, "paradigms")
        and "toy-sign" in names(catalogue, "learners")
        and "toy_accuracy" in names(catalogue, "measures")
        and "toy-sizes" in names(catalogue, "studies")
        and "diagonal" in tiles["offers"]["rules"]
    )


def test_the_catalogue_has_what_another_package_announces(metamer):
    assert has_all(json.loads(metamer("catalog", "--json")))


def test_the_catalogue_has_what_was_put_into_the_folders_of_the_package(tmp_path):
    package = tmp_path / "metamer"
    shutil.copytree(ROOT / "src" / "metamer", package)
    shutil.copy(ADDED / "diagonal.py", package / "paradigms" / "tiles" / "shapes")
    shutil.copytree(ADDED / "toy", package / "paradigms" / "toy")
    studies = package / "paradigms" / "toy" / "studies.py"
    words = studies.read_text().replace("from toy", "from metamer.paradigms.toy")
    studies.write_text(words)
    assert has_all(
        json.loads(run(tmp_path, tmp_path, "-m", "metamer", "catalog", "--json"))
    )


def test_whatever_has_a_registry_can_be_added_from_outside(
    announced, tmp_path, metamer
):
    found = run(announced, tmp_path, "-c", "from others import found; print(found())")
    assert found == "['test', 'recipe', 'domain', 'style', 'data set', 'family']\n"
    assert metamer("greet", "--seed", "4") == "hello 4\n"


def test_items_of_a_paradigm_without_commands_can_be_made(metamer, tmp_path):
    words = "make toy --condition far -n 11 --seed 3 --out a.npz --json"
    assert json.loads(metamer(*words.split())) == {
        "file": "a.npz",
        "items": 11,
        "condition": "far",
    }
    with np.load(tmp_path / "a.npz") as made:
        assert set(made) == {"toy/item", "toy/x"}
        assert made["toy/x"].shape == (11, 1)
        assert np.abs(made["toy/x"]).max() > 10
        assert len(set(made["toy/item"])) == 11


def test_items_of_a_paradigm_without_commands_can_be_shown(metamer, tmp_path):
    shown = metamer("show", "toy", "--set", "count=2")
    assert "condition: near; asked: small\n" in shown
    assert shown.count("\nx: [") == 4
    assert metamer("show", "toy", "--out", "a.png") == "The picture is a.png\n"
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_boards_of_a_rule_can_be_made_and_shown(metamer, tmp_path):
    metamer("make", "tiles", "--rule=diagonal", "-n", "9", "--out=b.npz")
    with np.load(tmp_path / "b.npz") as made:
        assert (made["boards"].sum((1, 2)) == np.trace(made["boards"].T)).all()
    assert metamer("show", "tiles", "--rule=diagonal", "-n2").count("@") == 2


def test_a_study_is_run_and_reported(metamer, tmp_path):
    told = json.loads(
        metamer("run", "toy-sizes", "--scale", "demo", "--out", "run", "--json")
    )
    means = {row["learner"]: row["mean"] for row in told["runs"]["run"]}
    assert means["toy-sign"] == 1.0 > means["exemplars"] > 0.5
    measures = pd.read_csv(tmp_path / "run" / "measures.csv")
    assert set(measures["measure"]) == {"toy_accuracy"}
    assert len(measures) == 2 * 2 * 2
    again = metamer("report", "run", "--out", "again.html")
    assert "The report is again.html" in again
    for page in (tmp_path / "run" / "report.html", tmp_path / "again.html"):
        words = page.read_text()
        assert "A table of toy" in words
        assert "Does a learner tell large numbers from small ones?" in words


def test_a_paradigm_takes_part_in_the_profile(announced, tmp_path):
    words = """
from pathlib import Path
from metamer.core.registry import profile
from metamer.profiles.learners import read_entrant
from metamer.profiles.profile import put_through

contrasts = {"toy": profile("toy")()}
entrants = [read_entrant("glm", contrasts), read_entrant("neighbour", contrasts)]
column = put_through("toy", contrasts["toy"], entrants, "demo", Path("run"))
print(column.score("glm").player, column.reasons["neighbour"].split(";")[0])
"""
    printed = run(announced, tmp_path, "-c", words)
    assert printed == "glm:lin neighbour cannot take part: it has no method 'answer'\n"


@pytest.mark.slow
def test_contracts_hold_for_what_was_added_because_it_exists(announced):
    files = ("paradigm", "learner", "study", "source", "profile")
    tests = [ROOT / "tests" / "contracts" / f"test_every_{name}.py" for name in files]
    rules = ROOT / "tests" / "paradigms" / "tiles" / "test_tiles_rules.py"
    words = ("-q", "-p", "no:cacheprovider", "-m", "not gpu", "-k", "toy or diagonal")
    printed = run(announced, ROOT, "-m", "pytest", *words, *tests, rules)
    assert int(printed.split(" passed")[0].split()[-1]) > 40


def test_an_announced_package_that_cannot_be_imported_is_named(announced, tmp_path):
    broken = tmp_path / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: broken\nVersion: 1\n"
    )
    (broken / "entry_points.txt").write_text("[metamer]\na = gone\n")
    with pytest.raises(AssertionError) as error:
        run(tmp_path, tmp_path, "-m", "metamer", "catalog")
    complaint = "metamer: the package broken adds 'gone' to metamer, but it cannot be "
    assert complaint in str(error.value)
