"""The study of rules and shortcuts, run with learners of which all is known."""

from dataclasses import replace

import pytest

import metamer
from metamer.core.registry import study
from metamer.paradigms.concepts.figures.shortcuts import in_words
from metamer.paradigms.concepts.learners import ScikitSolver
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
    ShortcutRule,
)
from metamer.paradigms.concepts.rules import SHORTCUTS
from metamer.reports.analysis import analyse

LEARNERS = (GeneratorRule(), ShortcutRule(), CopyInput(), MostCommonOutput())


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    plan = study("concepts-shortcuts")(scale="demo")
    small = replace(plan.paradigm, concepts=("Center", "TopBottom3D"))
    plan = replace(plan, paradigm=small, learners=LEARNERS, units=3)
    return metamer.run(plan, tmp_path_factory.mktemp("shortcuts") / "run")


@pytest.fixture(scope="module")
def page(run):
    return metamer.report(run).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def gallery(run, page):
    return (run.folder / "items.html").read_text(encoding="utf-8")


def means(run, name):
    values = metamer.measure(name)(run.table)
    return values.groupby(["learner", "condition"], observed=True).mean().unstack()


def test_the_rule_stands_at_1_and_the_shortcut_at_0_in_every_condition(run):
    found = means(run, "rule_over_shortcut")
    assert (found.loc["generator-rule"] == 1).all()
    assert (found.loc["shortcut-rule"] == 0).all()
    assert (found.loc["copy-input"] == 0.5).all()


def test_nobody_answers_both_by_the_rule_and_by_the_shortcut(run):
    total = means(run, "rule_share") + means(run, "shortcut_share")
    assert (total <= 1).all(axis=None)


def test_all_conditions_ask_the_same_inputs_of_a_unit(run):
    table = run.table[run.table["part"] == "held_out"]
    counts = table[table["learner"] == "copy-input"].groupby("unit", observed=True)
    # Two concepts, one task each, two inputs, three conditions.
    assert set(counts.size()) == {12}


def test_the_page_says_who_goes_by_what(page):
    words = " ".join(page.split())
    assert "If both explain all demonstrations, by the rule" in words
    assert "If one demonstration refutes the shortcut, still by the shortcut" in words


def test_the_figure_of_shares_adds_up(run):
    analysis = analyse(run)
    (figure, *_) = run.study.figures
    drawing = figure(analysis).body
    titles = [axis.get_title(loc="left") for axis in drawing.axes]
    assert titles == ["cue conflict", "zero shot", "partial exposure"]
    for axis in drawing.axes:
        widths = [bar.get_width() for bar in axis.patches]
        assert sum(widths) == pytest.approx(len(LEARNERS))


def test_the_table_has_each_rule_and_shortcut_in_words(run):
    kinds = next(
        one for one in run.study.figures if type(one).__name__ == "ShortcutKinds"
    )
    body = kinds(analyse(run)).body.set_index("concept")
    assert list(body.index) == ["Center", "Top and Bottom 3D"]
    assert body["shortcut"].iloc[0] == "The only one of another colour."
    assert set(body["generator-rule"]) == {"1.00 / 1.00"}
    assert set(body["shortcut-rule"]) == {"0.00 / 0.00"}


@pytest.mark.parametrize("name", list(SHORTCUTS))
def test_rule_and_shortcut_are_told_in_words(name):
    words = in_words(SHORTCUTS(name))
    assert words["rule"].endswith(".") and words["shortcut"].endswith(".")
    assert words["shortcut"][0].isupper()


def test_single_items_show_what_the_shortcut_says(gallery):
    assert "cue conflict" in gallery
    assert "the shortcut&#39;s answer" in gallery or "the shortcut's answer" in gallery
    assert "The shortcut gives the same answer." in gallery


def test_single_items_say_whose_answer_a_guess_is(run, gallery):
    follows = run.table["follows"].astype(str)
    verdicts = gallery.count("✗ 1: the shortcut")
    assert verdicts == (follows == "shortcut").sum()


def test_a_chat_model_can_be_asked_too():
    plan = study("concepts-shortcuts")(model="some", url="http://localhost:1/v1")
    assert plan.learners[-1].name == "some"


@pytest.mark.slow
def test_a_classifier_of_cells_follows_some_shortcut_that_is_a_colour(tmp_path):
    """`FilledNotFilled`: the colour of a cell alone is the shortcut."""
    plan = study("concepts-shortcuts")(scale="demo")
    small = replace(plan.paradigm, concepts=("FilledNotFilled",))
    tree = ScikitSolver("DecisionTreeClassifier")
    plan = replace(plan, paradigm=small, learners=(tree,), units=5)
    found = means(metamer.run(plan, tmp_path / "run"), "shortcut_share")
    assert found["cue_conflict"].item() > 0.5
