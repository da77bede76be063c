"""Files of answers: what is read of them, and what is refused."""

import json

import numpy as np
import pandas as pd
import pytest

from metamer.core.answers import GivenAnswers, read_label
from metamer.core.errors import Refusal
from metamer.core.study import Condition

ABSTRACT = Condition("abstract", (("rule", "copy"), ("share", 1.0)))


@pytest.fixture
def given(tmp_path):
    """The answers in a csv file with these lines."""

    def read(*lines):
        file = tmp_path / "a.csv"
        file.write_text("\n".join(lines) + "\n")
        return GivenAnswers(file)

    return read


def texts(found):
    return {item: [each.text for each in answers] for item, answers in found.items()}


def test_without_further_columns_an_answer_holds_everywhere(given):
    answers = given("item,answer", "x,1", "y,none")
    for unit in (0, 7):
        assert texts(answers.of(ABSTRACT, unit)) == {"x": ["1"], "y": ["none"]}


def test_with_unit_and_condition_it_holds_only_there(given):
    answers = given("item,answer,unit,condition", "x,1,0,abstract", "x,2,1,abstract")
    assert texts(answers.of(ABSTRACT, 1)) == {"x": ["2"]}
    assert answers.of(Condition("metamer"), 1) == {}


def test_a_detail_of_the_condition_counts_as_well_and_numbers_by_their_value(given):
    answers = given("item,answer,rule,share", "x,1,copy,1", "x,2,tree,1")
    assert texts(answers.of(ABSTRACT, 0)) == {"x": ["1"]}


def test_steps_are_put_in_order(given):
    answers = given("item,answer,step", "x,b,1", "x,c,2", "x,a,0")
    assert texts(answers.of(ABSTRACT, 0)) == {"x": ["a", "b", "c"]}


@pytest.mark.parametrize(
    ("lines", "refusal"),
    [
        (("item,answer", "x,1", "x,1"), "line 3, column item: line 2 has an answer"),
        (("item,answer,step", "x,1,0", "x,1,2"), "x has no step 1"),
        (("item,answer,step", "x,1,a"), "line 2, column step: must be a whole number"),
        (("item,answer", ",1"), "line 2, column item: must not be empty"),
        (("item,answer,probability", "x,1,2"), "must be a number from 0 to 1, not '2'"),
        (("item,answer,seconds", "x,1,-2"), "must be seconds from 0, not '-2'"),
        (("item,answer,units", "x,1,2"), "'units' .did you mean 'unit'"),
        (("item,antwort", "x,1"), "no column answer; it needs item, answer"),
        (("item,answer",), "has no rows"),
        (("",), "no column item, answer"),
    ],
)
def test_a_fault_is_named_by_line_and_column(lines, refusal, given):
    with pytest.raises(Refusal, match=refusal):
        given(*lines).of(ABSTRACT, 0)


def test_a_parquet_file_says_the_same_as_a_csv_file(tmp_path):
    table = pd.DataFrame(
        {"item": ["x", "y"], "answer": [1.0, 0.0], "probability": [0.5, np.nan]}
    )
    table["unit"] = pd.array([0, 0], "Int64")
    table.to_csv(tmp_path / "a.csv", index=False)
    table.to_parquet(tmp_path / "a.parquet")
    for name in ("a.csv", "a.parquet"):
        found = GivenAnswers(tmp_path / name).of(ABSTRACT, 0)
        labels = [read_label(each.text, ("0", "1")) for (each,) in found.values()]
        assert labels == [1, 0]
        shares = [each.probability for (each,) in found.values()]
        assert shares[0] == 0.5 and np.isnan(shares[1])


def test_a_broken_or_empty_parquet_file_is_refused(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(Refusal, match="a.parquet is broken"):
        GivenAnswers(tmp_path / "a.parquet")
    pd.DataFrame({"item": [], "answer": []}).to_parquet(tmp_path / "b.parquet")
    with pytest.raises(Refusal, match="b.parquet has no rows"):
        GivenAnswers(tmp_path / "b.parquet")
    rows = pd.DataFrame({"item": ["x"], "answer": [[[1, 2]]]})
    rows.to_parquet(tmp_path / "c.parquet")
    with pytest.raises(Refusal, match="the column 'answer' holds a"):
        GivenAnswers(tmp_path / "c.parquet")
    with pytest.raises(Refusal, match="no kind of table '.txt'; there is: .csv"):
        GivenAnswers(tmp_path / "d.txt")


def test_a_row_of_a_parquet_file_is_called_a_row(tmp_path):
    twice = pd.DataFrame({"item": ["x", "x"], "answer": [0, 1]})
    twice.to_parquet(tmp_path / "a.parquet")
    with pytest.raises(Refusal, match="a.parquet, row 2, column item: row 1 has"):
        GivenAnswers(tmp_path / "a.parquet").of(ABSTRACT, 0)


@pytest.mark.parametrize(
    ("text", "label"), [("A", 0), ("1", 1), ("1.0", 1), ("none", None)]
)
def test_a_label_is_a_number_or_as_the_table_writes_it(text, label):
    assert read_label(text, ("A", "B")) == label


@pytest.mark.parametrize("text", ["C", "2", "-1", "", json.dumps([1])])
def test_what_is_no_label_is_refused_with_those_there_are(text):
    with pytest.raises(Refusal, match="must be one of A, B, none, not"):
        read_label(text, ("A", "B"))
