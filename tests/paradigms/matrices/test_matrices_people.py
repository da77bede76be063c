"""People's own choices about matrices: read, refused, scored, and shown."""

import json

import numpy as np
import pytest

import metamer
from metamer.core.choices import choices_table
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.registry import measure
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.commands import export, with_one_regime
from metamer.paradigms.matrices.files.export import write_packed
from metamer.paradigms.matrices.people import read
from metamer.paradigms.matrices.studies.own_choices import take

LETTERS = np.array([*"ABCDEFGH"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Packed matrices of two splits."""
    folder = tmp_path_factory.mktemp("matrices")
    settings = with_one_regime("extrapolation", "exchangeable", "one", 0.0, "")
    for split in ("validation", "test"):
        for _ in write_packed(export(settings, split, 0, 4), folder / f"{split}.npz"):
            pass
    return folder


@pytest.fixture
def write(folder):
    """A file of choices."""

    def make(*rows, header="participant,item,answer"):
        path = folder / "choices.csv"
        path.write_text("\n".join([header, *rows]) + "\n")
        return path

    return make


def answers(folder, participant, split, change=0):
    """Right answers to all matrices of a split, or answers beside them."""
    labels = np.load(folder / f"{split}.npz")["targets"].astype(int)
    return [
        f"{participant},{split}.npz#{place},{LETTERS[(label + change) % 8]}"
        for place, label in enumerate(labels)
    ]


def test_choices_are_rows_as_learners_have_them(write, folder):
    found = choices_table("matrices", read(write(*answers(folder, "ann", "test", 1))))
    paradigm = Matrices(
        regimes=("extrapolation",),
        mixture="one",
        distractions=(0.0,),
        sizes=(4,),
        asked=4,
        again=1,
    )
    condition = paradigm.conditions()[0]
    lesson = paradigm.lesson(condition, root(0).stream("unit", 0))
    asked = lesson.notes["part"] == "test"
    choices = (lesson.asked.labels + 1) % 8
    expected = {**lesson.notes, **paradigm.score(lesson, choices)}
    for name, column in expected.items():
        assert found[name].tolist() == column[asked].tolist()
    details = dict(condition.details)
    assert {found[name].iloc[0] for name in ("foils", "mixture", "distraction")} == {
        details[name] for name in ("foils", "mixture", "distraction")
    }


def test_the_report_compares_both_splits(write, folder):
    lines = [
        *answers(folder, "ann", "test"),
        *answers(folder, "ann", "validation"),
        *answers(folder, "bob", "test", 1),
        *answers(folder, "bob", "validation"),
    ]
    run = take(write(*lines), folder / "run")
    assert measure("generalisation_gap")(run.table).tolist() == [0.0, 1.0]
    page = metamer.report(run).read_text()
    assert "matrices-choices" in page
    assert "metamer people import matrices CHOICES.csv" in page


@pytest.mark.parametrize(
    "row, complaint",
    [
        ("ann,test.npz#0,3", "line 2, column answer: must be one of A, B, C"),
        ("ann,test.npz#4,A", "column item: test.npz has items 0 to 3"),
        ("ann,gone.npz#0,A", "gone.npz"),
    ],
)
def test_a_wrong_row_is_refused(write, row, complaint):
    with pytest.raises(Refusal) as refusal:
        read(write(row))
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    "arrays, complaint",
    [
        ({"settings": None}, "it has no array 'settings'"),
        ({"settings": np.array("{")}, "changed.npz"),
        ({"settings": np.array(json.dumps(["test"]))}, "does not hold matrices"),
        ({"targets": np.full(4, 8)}, "does not hold matrices"),
        ({"symbols": np.zeros((4, 3))}, "does not hold matrices"),
        ({"triples": np.full((4, 4), 99)}, "does not hold matrices"),
    ],
)
def test_a_file_of_other_items_is_refused(write, folder, arrays, complaint):
    known = {**np.load(folder / "test.npz"), **arrays}
    kept = {name: array for name, array in known.items() if array is not None}
    np.savez(folder / "changed.npz", **kept)
    with pytest.raises(Refusal, match=complaint):
        read(write("ann,changed.npz#0,A"))
