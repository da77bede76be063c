"""Published results of people and solvers become rows of the one table."""

import csv

import places
import pytest

from metamer.core.errors import Refusal
from metamer.core.responses import check
from metamer.paradigms.concepts.people import NEEDED, PEOPLE, SOLVERS, read_items

HEADER = ",".join(NEEDED)
FIRST = "Center,Center1,0,3,1,4,0,1,0,0,1"
SECOND = "Center,Center1,1,1,1,2,0,0,1,0,0"
MINIMAL = "Order,OrderMinimal,2,2,0,2,1,1,1,1,1"


def written(folder, *lines, header=HEADER):
    path = folder / "items.csv"
    path.write_text("\n".join([header, *lines]) + "\n")
    return path


@pytest.fixture
def table(tmp_path):
    return read_items(written(tmp_path, FIRST, SECOND, MINIMAL))


@pytest.fixture(scope="module")
def published():
    """The published items as they stand, and the table made of them."""
    file = places.published("conceptarc", "results/items_open.csv")
    with file.open() as lines:
        return list(csv.DictReader(lines)), read_items(file)


def test_each_participant_is_a_row_and_a_unit_of_its_own(table):
    people = table[table["learner"] == PEOPLE]
    assert list(people["item"]) == [
        *["concepts/Center1/0"] * 4,
        *["concepts/Center1/1"] * 2,
        *["concepts/OrderMinimal/2"] * 2,
    ]
    assert list(people["correct"]) == [True] * 3 + [False, True, False, True, True]
    assert list(people["unit"]) == list(range(8))
    assert set(people["mode"]) == {"interactive"}


def test_the_rows_of_an_item_weigh_one_together(table):
    weights = table.groupby(["learner", "item"], observed=True)["weight"].sum()
    assert len(weights) == 15 and (weights == 1).all()


def test_each_solver_has_one_row_per_item(table):
    solved = {
        learner: list(table[table["learner"] == learner]["correct"])
        for learner, _ in SOLVERS.values()
    }
    assert solved == {
        "kaggle-first": [True, False, True],
        "kaggle-second": [False, True, True],
        "gpt-4 T=0": [False, False, True],
        "gpt-4 T=0.5": [True, False, True],
    }


def test_rows_say_what_was_asked(table):
    check(table, "here")
    last = table.iloc[-1]
    assert (last["paradigm"], last["condition"], last["concept"]) == (
        "concepts",
        "Order",
        "Order",
    )
    assert (last["task"], last["test_index"], last["minimal"]) == (
        "OrderMinimal",
        2,
        True,
    )
    assert last["answer"] == "" and last["mode"] == "samples"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "Center,Center1,0,3,1,5,0,1,0,0,1",
            "line 3, column human_n is 5, but 3 solved",
        ),
        ("Center,Center1,0,3,x,4,0,1,0,0,1", "line 3, column human_failed.*not 'x'"),
        ("Center,Center1,0,3,-1,2,0,1,0,0,1", "column human_failed.*not '-1'"),
        (
            "Center,Center1,0,3,1,4,0,2,0,0,1",
            "column kaggle_first must be 0 or 1, not 2",
        ),
        ("Center,Center1,0,3,1,4,0,1,0,0", "line 3, column gpt4_t05 must be .* not ''"),
        ("Center,,0,3,1,4,0,1,0,0,1", "column task is empty; it must be a name"),
        (SECOND, "test_index 1 of Center1 has two rows"),
    ],
)
def test_a_faulty_row_is_refused_with_its_line_and_column(tmp_path, line, words):
    with pytest.raises(Refusal, match=words):
        read_items(written(tmp_path, SECOND, line))


def test_a_file_that_is_no_such_table_is_refused(tmp_path):
    with pytest.raises(Refusal, match="lacks the column task, test_index"):
        read_items(written(tmp_path, header="concept,human_n"))
    with pytest.raises(Refusal, match="no rows below its header"):
        read_items(written(tmp_path))
    with pytest.raises(Refusal, match="there is no file"):
        read_items(tmp_path / "absent.csv")


def test_minimal_tasks_have_the_figures_of_the_whole_corpus(published):
    _, table = published
    minimal = table[table["minimal"]]
    people = minimal[minimal["learner"] == PEOPLE]
    assert (len(people), round(people["correct"].mean(), 3)) == (1056, 0.968)
    shares = minimal.groupby("learner", observed=True)["correct"].mean()
    assert shares["kaggle-first"] == 39 / 48
    assert shares["kaggle-second"] == 23 / 48
    assert shares["gpt-4 T=0"] == 20 / 48
    assert shares["gpt-4 T=0.5"] == 22 / 48


def test_the_mean_over_items_of_each_concept_is_that_of_the_published_counts(published):
    items, table = published
    people = table[(table["learner"] == PEOPLE) & ~table["minimal"]]
    means = (people["correct"] * people["weight"]).groupby(people["concept"]).sum() / 15
    by_hand: dict[str, float] = {}
    for item in items:
        if item["minimal"] == "0":
            share = int(item["human_solved"]) / int(item["human_n"])
            by_hand[item["concept"]] = by_hand.get(item["concept"], 0) + share / 15
    assert len(by_hand) == 16
    assert dict(means) == pytest.approx(by_hand)


@pytest.mark.parametrize("column", SOLVERS)
def test_a_solvers_share_of_each_concept_is_that_of_its_column(published, column):
    items, table = published
    own = table[(table["learner"] == SOLVERS[column][0]) & ~table["minimal"]]
    solved = own.groupby("concept", observed=True)["correct"].sum()
    for concept in solved.index:
        rows = [it for it in items if (it["concept"], it["minimal"]) == (concept, "0")]
        assert len(rows) == 15
        assert solved[concept] == sum(int(item[column]) for item in rows)
