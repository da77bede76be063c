"""Numbers published about matrices, and the studies that stand beside them."""

from dataclasses import replace

import jax.numpy as jnp
import numpy as np
import pytest

import metamer
from metamer.paradigms.matrices.controls.regimes import REGIMES
from metamer.paradigms.matrices.figures.explanations import KINDS
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import SMALLER
from metamer.paradigms.matrices.studies.scales import PUBLISHED

STUDIES = [f"matrices-{one}" for one in ("models", "regimes", "distractors", "audit")]
STUDIES.append("matrices-explanations")
SCALES = ("demo", "small", "paper")


def test_every_regime_of_the_paper_can_be_drawn():
    assert {*literature.COLUMNS} <= {*REGIMES}


def test_the_best_published_numbers_are_those_of_the_specification():
    best = dict.fromkeys(literature.COLUMNS, 0.0)
    for _, condition, share, _ in literature.every_test_accuracy():
        best[condition] = max(best[condition], share)
    assert best == {
        "neutral": 0.9947,
        "interpolation": 0.838,
        "extrapolation": 0.29,
        "attribute_pairs": 0.993,
        "triple_pairs": 0.989,
        "triples": 0.488,
        "line_type": 0.334,
        "shape_colour": 0.169,
    }


def test_every_kind_of_item_has_a_published_number():
    levels = [level for order in KINDS.values() for level in order]
    assert sorted(literature.LEVELS) == sorted(levels)


def test_published_names_are_those_of_networks_in_their_full_size():
    made = metamer.study("matrices-models")(scale="paper").learners
    made += metamer.study("matrices-explanations")(scale="paper").learners
    assert {*PUBLISHED} <= {entry.name for entry in made}
    assert {row[0] for row in literature.test_accuracies(PUBLISHED)} == {*PUBLISHED}


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("scale", ["demo", "small"])
def test_smaller_networks_are_not_shown_beside_published_numbers(name, scale):
    plan = metamer.study(name)(scale=scale)
    assert not {entry.name for entry in plan.learners} & {*PUBLISHED}
    assert SMALLER in plan.remarks


@pytest.mark.parametrize("name", STUDIES)
def test_the_scale_of_the_paper_has_its_networks(name):
    plan = metamer.study(name)(scale="paper")
    trained = {entry.name for entry in plan.learners if hasattr(entry, "training")}
    assert trained and trained <= {*PUBLISHED}
    assert SMALLER not in plan.remarks


@pytest.mark.parametrize("scale", SCALES)
def test_the_audit_asks_for_every_number_of_triples_with_both_kinds_of_foils(scale):
    paradigm = metamer.study("matrices-audit")(scale=scale).paradigm
    assert paradigm.mixture == "uniform"
    assert paradigm.foils == ("exchangeable", "pgm")


@pytest.mark.parametrize("scale", SCALES)
def test_the_audit_says_that_it_has_no_network_only_where_it_has_none(scale):
    plan = metamer.study("matrices-audit")(scale=scale)
    said = any("No network at this scale" in remark for remark in plan.remarks)
    assert said != any(hasattr(entry, "training") for entry in plan.learners)


def test_the_small_audit_asks_each_solver_20_000_items():
    plan = metamer.study("matrices-audit")(scale="small")
    assert plan.units * plan.paradigm.asked == 20_000


@pytest.mark.parametrize("name", ["matrices-models", "matrices-regimes"])
@pytest.mark.parametrize("scale", SCALES)
def test_the_ceiling_is_shown_with_networks(name, scale):
    learners = metamer.study(name)(scale=scale).learners
    assert "matrix-solver" in [entry.name for entry in learners]


def test_the_paper_compares_items_with_and_without_distractors():
    for scale in SCALES:
        paradigm = metamer.study("matrices-distractors")(scale=scale).paradigm
        assert paradigm.distractions == (0.0, 0.5)
    assert {*literature.DISTRACTION} == {"0.0", "0.5"}


class Explains:
    """Is taught nothing, picks the first candidate, and says that shapes have a rule."""

    name = "explains"
    compiled = True

    def fit(self, items, key):
        return None

    def train(self, lessons, keys, place):
        return np.zeros(len(lessons))

    def answer(self, fitted, items):
        return jnp.eye(8)[jnp.zeros(len(items.inputs), int)]

    def explain(self, fitted, items):
        return jnp.tile(jnp.arange(12) == 0, (len(items.inputs), 1)).astype(float)

    def tell(self, fitted):
        return {}


def test_what_a_learner_says_of_its_reasons_goes_through_a_whole_study(tmp_path):
    plan = metamer.study("matrices-explanations")(scale="demo")
    few = replace(plan.paradigm, sizes=(64,), asked=40, again=8)
    brief = replace(plan, paradigm=few, learners=(Explains(),), units=1)
    responses = metamer.run(brief, tmp_path / "run")
    table = responses.table
    shapes = [
        all(word.startswith("shape") for word in one.split(", "))
        for one in table["structure"].astype(str)
    ]
    assert list(table["meta_objects"] == 1) == shapes
    for part in ("", "_objects", "_attributes", "_relations"):
        assert set(table[f"certainty{part}"]) == {1.0}
    assert set(table["meta_right"]) == {0.0}
    assert set(table["answer"].astype(str)) == {"A"}


def test_networks_of_table_1_stop_by_the_loss_on_validation_items():
    # barrett2018, Sec. 3; epochs of 1.2 million items in batches of 16, 32 or 256.
    plan = metamer.study("matrices-models")(scale="paper")
    trained = [entry.training for entry in plan.learners if hasattr(entry, "training")]
    assert len(trained) == 6
    assert {one.patience for one in trained} == {10}
    assert {one.evaluate_every for one in trained} == {75_000, 37_500, 4687}
