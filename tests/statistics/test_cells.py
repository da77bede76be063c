import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.statistics.cells import cells, drop_missing, is_constant, rows_of


def table(**columns):
    return pd.DataFrame({"measure": "bias", "condition": "zs", "unit": 0, **columns})


def test_a_missing_measure_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="no measure 'accuracy'.*it has: bias"):
        rows_of(table(learner=["a"], value=[1.0]), "accuracy")


def test_infinite_values_are_refused():
    with pytest.raises(Refusal, match="bias has infinite values"):
        rows_of(table(learner=["a"], value=[np.inf]), "bias")


def test_labels_name_the_learner_and_what_varies():
    several = table(learner=["a", "a"], domain=["plane", "words"], value=[1.0, 2.0])
    assert [label for label, _ in cells(several)] == [
        "a, domain=plane",
        "a, domain=words",
    ]


def test_columns_of_other_measures_make_no_cells():
    mixed = table(learner=["a", "a"], value=[1.0, 2.0], concept=[np.nan, "Copy"])
    mixed.loc[1, "measure"] = "accuracy"
    ((label, cell),) = cells(rows_of(mixed, "bias"))
    assert label == "a" and list(cell["value"]) == [1.0]
    assert "concept" not in cell


def test_a_row_that_lacks_a_detail_is_a_cell_of_its_own():
    partly = table(learner=["a", "a"], value=[1.0, 2.0], domain=[np.nan, "plane"])
    assert [len(cell) for _, cell in cells(partly)] == [1, 1]


def test_missing_values_are_not_present():
    assert list(drop_missing([1.0, np.nan, 3.0])) == [1.0, 3.0]


def test_rounding_is_not_variation():
    assert is_constant(np.array([0.1 + 0.2, 0.3]))
    assert not is_constant(np.array([0.3, 0.3001]))
    assert is_constant(np.array([0.0, 5e-17]), scale=0.3)
