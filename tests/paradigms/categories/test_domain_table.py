"""A user's own data."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.categories.domains.table import Table
from metamer.paradigms.categories.domains.table_file import TableFile


@pytest.fixture
def frame():
    return pd.DataFrame(
        {
            "size": [1.0, 2.0, 3.0, 4.0],
            "weight": [5, 6, 7, 8],
            "kind": ["owl", "cat", "owl", "cat"],
            "wild": [True, True, False, False],
        }
    )


def test_values_that_sort_first_count_as_0(frame):
    table = Table.from_frame(frame, "kind", "wild")
    pool = table.pool(9, np.random.default_rng(0))
    assert table.features == ("kind (0 = cat, 1 = owl)", "wild (0 = False, 1 = True)")
    assert pool.inputs.tolist() == [[4, 8], [2, 6], [3, 7], [1, 5]]
    assert pool.features.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_only_named_columns_are_shown(frame):
    table = Table.from_frame(frame, "kind", "wild", inputs=["weight"])
    assert table.pool(9, np.random.default_rng(0)).inputs.tolist() == [
        [8],
        [6],
        [7],
        [5],
    ]


def test_one_column_may_hold_texts(frame):
    frame["words"] = ["a b", "c", "d", "e"]
    table = Table.from_frame(frame, "kind", "wild", inputs=["words"])
    texts = table.pool(9, np.random.default_rng(0)).inputs.tolist()
    assert texts == ["e", "c", "d", "a b"]


def test_tables_are_equal_when_their_content_is(frame):
    table, same = (Table.from_frame(frame, "kind", "wild") for _ in range(2))
    other = Table.from_frame(frame.assign(size=0.0), "kind", "wild")
    assert table == same and hash(table) == hash(same)
    assert table != other


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda f: f.drop(columns="wild"), "no column 'wild'; there is: size, weight"),
        (lambda f: f.assign(kind=["a", "b", "c", "a"]), "two values, not 3: a, b, c"),
        (lambda f: f.assign(kind="owl"), "two values, not 1: owl"),
        (lambda f: f.assign(kind=["owl", None, "owl", "cat"]), "'kind' has missing"),
        (lambda f: f.assign(size=[1, 2, np.nan, 4]), "row 2 has a missing input"),
        (lambda f: f[:3], "no row has kind = cat and wild = False"),
        (lambda f: f[["kind", "wild"]], "at least one of inputs; it has kind, wild"),
        (lambda f: f[["kind"]], "needs two columns of features"),
        (lambda f: f.assign(words="x"), "input column 'words' does not hold numbers"),
        (
            lambda f: f[["size", "size", "kind", "wild"]],
            "two columns are named 'size'",
        ),
    ],
)
def test_bad_frames_are_refused_in_words(frame, change, words):
    with pytest.raises(Refusal, match=words):
        Table.from_frame(change(frame), "kind", "wild")


def test_the_two_features_must_be_two(frame):
    with pytest.raises(Refusal, match="both the column 'kind'"):
        Table.from_frame(frame, "kind", "kind")


def test_lengths_must_agree():
    with pytest.raises(Refusal, match="2 inputs, 2 discriminant, 3 distractor"):
        Table(np.zeros((2, 2)), [0, 1], [0, 1, 1])


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_file_gives_what_its_frame_gives(frame, tmp_path, suffix):
    path = tmp_path / f"animals{suffix}"
    frame.to_csv(path, index=False) if suffix == ".csv" else frame.to_parquet(path)
    read = TableFile(str(path), "kind", "wild")
    table = Table.from_frame(frame, "kind", "wild")
    pools = [of.pool(9, np.random.default_rng(0)) for of in (read, table)]
    assert read.name == "animals:kind:wild"
    assert read.features == table.features
    assert pools[0].inputs.tolist() == pools[1].inputs.tolist()


def test_an_npz_file_is_read_as_make_writes_it(tmp_path):
    path = tmp_path / "made.npz"
    values = {"discriminant": [0, 0, 1, 1], "distractor": [0, 1, 0, 1]}
    np.savez(path, x=np.arange(8.0).reshape(4, 2), label=[0, 0, 1, 1], **values)
    pool = TableFile(str(path)).pool(1, np.random.default_rng(0))
    assert pool.inputs.tolist() == [[0, 1], [2, 3], [4, 5], [6, 7]]


def test_files_that_are_no_tables_are_refused(tmp_path):
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(Refusal, match=r"must end in \.csv, \.parquet, \.npz"):
        TableFile("data.xlsx")
    with pytest.raises(Refusal, match=r"there is no file 'absent\.csv'"):
        TableFile("absent.csv").pool(1, np.random.default_rng(0))
    with pytest.raises(Refusal, match="broken.npz is broken .*; needed: a csv"):
        TableFile(str(broken)).pool(1, np.random.default_rng(0))
