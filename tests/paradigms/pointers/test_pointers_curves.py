"""Learning curves of pointers, from curves that were made up."""

from pathlib import Path

import pandas as pd
import pytest

import metamer
from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.curves import LearningCurves
from metamer.paradigms.pointers.references import Induction
from metamer.reports.analysis import Analysis

CURVE = pd.DataFrame(
    {
        "learner": "net",
        "condition": "holdout",
        "style": "vector",
        "complexity": 0,
        "aggregate": "mod_sum",
        "size": 1000,
        "unit": [0, 0, 0, 1, 1, 1],
        "steps": [10, 20, 30] * 2,
        "accuracy": [0.2, 0.6, 1.0, 0.1, 0.2, 0.3],
        "iid_accuracy": [0.1, None, 0.9, 0.1, None, 0.2],
        "holdout_accuracy": [0.1, None, 0.0, 0.1, None, 0.05],
    }
)


def run(folder):
    columns = [*COLUMNS[:4], "style", "complexity", "aggregate", "size", *COLUMNS[4:]]
    table = pd.DataFrame({name: pd.Series(dtype=object) for name in columns})
    study = Study(Pointers(), (Induction(),))
    responses = Responses(table.astype({"correct": bool}), study, Path(folder))
    return Analysis(responses, pd.DataFrame(), ())


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "curves").mkdir()
    return tmp_path


def test_each_unit_has_a_line_in_training_and_for_each_part(folder):
    CURVE.to_csv(folder / "curves" / "one.csv", index=False)
    (axis,) = LearningCurves()(run(folder)).body.axes
    lines = [list(line.get_ydata()) for line in axis.lines]
    # Where nothing was asked there is no point; the last line is chance.
    assert lines[:2] == [[0.2, 1.0], [0.1, 0.3]]
    assert lines[2:6] == [[0.1, 0.9], [0.1, 0.2], [0.1, 0.0], [0.1, 0.05]]
    assert lines[6] == [pytest.approx(0.1)] * 2
    assert list(axis.lines[0].get_xdata()) == [10, 30]


def test_conditions_have_panels_of_their_own(folder):
    CURVE.to_csv(folder / "curves" / "one.csv", index=False)
    iid = CURVE.assign(condition="iid").drop(columns="holdout_accuracy")
    iid.to_csv(folder / "curves" / "two.csv", index=False)
    axes = LearningCurves()(run(folder)).body.axes
    assert [axis.get_title(loc="left") for axis in axes] == ["holdout", "iid"]


def test_a_training_without_evaluations_has_no_curves(folder):
    CURVE.drop(columns=["iid_accuracy", "holdout_accuracy"]).to_csv(
        folder / "curves" / "one.csv", index=False
    )
    exhibit = LearningCurves()(run(folder))
    assert exhibit.body.empty and "evaluated" in exhibit.caption


@pytest.mark.parametrize("name", ["pointers-curves", "pointers-images"])
def test_studies_with_curves_evaluate_their_networks(name):
    plan = metamer.study(name)(scale="paper")
    networks = [entry for entry in plan.learners if hasattr(entry, "training")]
    assert networks and all(entry.training.evaluate_every for entry in networks)
    assert LearningCurves() in plan.figures
