"""Held-out lists: drawn from a seed, written by a user, found in released files."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.controls import lists
from metamer.paradigms.matrices.controls.list_files import read, write
from metamer.paradigms.matrices.controls.lists import HeldOut
from metamer.paradigms.matrices.controls.recovery import recover
from metamer.paradigms.matrices.rules.vocabulary import TRIPLES, compatible

NAMES = [str(triple) for triple in TRIPLES]


def folder_of(path, train, test):
    """A folder of PGM files without panels; structures are lists of triples' names."""
    for split, structures in (("train", train), ("test", test)):
        for place, structure in enumerate(structures):
            rows = np.array([name.split() for name in structure], dtype="S")
            name = f"PGM_attr.rels_{split}_{place}.npz"
            np.savez_compressed(path / name, relation_structure=rows)
    return str(path)


def written(path, text):
    """A user's file."""
    (path / "lists.toml").write_text(text)
    return str(path / "lists.toml")


def test_derived_lists_have_the_sizes_of_the_paper():
    held = lists.derive()
    assert [TRIPLES[place].attribute for place in held.triples] == list(range(7))
    assert len(set(held.triple_pairs)) == 40
    assert len(set(held.attribute_pairs)) == 4
    assert all(compatible(TRIPLES[a], TRIPLES[b]) for a, b in held.triple_pairs)


def test_derived_lists_can_be_drawn_again_from_their_description():
    numbers = np.random.Generator(np.random.PCG64(2018)).random(29 + 347 + 20)
    held = lists.derive()
    assert held.triples[0] == np.argmin(numbers[:5])
    assert held.triples[6] == 25 + np.argmin(numbers[25:29])
    smallest = [
        lists.attribute_pairs()[index] for index in np.argsort(numbers[-20:])[:4]
    ]
    assert set(held.attribute_pairs) == set(smallest)


def test_another_seed_gives_other_lists():
    one, other = lists.derive(), lists.derive(1)
    assert one.triples != other.triples
    assert one.triple_pairs != other.triple_pairs


def test_there_are_20_pairs_of_attributes_and_number_with_position_is_none():
    assert len(lists.attribute_pairs()) == 20
    assert (2, 3) not in lists.attribute_pairs()


def test_lists_survive_writing_and_reading(tmp_path):
    path = str(tmp_path / "deep" / "lists.toml")
    write(path, lists.derive(7))
    assert read(path) == lists.derive(7)


def test_what_a_file_does_not_say_is_derived(tmp_path):
    text = 'attribute_pairs = [["line type", "shape size"]]'
    held = read(written(tmp_path, text))
    rest = lists.derive()
    assert held == HeldOut(rest.triples, rest.triple_pairs, ((0, 6),))


def test_a_user_may_hold_out_two_triples_of_one_attribute(tmp_path):
    text = 'triples = ["line type OR", "shape size progression", "line type XOR"]'
    held = read(written(tmp_path, text))
    assert [NAMES[place] for place in held.triples] == [
        "shape size progression",
        "line type XOR",
        "line type OR",
    ]


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("triples = 3", "triples: must be a list, not 3"),
        ("triples = []", "triples must not be empty"),
        ("tripels = ['line type OR']", "unknown key 'tripels' .*; allowed: triples"),
        (
            "triples = ['line size OR']",
            "no triple 'line size OR' .*; there is: shape size",
        ),
        (
            "triples = ['line type OR', 'line type OR']",
            "line type OR is listed 2 times",
        ),
        (
            "triples = ['shape number progression', 'shape number consistent_union']",
            "every triple of shape number is held out; training needs one of them",
        ),
        ("triple_pairs = [['line type OR']]", "must have 2 entries, not 1"),
        (
            "triple_pairs = [['shape number progression', 'shape position OR']]",
            "no matrix has shape number progression with shape position OR; allowed: pairs",
        ),
        (
            "triple_pairs = [['shape size OR', 'shape size AND']]",
            "no matrix has shape size OR with shape size AND",
        ),
        (
            "attribute_pairs = [['shape position', 'shape number']]",
            "no matrix has shape number with shape position; allowed: pairs",
        ),
        (
            "attribute_pairs = [['shape', 'line type']]",
            "no attribute 'shape'; there is",
        ),
        (
            "attribute_pairs = [['shape size', 'line type'], ['line type', 'shape size']]",
            "shape size with line type is listed 2 times",
        ),
        ("triples = [", "is not valid TOML"),
    ],
)
def test_lists_that_cannot_be_held_out_are_refused(tmp_path, text, complaint):
    with pytest.raises(Refusal, match=complaint):
        read(written(tmp_path, text))


def test_holding_out_every_pair_is_refused(tmp_path):
    path = str(tmp_path / "lists.toml")
    write(path, HeldOut((), (), tuple(lists.attribute_pairs())))
    with pytest.raises(Refusal, match="holds out every pair; training needs one"):
        read(path)


def test_triples_that_only_test_files_have_are_recovered_without_their_pairs(tmp_path):
    train = [["shape size OR"], ["line type OR", "shape size OR"], ["line color XOR"]]
    test = [["line type AND"], ["line type AND", "shape size OR"], ["line color XOR"]]
    found = recover(folder_of(tmp_path, train, test))
    assert found == HeldOut((NAMES.index("line type AND"),), (), ())


def test_pairs_that_only_test_files_have_are_recovered(tmp_path):
    size, union, kind = "shape size OR", "shape size consistent_union", "line type OR"
    train = [[union, kind], [size, "line color OR"]]
    test = [[kind, size], [union, kind]]
    found = recover(folder_of(tmp_path, train, test))
    assert found == HeldOut((), ((NAMES.index(size), NAMES.index(kind)),), ())


def test_pairs_of_attributes_are_recovered_without_their_triples(tmp_path):
    train = [["shape size OR", "shape type OR"], ["line type OR", "line color OR"]]
    test = [["shape size OR", "line type OR"]]
    found = recover(folder_of(tmp_path, train, test))
    assert found == HeldOut((), (), ((0, 6),))


def test_what_is_recovered_can_be_read(tmp_path):
    train, test = [["shape size OR"]], [["line type AND"]]
    found = recover(folder_of(tmp_path, train, test))
    path = str(tmp_path / "lists.toml")
    write(path, found)
    assert read(path).triples == found.triples
    assert read(path).triple_pairs == lists.derive().triple_pairs


def test_folders_without_lists_are_refused(tmp_path):
    same = [["shape size OR", "line type OR"]]
    with pytest.raises(Refusal, match="nothing is held out in"):
        recover(folder_of(tmp_path, same, same))


def test_a_folder_without_training_files_is_refused(tmp_path):
    with pytest.raises(Refusal, match="has no train files; lists are recovered from"):
        recover(folder_of(tmp_path, [], [["shape size OR"]]))


def test_a_folder_that_holds_out_a_whole_attribute_is_refused(tmp_path):
    kinds = [[f"line type {name}"] for name in ("XOR", "OR", "AND", "consistent_union")]
    with pytest.raises(Refusal, match="every triple of line type is held out"):
        recover(folder_of(tmp_path, [["shape size OR"]], kinds))


def test_lists_of_several_folders_become_one():
    parts = [
        HeldOut((3,), (), ()),
        HeldOut((), ((4, 9),), ()),
        HeldOut((), (), ((0, 6),)),
    ]
    assert lists.merge(parts) == HeldOut((3,), ((4, 9),), ((0, 6),))
