"""Slips of the fingers, folders that cannot be meant, and what the shell offers."""

import json
import os
import subprocess

import pytest

from metamer.core.errors import Refusal, likely, one_of
from metamer.core.plans import find_study
from metamer.core.registry import learner

GOOD = "paradigm = 'categories'\nlearners = ['rule']\n"


@pytest.mark.parametrize(
    "words, meant",
    [
        ("run tile-metamers", "tiles-metamers"),
        ("run categories-plane --scale papr", "paper"),
        ("run categories-plane --set unit=3", "units"),
        ("make tiles --rule rectangel -n 3 --out a.npz", "rectangle"),
        ("show tiles --rule zigzg", "zigzag"),
        ("catalog learner", "learners"),
        ("catalog --paper kumar2023", "kumar2022"),
        ("make concepts --out t -n 1 --concept center", "Center"),
        ("people import tile .", "tiles"),
    ],
)
def test_a_slip_is_named(refused, words, meant):
    assert f"(did you mean {meant!r}?)" in refused(*words.split())


def test_a_slip_in_a_file_is_named(refused, tmp_path):
    (tmp_path / "a.toml").write_text(GOOD + "unit = 3")
    told = refused("run", "a.toml")
    assert "unknown key 'unit' (did you mean 'units'?); allowed: paradigm" in told


def test_what_resembles_nothing_is_no_slip():
    assert likely("moon", ["copy", "symmetry"]) == ""
    with pytest.raises(Refusal, match="no learner 'nonsense'; there is: answers"):
        learner("nonsense")
    with pytest.raises(Refusal, match=r"^no colour 3; there is: 4, 5$"):
        one_of("colour", 3, (4, 5))


@pytest.mark.parametrize(
    "words",
    [
        "run categories-plane --scale demo",
        "demo",
        "report .",
        "make tiles --rule copy -n 3",
        "make concepts -n 3",
        "make categories -n 20",
        "make matrices --regime neutral --split test",
        "show tiles",
        "solve a.json",
        "people import tiles .",
    ],
)
def test_a_folder_that_cannot_be_meant_is_refused(refused, tmp_path, words):
    told = refused(*words.split(), "--out", "rnus/of/mine.npz")
    assert "--out rnus/of/mine.npz: there is no folder rnus;" in told
    assert os.listdir(tmp_path) == []


def test_a_study_without_a_name_is_called_as_its_file(tmp_path):
    path = tmp_path / "my own.v2.toml"
    path.write_text(GOOD)
    assert find_study(path).name == "my-own.v2"
    path.write_text("name = 'mine'\n" + GOOD)
    assert find_study(path).name == "mine"


def test_a_folder_of_a_nameless_study_goes_on(metamer, tmp_path):
    text = GOOD + "units = 1\n[paradigm]\nname = 'categories'\nper_class = 4\n"
    text = text.replace("paradigm = 'categories'\n", "")
    (tmp_path / "study.toml").write_text(text)
    (tmp_path / "mine.toml").write_text(text)
    assert metamer("run", "study.toml", "--out", "old").returncode == 0
    done = metamer("run", "mine.toml", "--out", "old")
    assert done.returncode == 0, done.stderr
    assert metamer("run", "mine.toml").returncode == 0
    assert (tmp_path / "runs" / "mine-small" / "report.html").exists()


def test_the_version_is_printed(metamer):
    done = metamer("--version")
    assert done.returncode == 0 and done.stdout.startswith("metamer 0.")


def test_a_run_ends_with_its_answer_and_the_page(metamer, finished):
    done = metamer("report", finished, "--out", "a.html")
    table, answer, page = done.stdout.strip().split("\n\n")
    assert "exemplar_" in table and "± is half the width" in table.replace("\n", " ")
    assert "glm" in answer
    assert page == "The report is a.html"


@pytest.mark.parametrize(
    "words",
    [
        "tiles --rule rectangle -n 2",
        "categories --domain digits",
        "pointers -n 1",
        "concepts --concept Center",
    ],
)
def test_items_can_be_shown_as_json(metamer, words):
    done = metamer("show", *words.split(), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def test_boards_as_json_say_what_is_face_up(metamer):
    shown = json.loads(
        metamer("show", "tiles", "--rule=zigzag", "-n9", "--json").stdout
    )
    assert len(shown) == 9
    for entry in shown:
        ((row, column),) = entry["face_up"]
        assert (entry["rule"], entry["kind"]) == ("zigzag", "abstract")
        assert entry["board"][row][column] == 1


def test_a_picture_is_told_as_json(metamer):
    done = metamer("show", "tiles", "--rule=zigzag", "--out=a.png", "--json")
    assert json.loads(done.stdout) == {"picture": "a.png"}


@pytest.mark.parametrize(
    "words, offered",
    [
        ("run categories-plane --scale ", {"demo", "small", "paper"}),
        ("run tiles-m", {"tiles-metamers"}),
        ("make tiles --rule c", {"copy", "connected", "cross", "chain"}),
        ("show concepts --concept C", None),
    ],
)
def test_the_shell_is_offered_names(program, words, offered):
    environment = {
        **os.environ,
        "_METAMER_COMPLETE": "complete_bash",
        "COMP_WORDS": f"metamer {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    done = subprocess.run([program], env=environment, capture_output=True, text=True)
    found = set(done.stdout.split())
    expected = offered or {"Center", "CleanUp", "CompleteShape", "Copy", "Count"}
    assert found == expected, done.stderr
