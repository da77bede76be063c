"""Numbers printed in Barrett et al. (2018), and what follows from its set-up."""

import re

import numpy as np
import pytest

import metamer
from metamer.paradigms.matrices.controls import lists
from metamer.paradigms.matrices.controls.regimes import MIXTURES
from metamer.paradigms.matrices.learners.settings import ADAM, CANDIDATES, USUAL
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.nets.panels import DROPOUT, LAYERS
from metamer.paradigms.matrices.rules.vocabulary import (
    MAX_TRIPLES,
    META_BITS,
    NUMBER,
    POSITION,
    RELATIONS,
    TRIPLES,
)
from metamer.paradigms.matrices.score import certainty
from metamer.paradigms.matrices.studies import literature

TABLE_1 = {
    "neutral": (63.0, 62.6, 77.2, 76.9),
    "interpolation": (79.0, 64.4, 92.3, 67.4),
    "attribute_pairs": (46.7, 27.2, 73.4, 51.7),
    "triple_pairs": (63.9, 41.9, 74.5, 56.3),
    "triples": (63.4, 19.0, 80.0, 20.1),
    "line_type": (59.5, 14.4, 78.1, 16.4),
    "shape_colour": (59.1, 12.5, 85.2, 13.0),
    "extrapolation": (69.3, 17.2, 93.6, 15.5),
}
"""WReN by regime: validation and test with beta 0, then with beta 10."""


@pytest.mark.parametrize("regime", TABLE_1)
def test_table_1_wren_by_regime(regime):
    column = literature.COLUMNS.index(regime)
    found = [
        table[network][column]
        for network in (literature.WREN, literature.WREN_META)
        for table in (literature.VALIDATION, literature.TEST)
    ]
    assert tuple(found) == TABLE_1[regime]


def test_table_1_the_networks_of_the_paper_stand_in_their_order():
    neutral = {
        name: share
        for name, condition, share, _ in literature.every_test_accuracy()
        if condition == "neutral"
    }
    names = ("CNN-MLP", "LSTM", "ResNet-50", "Wild-ResNet", literature.WREN)
    assert [neutral[one] for one in names] == [0.33, 0.358, 0.42, 0.48, 0.626]
    assert neutral[literature.WREN_META] == 0.769


@pytest.mark.parametrize(
    "network, overall", [(literature.WREN, 62.6), ("blind ResNet-50", 22.8)]
)
def test_table_7_numbers_of_triples_mixed_as_inferred_give_the_overall_accuracy(
    network, overall
):
    mixed = np.dot(MIXTURES["pgm"], literature.KINDS[network][:4])
    assert mixed == pytest.approx(overall, abs=0.2)


def test_section_4_6_right_explanations_go_with_right_answers():
    found = {
        row[1:3]: row[3] for row in literature.accuracies_by_explanation("wren+meta")
    }
    both = {group: (found[group, "right"], found[group, "wrong"]) for group, _ in found}
    assert both == {
        "all": (0.874, 0.348),
        "relation": (0.868, 0.321),
        "attribute": (0.795, 0.49),
        "object": (0.782, 0.622),
    }


def test_table_1_and_section_4_3_a_blind_network_and_items_without_distractors():
    assert literature.BLIND["blind ResNet-50"][0] == 22.4
    assert literature.DISTRACTION == {"0.0": 78.3, "0.5": 62.6}


def test_section_2_there_are_29_triples_up_to_four_in_a_matrix_and_400_pairs():
    assert (len(TRIPLES), MAX_TRIPLES, len(RELATIONS)) == (29, 4, 5)
    number, position = (
        sum(triple.attribute == attribute for triple in TRIPLES)
        for attribute in (NUMBER, POSITION)
    )
    assert 29 * 28 // 2 - number * position == 400


def test_section_2_2_sizes_of_the_held_out_lists():
    held_out = lists.derive()
    assert len(held_out.triples) == 7
    assert len(held_out.triple_pairs) == 40
    assert (len(held_out.attribute_pairs), len(lists.attribute_pairs())) == (4, 20)


def test_section_3_1_the_bits_of_a_meta_target():
    example = {"shape color progression": "101000010000"}
    example["shape number progression"] = "100100010000"
    found = {str(triple): "".join(map(str, triple.meta)) for triple in TRIPLES}
    assert len(META_BITS) == 12
    assert {name: found[name] for name in example} == example


@pytest.mark.parametrize(
    "level, printed",
    [
        ("OR", 64.7),
        ("XOR", 53.2),
        ("line", 78.3),
        ("shape", 46.2),
        ("number", 80.1),
        ("size", 26.4),
    ],
)
def test_section_4_2_accuracy_by_question_type(level, printed):
    column = literature.LEVELS.index(level)
    assert literature.KINDS[literature.WREN][column] == printed


@pytest.mark.parametrize(
    "study, printed",
    [
        ("matrices-models", "62.6 48.0 42.0 35.8 33.0 22.4 12.5"),
        ("matrices-regimes", "63.0 62.6 79.0 64.4 69.3 17.2 12.5"),
        ("matrices-distractors", "79.3 78.3 63.0 62.6"),
        ("matrices-explanations", "87.4 34.8 86.8 32.1"),
        ("matrices-audit", "22.4 12.5"),
    ],
)
def test_numbers_that_reports_quote_are_those_of_table_1_and_sections_4_3_and_4_6(
    study, printed
):
    words = metamer.study(study)(scale="small").printed
    assert re.findall(r"[0-9]+[.][0-9]", words) == printed.split()


def test_section_3_networks_and_chance():
    assert (LAYERS, DROPOUT, CANDIDATES) == (4, 0.5, 8)
    assert CHANCE == 0.125
    assert ADAM.optimiser == "adam"
    assert metamer.learner("wren")().pixels == 80


def test_table_1_beta_10():
    assert USUAL == 10
    assert metamer.learner("wren")().beta == 0


def test_figure_5_certainty_is_the_printed_one_doubled():
    """Printed: the mean absolute difference of the predictions from 0.5."""
    bits = np.tile(np.float32([0.9, 0.5, 0.1]), 4)[None]
    printed = np.abs(bits - 0.5).mean()
    assert certainty(bits) == pytest.approx(2 * printed)
