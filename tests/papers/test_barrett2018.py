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
from metamer.paradigms.matrices.pixels.atlas import LOOKS
from metamer.paradigms.matrices.rules.vocabulary import (
    MAX_TRIPLES,
    META_BITS,
    NUMBER,
    POSITION,
    RELATIONS,
    TRIPLES,
)
from metamer.paradigms.matrices.score import META_COLUMNS, certainty
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


def test_section_4_3_validation_and_4_5_what_meta_targets_add():
    assert literature.DISTRACTION_VALIDATION == {"0.0": 79.3, "0.5": 63.0}
    assert literature.IMPROVEMENT == 13.9


def test_section_2_2_counts():
    assert [*literature.COUNTS.values()] == [29, 400, 20]


TABLES_7_AND_8 = {
    literature.WREN: "68.5 51.1 44.5 48.4 55.4 53.2 64.7 63.2 60.1 26.4 58.9 80.1 77.3 "
    "61.0 46.2 78.3",
    "blind ResNet-50": "23.6 21.2 22.1 23.5 15.7 20.2 30.1 17.2 28.0 16.3 18.7 18.1 27.5 "
    "28.1 18.6 27.5",
}
"""From elsewhere: the appendix is not in the text of the paper that was read."""

TABLE_9 = {
    "blind ResNet-50": "22.4 18.4 14.1 12.7 15.0 11.6 14.4 12.5",
    "blind ResNet-50, beta 10": "13.5 12.2 13.0 12.3 12.6 12.4 12.6 12.3",
}


def numbers(text):
    return tuple(map(float, text.split()))


def test_tables_7_8_and_9():
    found = {name: numbers(text) for name, text in TABLES_7_AND_8.items()}
    assert found == literature.KINDS
    assert {name: numbers(text) for name, text in TABLE_9.items()} == literature.BLIND


LATER = {
    "MXGNet": "66.7 65.4 18.9 33.6 43.3 19.9 16.7 16.6",
    "MRNet": "93.4 68.1 19.2 38.4 55.3 25.9 30.1 16.9",
    "ARII": "88.0 72.0 29.0 50.0 64.1 32.1 16.0 12.7",
    "DRNet": "99.1 83.8 22.2 93.7 78.1 48.8 27.9 13.1",
    "PredRNet": "99.1 75.3 22.9 99.3 98.9 41.2 33.4 13.1",
    "SSPredRNet (self-supervised)": "64.9 51.8 17.0 32.3 41.9 23.7 20.4 12.7",
}
"""Test accuracy by regime in the README of ZjjConan/AVR-PredRNet, 2025."""

ON_NEUTRAL = {
    "CoPINet": 56.4,
    "LEN": 68.1,
    "DCNet": 68.6,
    "SRAN": 71.3,
    "Rel-Base": 85.5,
    "SCL": 88.9,
    "MLRN": 98.0,
    "STSN": 98.2,
    "DIO": 98.06,
    "DIO + Brando": 99.06,
    "DIO + WORLD": 99.47,
    "Funny-Valen": 99.38,
    "LEN, beta above 0": 82.3,
    "MXGNet, beta above 0": 89.6,
}
"""In other READMEs."""

SHORTCUTS = """
    59.5 6.8 66.9 80.0 85.9
    80.9
    88.1
    19.6
    24.0
    12.6
    12.5
"""
"""Our own measurements on other items."""


def test_numbers_of_later_networks_and_of_shortcuts():
    assert {one: literature.TEST[one] for one in LATER} == {
        name: numbers(text) for name, text in LATER.items()
    }
    neutral = {name: percent for name, (percent, _) in literature.NEUTRAL.items()}
    assert ON_NEUTRAL.items() <= neutral.items()
    found = [percents for _, _, percents, _ in literature.SHORTCUTS]
    assert found == [numbers(line) for line in SHORTCUTS.strip().splitlines()]


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
    assert META_COLUMNS["meta_attributes"] == [2, 3, 4, 5, 6]
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


def test_the_ten_greys_of_shapes():
    expected = (23, 46, 69, 93, 116, 139, 162, 186, 209, 232)
    assert LOOKS["pgm"].shape_greys == expected


def test_table_1_beta_10():
    assert USUAL == 10
    assert metamer.learner("wren")().beta == 0


def test_figure_5_certainty_is_the_printed_one_doubled():
    """Printed: the mean absolute difference of the predictions from 0.5."""
    bits = np.tile(np.float32([0.9, 0.5, 0.1]), 4)[None]
    printed = np.abs(bits - 0.5).mean()
    assert certainty(bits) == pytest.approx(2 * printed)
