"""Rule or exemplar, computed by hand."""

import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.categories import measures as bias
from metamer.statistics.measures import taught_accuracy

HEAD = ["learner", "unit", "condition", "domain", "item", "part", "correct"]


def table(*cells):
    """Ten answers for each (condition, part, how many of them are right)."""
    return pd.DataFrame(
        [
            ["someone", 0, condition, "plane", f"item-{n}", part, n < right]
            for condition, part, right in cells
            for n in range(10)
        ],
        columns=HEAD,
    )


WHOLE = (
    ("cue_conflict", "held_out", 7),
    ("zero_shot", "held_out", 9),
    ("partial_exposure", "held_out", 4),
    ("zero_shot", "taught", 10),
    ("partial_exposure", "taught", 10),
    ("zero_shot", "familiar", 8),
)


def test_flb_is_accuracy_in_cue_conflict_less_a_half():
    (value,) = bias.feature_bias(table(*WHOLE))
    assert value == pytest.approx(0.7 - 0.5)


def test_evr_is_zero_shot_less_partial_exposure():
    (value,) = bias.exemplar_bias(table(*WHOLE))
    assert value == pytest.approx(0.9 - 0.4)


def test_evr_can_be_negative():
    cells = (("zero_shot", "held_out", 2), ("partial_exposure", "held_out", 9))
    (value,) = bias.exemplar_bias(table(*cells))
    assert value == pytest.approx(-0.7)


def test_accuracy_counts_its_own_part_only():
    found = bias.familiar_accuracy(table(*WHOLE))
    assert found.to_dict() == {("someone", "plane", "zero_shot", 0): 0.8}
    assert list(taught_accuracy(table(*WHOLE))) == [1.0, 1.0]
    assert sorted(bias.held_out_accuracy(table(*WHOLE))) == [0.4, 0.7, 0.9]


@pytest.mark.parametrize(
    "zero_shot, taught, competent", [(9, 10, 1.0), (8, 10, 0.0), (9, 9, 0.0)]
)
def test_competence_needs_both_gates(zero_shot, taught, competent):
    cells = (
        ("zero_shot", "held_out", zero_shot),
        ("partial_exposure", "held_out", 4),
        ("zero_shot", "familiar", 10),
        ("zero_shot", "taught", 10),
        ("partial_exposure", "taught", taught),
    )
    assert list(bias.competence(table(*cells))) == [competent]


def test_where_noise_limits_accuracy_the_gates_are_the_papers():
    assert bias.learned_from("imdb:film") == 0.8
    assert bias.learned_from("celeba:male:blond") == 0.75
    assert bias.learned_from("plane-rotated") == 0.95


def test_zero_shot_is_judged_by_what_is_reached_in_the_taught_corners():
    cells = (
        ("zero_shot", "held_out", 8),
        ("partial_exposure", "held_out", 4),
        ("zero_shot", "familiar", 8),
        ("zero_shot", "taught", 10),
        ("partial_exposure", "taught", 10),
    )
    assert list(bias.competence(table(*cells))) == [1.0]


def test_units_that_did_not_learn_are_counted_in_evr_but_not_as_learned():
    cells = [
        cell if cell[:2] != ("zero_shot", "taught") else (*cell[:2], 5)
        for cell in WHOLE
    ]
    assert len(bias.exemplar_bias(table(*cells))) == 1
    assert len(bias.exemplar_bias_of_learned(table(*cells))) == 0


@pytest.mark.parametrize("exposed, counted", [(10, 1), (9, 0)])
def test_the_papers_filter_asks_for_new_items_in_both_conditions(exposed, counted):
    """In the plane 95 % of ten items are all ten."""
    cells = [cell for cell in WHOLE if cell[1] == "held_out"]
    new = [("zero_shot", "familiar", 10), ("partial_exposure", "familiar", exposed)]
    taught = [(condition, "taught", 0) for condition, *_ in new]
    found = bias.exemplar_bias_of_validated(table(*cells, *new, *taught))
    assert list(found) == [pytest.approx(0.9 - 0.4)] * counted


@pytest.mark.parametrize("domains", [("plane", "plane-sign")])
def test_every_domain_has_its_own_value(domains):
    first = table(*WHOLE)
    both = pd.concat([first, first.assign(domain=domains[1], correct=True)])
    values = bias.exemplar_bias(both)
    assert values.to_dict() == pytest.approx(
        {("someone", "plane", 0): 0.5, ("someone", "plane-sign", 0): 0.0}
    )


@pytest.mark.parametrize(
    "measure, gone, complaint",
    [
        (
            bias.feature_bias,
            "cue_conflict",
            "held_out items in the condition cue_conflict",
        ),
        (bias.exemplar_bias, "zero_shot", "held_out items in the condition zero_shot"),
        (
            bias.competence,
            "partial_exposure",
            "items in the condition partial_exposure",
        ),
    ],
)
def test_a_missing_condition_is_refused(measure, gone, complaint):
    cells = [cell for cell in WHOLE if cell[0] != gone]
    with pytest.raises(Refusal, match=f"this measure needs .*{complaint}; there are"):
        measure(table(*cells))


def test_competence_without_taught_items_is_refused():
    cells = [cell for cell in WHOLE if cell[1] != "taught"]
    with pytest.raises(Refusal, match="needs taught items in the condition zero_shot"):
        bias.competence(table(*cells))
