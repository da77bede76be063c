"""People's own choices about rows of digits: read, refused, scored, and shown."""

import numpy as np
import pytest

import metamer
from metamer.core.choices import choices_table
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.registry import measure
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.commands import make_items
from metamer.paradigms.pointers.people import read
from metamer.paradigms.pointers.studies.own_choices import take


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Rows that point at what training left out, and rows like those of training."""
    folder = tmp_path_factory.mktemp("rows")
    for part in ("holdout", "iid"):
        make_items(
            folder / f"{part}.npz", 6, condition="windows-3", split="test", part=part
        )
    return folder


@pytest.fixture
def write(folder):
    """A file of choices."""

    def make(*rows, header="participant,item,answer,seconds"):
        path = folder / "choices.csv"
        path.write_text("\n".join([header, *rows]) + "\n")
        return path

    return make


def answers(folder, participant, part, change=0):
    """Right answers to all items of a part, or answers beside them."""
    labels = np.load(folder / f"{part}.npz")["labels"].astype(int)
    return [
        f"{participant},{part}.npz#{place},{(label + change) % 10},2.5"
        for place, label in enumerate(labels)
    ]


def test_choices_are_rows_as_learners_have_them(write, folder):
    found = choices_table("pointers", read(write(*answers(folder, "ann", "iid", 1))))
    paradigm = Pointers(trainings=("windows-3",), sizes=(10,), asked=6, again=1)
    lesson = paradigm.lesson(paradigm.conditions()[0], root(0).stream("unit", 0))
    asked = lesson.notes["part"] == "iid"
    choices = (lesson.asked.labels + 1) % 10
    expected = {**lesson.notes, **paradigm.score(lesson, choices)}
    for name, column in expected.items():
        own = np.asarray(found[name])
        if column.dtype.kind == "f":
            assert np.allclose(own, column[asked], equal_nan=True)
        else:
            assert own.tolist() == column[asked].tolist()
    assert set(found["condition"]) == {"windows-3"}
    assert list(found["seconds"]) == [2.5] * 6


def test_the_report_says_who_follows_the_pointer(write, folder):
    lines = [
        *answers(folder, "ann", "holdout"),
        *answers(folder, "ann", "iid"),
        *answers(folder, "bob", "holdout", 1),
        *answers(folder, "bob", "iid"),
    ]
    run = take(write(*lines), folder / "run")
    assert measure("holdout_accuracy")(run.table).tolist() == [1.0, 0.0]
    assert measure("rule_position")(run.table).tolist() == [1.0, 0.0]
    page = metamer.report(run).read_text()
    assert "pointers-choices" in page and "right on what was left out" in page
    assert "metamer people import pointers CHOICES.csv" in page


def test_the_number_of_taught_rows_can_be_given(write):
    file = write("ann,iid.npz#0,none,40", header="participant,item,answer,size")
    found = choices_table("pointers", read(file))
    assert found["size"].tolist() == [40] and found["error"].tolist() == ["none"]


@pytest.mark.parametrize(
    "row, complaint",
    [
        ("ann,iid.npz#0,ten,", "line 2, column answer: must be one of 0, 1, 2"),
        ("ann,iid.npz#6,1,", "column item: iid.npz has items 0 to 5"),
        ("ann,gone.npz#0,1,", "gone.npz"),
        ("ann,iid.npz#0,1,-3", "column seconds: must be seconds from 0"),
    ],
)
def test_a_wrong_row_is_refused(write, row, complaint):
    with pytest.raises(Refusal) as refusal:
        read(write(row))
    assert complaint in str(refusal.value)


def changed(folder, **arrays):
    """A file like the first one, with other arrays; None leaves one out."""
    known = {**np.load(folder / "iid.npz"), **arrays}
    kept = {name: array for name, array in known.items() if array is not None}
    np.savez(folder / "changed.npz", **kept)


@pytest.mark.parametrize(
    "arrays, complaint",
    [
        ({"origin": None}, "has no array origin; it needs inputs, labels, digits"),
        ({"origin": np.array(["{"])}, "cannot read how its items were made"),
        ({"origin": np.array(['{"style": 1}'])}, "cannot read how its items were made"),
        ({"labels": np.zeros(6, int)}, "its labels do not follow from its digits"),
        ({"digits": np.full((6, 11), 99)}, "its labels do not follow from its digits"),
    ],
)
def test_a_file_of_other_items_is_refused(write, folder, arrays, complaint):
    changed(folder, **arrays)
    with pytest.raises(Refusal, match=complaint):
        read(write("ann,changed.npz#0,1,"))
