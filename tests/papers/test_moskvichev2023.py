"""The studies of moskvichev2023."""

import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.responses import Responses
from metamer.core.study import SCALES
from metamer.paradigms.concepts.files import write_task
from metamer.paradigms.concepts.people import NEEDED, SOLVERS, read_items
from metamer.paradigms.concepts.studies.corpus import corpus
from metamer.paradigms.concepts.studies.printed import ERRATA
from metamer.paradigms.concepts.studies.published import PublishedItems, plan, take
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid
from metamer.reports.analysis import analyse


def names(study):
    return [entry.name for entry in study.learners]


@pytest.fixture
def folder(tmp_path):
    """A folder with one task."""
    grid = as_grid([[1, 0]])
    task = Task((Pair(grid, grid[:, ::-1].copy()),), (grid,))
    named = NamedTask("Copy1", "Copy", False, task, (grid,))
    (tmp_path / "Copy").mkdir()
    write_task(named, tmp_path / "Copy" / "Copy1.json")
    return str(tmp_path)


@pytest.mark.parametrize("scale", SCALES)
def test_drawn_tasks_have_a_ceiling_and_families_kept_apart(scale):
    study = corpus(scale)
    floor = ["copy-input", "most-common-output"]
    assert names(study) == ["program-search", *floor, "generator-rule"]
    assert study.paradigm.apart == "with"
    assert any("not the paper's tasks" in it for it in study.remarks)


def test_tasks_of_a_folder_have_no_known_rule(folder):
    study = corpus("paper", folder)
    assert "generator-rule" not in names(study)
    assert study.units == 1 and study.paradigm.minimal
    assert not any("not the paper's tasks" in it for it in study.remarks)


def test_errata_are_told_where_published_results_are_shown(folder, file):
    assert not {*ERRATA} & {*corpus("small", folder).remarks}
    assert {*ERRATA} <= {*corpus("small", folder, str(file)).remarks}


def test_published_results_that_are_not_there_are_refused_before_a_run(folder):
    with pytest.raises(Refusal, match="there is no table or run folder gone.csv"):
        corpus("small", folder, "gone.csv")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A small table of published results: of each input one person fails."""
    right = {"Center1": "111", "Center2": "110", "Copy1": "000", "Copy2": "100"}
    lines = [
        f"{task[:-1]},{task},{place},3,1,4,0,{it},0,{it},1"
        for task, inputs in right.items()
        for place, it in enumerate(inputs)
    ]
    path = tmp_path_factory.mktemp("published") / "items.csv"
    path.write_text("\n".join([",".join(NEEDED), *lines]) + "\n")
    return path


@pytest.fixture(scope="module")
def published(file):
    table = read_items(file)
    return Responses(table, plan(table, "items.csv", "abc"), file.parent)


def test_published_results_become_a_run_with_a_report(file):
    taken = take(file, file.parent / "run")
    again = metamer.load(taken.folder)
    assert again.study == taken.study
    assert again.study.paradigm == PublishedItems((("Center", 6), ("Copy", 6)))
    page = metamer.report(again).read_text("utf-8")
    for words in ("Table 1", "Table 2", "printed 0.50", "Consistency within tasks"):
        assert words in page


def test_learners_are_people_and_published_solvers(published):
    solvers = [name for name, _ in SOLVERS.values()]
    assert names(published.study) == ["people", *solvers]


def test_the_run_says_that_it_has_only_part_of_the_corpus(published):
    assert any("12 of the paper's 480" in it for it in published.study.remarks)


def test_its_tests_are_those_of_the_paper(published):
    words = [it.words for it in analyse(published).tests]
    # First place: five of six against one of six, three expected in each cell.
    assert any("kaggle-first" in it and "chi-square(1) = 5.33" in it for it in words)
    assert any("people" in it and "0.750" in it and "n = 48" in it for it in words)
    assert any("gpt-4 T=0 with kaggle-first: Spearman" in it for it in words)
    # One test for each solver; two of them are always right or never.
    assert sum("strict_of_task" in it for it in words) == 4
    assert sum("p from permutations" in it for it in words) == 2


def test_nobody_published_can_be_asked_again(published):
    with pytest.raises(Refusal, match="kaggle-first cannot be asked"):
        Imported("kaggle-first").solve()
    with pytest.raises(Refusal, match="cannot be run again"):
        published.study.paradigm.lesson()


def test_a_plan_knows_its_file(published):
    learners = published.study.learners
    assert {(it.source, it.digest) for it in learners} == {("items.csv", "abc")}
