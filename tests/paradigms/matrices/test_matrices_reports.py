"""Figures of matrices, from answers that were made up."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.controls.regimes import REGIMES
from metamer.paradigms.matrices.figures.accuracy import (
    REGIME_LABELS,
    Networks,
    Regimes,
)
from metamer.paradigms.matrices.figures.audit import Audit, AuditTable, shares
from metamer.paradigms.matrices.figures.explanations import (
    KINDS,
    Certainty,
    Explanations,
    Kinds,
)
from metamer.paradigms.matrices.figures.literature import Literature
from metamer.paradigms.matrices.measures import CERTAINTY_GROUPS, META_GROUPS
from metamer.paradigms.matrices.rules.vocabulary import TRIPLES
from metamer.reports.analysis import Analysis, measures_table
from metamer.reports.drawing import svg
from metamer.statistics.intervals import wilson

ITEMS = 58  # all 29 single triples, and as many pairs


@dataclass(frozen=True)
class Named:
    """Somebody who answered."""

    name: str

    def fit(self, items, key): ...

    def answer(self, fitted, items): ...


def answers(who, unit, condition, foils, part, right):
    """Fifty-eight answers, half of them to single triples; of both halves a share is right.

    Only `wren+meta` explains itself: right where it answers right, and sure of it.
    """
    place = np.arange(ITEMS)
    correct = place % 29 < right * 29
    single = [str(triple) for triple in TRIPLES]
    double = [
        f"{one}, {other}" for one, other in zip(single, reversed(single), strict=True)
    ]
    predicted = correct.astype(float) if who == "wren+meta" else np.nan
    sure = predicted * 0.5 + 0.3
    return pd.DataFrame(
        {
            "paradigm": "matrices",
            "learner": who,
            "unit": unit,
            "condition": condition,
            "foils": foils,
            "size": 1000,
            "item": [f"{condition}-{foils}-{part}-{unit}-{each}" for each in place],
            "step": 0,
            "part": part,
            "triples": np.repeat([1, 2], 29),
            "structure": [*single, *double],
            "answer": "A",
            "correct": correct,
            **dict.fromkeys(META_GROUPS.values(), predicted),
            **dict.fromkeys(("certainty", *CERTAINTY_GROUPS.values()), sure),
        }
    )


def found(learners, conditions, foils, right, *measures):
    """What a run would have found; `right(learner, condition, foils, part)`: a share."""
    cells = product(learners, range(2), conditions, foils, ("validation", "test"))
    table = pd.concat(
        [
            answers(who, unit, *where, right(who, *where) - 0.1 * unit)
            for who, unit, *where in cells
        ],
        ignore_index=True,
    )
    study = Study(Matrices(), tuple(map(Named, learners)), measures)
    responses = Responses(table, study, Path("nowhere"))
    return Analysis(responses, measures_table(table, measures), ())


@pytest.fixture(scope="module")
def networks():
    levels = {"pgm": 0.6, "exchangeable": 0.3}
    return found(
        ("cnn-mlp", "wren"),
        ("neutral",),
        levels,
        lambda who, condition, foils, part: levels[foils] + 0.2 * (who == "wren"),
        "test_accuracy",
    )


@pytest.fixture(scope="module")
def regimes():
    held_out = ("extrapolation", "triples")
    return found(
        ("wren",),
        ("neutral", "interpolation", *held_out),
        ("pgm",),
        lambda who, condition, foils, part: (
            0.2 if part == "test" and condition in held_out else 0.9
        ),
        "test_accuracy",
        "validation_accuracy",
    )


@pytest.fixture(scope="module")
def explained():
    names = (*(f"accuracy_by_{kind}" for kind in KINDS), "accuracy_by_explanation")
    return found(
        ("wren", "wren+meta"),
        ("neutral", "extrapolation"),
        ("pgm",),
        lambda *_: 0.7,
        *names,
        "accuracy_by_certainty",
        "accuracy_by_part_certainty",
    )


@pytest.fixture(scope="module")
def audited():
    def right(who, condition, foils, part):
        return 0.8 if (who, foils) == ("blind-majority", "pgm") else 0.15

    return found(
        ("blind-medoid", "blind-majority"), ("neutral",), ("exchangeable", "pgm"), right
    )


PRINTED = (("wren", "neutral", 0.626), ("nobody", "neutral", 0.9))
FIGURES = {
    "networks": (Networks("", "", printed=PRINTED), Networks("", "", bars="foils")),
    "regimes": (Regimes("", "", PRINTED, PRINTED),),
    "explained": (Explanations("", ""), Certainty("", ""), Kinds("", "")),
    "audited": (Audit("", ""),),
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_becomes_svg_without_a_warning(name, request):
    for drawn in FIGURES[name]:
        text = svg(drawn(request.getfixturevalue(name)).body)
        assert text.startswith("<svg") and text.rstrip().endswith("</svg>")


def test_figures_have_no_label_for_what_is_no_regime():
    assert {*REGIME_LABELS} <= {*REGIMES}


def hollow(axis):
    """Where the hollow marks of a panel are."""
    return [
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]))
        for line in axis.lines
        if line.get_fillstyle() == "none"
    ]


def headings(drawing):
    return [axis.get_title(loc="left") for axis in drawing.axes if axis.get_visible()]


def test_bars_are_as_long_as_the_means_of_units(networks):
    exhibit = Networks("", "", bars="foils")(networks)
    long = [round(bar.get_width(), 6) for bar in exhibit.body.axes[0].patches]
    # Shares of 29 are rounded up: .3 and .2 become 9 and 6, .6 and .5 18 and 15 of 29,
    # and so on; first exchangeable, then pgm, of wren and of cnn-mlp.
    expected = [(15 + 12) / 58, (9 + 6) / 58, (24 + 21) / 58, (18 + 15) / 58]
    assert long == pytest.approx(expected, abs=1e-6)


def test_published_numbers_are_drawn_for_those_who_took_part_only(networks):
    exhibit = Networks("", "", printed=PRINTED)(networks)
    assert headings(exhibit.body) == ["exchangeable", "pgm"]
    for axis in exhibit.body.axes:
        assert hollow(axis) == [(0.626, 0.0)]


def test_learners_are_listed_by_their_results(networks, audited):
    bars = Networks("", "", bars="foils")(networks).body.axes[0]
    assert listed(bars) == ["wren", "cnn-mlp"]
    solvers = Audit("", "")(audited).body.axes[0]
    assert listed(solvers) == ["blind-majority", "blind-medoid"]


def listed(axis):
    return [label.get_text() for label in axis.get_yticklabels()]


def test_regimes_stand_in_the_order_of_the_papers_table(regimes):
    axis = Regimes("", "")(regimes).body.axes[0]
    assert listed(axis) == ["neutral", "interpolation", "triples", "extrapolation"]


def test_published_numbers_stand_beside_their_regime(regimes):
    exhibit = Regimes(
        "", "", (("wren", "triples", 0.8),), (("wren", "neutral", 0.626),)
    )
    places = hollow(exhibit(regimes).body.axes[0])
    assert places == [(0.8, 2.24), (0.626, 0.24)]


def test_literature_ranks_those_here_among_published_ones_of_the_same_regimes(regimes):
    rows = (
        ("Old", "neutral", 0.3, "somewhere"),
        ("Old", "line_type", 0.1, "somewhere"),
        ("New", "extrapolation", 0.29, "elsewhere"),
        ("Best", "neutral", 0.99, "elsewhere"),
    )
    exhibit = Literature("", "", rows)(regimes)
    axis = exhibit.body.axes[0]
    labels = [label.get_text() for label in axis.get_yticklabels()]
    assert labels == ["Best", "wren", "Old", "New"]
    assert hollow(axis) == [(0.3, 2.0), (0.29, 3.0), (0.99, 0.0)]
    assert exhibit.caption.strip() == "Sources: somewhere, elsewhere."


def test_published_regimes_have_panels_of_their_own_if_their_network_took_no_part(
    regimes,
):
    printed = (("WReN", "neutral", 0.63), ("WReN", "triples", 0.19))
    drawing = Regimes("", "", printed, printed)(regimes).body
    assert headings(drawing) == ["wren", "WReN, as printed"]
    assert hollow(drawing.axes[0]) == []
    assert hollow(drawing.axes[1]) == 2 * [(0.63, 0.0), (0.19, 2.0)]


def test_explanations_have_a_bar_for_right_and_wrong_of_each_group(explained):
    printed = (("wren+meta", "all", "right", 0.874), ("wren", "all", "wrong", 0.5))
    drawing = Explanations("", "", printed=printed)(explained).body
    assert headings(drawing) == ["extrapolation", "neutral"]
    high = [bar.get_height() for bar in drawing.axes[1].patches]
    assert high == [1.0] * len(META_GROUPS) + [0.0] * len(META_GROUPS)
    # The hollow mark stands on the neutral panel, and only of whom it shows.
    assert [hollow(axis) for axis in drawing.axes[:2]] == [[], [(-0.18, 0.874)]]


def test_certainty_has_a_point_for_each_tenth_that_occurs(explained):
    axis = Certainty("", "")(explained).body.axes[0]
    line = axis.containers[0].lines[0]
    # Sure of right answers (.8) and less so of wrong ones (.3).
    assert line.get_xdata().tolist() == [0.35, 0.85]
    assert line.get_ydata().tolist() == [0.0, 1.0]


def test_each_part_of_an_explanation_has_panels_of_its_own(explained):
    drawing = Certainty("", "", "accuracy_by_part_certainty")(explained).body
    shown = [axis.get_title(loc="left") for axis in drawing.axes if axis.get_visible()]
    assert len(shown) == 3 * 2  # three parts, two regimes
    assert {title.split(", ")[0] for title in shown} == {*CERTAINTY_GROUPS}


def test_kinds_have_four_panels_for_each_regime_and_both_networks(explained):
    drawing = Kinds("", "", (("wren", "line", 0.783),))(explained).body
    assert len(drawing.axes) == 2 * len(KINDS)
    first, *_, objects = drawing.axes[4:]
    assert first.get_title(loc="left") == "neutral"
    assert hollow(objects) == [pytest.approx((1 - 0.175 + 0.1, 0.783))]
    assert hollow(drawing.axes[3]) == []
    for axis, kind in zip(drawing.axes, KINDS, strict=False):
        assert len(axis.containers) == 2
        assert len(axis.get_xticklabels()) == len(KINDS[kind])


def test_the_audit_counts_every_item_once_and_has_wilsons_interval(audited):
    table = shares(audited).set_index(["learner", "foils", "triples"])
    row = table.loc["blind-medoid", "pgm", "all"]
    # Two units with 5 and 2 of 29 right, of both numbers of triples.
    assert (row["right"], row["items"]) == (14, 4 * 29)
    expected = wilson(14, 116)
    assert (row["low"], row["high"]) == (expected.low, expected.high)
    assert row["errors"] == pytest.approx((14 / 116 - 1 / 8) / (7 / 64 / 116) ** 0.5)


def with_table(run, table):
    responses = Responses(table, run.study, run.responses.folder)
    return Analysis(responses, run.measures, ())


def test_an_item_that_several_units_met_counts_once(audited):
    table = audited.responses.table
    shared = table["item"].str.replace(r"-[01]-(\d+)$", r"-\1", regex=True)
    again = shares(with_table(audited, table.assign(item=shared)))
    assert again.loc[again["triples"] == "all", "items"].tolist() == [58] * 4


def verdicts(run):
    table = AuditTable("", "")(run).body
    return table.set_index(["learner", "items"])["verdict"].to_dict()


def test_the_audit_says_who_is_not_at_chance(audited):
    assert verdicts(audited) == {
        ("blind-medoid", "exchangeable"): "at chance",
        ("blind-majority", "exchangeable"): "at chance",
        ("blind-medoid", "pgm"): "at chance",
        ("blind-majority", "pgm"): "above chance",
    }


def test_nobody_is_at_chance_who_is_not_with_one_number_of_triples(audited):
    table = audited.responses.table
    # Nine of 29 single triples and no pair: 15.5 % of all, but 31 % of the former.
    correct = (table.index % ITEMS < 9).astype(bool)
    run = with_table(audited, table.assign(correct=correct))
    found = shares(run).set_index("triples")["errors"]
    assert found["all"].max() < 3 < found["1"].min()
    expected = "at chance, but not with 1 triple"
    assert {*verdicts(run).values()} == {expected}


@pytest.mark.parametrize("right", range(0, 30, 3))
def test_the_verdict_and_p_of_the_audit_agree(audited, right):
    table = audited.responses.table
    run = with_table(audited, table.assign(correct=table.index % ITEMS < right))
    for row in AuditTable("", "")(run).body.to_dict("records"):
        below = row["p"].startswith("<") or float(row["p"]) < 0.05
        assert row["verdict"].startswith("at chance") != below


def test_items_that_do_not_tell_their_triples_have_a_column_of_their_own(audited):
    table = audited.responses.table.assign(triples=0)
    cells = AuditTable("", "")(with_table(audited, table)).body
    assert (cells["triples unknown"] == cells["all items"]).all()
    assert "1 triple" not in cells


def test_published_shortcuts_stand_below_with_what_they_tell(audited):
    printed = (("network", "PGM", (0.224, 0.236), "a paper"),)
    last = AuditTable("", "", printed)(audited).body.iloc[-1]
    cells = [last[name] for name in ("all items", "1 triple", "2 triples", "from")]
    assert cells == ["0.224", "0.236", "", "a paper"]
