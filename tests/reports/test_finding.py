"""What a run found."""

import pandas as pd

from metamer.reports import finding
from metamer.reports.finding import find, measured


def test_measures_are_one_number_per_row_in_an_order_that_never_changes(responses):
    names = responses.study.measures
    shuffled = responses.table.sample(frac=1.0, random_state=1)
    first = measured(responses.table, names)
    pd.testing.assert_frame_equal(first, measured(shuffled, names))
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
    table = measured(responses.table, ("exemplar_bias",))
    assert set(table["condition"]) == {""}
    assert len(table) == 2 * 4


def test_no_measures_are_no_rows(responses):
    assert measured(responses.table, ()).empty


def test_a_finding_has_its_tests_and_learners_in_order(responses):
    found = find(responses)
    assert found.learners == ["rule", "exemplars"]
    assert found.details == ["domain", "arrangement"]
    assert len(finding.tests_table(found.tests)) == len(found.tests) > 0
    rule = found.values("exemplar_bias").query("learner == 'rule'")
    assert set(rule["value"]) == {0.0}
