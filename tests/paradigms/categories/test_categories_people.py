"""People's own choices: read, refused, scored, and shown."""

import numpy as np
import pytest

import metamer
from metamer.core.choices import choices_table
from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.paradigms.categories.people import read
from metamer.paradigms.categories.studies.own_choices import take


@pytest.fixture
def items(tmp_path):
    """Ten items: four of the corner that was never taught, the last ones."""
    corner = np.array([0, 1, 2, 0, 1, 2, 3, 3, 3, 3])
    np.savez(
        tmp_path / "items.npz",
        x=np.arange(20.0).reshape(10, 2),
        label=corner // 2,
        discriminant=corner // 2,
        distractor=corner % 2,
        split=np.array(["train"] * 6 + ["test"] * 4),
    )
    return tmp_path


@pytest.fixture
def write(items):
    """A file of choices."""

    def make(*rows, header="participant,condition,item,answer,seconds"):
        path = items / "choices.csv"
        path.write_text("\n".join([header, *rows]) + "\n")
        return path

    return make


def table(file):
    """The responses in a file of choices."""
    return choices_table("categories", read(file))


def held_out(participant, condition, answers):
    """Answers about the corner that was never taught, where 1 is right."""
    return [
        f"{participant},{condition},items.npz#{place},{answer},1.5"
        for place, answer in enumerate(answers, 6)
    ]


def test_choices_are_scored_by_the_label(write):
    found = choices_table(
        "categories", read(write(*held_out("ann", "zero_shot", [1, 0, "none", 1])))
    )
    assert list(found["correct"]) == [True, False, False, True]
    assert set(found["part"]) == {"held_out"}
    assert measure("held_out_accuracy")(found).tolist() == [0.5]
    assert list(found["seconds"]) == [1.5] * 4


def test_a_participant_in_two_conditions_is_one_unit(write):
    lines = [
        *held_out("ann", "zero_shot", [1, 1, 1, 1]),
        *held_out("bob", "zero_shot", [1, 1, 1, 0]),
        *held_out("ann", "partial_exposure", [0, 0, 1, 1]),
        *held_out("bob", "partial_exposure", [0, 0, 0, 0]),
    ]
    assert measure("exemplar_bias")(
        choices_table("categories", read(write(*lines)))
    ).tolist() == [0.5, 0.75]


def test_participants_of_different_conditions_are_compared_in_the_mean(write, items):
    people = {
        "zero_shot": {"ann": [1, 1, 1, 1], "bob": [1, 1, 1, 0]},
        "partial_exposure": {"cid": [0, 0, 0, 0], "dee": [0, 0, 1, 1]},
    }
    lines = [
        line
        for condition, answers in people.items()
        for name, given in answers.items()
        for line in held_out(name, condition, given)
    ]
    run = take(write(*lines), items / "run")
    assert measure("exemplar_bias")(run.table).mean() == 0.875 - 0.25
    assert "Each participant was in one condition" in run.study.remarks[0]
    page = metamer.report(run).read_text()
    assert "categories-choices" in page
    assert list((items / "run" / "figures").glob("*exemplar_bias.svg"))


@pytest.mark.parametrize(
    "row, complaint",
    [
        (
            "ann,zero_shot,items.npz#6,2,",
            "line 2, column answer: must be one of 0, 1, n",
        ),
        ("ann,zero-shots,items.npz#6,1,", "column condition: no training condition"),
        ("ann,zero_shot,items.npz#10,1,", "column item: items.npz has items 0 to 9"),
        ("ann,zero_shot,6,1,", "column item: must be FILE.npz#NUMBER, not '6'"),
        ("ann,zero_shot,gone.npz#6,1,", "gone.npz"),
        (" ,zero_shot,items.npz#6,1,", "column participant: must not be empty"),
        ("ann,zero_shot,items.npz#6,1,-3", "column seconds: must be seconds from 0"),
    ],
)
def test_a_wrong_row_is_refused(write, row, complaint):
    with pytest.raises(Refusal) as refusal:
        read(write(row))
    assert complaint in str(refusal.value)


def test_a_second_answer_to_an_item_is_refused(write):
    with pytest.raises(Refusal, match="line 3, column item: line 2 has this"):
        read(write(*held_out("ann", "zero_shot", [1]) * 2))


def test_a_file_of_other_items_is_refused(write, items):
    np.savez(items / "items.npz", x=np.zeros(3))
    with pytest.raises(Refusal, match="has no array label; it needs x, label"):
        read(write("ann,zero_shot,items.npz#0,1,"))
