"""What runs of categories answer, and figures with values from elsewhere."""

from pathlib import Path

import pandas as pd
import pytest

from metamer.core.registry import study
from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.learners.exemplars import Exemplars
from metamer.learners.linear import Glm
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.figures import Interpolation
from metamer.paradigms.categories.findings import SameCorrelation
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import FINDINGS, figures
from metamer.reports.analysis import Analysis
from metamer.reports.figures import ByLearner

STUDIES = ("plane", "digits", "reviews", "faces", "interpolation")


def run_of(*groups, arrangements=("printed",)):
    """A run from groups of measure, learner, condition and values of its units."""
    rows = [
        {"measure": name, "learner": learner, "condition": condition}
        | {"domain": "plane", "arrangement": arrangement}
        | {"unit": unit, "value": float(value)}
        for name, learner, condition, values in groups
        for arrangement in arrangements
        for unit, value in enumerate(values)
    ]
    measures = pd.DataFrame(rows)
    columns = [*COLUMNS[:4], "domain", "arrangement", *COLUMNS[4:]]
    names = list(dict.fromkeys(measures["learner"]))
    table = pd.DataFrame({"learner": names}, columns=columns).assign(correct=True)
    plan = Study(
        Categories(), (Rule(), Glm(), Exemplars()), tuple(measures["measure"].unique())
    )
    return Analysis(Responses(table, plan, Path("nowhere")), measures, ())


def test_evr_says_who_is_closer_to_the_rule():
    run = run_of(
        ("exemplar_bias", "rule", "", [0, 0, 0]),
        ("exemplar_bias", "glm:lin", "", [0.1, 0.11, 0.12]),
        ("exemplar_bias", "exemplars", "", [0.39, 0.4, 0.41]),
        ("competence", "rule", "", [1, 1, 1]),
        ("competence", "glm:lin", "", [0, 0, 1]),
        ("competence", "exemplars", "", [1, 1, 1]),
    )
    *said, note = FINDINGS[0].sentences(run)
    assert said[0].startswith("Closer to the rule: `rule` 0.00")
    assert said[1].startswith("Closer to exemplars: `exemplars` 0.40")
    assert said[2] == "Cannot be told: `glm:lin` (did not learn what was taught)."
    assert note.startswith("EVR (exemplar versus rule) is 0 for a learner")


def test_errors_that_change_at_the_same_correlation_are_not_explained_by_it():
    run = run_of(
        ("held_out_accuracy", "exemplars", "partial_exposure", [0.5, 0.6, 0.55]),
        ("held_out_accuracy", "exemplars", "0.6606/0.1", [0.98, 0.99, 1.0]),
        ("held_out_accuracy", "rule", "partial_exposure", [1, 1, 1]),
        ("held_out_accuracy", "rule", "0.6606/0.1", [1, 1, 1]),
    )
    *said, note = SameCorrelation("0.6606/0.1").sentences(run)
    assert said[0].startswith("Fewer errors at the same correlation")
    assert "`exemplars` 0.44" in said[0]
    assert said[1].startswith("No difference shown: `rule` 0.00")
    assert "if 66 % of class 0 and 10 % of class 1 have the distractor" in note
    assert "(50 % and 0 %)" in note


def hollow(axis):
    """The horizontal places of hollow marks."""
    lines = [line for line in axis.lines if line.get_fillstyle() == "none"]
    return [float(x) for line in lines for x in line.get_xdata()]


def test_earlier_values_are_drawn_in_the_panel_that_they_belong_to():
    run = run_of(
        ("exemplar_bias", "rule", "", [0, 0, 0]),
        ("exemplar_bias", "exemplars", "", [0.3, 0.4, 0.5]),
        arrangements=("mirror", "printed"),
    )
    printed = (("arrangement", "printed"),)
    figure = ByLearner(
        "exemplar_bias",
        "a",
        "b",
        published=(("exemplars", 0.9, 0.1), ("nobody", 5.0, 0.0)),
        published_in=printed,
    )
    mirror, with_values = figure(run).body.axes
    assert (mirror.get_title(loc="left"), hollow(mirror)) == ("mirror", [])
    assert hollow(with_values) == [0.9]
    low, high = with_values.get_xlim()
    assert low <= 0.9 <= high


def test_earlier_accuracies_lie_beside_ours_on_the_way():
    steps = ("partial_exposure", "0.5194/0.01")
    run = run_of(
        ("held_out_accuracy", "rule", steps[0], [0.5, 0.6, 0.55]),
        ("held_out_accuracy", "rule", steps[1], [0.98, 0.99, 1.0]),
    )
    earlier = (("rule", steps[1], 0.8), ("nobody", steps[0], 0.1))
    figure = Interpolation((("a way", steps),), published=earlier)
    (axis,) = figure(run).body.axes
    marks = [line for line in axis.lines if line.get_fillstyle() == "none"]
    assert [list(line.get_ydata()) for line in marks] == [[0.8]]


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("scale", ["demo", "small", "paper"])
def test_every_study_answers_and_says_what_was_printed(name, scale):
    plan = study(f"categories-{name}")(scale=scale)
    assert plan.findings
    assert plan.reproduces
    assert plan.printed.endswith(".")
    leading = plan.figures[0]
    assert isinstance(leading, ByLearner | Interpolation)


def test_evr_leads():
    assert figures()[0].measure == "exemplar_bias"
