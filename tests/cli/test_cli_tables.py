"""Tables in the terminal: within its width, with every number whole."""

import numpy as np
import pandas as pd
import pytest

from metamer.cli import tables

LONG = {
    "learner": ["a-learner-with-a-rather-long-name:and-settings", "b"],
    "condition": ["partial_exposure_of_everything", "zero_shot"],
    **{
        f"some_measure_number_{place}": ["-0.123 ± 0.456", "12345.678 ± 0.001"]
        for place in range(7)
    },
}


@pytest.mark.parametrize("room", [50, 80, 120, 500])
def test_a_table_fits_and_breaks_no_number(room):
    printed = list(tables.fit(LONG, 2, room))
    assert max(map(len, printed)) <= room
    text = "\n".join(printed)
    assert text.count("-0.123 ± 0.456") == text.count("12345.678 ± 0.001") == 7
    joined = "".join(line.split("  ")[0] for line in printed)
    assert "a-learner-" in joined
    head = printed[0] + printed[1]
    assert "learner" in "".join(printed[:4]) and "some_" in head


def test_a_narrow_table_is_one_block():
    columns = {"learner": ["a", "b"], "z": ["1.000", "-2.000"]}
    assert list(tables.fit(columns, 1, 80)) == [
        "learner       z",
        "a         1.000",
        "b        -2.000",
    ]


def measured(units, **columns):
    """Values of one measure, 0 and 1 in turns, for some units of two learners."""
    frame = pd.DataFrame(
        [
            {"measure": "held_out_accuracy", "learner": name, "condition": ""}
            | {"domain": "plane", "unit": unit, "value": float(unit % 2)}
            for name in ("a", "b")
            for unit in range(units)
        ]
    )
    return frame.assign(**columns)


RESPONSES = pd.DataFrame(columns=["condition", "domain", "item"])


def test_the_sign_is_half_an_interval_and_says_so():
    found = tables.means(measured(8), RESPONSES)
    assert list(found["count"]) == [8, 8]
    half = found["high"].iloc[0] - found["mean"].iloc[0]
    assert half == pytest.approx(2.3646 * np.std([0, 1] * 4, ddof=1) / 8**0.5, abs=1e-3)
    printed = "\n".join(tables.lines(found))
    assert f"0.500 ± {half:.3f}" in printed
    assert "half the width of the 95 %" in printed.replace("\n", " ")
    assert printed.startswith("domain plane\n")


def test_two_units_have_no_interval():
    printed = "\n".join(tables.lines(tables.means(measured(2), RESPONSES)))
    assert "±" not in printed and "0.500" in printed
    assert "Means over 2 units; from 3 on they have an interval." in printed


def test_no_interval_reaches_beyond_what_is_possible():
    values = measured(3, value=[1.0, 1.0, 0.9] * 2)
    assert (tables.means(values, RESPONSES)["high"] == 1.0).all()


def test_what_is_told_apart_within_a_unit_is_left_out():
    whole = measured(3, board="")
    parts = pd.concat([whole, measured(3, board="7", value=100.0)])
    assert tables.means(parts, RESPONSES)["mean"].tolist() == [0.3333, 0.3333]


def test_a_run_without_values_says_so():
    nothing = tables.means(measured(0).reindex(columns=measured(1).columns), RESPONSES)
    assert list(tables.lines(nothing)) == ["no unit has a value of any measure"]
