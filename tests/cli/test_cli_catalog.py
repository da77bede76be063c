"""What goes with what, and what can be repeated of a paper."""

import json

import pytest
import typer.main

import metamer
from metamer.cli.app import program
from metamer.cli.papers import of_paper
from metamer.cli.suitability import suits
from metamer.core.registry import figure, learner, measure


@pytest.mark.parametrize(
    "registry, name, paradigms",
    [
        (learner, "wren", ["matrices"]),
        (learner, "neighbour", ["tiles"]),
        (learner, "exemplars", ["categories"]),
        (learner, "program-search", ["concepts"]),
        (
            learner,
            "chat",
            ["categories", "concepts", "matrices", "pointers", "tiles"],
        ),
        (measure, "z", ["tiles"]),
        (measure, "taught_accuracy", ["any"]),
        (figure, "by_rule", ["tiles"]),
        (figure, "by_learner", ["any"]),
    ],
)
def test_each_thing_says_which_paradigms_it_goes_with(registry, name, paradigms):
    assert suits(registry, name) == paradigms


def test_every_learner_goes_with_some_paradigm():
    assert [name for name in learner if not suits(learner, name)] == []


def test_learners_of_studies_go_with_their_paradigm():
    plan = metamer.study("categories-plane")(scale="demo")
    for entry in plan.learners:
        assert "categories" in suits(learner, learner.name_of(type(entry)))


def test_a_paper_has_a_row_for_each_of_its_studies():
    found = {row["study"]: row for row in of_paper("zhang2021")}
    assert set(found) == {name for name in metamer.study if name.startswith("pointers")}
    noise = found["pointers-noise"]
    assert noise["reproduces"] == "Fig. 10"
    assert noise["command"] == "metamer run pointers-noise"
    assert noise["seconds"]["small"] == 125 and noise["seconds"]["paper"] is None
    assert noise["gpu"] == {"demo": False, "small": False, "paper": True}


def test_the_table_of_a_paper_fits(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    call("catalog", "--paper", "kumar2022")
    printed = capsys.readouterr().out
    assert "Fig. 3A, 4, S6" in printed and "metamer people import tiles" in printed
    assert max(map(len, printed.splitlines())) <= 80
    call("catalog", "--paper", "kumar2022", "--json")
    assert len(json.loads(capsys.readouterr().out)) == 7


def test_the_catalogue_fits(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    call("catalog", "figures")
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert all(f"  {name}" in printed for name in figure)


def call(*words):
    typer.main.get_command(program())(words, standalone_mode=False)
