"""`metamer make study`, and its answers as a learner of `metamer run`."""

import json

import pandas as pd

STUDY = """
name = "mine"
units = 1
measures = ["held_out_accuracy"]
learners = [{ name = "answers", path = "answers.csv", label = "robot" }]
[paradigm]
name = "categories"
trainings = ["zero_shot"]
per_class = 6
held_out = 3
familiar = 1
again = 1
"""


def test_items_go_out_and_answers_come_in(metamer, tmp_path):
    (tmp_path / "mine.toml").write_text(STUDY)
    made = metamer("make", "study", "mine.toml", "--out", "items", "--json")
    assert json.loads(made.stdout) == {"folder": "items", "items": 7, "units": 1}
    table = pd.read_csv(tmp_path / "items" / "items.csv")
    table.assign(answer=0).to_csv(tmp_path / "answers.csv", index=False)
    done = metamer("run", "mine.toml", "--out", "run")
    assert done.returncode == 0, done.stderr
    assert "robot" in done.stdout


def test_missing_answers_are_one_sentence_and_exit_code_2(metamer, tmp_path):
    (tmp_path / "mine.toml").write_text(STUDY)
    (tmp_path / "answers.csv").write_text("item,answer\nx,1\n")
    done = metamer("run", "mine.toml", "--out", "run")
    assert done.returncode == 2
    assert "metamer: robot has no answer to 7 asked items" in done.stderr
    assert not (tmp_path / "run").exists()


def test_pictures_come_with_a_list_for_programs_that_show_them(metamer, tmp_path):
    (tmp_path / "mine.toml").write_text(STUDY)
    words = ("make", "study", "mine.toml", "--out", "items", "--format", "png")
    assert metamer(*words).stdout == "7 items are in items\n"
    trials = json.loads((tmp_path / "items" / "trials.json").read_text())
    assert {tuple(trial["keys"]) for trial in trials} == {("0", "1")}
    assert all((tmp_path / "items" / trial["picture"]).exists() for trial in trials)


def test_settings_and_units_are_those_of_a_run(metamer, tmp_path):
    words = ("make", "study", "categories-plane", "--scale", "demo", "--units", "1")
    more = ("--set", "paradigm.held_out=5", "--taught", "3", "--out", "items")
    assert metamer(*words, *more).returncode == 0
    record = json.loads((tmp_path / "items" / "handout.json").read_text())
    assert record["paradigm"]["held_out"] == 5 and record["taught"] == 3
    assert metamer(*words, "--format", "gif", "--out", "b").returncode == 2
