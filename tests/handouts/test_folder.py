"""A study's items as a folder, and the way back: files out, answers in."""

import csv
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.items import identify
from metamer.core.study import Study
from metamer.handouts.folder import Handing
from metamer.handouts.pictures import picture_path
from metamer.learners.answers import Answers
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.reviews import Reviews
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.pointers import Pointers

PLAN = Study(
    Categories(per_class=12, held_out=6, familiar=2, again=2),
    (metamer.learner("exemplars")(),),
    units=2,
)


def hand(study, out, taught=100):
    Handing(study, out, taught).write(lambda steps: None)
    return out


def test_a_few_lines_that_never_saw_metamer_answer_and_are_scored(tmp_path):
    out = hand(PLAN, tmp_path / "out")
    rows = []
    with (out / "items.csv").open() as lines:
        for row in csv.DictReader(lines):
            taught = np.load(out / row["folder"] / "taught.npz")
            asked = np.load(out / row["folder"] / "asked.npz")
            seen = asked["inputs"][asked["item"] == row["item"]]
            nearest = ((taught["inputs"] - seen) ** 2).sum(axis=1).argmin()
            rows.append({**row, "answer": taught["labels"][nearest]})
    pd.DataFrame(rows).to_csv(tmp_path / "answers.csv", index=False)

    nearest = metamer.learner("sklearn")("KNeighborsClassifier", {"n_neighbors": 1})
    answers = Answers(str(tmp_path / "answers.csv"), label="numpy")
    study = replace(PLAN, learners=(nearest, answers))
    table = metamer.run(study, tmp_path / "run").table
    ours, theirs = (
        table[table["learner"] == name].reset_index(drop=True)
        for name in (nearest.name, "numpy")
    )
    columns = ["condition", "unit", "item", "answer", "correct"]
    assert ours[columns].equals(theirs[columns])
    assert 0 < ours["correct"].mean() < 1


def test_taught_items_are_named_and_labelled_and_asked_ones_are_not_labelled(tmp_path):
    out = hand(PLAN, tmp_path / "out", 10)
    folder = out / "zero_shot-plane-printed" / "unit-1"
    taught, asked = np.load(folder / "taught.npz"), np.load(folder / "asked.npz")
    assert {name: len(taught[name]) for name in ("item", "inputs", "labels")} == {
        "item": 10,
        "inputs": 10,
        "labels": 10,
    }
    assert taught["taught_in_all"].tolist() == [24]
    assert list(taught["item"]) == list(identify("categories/plane", taught["inputs"]))
    assert set(asked) == {"item", "inputs"}


def test_a_stream_is_written_up_to_a_limit_and_the_file_says_of_how_many(tmp_path):
    study = replace(PLAN, paradigm=Pointers(sizes=(10**9,), asked=5, again=5), units=1)
    out = hand(study, tmp_path / "out", 7)
    (file,) = out.rglob("taught.npz")
    with np.load(file) as taught:
        assert taught["inputs"].shape == (7, 11)
        assert taught["taught_in_all"].tolist() == [10**9]
    with pytest.raises(Refusal, match="give --taught N, at most 10,000,000"):
        hand(study, tmp_path / "all", 10**9)


def test_texts_can_be_opened_safely(tmp_path):
    reviews = Categories((Reviews(),), per_class=8, held_out=2, familiar=1, again=1)
    out = hand(replace(PLAN, paradigm=reviews, units=1), tmp_path / "out")
    with np.load(next(out.rglob("asked.npz")), allow_pickle=False) as asked:
        assert asked["inputs"].dtype.kind == "U"


def test_tasks_go_out_as_arc_json_without_the_answers(tmp_path):
    study = Study(Concepts(concepts=("Center",), tasks=1), (Answers(),), units=1)
    out = hand(study, tmp_path / "out")
    with np.load(next(out.rglob("asked.npz"))) as asked:
        task = json.loads((out / "Center/unit-0" / asked["task"][0]).read_text())
        assert list(asked["test"]) == [0, 1, 2]
    assert set(task["train"][0]) == {"input", "output"}
    assert [set(pair) for pair in task["test"]] == [{"input"}] * 3
    assert not list(out.rglob("taught.npz"))


def test_a_folder_of_another_study_or_of_anything_else_is_left_alone(tmp_path):
    out = hand(PLAN, tmp_path / "out")
    before = (out / "items.csv").read_bytes()
    with pytest.raises(Refusal, match="holds the items of another study"):
        hand(replace(PLAN, seed=1), out)
    assert (out / "items.csv").read_bytes() == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(Refusal, match="is not empty; choose another --out"):
        hand(PLAN, tmp_path / "mine")


def test_more_units_are_added_to_a_folder(tmp_path):
    out = hand(replace(PLAN, units=1), tmp_path / "out")
    first = len((out / "items.csv").read_text().splitlines())
    hand(PLAN, out)
    assert len((out / "items.csv").read_text().splitlines()) == 2 * first - 1


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("tiles/copy/abstract/0f", "tiles_copy_abstract_0f.png"),
        ("concepts/a b/0", r"concepts_a_b_0_[0-9a-f]{8}.png"),
        ("concepts/a?b/0", r"concepts_a_b_0_[0-9a-f]{8}.png"),
    ],
)
def test_a_picture_has_a_name_that_any_system_allows(item, name):
    assert re.fullmatch(f"pictures/{name}", picture_path(item))


def test_two_ids_have_two_pictures():
    assert picture_path("concepts/a b/0") != picture_path("concepts/a?b/0")
