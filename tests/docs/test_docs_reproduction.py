"""Numbers and verdicts of the page on reproduction, from tables made here."""

import importlib
from math import sqrt

import pytest
from pages import ROOT

MEANS = "learner,mean,sem,count\na,0.5,0.1,5\nb,0.9,0.01,5\none,0.36,,1\n"
UNITS = "learner,unit,value\na,0,0.2\na,1,0.4\na,2,0.9\n"
TESTS = "test,effect,estimate,low,high,n,statistic\nt,x,-0.3,-0.5,-0.1,8,-4.8902\n"


@pytest.fixture
def cells(monkeypatch, tmp_path):
    """The module that reads `results/`, looking into a folder of three tables."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    found = importlib.import_module("reproduction.cells")
    monkeypatch.setattr(found, "RESULTS", tmp_path)
    found.table.cache_clear()
    for name, words in (("means", MEANS), ("units", UNITS), ("tests", TESTS)):
        (tmp_path / f"{name}.csv").write_text(words)
    yield found
    found.table.cache_clear()


@pytest.fixture
def rows(cells):
    return importlib.import_module("reproduction.rows")


def test_a_mean_has_the_interval_of_t(cells):
    found = cells.Cell("means.csv", {"learner": "a"}).read()
    # The limit of t with four degrees of freedom.
    assert (found.low, found.high) == pytest.approx(
        (0.5 - 0.27764, 0.5 + 0.27764), abs=1e-5
    )
    assert found.units == 5


def test_a_single_unit_has_an_interval_over_items_if_they_are_told(cells):
    where = {"learner": "one"}
    assert not cells.Cell("means.csv", where).read().has_interval
    found = cells.Cell("means.csv", where, items=900).read()
    assert found.high - found.value == pytest.approx(
        1.96 * sqrt(0.36 * 0.64 / 900), abs=1e-5
    )


def test_units_are_averaged_or_the_worst_is_taken(cells):
    where = {"learner": "a"}
    assert cells.Cell("units.csv", where).read().value == pytest.approx(0.5)
    assert cells.Cell("units.csv", where, worst=True).read().value == 0.2


def test_a_difference_adds_squared_intervals(cells):
    one, other = (cells.Cell("means.csv", {"learner": it}) for it in "ba")
    found = cells.Difference((one,), (other,)).read()
    assert found.value == pytest.approx(0.4)
    assert found.high - found.value == pytest.approx(
        2.7764 * sqrt(0.1**2 + 0.01**2), abs=1e-4
    )


def test_a_row_that_is_not_there_is_an_error_and_so_are_several(cells):
    with pytest.raises(LookupError, match="no row"):
        cells.Cell("means.csv", {"learner": "c"}).read()
    with pytest.raises(LookupError, match="3 rows"):
        cells.Cell("means.csv", {}).read()


def test_numbers_agree_within_the_interval_or_the_tolerance(cells, rows):
    wide = cells.Cell("means.csv", {"learner": "a"})
    sharp = cells.Cell("means.csv", {"learner": "one"})
    assert rows.Number("in the interval", 0.7, wide).holds()
    assert not rows.Number("outside", 0.8, wide).holds()
    assert rows.Number("near", 0.38, sharp).holds()
    assert not rows.Number("not near", 0.39, sharp).holds()
    assert rows.AtLeast("", "", sharp, 0.36).holds()
    assert not rows.AtMost("", "", sharp, 0.35).holds()


def test_digits_are_compared_as_printed_and_directions_by_their_interval(cells, rows):
    where = {"test": "t"}
    statistic = cells.Cell("tests.csv", where, "statistic")
    assert rows.Digits("", "-4.890", statistic).holds()
    assert rows.Digits("", "4.89", statistic, -1).holds()
    assert not rows.Digits("", "-4.893", statistic).holds()
    below = cells.Cell("tests.csv", where)
    sides = [rows.Direction("", "", below, side).holds() for side in (-1, 0, 1)]
    assert sides == [True, False, False]


def test_a_row_that_is_not_whole_says_what_it_lacks(cells, rows):
    off = rows.Number("far", 0.9, cells.Cell("means.csv", {"learner": "one"}))
    told = "metamer run x"
    assert rows.Row("Fig. 1", "", told, (off,), because="seeds").verdict == "differs"
    assert (
        "`because` does not fit" in rows.Row("Fig. 1", "", told, (off,)).problems()[0]
    )
    assert "needs a command" in rows.Row("Fig. 1", "", not_run="dear").problems()[0]
    assert "needs either numbers" in rows.Row("Fig. 1", "", told).problems()[0]
