"""`metamer make concepts`: generated tasks as files."""

import json

import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.files import read_task
from metamer.paradigms.concepts.generated import one_with_shortcut, write_tasks
from metamer.paradigms.concepts.rules import families, find_family, variants
from metamer.paradigms.concepts.tasks import same


def written(folder, concept="Copy", family=None, count=2, seed=0, **settings):
    told = []
    settings = {"demonstrations": 2, "asked": 1} | settings
    paths = write_tasks(
        folder, concept, family, count, seed, progress=told.append, **settings
    )
    assert sum(told) == count
    return paths


def test_a_file_holds_the_pairs_of_one_task(tmp_path):
    (path,) = written(tmp_path, "Order", "sort-the-bars", 1, demonstrations=4, asked=2)
    assert path == tmp_path / "Order" / "Order-sort-the-bars-1.json"
    content = json.loads(path.read_text())
    assert [len(content[part]) for part in ("train", "test")] == [4, 2]
    assert all(pair.keys() == {"input", "output"} for pair in content["train"])


def test_some_variant_of_the_rule_solves_what_was_written(tmp_path):
    (path,) = written(tmp_path, "Order", "sort-the-bars", 1)
    named = read_task(path)
    assert named.concept == "Order"
    assert any(
        same(rule.answer(named.task.inputs[0]), named.answers[0])
        for rule in variants(find_family("Order", "sort-the-bars").rule)
    )


def test_the_families_of_a_concept_take_turns(tmp_path):
    names = [entry.name for entry in families() if entry.concept == "Copy"]
    paths = written(tmp_path, "Copy", count=len(names) + 1)
    expected = [f"Copy-{name}-1" for name in names] + [f"Copy-{names[0]}-2"]
    assert [path.stem for path in paths] == expected


def test_all_concepts_take_turns_where_none_is_named(tmp_path):
    paths = written(tmp_path, None, count=3)
    assert [path.stem for path in paths] == [
        f"{entry.concept}-{entry.name}-1" for entry in families()[:3]
    ]


def test_a_family_is_found_without_its_concept(tmp_path):
    (path,) = written(tmp_path, None, "sort-the-bars", 1)
    assert path.stem == "Order-sort-the-bars-1"


def test_the_same_seed_writes_the_same_bytes(tmp_path):
    first, again = written(tmp_path / "one"), written(tmp_path / "two")
    assert [it.read_bytes() for it in first] == [it.read_bytes() for it in again]


def test_another_seed_writes_other_tasks(tmp_path):
    first, other = written(tmp_path / "one"), written(tmp_path / "two", seed=1)
    for path, beside in zip(first, other, strict=True):
        assert path.read_bytes() != beside.read_bytes()


def test_writing_goes_on_where_it_stopped(tmp_path):
    first, second = written(tmp_path)
    kept, before = first.stat().st_mtime_ns, second.read_bytes()
    second.unlink()
    written(tmp_path)
    assert first.stat().st_mtime_ns == kept
    assert second.read_bytes() == before


def test_another_task_in_the_way_is_refused_before_anything_is_written(tmp_path):
    first, second = written(tmp_path)
    first.unlink()
    with pytest.raises(Refusal, match=f"{second.name} holds another task"):
        written(tmp_path, seed=1)
    assert not first.exists()


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"concept": "Colour"}, "no concept 'Colour'; there is: AboveBelow"),
        ({"concept": None, "family": "x"}, "no family 'x'; there is: "),
        ({"family": "sort-the-bars"}, "no family of Copy 'sort-the-bars'; there is: "),
        ({"count": 0}, "-n must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"demonstrations": 1}, "no number of demonstrations 1; there is: 2, 3"),
        ({"asked": 0}, "no number of asked inputs 0; there is: 1, 2"),
    ],
)
def test_wrong_names_and_numbers_are_refused(tmp_path, wrong, words):
    with pytest.raises(Refusal, match=words):
        written(tmp_path / "new", **wrong)
    assert not (tmp_path / "new").exists()


def test_a_task_with_a_shortcut_asks_the_same_in_every_training_condition():
    conflict, exposure = (
        one_with_shortcut("Copy", training, seed=3, demonstrations=4)
        for training in ("cue_conflict", "partial_exposure")
    )
    assert [grid.tolist() for grid in conflict.task.inputs] == [
        grid.tolist() for grid in exposure.task.inputs
    ]
    pairs = zip(conflict.task.demonstrations, exposure.task.demonstrations, strict=True)
    assert sum(not same(one.input, other.input) for one, other in pairs) == 1


def test_without_a_concept_the_seed_chooses_a_task_with_a_shortcut():
    concepts = {
        one_with_shortcut(None, "zero_shot", seed=seed, demonstrations=3).concept
        for seed in range(6)
    }
    assert len(concepts) > 2
