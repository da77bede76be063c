"""Choices that were collected elsewhere: participants become units."""

import numpy as np
import pytest

from metamer.core.choices import (
    TIMED,
    are_between,
    choices_table,
    choose,
    named_item,
    read_choices,
)
from metamer.core.errors import Refusal
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem

ITEMS = [TrialItem(f"toy/{place}", "", {}, {"part": "new"}) for place in range(3)]


def choice(row):
    item = named_item(row, lambda file: ITEMS)
    trial = ChoiceTrial(item, {}, 2, right=1, asking=TIMED, written=("left", "right"))
    return choose(row, Condition(row.text("condition"), (("kind", "toy"),)), trial)


@pytest.fixture
def read(tmp_path):
    """Read lines as a file of choices."""

    def reader(*lines):
        file = tmp_path / "choices.csv"
        file.write_text("\n".join(["participant,condition,item,answer", *lines]))
        return read_choices(file, ("participant", "item", "answer"), choice)

    return reader


def test_a_choice_is_scored_by_its_trial(read):
    table = choices_table(
        "toy", read("ann,a,f.npz#0,right", "ann,a,f.npz#1,left", "ann,a,f.npz#2,none")
    )
    assert table["answer"].tolist() == ["right", "left", "none"]
    assert table["correct"].tolist() == [True, False, False]
    assert table["item"].tolist() == ["toy/0", "toy/1", "toy/2"]
    assert [*table][:6] == ["paradigm", "learner", "unit", "condition", "kind", "item"]
    assert np.isnan(table["seconds"]).all()


def test_participants_of_one_condition_each_are_numbered_within_it(read):
    choices = read("ann,a,f.npz#0,left", "bob,b,f.npz#0,left", "cid,b,f.npz#0,left")
    assert are_between(choices)
    assert choices_table("toy", choices)["unit"].tolist() == [0, 0, 1]


def test_a_participant_of_several_conditions_is_one_unit(read):
    choices = read("ann,a,f.npz#0,left", "bob,a,f.npz#0,left", "ann,b,f.npz#0,left")
    assert not are_between(choices)
    assert choices_table("toy", choices)["unit"].tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("ann,a,f.npz#0,up", "column answer: must be one of left, right, none, not"),
        ("ann,a,f.npz#3,left", "column item: f.npz has items 0 to 2, not '3'"),
        ("ann,a,0,left", "column item: must be FILE.npz#NUMBER, not '0'"),
    ],
)
def test_a_wrong_row_is_refused(read, line, complaint):
    with pytest.raises(Refusal) as refusal:
        read(line)
    assert f"line 2, {complaint}" in str(refusal.value)


def test_a_second_answer_to_an_item_is_refused(read):
    with pytest.raises(Refusal, match="line 2 has this participant's answer already"):
        read("ann,a,f.npz#0,left", "ann,a,f.npz#0,right")
