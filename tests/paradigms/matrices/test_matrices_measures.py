"""How well matrices were completed, computed by hand."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.matrices import measures as matrices
from metamer.reports.analysis import measures_table

KEYS = ("someone", "pgm", "neutral", 0)
SINGLE = ("line type OR", "shape color consistent_union", "shape type OR")


def answers(part, right, many=10, **columns):
    """Some answers of one unit to items of a part, of which the first are right."""
    fixed = {
        "learner": "someone",
        "unit": 0,
        "condition": "neutral",
        "foils": "pgm",
        "item": [f"{part}-{place}" for place in range(many)],
        "part": part,
        "triples": 1,
        "structure": "line type OR",
        "correct": np.arange(many) < right,
    }
    return pd.DataFrame(fixed | columns)


def whole(*parts):
    return pd.concat(parts, ignore_index=True)


def only(values):
    (value,) = values
    return value


BOTH = whole(answers("taught", 9), answers("validation", 8), answers("test", 3))


def test_test_and_validation_items_are_counted_apart():
    assert matrices.test_accuracy(BOTH).to_dict() == {KEYS: 0.3}
    assert matrices.validation_accuracy(BOTH).to_dict() == {KEYS: 0.8}


def test_the_gap_is_validation_less_test():
    assert only(matrices.generalisation_gap(BOTH)) == pytest.approx(0.8 - 0.3)
    assert matrices.generalisation_gap(answers("test", 3)).empty


def test_the_advantage_of_the_blind_is_what_lies_beyond_an_eighth():
    assert only(matrices.blind_advantage(BOTH)) == pytest.approx(0.3 - 0.125)


def test_every_number_of_triples_stands_by_itself():
    table = answers("test", 4, triples=[1] * 5 + [2] * 5)
    found = matrices.accuracy_by_triples(whole(table, answers("validation", 0)))
    assert found.to_dict() == {(*KEYS, 1): 0.8, (*KEYS, 2): 0.0}


@pytest.mark.parametrize(
    "what, expected",
    [
        ("relation", {"OR": 2 / 4, "consistent_union": 1 / 2}),
        ("attribute", {"type": 2 / 4, "color": 1 / 2}),
        ("object", {"line": 1 / 2, "shape": 2 / 4}),
    ],
)
def test_single_triples_are_sorted_by_each_of_their_words(what, expected):
    table = answers("test", 3, many=6, structure=SINGLE * 2)
    two = answers("test", 0, triples=2, structure="line type OR, shape size XOR")
    found = getattr(matrices, f"accuracy_by_{what}")(whole(table, two))
    assert found.groupby(what).first().to_dict() == pytest.approx(expected)


def test_nothing_is_sorted_by_its_words_where_no_triple_stands_alone():
    two = answers("test", 5, triples=2, structure="line type OR, shape size XOR")
    assert matrices.accuracy_by_relation(two).empty


def predicted(right, **columns):
    """Eight test items with four bits of explanation, right where they say so."""
    known = dict.fromkeys(matrices.META_GROUPS.values(), 1.0)
    known |= dict.fromkeys(("certainty", *matrices.CERTAINTY_GROUPS.values()), 0.9)
    return answers("test", right, many=8, **(known | columns))


def test_accuracy_is_split_by_whether_each_group_of_bits_was_right():
    # Six answers are right; of the four relations predicted wrong two are answered right.
    found = matrices.accuracy_by_explanation(
        predicted(6, meta_relations=[1.0] * 4 + [0.0] * 4)
    )
    assert found[(*KEYS, "relation", "right")] == 1.0
    assert found[(*KEYS, "relation", "wrong")] == 0.5
    assert found[(*KEYS, "object", "right")] == 0.75
    assert (*KEYS, "object", "wrong") not in found.index


def test_certainty_is_cut_into_tenths_with_both_ends_in_it():
    sure = [0.0, 0.05, 0.1, 0.55, 0.59, 0.95, 1.0, 1.0]
    found = matrices.accuracy_by_certainty(predicted(4, certainty=sure))
    assert found.groupby("certainty").first().to_dict() == {
        0.05: 1.0,
        0.15: 1.0,
        0.55: 0.5,
        0.95: 0.0,
    }


def test_each_part_of_an_explanation_has_a_certainty_of_its_own():
    # The first four are right and sure of relations; all are as sure of attributes.
    found = matrices.accuracy_by_part_certainty(
        predicted(
            4,
            certainty_relations=[0.95] * 4 + [0.15] * 4,
            certainty_attributes=0.55,
        )
    )
    assert found[(*KEYS, "relation", 0.95)] == 1.0
    assert found[(*KEYS, "relation", 0.15)] == 0.0
    assert found[(*KEYS, "attribute", 0.55)] == 0.5


@pytest.mark.parametrize(
    "sure, expected", [([4, 3, 1, 2], 0.894), ([1, 2, 4, 3], -0.894)]
)
def test_certainty_goes_with_accuracy_as_spearman_has_it(sure, expected):
    table = predicted(4).iloc[2:6].assign(certainty=np.array(sure) / 10)
    # Ranks of the answers: 3.5, 3.5, 1.5, 1.5.
    assert only(matrices.certainty_correlation(table)) == pytest.approx(
        expected, abs=1e-3
    )


def test_units_that_are_always_right_have_no_correlation():
    table = predicted(8, certainty=np.linspace(0, 1, 8))
    assert matrices.certainty_correlation(table).empty


EXPLAINING = (
    "accuracy_by_explanation",
    "accuracy_by_certainty",
    "accuracy_by_part_certainty",
    "certainty_correlation",
)


@pytest.mark.parametrize("name", EXPLAINING)
def test_learners_that_do_not_explain_themselves_have_no_rows(name):
    sure = ("certainty", *matrices.CERTAINTY_GROUPS.values())
    silent = dict.fromkeys((*matrices.META_GROUPS.values(), *sure), np.nan)
    table = predicted(6, **silent)
    assert getattr(matrices, name)(table).empty
    both = whole(
        table, predicted(6).assign(learner="other", certainty=np.arange(8) / 8)
    )
    found = getattr(matrices, name)(both)
    assert {*found.index.get_level_values("learner")} == {"other"}


def test_a_table_without_the_column_is_refused_by_its_name():
    with pytest.raises(Refusal, match="needs the column 'certainty'"):
        matrices.accuracy_by_certainty(BOTH)


def test_all_measures_fit_into_one_table():
    table = predicted(6, certainty=np.arange(8) / 8)
    names = [
        name
        for name in dir(matrices)
        if name.startswith("accuracy_by_") or name in ("test_accuracy", *EXPLAINING)
    ]
    found = measures_table(table, names)
    assert {*found["measure"]} == {*names}
    extra = {"triples", "relation", "attribute", "object", "group", "explanation"}
    assert extra <= {*found}
