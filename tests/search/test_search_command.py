"""`metamer search`: what it writes, what it refuses, and that it survives anything."""

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import replace

import pandas as pd
import pytest
from little import PLAYER

import metamer
from metamer.cli import main
from metamer.core.errors import Refusal
from metamer.core.plans import find_study
from metamer.core.settings import with_settings
from metamer.learners.by_condition import ByCondition
from metamer.paradigms.categories import Categories
from metamer.search.cost import words

CELLS = ("abstract rule=rectangle", "metamer rule=rectangle")


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Run `metamer` in this process, in an empty folder."""

    def call(*given):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["metamer", *map(str, given)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), *capsys.readouterr()

    return call


@pytest.fixture
def refused(command):
    def call(*given):
        code, out, err = command(*given)
        assert (code, out) == (2, "") and err.count("\n") == 1
        return err

    return call


def searching(files, *more, taught=("abstract",)):
    study, space = files(taught)
    words = ("search", study, "--learner", "lstm", "--space", space)
    return (*words, "--out", "found", "--together", 4, *more)


def test_a_search_of_two_conditions_from_beginning_to_end(command, files, tmp_path):
    """Searched, run with what was found, and searched further."""
    words = searching(files, "--trials", 6, taught=("abstract", "metamer"))
    code, out, err = command(*words)
    assert code == 0, err
    assert out.startswith(
        "The table has the best settings in each of 2 conditions, of 12"
    )
    found = tmp_path / "found"
    table = pd.read_csv(found / "trials.csv")
    assert table["condition"].value_counts().to_dict() == dict.fromkeys(CELLS, 6)
    done = table[table["state"] == "complete"]
    best = done.sort_values("value", ascending=False).groupby("condition").first()
    (written,) = tomllib.loads((found / "best.toml").read_text())["learners"]
    assert written["name"] == "by-condition"
    for cell in CELLS:
        training = written["learners"][cell]["training"]
        assert training["rate"] == pytest.approx(best["training.rate"][cell])
        assert training["length"] == 400  # the study's, not the trial's
    page = (found / "report.html").read_text()
    assert page.count("<svg") == 4  # two histories, and slices of each
    outside = ('src="http', 'href="http', "<script", "@import")
    assert not [part for part in outside if part in page]
    study, _ = files(("abstract", "metamer"))
    code, _, err = command("run", study, "--set", f"learners={found / 'best.toml'}")
    assert code == 0, err
    ran = metamer.load(tmp_path / "runs" / "little-small")
    assert ran.table["learner"].unique().tolist() == ["lstm"]
    rate = written["learners"][CELLS[1]]["training"]["rate"]
    (learner,) = ran.study.learners
    assert isinstance(learner, ByCondition)
    assert learner.learners[CELLS[1]].training.rate == rate
    code, out, _ = command(*words[:-1], 7)
    assert code == 0 and "14 trials" in " ".join(out.split())


def test_a_classifier_is_searched_by_its_competence_on_items_of_its_own(
    command, tmp_path
):
    (tmp_path / "space.toml").write_text(
        '[parameters]\n"epochs" = { choices = [1, 40] }\n'
    )
    learner = '--set=learners=[{ name = "mlp", widths = [16] }]'
    sizes = ("paradigm.per_class=40", "units=4")
    given = ["search", "categories-plane", "--scale", "demo", "--learner", "mlp"]
    given += ["--space", "space.toml", "--out", "found", "--trials", "4", learner]
    code, out, err = command(*given, *(f"--set={size}" for size in sizes), "--json")
    assert code == 0, err
    assert json.loads(out)["best"]["all conditions"]["settings"] == {"epochs": 40}
    table = pd.read_csv(tmp_path / "found" / "trials.csv")
    assert set(table["state"]) == {"complete"}
    means = table.groupby("epochs")["value"].mean()
    assert means.idxmax() == 40
    (best,) = tomllib.loads((tmp_path / "found" / "best.toml").read_text())["learners"]
    assert (best["name"], best["epochs"]) == ("mlp", 40)
    # The same settings have the same number: all trials see the same items.
    assert (table.groupby("epochs")["value"].nunique() == 1).all()
    assert not any((tmp_path / "found" / "trials").iterdir())


KILLED = """
import sys
from pathlib import Path
from dataclasses import replace
from metamer.cli.search import _plan
from metamer.search.run import search
from metamer.search.workers import Worker
study, space, folder, trials = sys.argv[1:]
plan = _plan(study, "lstm", Path(space), None, [])
search(plan, int(trials), Path(folder), together=4, worker=Worker(lease=3.0))
"""


@pytest.fixture
def start(files, tmp_path):
    """Start a search in a process of its own; whatever is left at the end is ended."""
    started = []

    def begin(trials):
        given = [*map(str, files()), str(tmp_path / "found"), str(trials)]
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, *given],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def finished(tmp_path):
    """Trials that a journal holds as finished."""
    path = tmp_path / "found" / "search.journal"
    return path.read_text().count('"op_code":6,') if path.exists() else 0


def test_kill_9_loses_no_finished_trial_and_two_processes_share_the_rest(
    start, tmp_path
):
    """The first is killed with trials in hand; then two do what is left together."""
    first = start(16)
    while finished(tmp_path) < 2:
        assert first.poll() is None, first.communicate()
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    others = [start(16), start(16)]
    for process in others:
        _, err = process.communicate(timeout=240)
        assert process.returncode == 0, err
    table = pd.read_csv(tmp_path / "found" / "trials.csv")
    assert set(table["state"]) <= {"complete", "pruned"}
    assert len(table) == 16
    assert not table.duplicated(["training.rate", "training.schedule"]).any()


@pytest.mark.parametrize(
    "more, words",
    [
        (("--trials", 0), "--trials must be at least 1, not 0"),
        (("--together", 0), "--together must be at least 1, not 0"),
        (("--set", "space.length=-1"), "length must be at least 0, not -1"),
        (
            ("--set", "space.measure=z"),
            "players are judged by their reward in training",
        ),
        (("--set", "space.rate=7"), "--set space: unknown key 'rate'"),
        (("--storage", "."), "is a folder"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_done(
    more, words, files, refused, tmp_path
):
    assert words in refused(*searching(files, *more))
    assert not (tmp_path / "found").exists()


def test_an_unknown_learner_is_refused(files, refused):
    study, space = files()
    given = ("search", study, "--space", space, "--learner")
    assert "no learner 'lstn'" in refused(*given, "lstn")
    said = (
        "settings of neighbour cannot be searched for in tiles: of learners that play"
    )
    assert said in refused(*given, "neighbour")


def test_without_optuna_it_says_what_to_install(files, refused, monkeypatch):
    monkeypatch.setattr("metamer.cli.search.find_spec", lambda name: None)
    assert "`pip install 'metamer[search]'`" in refused(*searching(files))


def test_a_learner_without_a_space_needs_one(refused):
    given = ("search", "categories-plane", "--learner", "mlp")
    assert "no space comes with mlp, but here with: none" in refused(*given)


def test_the_journal_of_another_search_is_refused(command, refused, files, tmp_path):
    words = searching(files, "--trials", 1)
    assert command(*words)[0] == 0
    before = (tmp_path / "found" / "best.toml").read_text()
    said = refused(*words, "--set", "space.length=80")
    assert "search.journal holds another search (these differ: space)" in said
    assert "(these differ: learner)" in refused(*words, "--set", "learners.0.filters=3")
    assert (tmp_path / "found" / "best.toml").read_text() == before


def test_learners_of_a_file_must_be_there(tmp_path):
    study = find_study("categories-plane", "demo")
    (tmp_path / "other.toml").write_text("units = 3")
    with pytest.raises(Refusal, match=r"other.toml has no 'learners'; it has: units"):
        with_settings(study, {"learners": str(tmp_path / "other.toml")})
    with pytest.raises(Refusal, match=r"there is no file .*none.toml"):
        with_settings(study, {"learners": str(tmp_path / "none.toml")})


def test_a_learner_by_condition_must_know_every_condition():
    both = {cell: replace(PLAYER, units=4) for cell in CELLS}
    study = find_study("tiles-metamers", "small")
    replace(study, learners=(ByCondition(both),))
    with pytest.raises(Refusal, match="by-condition has no learner for metamer"):
        replace(study, learners=(ByCondition({CELLS[0]: PLAYER}),))
    with pytest.raises(Refusal, match="cannot take part"):
        categories = Categories()
        names = [str(each) for each in categories.conditions()]
        replace(
            study,
            paradigm=categories,
            learners=(ByCondition(dict.fromkeys(names, PLAYER)),),
        )


@pytest.mark.parametrize(
    "seconds, said", [(12.4, "12 s"), (200, "3.3 minutes"), (7200, "2.0 hours")]
)
def test_a_length_of_time_in_words(seconds, said):
    assert words(seconds) == said
