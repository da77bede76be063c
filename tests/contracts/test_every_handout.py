"""What every paradigm hands out, and that answers from elsewhere come back as they went."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from matplotlib.image import imread
from small import small

from metamer.core.checkpoints import Place
from metamer.core.handout import PicturesItems
from metamer.core.jobs import Job, unit_key
from metamer.core.registry import paradigm
from metamer.core.responses import details
from metamer.core.study import Study
from metamer.engines.answered import asked_ids
from metamer.engines.perform import perform
from metamer.handouts.folder import Handing
from metamer.learners.answers import Answers

UNITS = 2

each_paradigm = pytest.mark.parametrize("name", list(paradigm))


def study(name):
    return Study(small(name), (Answers(),), units=UNITS)


def as_answers(table):
    """The rows of a learner as somebody would write them, in any order."""
    where = [name for name in details(table) if name != "boards"]
    columns = ["condition", *where, "unit", "item", "step", "answer", "probability"]
    own = table[[name for name in columns if name in table]].drop_duplicates()
    return own.sample(frac=1, random_state=0)


def come_back(settings, path):
    """The rows of a learner that has the answers of a file."""
    jobs = [
        Job(settings, Answers(str(path)), condition, range(UNITS), 0)
        for condition in settings.conditions()
    ]
    rows = [perform(job, Place(path.parent, job.id))[0] for job in jobs]
    return pd.concat(rows, ignore_index=True)


@each_paradigm
@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("who", ["right", "wrong"])
def test_answers_come_back_as_the_rows_that_they_were(
    name, kind, who, tables, tmp_path
):
    table = tables[name][tables[name]["learner"] == who].reset_index(drop=True)
    path = tmp_path / f"answers.{kind}"
    given = as_answers(table)
    if kind == "csv":
        given.to_csv(path, index=False)
    else:
        given.to_parquet(path)
    back = come_back(small(name), path)
    columns = ["condition", "unit", "item", "step", "answer", "correct"]
    assert back[columns].astype(str).equals(table[columns].astype(str))
    assert set(back["learner"]) == {"answers"}
    if "probability" in table:
        np.testing.assert_allclose(back["probability"], table["probability"], rtol=1e-6)


@each_paradigm
def test_what_is_handed_out_is_what_a_run_asks(name, tmp_path):
    plan = study(name)
    Handing(plan, tmp_path / "out", 10).write(lambda steps: None)
    listed = pd.read_csv(tmp_path / "out" / "items.csv")
    for (folder, unit), own in listed.groupby(["folder", "unit"]):
        with np.load(tmp_path / "out" / folder / "asked.npz") as arrays:
            assert list(arrays["item"]) == list(own["item"])
            assert not {"labels", "label", "answer"} & set(arrays)
        assert folder.endswith(f"unit-{unit}")
    conditions = plan.paradigm.conditions()
    expected = [
        item
        for condition in conditions
        for unit in range(UNITS)
        for item in dict.fromkeys(
            asked_ids(plan.paradigm, plan.paradigm.lesson(condition, unit_key(0, unit)))
        )
    ]
    assert list(listed["item"]) == expected


@each_paradigm
def test_the_same_call_leaves_what_is_there_and_adds_what_is_missing(name, tmp_path):
    handing = Handing(study(name), tmp_path / "out", 5)
    handing.write(lambda steps: None)
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    first = next(path for path in sorted(files) if path.name == "asked.npz")
    first.unlink()
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("asked.npz")}
    handing.write(lambda steps: None)
    assert {path: path.read_bytes() for path in files} == files
    assert {path: path.stat().st_mtime_ns for path in times} == times


@each_paradigm
def test_an_item_is_drawn_without_what_is_right(name):
    made = small(name)
    assert isinstance(made, PicturesItems)
    condition = made.conditions()[0]
    lesson = made.lesson(condition, unit_key(0, 0))
    blind = lesson
    if paradigm(name).shape == "classify":
        blind = lesson._replace(asked=lesson.asked.blind())
    if paradigm(name).shape == "solve":
        known = [
            named._replace(answers=(None,) * len(named.answers))
            for named in lesson.known
        ]
        blind = lesson._replace(known=tuple(known))
    pictures = [made.item_picture(condition, one, 0) for one in (lesson, blind)]
    first, second = (as_pixels(figure) for figure in pictures)
    assert np.array_equal(first, second)
    assert len(np.unique(first)) > 1


def as_pixels(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png")
    file.seek(0)
    return imread(file)


@pytest.mark.parametrize("name", ["categories", "tiles", "concepts"])
def test_each_asked_item_has_a_picture_and_a_trial(name, tmp_path):
    plan = Study(small(name), (Answers(),), units=1)
    asked = Handing(plan, tmp_path / "out", 5, True).write(lambda steps: None)
    trials = json.loads((tmp_path / "out" / "trials.json").read_text())
    assert len(trials) == asked
    for trial in trials:
        assert (tmp_path / "out" / trial["picture"]).stat().st_size > 500
    expected = {"categories": ["0", "1"]}.get(name)
    assert trials[0].get("choices") == expected
    if name == "tiles":
        assert np.shape(trials[0]["boards"]) == (7, 7)
