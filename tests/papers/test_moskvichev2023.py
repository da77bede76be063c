"""Numbers printed in Moskvichev et al. (2023), and its studies."""

import importlib

import pytest
from places import ROOT

import metamer
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.responses import Responses
from metamer.core.study import SCALES
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.figures.tables import PRINTED_N
from metamer.paradigms.concepts.files import write_task
from metamer.paradigms.concepts.people import NEEDED, SOLVERS, read_items
from metamer.paradigms.concepts.rules import CONCEPTS
from metamer.paradigms.concepts.score import MODES
from metamer.paradigms.concepts.studies import chat, printed
from metamer.paradigms.concepts.studies import people as study_of_people
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


TABLE_1 = """
    Above and Below          0.90 0.70 0.33 0.23 0.37
    Center                   0.94 0.50 0.20 0.33 0.33
    Clean Up                 0.97 0.50 0.20 0.20 0.27
    Complete Shape           0.85 0.47 0.30 0.23 0.23
    Copy                     0.94 0.23 0.27 0.23 0.27
    Count                    0.88 0.60 0.40 0.13 0.17
    Extend To Boundary       0.93 0.77 0.47 0.07 0.1
    Extract Objects          0.86 0.43 0.43 0.03 0.07
    Filled and Not Filled    0.96 0.73 0.43 0.17 0.27
    Horizontal and Vertical  0.91 0.43 0.10 0.27 0.33
    Inside and Outside       0.91 0.57 0.10 0.10 0.16
    Move To Boundary         0.91 0.37 0.30 0.20 0.20
    Order                    0.83 0.27 0.23 0.27 0.27
    Same and Different       0.88 0.53 0.17 0.17 0.27
    Top and Bottom 2D        0.95 0.60 0.57 0.23 0.37
    Top and Bottom 3D        0.93 0.50 0.03 0.20 0.27
"""
"""Humans, first place, second place, GPT-4 at temperature 0 and at 0.5."""


TABLE_2 = """
    0.86 0.93 0.52 0.83 0.19 0.52 0.12 0.41 0.22 0.54
    0.90 0.96 0.33 0.67 0.1 0.37 0.19 0.51 0.19 0.51
    0.94 0.99 0.33 0.67 0.1 0.37 0.1 0.37 0.14 0.44
    0.8 0.89 0.3 0.64 0.17 0.48 0.12 0.41 0.12 0.41
    0.9 0.96 0.12 0.41 0.14 0.44 0.12 0.41 0.14 0.44
    0.83 0.91 0.42 0.75 0.24 0.58 0.05 0.3 0.07 0.34
    0.89 0.96 0.59 0.88 0.3 0.64 0.2 0.21 0.03 0.26
    0.81 0.9 0.27 0.61 0.27 0.61 0.00 0.17 0.02 0.21
    0.93 0.98 0.56 0.86 0.27 0.61 0.07 0.34 0.14 0.44
    0.91 0.94 0.27 0.61 0.03 0.26 0.14 0.44 0.19 0.51
    0.91 0.94 0.39 0.73 0.03 0.26 0.03 0.26 0.07 0.34
    0.91 0.94 0.22 0.54 0.17 0.48 0.1 0.37 0.1 0.37
    0.78 0.87 0.14 0.44 0.12 0.41 0.14 0.44 0.14 0.44
    0.83 0.91 0.36 0.7 0.07 0.33 0.07 0.34 0.14 0.44
    0.91 0.97 0.42 0.75 0.39 0.73 0.12 0.41 0.21 0.54
    0.89 0.96 0.33 0.67 0.00 0.17 0.1 0.37 0.14 0.44
"""
"""Lower and upper bound for each of the five, in the same order of concepts."""


def table_1():
    """The rows of Table 1: concept, and its five accuracies."""
    for line in TABLE_1.strip().splitlines():
        *title, people, first, second, cold, warm = line.split()
        yield " ".join(title), *map(float, (people, first, second, cold, warm))


def test_table_1_the_concepts_in_their_order():
    assert [*CONCEPTS.values()] == [row[0] for row in table_1()]


def test_table_1_and_its_columns():
    assert tuple(name for name, _ in SOLVERS.values()) == printed.LEARNERS[1:]
    expected = {title: tuple(shares) for title, *shares in table_1()}
    found = {CONCEPTS[name]: it for name, it in printed.ACCURACIES.items()}
    assert found == expected
    kaggle, gpt_4 = ("kaggle-first", "kaggle-second"), ("gpt-4 T=0", "gpt-4 T=0.5")
    assert ("people", *kaggle, *gpt_4) == printed.LEARNERS


def test_table_2():
    found = [
        [bound for pair in pairs for bound in pair]
        for pairs in printed.INTERVALS.values()
    ]
    lines = TABLE_2.strip().splitlines()
    assert found == [[float(bound) for bound in line.split()] for line in lines]
    assert [*printed.INTERVALS] == [*CONCEPTS]


def test_sections_6_and_8_shares_differences_and_p():
    assert printed.KAGGLE == {"kaggle-first": 0.21, "kaggle-second": 0.19, "both": 0.31}
    assert printed.AHEAD == {"kaggle-first": 0.4, "kaggle-second": 0.23}
    assert [*printed.P_OF_CONCEPTS.values()] == [0.001, 0.001, 0.001, 0.27, 0.23]
    assert tuple(printed.P_OF_CONCEPTS) == printed.LEARNERS
    assert printed.AMBIGUOUS == 6


def test_table_1_people_and_first_place_in_the_pictures(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    shown = importlib.import_module("figures.concepts").PRINTED
    expected = {title: (people, first) for title, people, first, *_ in table_1()}
    # The published file has 18 of 30; the print is one of `ERRATA`.
    assert expected["Top and Bottom 3D"] == (0.93, 0.50)
    expected["Top and Bottom 3D"] = (0.93, 0.60)
    assert {CONCEPTS[name]: pair for name, pair in shown.items()} == expected


def test_section_8_1_what_the_text_says_of_table_1():
    people, first, second, _, warm = zip(*(row[1:] for row in table_1()), strict=True)
    assert sum(share >= 0.9 for share in people) == 11 and min(people) > 0.8
    assert max(first) <= 0.8 and max(second) < 0.6 and max(warm) == 0.37
    for words in ("90 %", "11 of 16", "80 %", "never reaches 60 %", "at most 37 %"):
        assert words in printed.TABLE_1


@pytest.mark.parametrize(
    "place, words",
    [
        ("Table 1, Top and Bottom 3D, first place", "printed 0.50"),
        ("Table 1, Inside and Outside, GPT-4 at T = 0.5", "printed 0.16"),
        ("Table 2, solvers", "0.2 for 0.02 at 2 of 30"),
    ],
)
def test_tables_1_and_2_misprints_are_quoted_as_printed(place, words):
    assert any(line.startswith(place) and words in line for line in ERRATA)


def test_section_3_and_4_counts_of_the_corpus_and_guesses():
    assert (len(CONCEPTS), chat.TASKS["paper"], study_of_people.TASKS["paper"]) == (
        *(16, 10),
        10,
    )
    assert (Concepts().asked, Concepts().guesses) == (3, 3)
    assert printed.TEST_INPUTS == 480 == 16 * 10 * 3


def test_table_2_people_have_240_responses_for_a_concept():
    assert PRINTED_N == 30 * 8


def test_section_5_tasks_of_a_participant_exclusion_and_the_sample():
    plan = metamer.study("concepts-people")(scale="paper").people
    tasks = {block.label: block.count for block in plan.blocks}
    assert tasks == {"practice": 2, "minimal": 3, "scored": 12}
    assert sum(tasks.values()) == 17
    assert [block.attempts for block in plan.blocks] == [0, 3, 3]
    assert plan.quota == 415 == 482 - 55 - 12
    failed = next(each for each in plan.exclusions if each.reason == "wrong")
    assert (failed.limit, failed.block) == (2, "minimal")


def test_section_7_gpt_4_is_asked_at_temperature_0_and_three_times_at_a_half():
    assert (chat.SAMPLES, chat.TEMPERATURE) == (3, 0.5)
    assert "(GPT-4 at temperature 0 gave one guess only)" in MODES["ranked"]
