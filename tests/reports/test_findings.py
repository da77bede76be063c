"""What a run is said to answer follows from its numbers."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.paradigms.categories import Categories
from metamer.reports.analysis import Analysis
from metamer.reports.contrasts import BeyondChance, Difference
from metamer.reports.findings import Ranking, RuleOrStatistics
from metamer.reports.verdict import answers, verdict


class Named:
    """Nothing but a name."""

    def __init__(self, name):
        self.name = name

    def fit(self, items, key):
        raise AssertionError

    answer = fit


def run_with(values, table=None, **columns):
    """A run with values of measures by learner; `columns` holds one value a row."""
    rows = [
        {"measure": measure, "learner": learner, "unit": unit, "value": float(value)}
        for (measure, learner), units in values.items()
        for unit, value in enumerate(units)
    ]
    measures = pd.DataFrame(rows).assign(**{"condition": "", **columns})
    if table is None:
        table = pd.DataFrame({"learner": measures["learner"].unique(), "correct": True})
    table = table.assign(
        **{name: "" for name in COLUMNS if name not in ("learner", "correct")}
    )
    study = Study(
        Categories(),
        tuple(Named(name) for name in table["learner"].unique()),
        tuple(measures["measure"].unique()),
    )
    return Analysis(Responses(table, study, Path()), measures, ())


EVR = RuleOrStatistics("exemplar_bias", 0.0, 0.5, "EVR", "exemplars", "competence")


def test_a_learner_is_on_the_side_of_its_whole_interval():
    run = run_with(
        {
            ("exemplar_bias", "glm"): [0.0, 0.01, 0.02],
            ("exemplar_bias", "exemplars"): [0.39, 0.4, 0.41],
            ("exemplar_bias", "torn"): [0.0, 0.2, 0.4],
            ("exemplar_bias", "lazy"): [0.0, 0.0, 0.0],
            ("competence", "glm"): [1, 1, 1],
            ("competence", "exemplars"): [1, 1, 1],
            ("competence", "torn"): [1, 1, 1],
            ("competence", "lazy"): [0, 0, 1],
        }
    )
    *said, note = EVR.sentences(run)
    assert said == [
        "By the rule: `glm` 0.01 [-0.01, 0.03].",
        "By the statistics: `exemplars` 0.40 [0.38, 0.42].",
        "Cannot be told: `torn` 0.20 [-0.30, 0.70] (between the two); `lazy` (did not "
        "learn what was taught).",
    ]
    assert "0.4 for one that goes by the statistics (`exemplars`)" in note
    assert "Means over 3 units" in note


def test_the_middle_follows_the_learner_that_marks_the_end_of_the_scale():
    near = {("exemplar_bias", "gp"): [0.1, 0.1, 0.1]}
    assert (
        EVR.__class__("exemplar_bias", 0.0, 0.5, "EVR")
        .sentences(run_with(near))[0]
        .startswith("By the rule")
    )
    marked = near | {("exemplar_bias", "exemplars"): [0.15, 0.15, 0.15]}
    finding = RuleOrStatistics("exemplar_bias", 0.0, 0.5, "EVR", "exemplars")
    assert finding.sentences(run_with(marked))[0].startswith("By the statistics: `gp`")


def test_two_units_are_too_few_for_an_interval_and_the_answer_says_so():
    said = Ranking("taught_accuracy", "accuracy").sentences(
        run_with(
            {("taught_accuracy", "a"): [0.2, 0.4], ("taught_accuracy", "b"): [1, 1]}
        )
    )
    assert said[0] == "Accuracy, best first: `b` 1.00, `a` 0.30."
    assert said[-1].endswith("Means over 2 units: too few for an interval.")


def test_lower_is_first_where_lower_is_better():
    run = run_with({("z", "a"): [1, 1, 1], ("z", "b"): [-1, -1, -1]})
    assert Ranking("z", "z").sentences(run)[0].startswith("Z, best first: `b` -1.00")


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ([0.5, 0.5, 0.51], "All exceed chance (0.125)."),
        ([0.0, 0.1, 0.3], "Nobody is shown to exceed chance (0.125)."),
    ],
)
def test_chance_is_exceeded_only_by_a_whole_interval(shares, said):
    run = run_with({("taught_accuracy", "a"): shares})
    assert said in Ranking("taught_accuracy", "accuracy", 0.125).sentences(run)


def test_a_difference_has_a_side_only_if_its_interval_does():
    values = {
        ("z", "people"): [-5, -5.1, -4.9, -1, -1.1, -0.9],
        ("z", "random"): [3, 4, 5, 3, 4, 5],
    }
    conditions = [*["abstract"] * 3, *["metamer"] * 3] * 2
    finding = Difference("z", "abstract", "metamer", "z", "By rule", "By metamers")
    said = finding.sentences(run_with(values, condition=conditions))
    assert said[0].startswith("By rule: `people` -4.00 [")
    assert said[1].startswith("No difference shown: `random` 0.00 [")
    assert "lower is better" in said[2]


def test_items_are_counted_where_units_are_few():
    right = [True] * 80 + [False] * 20 + [True] * 13 + [False] * 87
    table = pd.DataFrame(
        {"learner": ["votes"] * 100 + ["blind"] * 100, "correct": right}
    )
    table = table.assign(part="test", foils="pgm")
    run = run_with({("z", "votes"): [0], ("z", "blind"): [0]}, table)
    said = BeyondChance(0.125, by="foils").sentences(run)
    assert said[0] == (
        "Foils `pgm`: `votes` 0.80 [0.71, 0.87] exceeds chance; `blind` does not."
    )


def test_a_run_without_findings_ranks_by_its_first_measure():
    run = run_with({("taught_accuracy", "a"): [1, 1, 1]})
    assert verdict(run) == ["Taught accuracy, best first: `a` 1.00 [1.00, 1.00]."]
    assert answers(run)[0].note.startswith("Share of right answers")


def test_a_measure_without_values_cannot_be_told():
    run = run_with({("exemplar_bias", "a"): [float("nan")], ("competence", "a"): [1]})
    assert EVR.sentences(run) == [
        "Cannot be told: no unit has a value of exemplar bias."
    ]


def test_a_finding_is_silent_about_a_run_without_its_measures():
    run = run_with({("taught_accuracy", "a"): [1, 1, 1]})
    study = replace(run.study, findings=(EVR,))
    run = replace(run, responses=replace(run.responses, study=study))
    assert verdict(run) == ["Taught accuracy, best first: `a` 1.00 [1.00, 1.00]."]
