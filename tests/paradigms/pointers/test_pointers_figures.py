"""Figures of pointers, from answers that were made up."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.accuracy import (
    AccuracyBySize,
    ErrorKinds,
    SizeNeeded,
)
from metamer.paradigms.pointers.figures.holdout import HoldoutByCount, SpeedAgainst
from metamer.paradigms.pointers.figures.images import Anchors, LogitsByPointer
from metamer.paradigms.pointers.figures.noise import NoiseCurves, NoiseTable
from metamer.paradigms.pointers.references import (
    Constant,
    Induction,
    Lookup,
    Marginal,
)
from metamer.paradigms.pointers.rules.noise import DELTAS, exact
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.score import KINDS
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.reports.analysis import Analysis, measures_table
from metamer.reports.drawing import svg

CHANCE = {"position": 0.5, "rule": 0.2, "digit": 0.3}
ITEMS = 20


def answers(who, unit, condition, part, right):
    """Twenty answers, of which the first `right` share are right; the label is 1."""
    correct = np.arange(ITEMS) < right * ITEMS
    training, complexity, aggregate, size = condition
    kinds = np.resize(KINDS, ITEMS)
    return pd.DataFrame(
        {
            "paradigm": "pointers",
            "learner": who,
            "unit": unit,
            "condition": training,
            "style": "made up",
            "complexity": complexity,
            "aggregate": aggregate,
            "size": size,
            "item": [f"{part}-{n}" for n in range(ITEMS)],
            "step": 0,
            "part": part,
            "pointer": np.arange(ITEMS) % 10,
            "label": 1,
            "delta": np.nan,
            "pair": -1,
            "fitted_after": (unit + 1) / 10,
            "answer": np.where(correct, "1", "5"),
            "correct": correct,
            "error": np.where(correct, "", kinds),
            **{f"chance_{kind}": CHANCE[kind] for kind in KINDS},
        }
    )


def found(table, paradigm, *measures):
    """What a run with this table would have found."""
    learners = (Lookup(), Induction(), Marginal(), Constant(1))
    study = Study(paradigm, learners, measures)
    responses = Responses(table, study, Path("nowhere"))
    return Analysis(responses, measures_table(table, measures), ())


def each(conditions, parts, right, learners=("pointer-rule", "pointer-lookup")):
    """A table; `right(learner, condition, part, unit)` is the share of right answers."""
    cells = product(learners, range(3), conditions, parts)
    return pd.concat(
        [
            answers(who, unit, condition, part, right(who, condition, part, unit))
            for who, unit, condition, part in cells
        ],
        ignore_index=True,
    )


def visible(exhibit):
    return [axis for axis in exhibit.body.axes if axis.get_visible()]


def levels_of(axis, style):
    """Heights of the horizontal lines that are drawn in some style."""
    return sorted(
        float(line.get_ydata()[0])
        for line in axis.lines
        if line.get_linestyle() == style and len(set(line.get_ydata())) == 1
    )


@pytest.fixture(scope="module")
def by_size():
    """Two aggregates, complexities and sizes; the larger size is learned."""
    conditions = list(product(["iid"], (0, 1), ("mod_sum", "max"), (100, 10_000)))
    table = each(
        conditions,
        ("taught", "iid"),
        lambda who, where, *_: 0.2 + 0.7 * (where[3] > 999),
    )
    paradigm = Pointers(
        complexities=(0, 1), aggregates=("mod_sum", "max"), sizes=(100, 10_000)
    )
    return found(table, paradigm, "iid_accuracy", "taught_accuracy", "others_accuracy")


@pytest.fixture(scope="module")
def held_out():
    """Three trainings; who keeps what it saw fails on what was left out."""
    trainings = ("holdout-1", "holdout-2", "windows-3")
    conditions = [(name, 1, "mod_sum", 1000) for name in trainings]

    def right(who, condition, part, unit):
        if who == "pointer-constant:1":
            return float(part != "iid")
        known = who == "pointer-rule" or part in ("iid", "matched")
        return 1.0 if known else 0.3 - 0.1 * unit

    parts = ("taught", "iid", "holdout", "others", "matched")
    names = ("pointer-rule", "pointer-lookup", "pointer-constant:1")
    table = each(conditions, parts, right, names)
    paradigm = Pointers(trainings=trainings, complexities=(1,), sizes=(1000,))
    measures = ("others_accuracy", "matched_accuracy", "base_rate", "fitted_after")
    return found(table, paradigm, "holdout_accuracy", *measures)


@pytest.fixture(scope="module")
def pictures():
    """Trained with and without the shift, with logits."""
    conditions = [(name, 0, "mod_sum", 1000) for name in ("iid", "holdout")]
    right = {"iid": 0.8, "dshift": 0.6, "holdout": 0.1}
    table = each(conditions, right, lambda who, where, part, unit: right[part])
    logits = {f"logit_{label}": table["pointer"] - float(label) for label in range(10)}
    paradigm = Pointers(Blocks(), ("iid", "holdout"), logits=10)
    names = [f"{part}_accuracy" for part in right]
    return found(table.assign(**logits), paradigm, *names)


@pytest.fixture(scope="module")
def draw_pairs():
    """Four pairs for each delta, of which those of odd number differ."""
    condition = ("iid", 0, "mod_sum", 1000)
    cells = [answers("pointer-rule", 0, condition, "noise", 1.0)[:8] for _ in DELTAS]
    pairs = np.tile(np.arange(4), 2)
    said = np.where((pairs % 2 == 1) & (np.arange(8) < 4), "2", "1")
    rows = [
        cell.assign(delta=delta, pair=pairs, answer=said)
        for cell, delta in zip(cells, DELTAS, strict=True)
    ]
    table = pd.concat(rows, ignore_index=True)
    return found(table, Pointers(noise=DELTAS), "noise_sensitivity")


FIGURES = {
    "by_size": (AccuracyBySize("iid_accuracy", "Accuracy", "by size"), ErrorKinds()),
    "held_out": (HoldoutByCount(), SpeedAgainst(), ErrorKinds()),
    "pictures": (Anchors(), LogitsByPointer()),
    "draw_pairs": (NoiseCurves(),),
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_becomes_svg_without_a_warning(name, request):
    for drawn in FIGURES[name]:
        text = svg(drawn(request.getfixturevalue(name)).body)
        assert text.startswith("<svg") and text.rstrip().endswith("</svg>")


def test_whatever_varies_and_is_no_axis_has_a_panel_of_its_own(by_size):
    exhibit = AccuracyBySize("iid_accuracy", "", "", lines="complexity")(by_size)
    headings = [axis.get_title(loc="left") for axis in visible(exhibit)]
    names, aggregates = ("pointer-lookup", "pointer-rule"), ("max", "mod_sum")
    assert headings == [f"{who}, {how}" for who in names for how in aggregates]


def test_dashed_lines_are_what_always_giving_one_answer_scores(by_size):
    exhibit = AccuracyBySize("iid_accuracy", "", "", lines="aggregate")(by_size)
    shares = {
        axis.get_title(loc="left"): levels_of(axis, "--") for axis in visible(exhibit)
    }
    # The larger of two digits is a 9 in 19 of 100 cases.
    assert shares["pointer-rule, m = 1"] == pytest.approx([0.1, 0.19])
    assert shares["pointer-rule, m = 0"] == pytest.approx([0.1, 0.1])


def test_curves_have_a_point_for_each_size(by_size):
    exhibit = AccuracyBySize("iid_accuracy", "", "", lines="aggregate")(by_size)
    line = visible(exhibit)[0].containers[0].lines[0]
    assert line.get_xdata().tolist() == [100, 10_000]
    assert line.get_ydata().tolist() == pytest.approx([0.2, 0.9])


def test_the_size_needed_is_the_first_from_which_on_accuracy_suffices(by_size):
    table = SizeNeeded(marks=(0.1, 0.5, 0.95))(by_size).body
    row = table.iloc[0][["10%", "50%", "95%"]]
    assert row.tolist() == ["100", "10,000", "more than 10,000"]


def test_permutations_are_counted_and_other_families_left_out(held_out):
    exhibit = HoldoutByCount()(held_out)
    headings = [axis.get_title(loc="left") for axis in visible(exhibit)]
    assert headings == ["pointer-rule", "pointer-lookup"]
    last = visible(exhibit)[1].containers[0].lines[0]
    assert last.get_xdata().tolist() == [1, 2]
    assert last.get_ydata() == pytest.approx([0.2, 0.2])


def test_a_constant_answer_is_perfect_on_the_one_label(held_out):
    assert levels_of(visible(HoldoutByCount()(held_out))[0], ":") == [1.0]


def test_speed_is_told_with_its_correlations(held_out):
    exhibit = SpeedAgainst()(held_out)
    heading = visible(exhibit)[0].get_title(loc="left")
    x, y = np.tile([0.1, 0.2, 0.3], 3), np.tile([0.3, 0.2, 0.1], 3)
    assert stats.pearsonr(x, y).statistic == pytest.approx(-1)
    assert "r = -1.00 (p < .001)" in heading and "9 units" in heading


def test_a_measure_without_units_still_has_its_exhibit(by_size):
    exhibit = AccuracyBySize("others_accuracy", "", "")(by_size)
    assert exhibit.caption == "No unit of this run has a value of others accuracy."
    assert SpeedAgainst()(by_size).caption == "No unit of this run got that far."
    assert SizeNeeded("others_accuracy")(by_size).body.empty


def test_errors_stand_beside_chance(by_size):
    axis = visible(ErrorKinds()(by_size))[0]
    hollow = [line for line in axis.lines if line.get_fillstyle() == "none"]
    shares = sorted(float(one.get_xdata()[0]) for one in hollow)
    rows = len(axis.get_yticks())
    assert shares == pytest.approx(np.repeat(sorted(CHANCE.values()), rows))


def test_anchors_are_067_and_0_of_what_is_known(pictures):
    axis = visible(Anchors()(pictures))[0]
    assert levels_of(axis, ":") == pytest.approx([0.0, 0.67 * 0.8])
    assert levels_of(axis, "-") == pytest.approx([0.8, 0.8])


def test_heat_maps_are_means_by_pointer_and_label(pictures):
    axes = visible(LogitsByPointer()(pictures))
    digits = np.arange(10)
    assert np.allclose(axes[0].images[0].get_array(), digits[:, None] - digits)


def test_dots_are_on_labels_that_a_pointer_never_had(pictures):
    axes = visible(LogitsByPointer()(pictures))
    titles = [axis.get_title(loc="left") for axis in axes[:4]]
    never = dict(zip(titles, (axis.lines[0] for axis in axes[:4]), strict=True))
    assert len(never["pointer-rule, iid"].get_xdata()) == 0
    # Four pointers lack three labels, three lack three, and three lack four.
    assert len(never["pointer-rule, holdout"].get_xdata()) == 4 * 3 + 3 * 3 + 3 * 4


def test_without_logits_there_is_a_sentence(by_size):
    assert LogitsByPointer()(by_size).caption == "No learner of this run has logits."


def test_the_noise_table_has_the_exact_values_and_an_estimate_near_them(draw_pairs):
    table = NoiseTable()(draw_pairs).body.set_index("")
    # Spec, section 4: mod_sum with m = 0.
    assert table.loc["exact"].iloc[2:].tolist() == (
        ".00687 .01857 .04969 .12939 .31343 .63181 .87405 .28912".replace(
            ".", "0."
        ).split()
    )
    assert abs(table.loc["z"].iloc[2:-1].astype(float)).max() < 4
    assert table.loc["standard error"].iloc[2:-1].astype(float).max() < 0.003


def test_noise_curves_are_exact_and_marks_are_answers(draw_pairs):
    axis = visible(NoiseCurves()(draw_pairs))[0]
    expected = [exact(PointerRule(), delta) for delta in DELTAS]
    assert axis.lines[0].get_ydata().tolist() == pytest.approx(expected)
    (marks,) = axis.containers
    assert marks.lines[0].get_ydata().tolist() == [0.5] * len(DELTAS)
