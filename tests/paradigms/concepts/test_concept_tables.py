"""Tables 1 and 2 and Sec. 8.1 of moskvichev2023, recomputed from published results.

Expected values of the open half come from its file by plain Python.
"""

import csv
from collections import defaultdict
from math import sqrt

import pytest
from places import published

from metamer.paradigms.concepts.figures.tables import (
    ALL,
    chi_square_by_concept,
    solved_counts,
    table_1,
    table_2,
)
from metamer.paradigms.concepts.people import read_items
from metamer.paradigms.concepts.rules import CONCEPTS
from metamer.paradigms.concepts.studies.printed import ERRATA

SOLVERS = {
    "kaggle-first": "kaggle_first",
    "kaggle-second": "kaggle_second",
    "gpt-4 T=0": "gpt4_t0",
    "gpt-4 T=0.5": "gpt4_t05",
}


@pytest.fixture(scope="module")
def file():
    return published("conceptarc", "results/items_open.csv")


@pytest.fixture(scope="module")
def responses(file):
    return read_items(file)


@pytest.fixture(scope="module")
def rows(file):
    """The file's rows of each concept, without minimal tasks."""
    found = defaultdict(list)
    with file.open(newline="") as lines:
        for row in csv.DictReader(lines):
            if row["minimal"] == "0":
                found[row["concept"]].append(row)
    return found


def ends(right, n):
    """Wilson's interval, written out."""
    z = 1.959964
    share = right / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def pearson(pairs):
    """Chi-square of pairs of right and wrong counts."""
    right, wrong = (sum(column) for column in zip(*pairs, strict=True))
    total = right + wrong
    return sum(
        (seen - sum(pair) * whole / total) ** 2 / (sum(pair) * whole / total)
        for pair in pairs
        for seen, whole in zip(pair, (right, wrong), strict=True)
    )


def test_solvers_of_table_1_are_right_answers_by_all(responses, rows):
    table = table_1(responses)
    for learner, column in SOLVERS.items():
        for concept, own in rows.items():
            share = sum(int(row[column]) for row in own) / 15
            assert len(own) == 15
            assert table.loc[CONCEPTS[concept], learner] == pytest.approx(share)


def test_people_of_table_1_are_means_over_items(responses, rows):
    table = table_1(responses)
    for concept, own in rows.items():
        shares = [int(row["human_solved"]) / int(row["human_n"]) for row in own]
        expected = pytest.approx(sum(shares) / 15)
        assert table.loc[CONCEPTS[concept], "people"] == expected


def test_table_1_is_in_the_papers_order_with_all_concepts_below(responses, rows):
    table = table_1(responses)
    assert list(table.index) == [*CONCEPTS.values(), ALL]
    assert list(table) == ["people", *SOLVERS]
    own = [row for concept in rows.values() for row in concept]
    right = sum(int(row["kaggle_first"]) for row in own)
    assert table.loc[ALL, "kaggle-first"] == pytest.approx(right / 240)


def test_intervals_of_table_2_have_the_true_numbers(responses, rows):
    table = table_2(responses)
    for concept, own in rows.items():
        right = sum(int(row["gpt4_t05"]) for row in own)
        solver = table.loc[(concept, "gpt-4 T=0.5"), ["low", "high"]]
        assert tuple(solver) == pytest.approx(ends(right, 15), abs=1e-6)
        solved, n = (
            sum(int(row[it]) for row in own) for it in ("human_solved", "human_n")
        )
        people = table.loc[(concept, "people")]
        assert (people["right"], people["n"]) == (solved, n)
        assert tuple(people[["low", "high"]]) == pytest.approx(
            ends(solved, n), abs=1e-6
        )


def test_people_can_be_counted_as_the_paper_does(responses, rows):
    table = table_2(responses, people="printed")
    shares = [
        int(row["human_solved"]) / int(row["human_n"]) for row in rows["AboveBelow"]
    ]
    right = round(240 * round(sum(shares) / 15, 2))
    found = table.loc[("AboveBelow", "people")]
    assert (found["right"], found["n"]) == (right, 240)
    assert tuple(found[["low", "high"]]) == pytest.approx(ends(right, 240), abs=1e-6)
    assert table.loc[("AboveBelow", "kaggle-first"), "n"] == 15


def test_the_chi_square_of_solvers_counts_items_and_of_people_responses(
    responses, rows
):
    found = {it.effect: it for it in chi_square_by_concept(responses)}
    assert list(found) == ["people", *SOLVERS]
    for learner, column in SOLVERS.items():
        right = [sum(int(row[column]) for row in own) for own in rows.values()]
        assert found[learner].statistic == pytest.approx(
            pearson([(it, 15 - it) for it in right])
        )
    people = [
        tuple(
            sum(int(row[it]) for row in own) for it in ("human_solved", "human_failed")
        )
        for own in rows.values()
    ]
    assert found["people"].statistic == pytest.approx(pearson(people))
    assert all(it.df == 15 for it in found.values())
    assert found["people"].n == sum(map(sum, people))


def test_concepts_that_nobody_published_come_last(responses):
    other = responses["condition"].astype(str).replace("Center", "Another")
    table = table_1(responses.assign(condition=other))
    assert list(table.index)[-2:] == ["Another", ALL]


def test_a_single_learner_can_be_counted_over_everything(responses):
    own = responses[responses["learner"] == "kaggle-first"]
    found = solved_counts(own, "learner").iloc[0]
    assert found["n"] == 240
    assert (found["low"], found["high"]) == pytest.approx(
        ends(found["right"], 240), abs=1e-6
    )


def test_the_stale_cell_of_table_1_is_among_the_errata():
    assert any("18 of 30" in it and "Top and Bottom 3D" in it for it in ERRATA)
