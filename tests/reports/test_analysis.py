"""The analysis of a run: its measures and tests."""

import pandas as pd

from metamer.reports.analysis import analyse, measures_table, results_table


def test_measures_are_one_number_per_row_in_an_order_that_never_changes(responses):
    names = responses.study.measures
    shuffled = responses.table.sample(frac=1.0, random_state=1)
    first = measures_table(responses.table, names)
    pd.testing.assert_frame_equal(first, measures_table(shuffled, names))
    assert list(first) == [
        "measure",
        "learner",
        "condition",
        "domain",
        "arrangement",
        "unit",
        "value",
    ]


def test_a_measure_across_conditions_has_an_empty_condition(responses):
    table = measures_table(responses.table, ("exemplar_bias",))
    assert set(table["condition"]) == {""}
    assert len(table) == 2 * 4


def test_no_measures_are_no_rows(responses):
    assert measures_table(responses.table, ()).empty


def test_an_analysis_has_its_tests_and_learners_in_order(responses):
    found = analyse(responses)
    assert found.learners == ["rule", "exemplars"]
    assert found.details == ["domain", "arrangement"]
    assert len(results_table(found.tests)) == len(found.tests) > 0
    rule = found.values("exemplar_bias").query("learner == 'rule'")
    assert set(rule["value"]) == {0.0}
