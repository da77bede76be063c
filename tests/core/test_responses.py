"""The one table."""

import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.core.responses import COLUMNS, as_table, check, details


def table():
    row = ["categories", "rule", 0, "zero_shot", "an-id", 0, "1", True]
    return pd.DataFrame([row], columns=COLUMNS)


def test_a_whole_table_is_accepted():
    check(table(), "here")
    check(table().astype({"correct": "boolean"}), "here")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_table_that_lacks_a_column_is_refused(column):
    with pytest.raises(
        Refusal, match=f"here: responses lack the column {column}; needed"
    ):
        check(table().drop(columns=column), "here")


def test_correct_must_be_true_or_false():
    with pytest.raises(Refusal, match="'correct' must be true or false"):
        check(table().assign(correct=0.5), "here")


def test_repeated_texts_are_kept_once():
    made = as_table({"learner": ["a", "a"], "unit": [0, 1]})
    assert made["learner"].dtype == "category"
    assert made["unit"].dtype.kind == "i"


def test_details_stand_between_condition_and_item():
    wide = table()
    wide.insert(4, "domain", "plane")
    assert details(wide) == ["domain"]
    assert details(table()) == []
