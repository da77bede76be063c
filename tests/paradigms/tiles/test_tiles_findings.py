"""What runs of tiles answer follows from their numbers."""

from pathlib import Path

import pandas as pd
import pytest

from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.by_rule import PEOPLE, ByRule, ranked_rows
from metamer.paradigms.tiles.figures.pairs import Mark, span
from metamer.paradigms.tiles.figures.transfer import TaughtAndAsked
from metamer.paradigms.tiles.findings import (
    ByRuleOrStatistics,
    RuleAdvantage,
    SameStatistics,
    Transfer,
)
from metamer.paradigms.tiles.references import (
    Neighbour,
    Random,
    RuleObserver,
    StatisticsObserver,
)
from metamer.paradigms.tiles.references.boards import ExemplarPlayer, PairPlayer
from metamer.reports.analysis import Analysis
from metamer.reports.drawing import svg

PLAYERS = (
    Neighbour(),
    Random(),
    ExemplarPlayer(),
    PairPlayer(),
    RuleObserver(),
    StatisticsObserver(),
)


def run_of(rows, *measures):
    """A run with these rows of measures."""
    header = ["measure", "learner", "condition", "rule", "unit", "value"]
    measures_table = pd.DataFrame(rows)
    columns = [*COLUMNS[:4], "rule", *COLUMNS[4:]]
    names = list(dict.fromkeys(measures_table["learner"]))
    table = pd.DataFrame({"learner": names}, columns=columns).assign(correct=True)
    study = Study(Tiles(("copy",)), PLAYERS, measures)
    assert set(header) <= set(measures_table)
    return Analysis(Responses(table, study, Path("nowhere")), measures_table, ())


def rows_of(measure, learner, condition, values, rule="copy", **more):
    return [
        {"measure": measure, "learner": learner, "condition": condition, "rule": rule}
        | {"unit": unit, "value": float(value), **more}
        for unit, value in enumerate(values)
    ]


def z_run(**gaps):
    """Players with values of z on boards of the rule and on metamers."""
    rows = []
    for name, (abstract, metamer) in gaps.items():
        learner = {"exemplars": "exemplars:1000", "pairs": "pairs:1000"}.get(name, name)
        for kind, mean in (("abstract", abstract), ("metamer", metamer)):
            rows += rows_of("z", learner, kind, [mean - 0.1, mean, mean + 0.1])
    return run_of(rows, "z")


def test_who_uses_the_rule_plays_its_boards_better_than_metamers():
    run = z_run(exemplars=(-4, -2), pairs=(-1, -3), random=(12, 10), neighbour=(0, 0))
    *said, note = RuleAdvantage().sentences(run)
    assert [sentence.partition(":")[0] for sentence in said] == [
        "Play better where there is a rule to use",
        "Play metamers better",
        "Cannot be told",
    ]
    assert "`exemplars:1000` -2.00" in said[0]
    assert "`pairs:1000` 2.00" in said[1]
    assert "`neighbour`, `random` (no better than the neighbour player)" in said[2]
    assert "z on boards of the rule less z on metamers" in note
    assert "3 units" in note


def test_equal_play_is_no_difference():
    said = RuleAdvantage().sentences(z_run(pairs=(-2, -2)))
    assert said[0].startswith("No difference shown: `pairs:1000` 0.00")


def test_if_nobody_plays_better_than_the_neighbour_player_nothing_can_be_told():
    said = RuleAdvantage().sentences(z_run(random=(12, 10)))
    assert said == ["Cannot be told: `random` (no better than the neighbour player)."]


def test_clicks_are_by_the_rule_above_0_and_by_the_statistics_below():
    values = {
        "rule-observer": [0.8, 0.9, 1.0],
        "pairs:1000": [-0.9, -1, -1.1],
        "exemplars:1000": [-0.2, 0, 0.2],
        "random": [-1, -1, -1],
    }
    rows = [
        row
        for name, own in values.items()
        for row in rows_of("rule_evidence", name, "abstract", own)
    ]
    *said, _ = ByRuleOrStatistics().sentences(run_of(rows, "rule_evidence"))
    assert said[0].startswith("Click by the rule: `rule-observer` 0.90")
    assert said[1].startswith("Click by the statistics: `pairs:1000` -1.00")
    assert "`exemplars:1000` 0.00 [-0.50, 0.50] (between the two)" in said[2]
    assert "`random` (know neither)" in said[2]


def transfer_run():
    """Exemplars tell the two kinds apart, pairs do not, and an observer is not taught."""
    means = {
        "exemplars:1000": {"abstract": (-4, -2), "metamer": (-1, -3)},
        "pairs:1000": {"abstract": (-2, -2), "metamer": (-2, -2.01)},
        "rule-observer": {"abstract": (-6, -2), "metamer": (-6, -2)},
    }
    rows = []
    for name, by_taught in means.items():
        for taught, (abstract, metamer) in by_taught.items():
            for boards, mean in (("abstract", abstract), ("metamer", metamer)):
                values = [mean - 0.1, mean, mean + 0.1]
                rows += rows_of("z", name, taught, values, boards=boards)
    return run_of(rows, "z")


def test_transfer_says_what_each_was_taught_and_what_it_plays_better():
    *said, note = Transfer().sentences(transfer_run())
    assert [sentence.partition(" [")[0] for sentence in said] == [
        "Taught the rule, better on boards of the rule: `exemplars:1000` -2.00",
        "Taught the rule, no difference shown: `pairs:1000` 0.00",
        "Taught metamers, better on metamers: `exemplars:1000` 2.00",
        "Taught metamers, no difference shown: `pairs:1000` 0.01",
    ]
    assert "`rule-observer` are taught nothing" in note


def test_a_player_that_is_taught_nothing_has_one_row():
    drawing = TaughtAndAsked("z", "a", "b")(transfer_run()).body
    labels = [label.get_text() for label in drawing.axes[0].get_yticklabels()]
    assert labels[0] == "rule-observer"
    assert sorted(labels[1:]) == [
        f"{name}:1000, taught {kind}"
        for name in ("exemplars", "pairs")
        for kind in ("metamers", "rule")
    ]


def test_statistics_that_differ_are_named_with_their_rule():
    rows = []
    for order, gap in (("order_1", 0), ("order_2", 5), ("order_3", 0)):
        rows += rows_of(order, "boards", "abstract", [1, 2, 3])
        rows += rows_of(order, "boards", "metamer", [1 + gap, 2 + gap, 3 + gap])
    rows += rows_of("legal_share", "neighbour", "metamer", [0.2])
    names = ("order_1", "order_2", "order_3", "legal_share")
    said = SameStatistics().sentences(run_of(rows, *names))
    assert said[0] == "Order 1: no difference shown for copy."
    assert said[1].startswith("Order 2: metamers differ for copy 5.00 [")
    assert said[3] == "20 % of metamers are boards that the rule could have made."


def by_rule_run():
    """Two rules, with one player far beyond the scale and one best in the second panel."""
    rows = []
    for rule, best in (("copy", -1), ("tree", -9)):
        for kind, less in (("abstract", 0), ("metamer", 1)):
            for name, mean in (
                ("rule-observer", best),
                ("random", 12),
                ("neighbour", 0),
            ):
                values = [mean + less - 0.2, mean + less, mean + less + 0.2]
                rows += rows_of("z", name, kind, values, rule=rule)
    return run_of(rows, "z")


def marks_in(axis, marker):
    """Horizontal places of all marks of a kind in one panel."""
    lines = [line for line in axis.lines if line.get_marker() == marker]
    return [float(x) for line in lines for x in line.get_xdata()]


def test_every_mean_lies_within_the_axes_or_is_marked_off_scale():
    figure = ByRule("z", "a", "b", people=(("copy", "abstract", -1.5, 0.1),))
    drawing = figure(by_rule_run()).body
    panels = drawing.axes
    assert [axis.get_title(loc="left") for axis in panels] == ["copy", "tree"]
    for axis, best in zip(panels, (-1, -9), strict=True):
        low, high = axis.get_xlim()
        inside = marks_in(axis, "s") + marks_in(axis, "o")
        assert {best, best + 1, 0, 1} <= set(inside)
        assert all(low <= x <= high for x in inside)
        assert marks_in(axis, ">") == [high, high]  # random, on both kinds of boards
        written = [text.get_text() for text in axis.texts]
        assert sorted(written) == ["12.0", "13.0"]
    assert panels[0].get_xlim() == panels[1].get_xlim()


def test_learners_are_ranked_and_people_have_a_row():
    figure = ByRule("z", "a", "b", people=(("copy", "abstract", -7, 0.1),))
    drawing = figure(by_rule_run()).body
    labels = [label.get_text() for label in drawing.axes[0].get_yticklabels()]
    assert labels == [PEOPLE, "rule-observer", "neighbour", "random"]
    text = svg(drawing)
    assert all(label in text for label in labels)
    assert drawing.get_size_inches()[0] <= 7.2


def test_the_rank_is_that_on_boards_of_the_rule():
    marks = {
        ("a", "abstract"): Mark(0, 0, 0),
        ("a", "metamer"): Mark(-9, -9, -9),
        ("b", "abstract"): Mark(-1, -1, -1),
        ("c", "metamer"): Mark(-5, -5, -5),
    }
    assert ranked_rows([marks], "z") == ["b", "a", "c"]
    assert ranked_rows([marks], "rule_evidence") == ["a", "b", "c"]


@pytest.mark.parametrize("limits", [(-1.0, 1.0), (-12.0, 6.0)])
def test_a_scale_holds_all_marks_within_its_limits(limits):
    marks = [Mark(0.5, 0.2, 0.8, (0.1, 0.9)), Mark(50, 40, 60)]
    low, high = span(marks, 0.0, limits)
    assert low < 0 < 0.9 < high < 2
