import pytest

from metamer.core.result import Result
from metamer.statistics import wording


@pytest.mark.parametrize(
    "value, text",
    [
        (0.3571, "0.357"),
        (43.21, "43.2"),
        (888.7157, "888.7"),
        (0.0, "0"),
        (9.7, "9.70"),
    ],
)
def test_numbers_have_three_digits(value, text):
    assert wording.number(value) == text


@pytest.mark.parametrize("value, text", [(99.97, "100"), (-0.04, "-0.0400")])
def test_rounding_leaves_no_bare_point(value, text):
    assert wording.number(value) == text


@pytest.mark.parametrize(
    "p, text",
    [(0.0004, "p < .001"), (0.0341, "p = .034"), (0.27, "p = .270"), (1.0, "p > .999")],
)
def test_p_values_read_as_in_journals(p, text):
    assert wording.probability(p) == text


@pytest.mark.parametrize("df, text", [(19.0, "19"), (31.24, "31.2"), (6.9999, "7")])
def test_degrees_of_freedom_have_a_decimal_only_where_there_is_one(df, text):
    assert wording.degrees(df) == text


def test_a_corrected_p_is_said_only_where_it_reads_differently():
    found = Result("t", "m", "e", p=0.02, p_adjusted=0.06)
    assert wording.significance(found) == "p = .020, Holm-corrected p = .060"
    alike = Result("t", "m", "e", p=0.0001, p_adjusted=0.0002)
    assert wording.significance(alike) == "p < .001"
