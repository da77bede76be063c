"""How many tasks were solved, and how consistently, computed by hand."""

import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts import measures as concepts
from metamer.reports.analysis import measures_table

FIXED = {
    "paradigm": "concepts",
    "learner": "someone",
    "unit": 0,
    "condition": "Copy",
    "item": "concepts/Copy1/0",
    "step": 0,
    "answer": "1",
    "correct": False,
    "task": "Copy1",
    "test_index": 0,
    "minimal": False,
    "family": "",
    "apart": False,
    "error": "wrong cells",
    "mode": "ranked",
}


def guesses(*right, **columns):
    """Guesses at one item, in their order; `task` and `test_index` make its id."""
    task = columns.get("task", "Copy1")
    item = f"concepts/{task}/{columns.get('test_index', 0)}"
    rows = [
        FIXED
        | {"item": item, "step": step, "correct": it}
        | ({"error": "right"} if it else {})
        | columns
        for step, it in enumerate(right)
    ]
    return pd.DataFrame(rows)


def whole(*frames):
    return pd.concat(frames, ignore_index=True)


def task(name, *right, **columns):
    """One guess at each of a task's inputs."""
    return whole(
        *(
            guesses(it, task=name, test_index=place, **columns)
            for place, it in enumerate(right)
        )
    )


def only(values):
    (value,) = values
    return value


THREE = whole(
    guesses(True),
    guesses(False, False, True, test_index=1),
    guesses(False, False, False, test_index=2),
)
"""Right at once, right at last, and never."""


def test_one_right_guess_of_three_solves_an_item():
    key = ("someone", "Copy", 0)
    assert concepts.solved(THREE).to_dict() == {key: pytest.approx(2 / 3)}


def test_the_first_guess_alone_solves_less():
    assert only(concepts.solved_first(THREE)) == pytest.approx(1 / 3)


def test_samples_have_no_first_so_all_of_them_count():
    drawn = guesses(False, True, False, mode="samples")
    assert only(concepts.solved_first(drawn)) == pytest.approx(1 / 3)
    assert only(concepts.solved(drawn)) == 1.0


def test_a_task_is_strictly_solved_with_all_its_inputs():
    table = whole(task("Copy1", True, True, True), task("Copy2", True, True, False))
    assert only(concepts.strict(table)) == 0.5
    assert only(concepts.strict_overall(table)) == 0.5


def test_minimal_tasks_count_for_themselves_only():
    table = whole(
        task("Copy1", True, False), task("CopyMinimal", True, True, minimal=True)
    )
    assert only(concepts.solved(table)) == 0.5
    assert only(concepts.solved_minimal(table)) == 1.0
    assert len(concepts.solved_of_item(table)) == 2


def test_what_cannot_be_scored_counts_nowhere():
    unknown = guesses(False, test_index=1, error="not scored")
    table = whole(guesses(True), unknown)
    assert only(concepts.solved(table)) == 1.0
    assert only(concepts.strict(table)) == 1.0


def test_people_are_a_mean_over_items_of_shares_of_participants():
    def people(many, right, place):
        kept = {"learner": "people", "error": "", "answer": "", "test_index": place}
        return whole(*(guesses(it < right, unit=it, **kept) for it in range(many)))

    table = whole(people(4, 2, 0), people(2, 2, 1))
    # Half of four, and all of two: 0.75 of the mean item, 4 of 6 responses.
    assert concepts.solved(table).to_dict() == {("people", "Copy", 0): 0.75}
    assert only(concepts.solved_overall(table)) == 0.75
    assert concepts.solved_of_item(table).mean() == pytest.approx(4 / 6)
    assert concepts.strict(table).empty


def test_all_inputs_of_a_begun_task_are_consistency():
    table = whole(
        task("Copy1", True, True, True),
        task("Copy2", True, False, False),
        task("Order1", True, True, False, condition="Order"),
        task("Order2", False, False, False, condition="Order"),
    )
    # Three tasks are begun, one of them is finished.
    assert only(concepts.consistency_within_task(table)) == pytest.approx(1 / 3)


def test_who_solved_nothing_is_neither_consistent_nor_not():
    assert concepts.consistency_within_task(task("Copy1", False, False)).empty
    assert concepts.consistency_within_concept(task("Copy1", False, False)).empty


def concept(name, *solved):
    """Tasks of one concept, with one input each."""
    frames = (
        task(f"{name}{place}", it, condition=name) for place, it in enumerate(solved)
    )
    return whole(*frames)


def test_solved_tasks_of_one_concept_speak_for_each_other():
    table = whole(
        concept("Copy", True, True, True, False), concept("Order", *[False] * 4)
    )
    # Given one of the three, 2 of the 3 others of Copy, and 2 of the 7 others of any.
    found = concepts.given_another(table)
    assert found.to_numpy().tolist() == [[pytest.approx(2 / 3), pytest.approx(2 / 7)]]
    expected = pytest.approx(2 / 3 - 2 / 7)
    assert only(concepts.consistency_within_concept(table)) == expected


def test_solved_tasks_of_different_concepts_do_not():
    table = whole(concept("Copy", True, False), concept("Order", True, False))
    # Given one of the two, none of its own concept, and one of the three others.
    assert only(concepts.consistency_within_concept(table)) == pytest.approx(-1 / 3)


def test_a_concept_with_one_task_has_no_others():
    pair = concept("Copy", True, True)
    with_one = whole(pair, concept("Order", True))
    assert concepts.given_another(with_one).equals(concepts.given_another(pair))


def test_errors_are_those_of_the_first_guess_at_unsolved_items():
    table = whole(
        guesses(False, True, error="copied input"),
        guesses(False, False, test_index=1, error="near miss"),
        guesses(False, test_index=2, error="near miss"),
        guesses(False, test_index=3, error="no guess"),
    )
    found = concepts.error_share(table).droplevel(["learner", "condition", "unit"])
    assert found.sum() == pytest.approx(1.0)
    assert found[found > 0].to_dict() == {
        "near miss": pytest.approx(2 / 3),
        "no guess": pytest.approx(1 / 3),
    }


def test_results_without_guesses_have_no_first_one_and_no_errors():
    table = guesses(True, error="", answer="", learner="kaggle-first")
    assert only(concepts.solved(table)) == 1.0
    assert concepts.solved_first(table).empty
    assert concepts.error_share(table).empty


def test_families_of_generated_tasks_stand_by_themselves():
    table = whole(
        task("one-a", True, True, family="one"),
        task("two-b", True, False, family="two", apart=True),
        task("Copy1", False),
    )
    found = concepts.solved_by_family(table).droplevel(["learner", "condition", "unit"])
    assert found.to_dict() == {("one", False): 1.0, ("two", True): 0.5}


def test_measures_become_rows_with_their_items():
    table = measures_table(THREE, ("solved", "solved_of_item", "strict_of_task"))
    items = table[table["measure"] == "solved_of_item"]
    assert list(items["item"]) == [f"concepts/Copy1/{place}" for place in range(3)]
    assert list(items["value"]) == [1.0, 1.0, 0.0]
    assert set(items["task"]) == {"Copy1"} and set(items["apart"]) == {"False"}


def test_a_table_of_another_paradigm_is_refused():
    with pytest.raises(Refusal, match="needs the column 'task'"):
        concepts.solved(THREE.drop(columns="task"))
