"""The regimes: what training never has, and what every test matrix has."""

import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.controls.lists import derive
from metamer.paradigms.matrices.controls.regimes import REGIMES
from metamer.paradigms.matrices.generator.sets import value_sets
from metamer.paradigms.matrices.rules import vocabulary
from metamer.paradigms.matrices.rules.vocabulary import TRIPLES, facts
from metamer.training.drawing import draw_items

HELD, MANY = derive(), 8192
ORDERED = [vocabulary.SIZE, vocabulary.COLOUR, vocabulary.LINE_COLOUR]


def draw(regime, split, many=MANY):
    paradigm = Matrices(regimes=(regime,))
    return draw_items(paradigm.source(paradigm.conditions()[0], split), root(3), many)


def structures(items):
    return [set(triple[triple >= 0]) for triple in facts(items.features).triples]


def attributes(structure):
    return {TRIPLES[one].attribute for one in structure}


def held_out(regime):
    """Whether a structure has something that training never has."""
    lists = {
        "triples": lambda one: bool(one & set(HELD.triples)),
        "triple_pairs": lambda one: any(set(pair) <= one for pair in HELD.triple_pairs),
        "attribute_pairs": lambda one: any(
            set(pair) <= attributes(one) for pair in HELD.attribute_pairs
        ),
        "line_type": lambda one: vocabulary.LINE_TYPE in attributes(one),
        "shape_colour": lambda one: vocabulary.COLOUR in attributes(one),
    }
    return lists[regime]


@pytest.mark.parametrize(
    "regime",
    ["triples", "triple_pairs", "attribute_pairs", "line_type", "shape_colour"],
)
def test_training_never_has_what_every_test_matrix_has(regime):
    has = held_out(regime)
    assert not any(map(has, structures(draw(regime, "train"))))
    assert not any(map(has, structures(draw(regime, "validation", 512))))
    assert all(map(has, structures(draw(regime, "test", 1024))))


@pytest.mark.parametrize("regime", ["triple_pairs", "attribute_pairs"])
def test_regimes_of_pairs_have_two_triples_at_least(regime):
    for split, many in (("train", MANY), ("test", 1024)):
        assert min(map(len, structures(draw(regime, split, many)))) == 2


@pytest.mark.parametrize(
    ("regime", "taught", "tested"),
    [
        ("interpolation", 0b0101010101, 0b1010101010),
        ("extrapolation", 0b0000011111, 0b1111100000),
    ],
)
def test_sizes_and_colours_of_training_and_test_are_apart(regime, taught, tested):
    for split, values in (("train", taught), ("validation", taught), ("test", tested)):
        items = draw(regime, split, 1024)
        panels = items.inputs.reshape(-1, vocabulary.SLOTS)
        sets = np.asarray(value_sets(jnp.asarray(panels)))
        union = np.bitwise_or.reduce(sets[:, ORDERED], axis=0)
        assert list(union) == [values] * 3
        assert all(
            attributes(structure) & set(ORDERED) for structure in structures(items)
        )


def test_a_regime_of_pairs_refuses_a_mixture_of_single_triples():
    with pytest.raises(Refusal, match="triple_pairs is about pairs of triples"):
        Matrices(regimes=("triple_pairs",), mixture="one")


def test_an_unknown_regime_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="neutral, interpolation"):
        Matrices(regimes=("hard",))


def test_every_regime_can_be_had_with_both_foils():
    paradigm = Matrices(regimes=tuple(REGIMES), foils=("exchangeable", "pgm"))
    assert len(paradigm.conditions()) == 16


def test_only_the_triples_occur_that_are_asked_for():
    names = ("shape number progression", "line type OR")
    paradigm = Matrices(triples=names, mixture="uniform")
    items = draw_items(paradigm.source(paradigm.conditions()[0], "train"), root(5), 256)
    found = set().union(*structures(items))
    assert {str(TRIPLES[one]) for one in found} == set(names)


@pytest.mark.parametrize(
    "names",
    [
        ("shape color AND",),
        ("shape size XOR", "shape position OR", "line color AND", "line type XOR"),
    ],
)
def test_a_structure_is_what_every_matrix_has(names):
    paradigm = Matrices(structure=names)
    items = draw_items(paradigm.source(paradigm.conditions()[0], "test"), root(5), 256)
    for found in structures(items):
        assert {str(TRIPLES[one]) for one in found} == set(names)


def test_impossible_structures_and_unknown_triples_are_refused():
    with pytest.raises(Refusal, match="no matrix can have both"):
        Matrices(structure=("shape number progression", "shape position OR"))
    with pytest.raises(
        Refusal, match="no triple 'shape size growth'|shape size growth"
    ):
        Matrices(triples=("shape size growth",))
    with pytest.raises(Refusal, match="`triples` has none of them"):
        Matrices(regimes=("line_type",), triples=("shape size progression",))
