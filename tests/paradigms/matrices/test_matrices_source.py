"""Drawing matrices: what every one of them must be."""

import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices as Paradigm
from metamer.paradigms.matrices.generator.dice import ranks
from metamer.paradigms.matrices.generator.source import bucket
from metamer.paradigms.matrices.rules import vocabulary
from metamer.paradigms.matrices.rules.vocabulary import META_ROWS, TRIPLES, facts
from metamer.training.drawing import draw_items


def source(regime="neutral", split="train", mixture="uniform", share=0.5, foils=None):
    kind = foils or "exchangeable"
    paradigm = Paradigm((regime,), (kind,), mixture, (share,))
    return paradigm.source(paradigm.conditions()[0], split)


@pytest.fixture(scope="module")
def items():
    return draw_items(source(), root(0), 4096)


def test_there_are_29_triples_400_pairs_on_paper_and_347_that_can_be():
    assert len(TRIPLES) == 29
    number, position = (
        sum(triple.attribute == at for triple in TRIPLES)
        for at in (vocabulary.NUMBER, vocabulary.POSITION)
    )
    assert 29 * 28 // 2 - number * position == 400
    assert len(vocabulary.compatible_pairs()) == 347


def test_a_matrix_follows_from_its_key_and_place_alone(items):
    alone = draw_items(source(), root(0), 1, first=4000)
    assert np.array_equal(alone.inputs[0], items.inputs[4000])
    assert alone.labels[0] == items.labels[4000]


def test_the_numbers_of_triples_follow_the_mixture(items):
    many = (facts(items.features).triples >= 0).sum(axis=1)
    shares = np.bincount(many, minlength=5)[1:] / len(many)
    assert shares == pytest.approx([0.25] * 4, abs=4 * (0.25 * 0.75 / len(many)) ** 0.5)


def test_every_triple_and_both_directions_occur(items):
    triples, directions, _ = facts(items.features)
    assert set(np.unique(triples)) == {-1, *range(29)}
    share = (directions == 1).sum() / (directions >= 0).sum()
    assert share == pytest.approx(0.5, abs=0.03)


def test_all_candidates_differ_where_foils_are_exchangeable(items):
    codes = [{row.tobytes() for row in one[8:]} for one in items.inputs]
    assert {len(code) for code in codes} == {8}


def test_codes_are_those_of_shapes_and_lines(items):
    shapes, lines = np.split(items.inputs, [9], axis=2)
    assert shapes.min() == 0 and shapes.max() <= 700
    assert lines.min() == 0 and lines.max() <= 10


def test_meta_targets_name_the_triples(items):
    expected = META_ROWS[facts(items.features).triples].max(axis=1)
    assert np.array_equal(items.hints, expected)


@pytest.mark.parametrize("foils", ["exchangeable", "pgm"])
def test_without_distraction_attributes_without_a_rule_stay_the_same(foils):
    few = draw_items(source(mixture="one", share=0.0, foils=foils), root(1), 512)
    triples, _, distracting = facts(few.features)
    number = [
        TRIPLES[triple].attribute == vocabulary.NUMBER for triple in triples[:, 0]
    ]
    # Other numbers of shapes cannot be where the same ones were.
    assert np.array_equal(distracting[:, vocabulary.POSITION], number)
    rest = np.delete(distracting, vocabulary.POSITION, axis=1)
    assert not rest.any()


def test_no_two_splits_can_share_a_matrix(items):
    def buckets(one):
        return set(np.asarray(jax.vmap(bucket)(jnp.asarray(one.inputs[:, 8:]))))

    assert buckets(items) == set(range(6))
    assert buckets(draw_items(source(split="validation"), root(2), 64)) == {6}
    assert buckets(draw_items(source(split="test"), root(2), 64)) == {7}


def test_every_candidate_is_right_equally_often_in_every_split():
    for split in ("train", "test"):
        labels = draw_items(source(split=split), root(4), 4096).labels
        assert np.bincount(labels, minlength=8) == pytest.approx(512, abs=85)


def test_ranks_are_those_of_sorting():
    keys = np.random.default_rng(0).integers(0, 2**32, (20, 9), dtype=np.uint32)
    found = ranks(jnp.asarray(keys), jnp.ones(keys.shape, bool))
    assert np.array_equal(found, keys.argsort(axis=1).argsort(axis=1))


def test_importing_the_sampler_does_not_start_jax():
    # Whoever runs a study first decides how many devices there are.
    code = "import jax, metamer.paradigms.matrices.generator.source\n"
    code += "jax.config.update('jax_num_cpu_devices', 2); print(len(jax.devices()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "2"
