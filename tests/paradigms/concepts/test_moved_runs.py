"""A run folder that was moved to where its tasks and its files of answers are not."""

import shutil
from dataclasses import replace

import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.archive import asked_tasks
from metamer.paradigms.concepts.files import as_json, write_task
from metamer.paradigms.concepts.people import NEEDED
from metamer.paradigms.concepts.references import AnswersFromFile, CopyInput
from metamer.paradigms.concepts.studies.corpus import corpus
from metamer.paradigms.concepts.submissions import write_submission
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid

PUBLISHED = "kaggle-first"


def row(*cells):
    return as_grid([cells])


def mirror(name, colour):
    """A task of two inputs whose rule is to mirror the row."""
    shown = tuple(Pair(row(one, colour), row(colour, one)) for one in (1, 2))
    task = Task(shown, (row(3, colour), row(4, colour)))
    return NamedTask(name, name[:-1], False, task, (row(colour, 3), row(colour, 4)))


TASKS = [mirror("Copy1", 5), mirror("Copy2", 6), mirror("Order1", 7)]


@pytest.fixture
def outside(tmp_path):
    """A folder with tasks, answers to half of them, and published results."""
    place = tmp_path / "outside"
    for named in TASKS:
        write_task(named, place / "tasks" / named.concept / f"{named.name}.json")
    answers = {named.name: [[named.answers[0]], []] for named in TASKS}
    write_submission(answers, place / "said.json")
    lines = [
        f"{named.concept},{named.name},{number},3,1,4,0,1,0,1,1"
        for named in TASKS
        for number in (0, 1)
    ]
    text = "\n".join([",".join(NEEDED), *lines])
    (place / "items.csv").write_text(f"{text}\n")
    return place


def study(outside, people=""):
    """The study of a corpus, without the search."""
    learners = (
        CopyInput(),
        AnswersFromFile(str(outside / "said.json"), "a chat model"),
    )
    plan = corpus("small", str(outside / "tasks"), people)
    return replace(plan, learners=learners)


def text(page):
    """A page, without where it is."""
    return page.read_text("utf-8").replace(str(page.parent), "")


def tables(folder):
    return [(folder / f"{name}.csv").read_text() for name in ("measures", "tests")]


def test_a_run_is_reported_without_its_tasks_and_its_answers(outside, tmp_path):
    page = metamer.report(metamer.run(study(outside), tmp_path / "run"))
    before = text(page), tables(page.parent)
    shutil.rmtree(outside)
    folder = shutil.move(tmp_path / "run", tmp_path / "elsewhere")
    assert (text(metamer.report(folder)), tables(folder)) == before


def test_chosen_concepts_of_a_folder_are_not_looked_up_to_read_a_run(outside, tmp_path):
    plan = study(outside)
    plan = replace(plan, paradigm=replace(plan.paradigm, concepts=("Order",)))
    metamer.run(plan, tmp_path / "run")
    shutil.rmtree(outside)
    again = metamer.load(tmp_path / "run")
    assert again.study.paradigm.concepts == ("Order",)
    assert set(again.table["condition"]) == {"Order"}
    metamer.report(again)


def test_a_concept_that_a_folder_lacks_is_refused_before_a_run(outside, tmp_path):
    plan = study(outside)
    plan = replace(plan, paradigm=replace(plan.paradigm, concepts=("Center",)))
    with pytest.raises(Refusal, match="no concept 'Center'"):
        metamer.run(plan, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_published_results_that_are_gone_are_left_out_and_named(
    outside, tmp_path, capsys
):
    people = str(outside / "items.csv")
    metamer.run(study(outside, people), tmp_path / "run")
    assert f">{PUBLISHED}<" in text(metamer.report(tmp_path / "run"))
    shutil.rmtree(outside)
    capsys.readouterr()
    page = text(metamer.report(tmp_path / "run"))
    assert "a chat model" in page and f">{PUBLISHED}<" not in page
    assert f"there is no {people} here" in capsys.readouterr().err


def test_the_tasks_of_a_run_are_those_that_were_asked(outside):
    paradigm = Concepts(folder=str(outside / "tasks"))
    asked = {}
    for condition in paradigm.conditions():
        lesson = paradigm.lesson(condition, root(0))
        asked |= paradigm.items(condition, [lesson])
    assert paradigm.describe_asked(asked) == paradigm.description()
    (concept, (first, second)), _ = asked_tasks(asked)
    assert (concept, first.name, second.name) == ("Copy", "Copy1", "Copy2")
    assert as_json(first) == as_json(TASKS[0])
