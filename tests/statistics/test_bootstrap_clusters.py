import numpy as np
import pandas as pd
import pytest

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.reading import from_plain
from metamer.core.settings import to_plain
from metamer.statistics.bootstrap import ClusterBootstrap, weights


def played(boards=1, units=12, seed=0):
    """Two conditions, units of each, and a few boards that every unit plays."""
    generator = np.random.default_rng(seed)
    return pd.DataFrame(
        [
            ("z", "lstm", condition, board, unit, generator.normal(gap))
            for condition, gap in (("abstract", 0.0), ("metamer", 1.0))
            for unit in range(units)
            for board in range(boards)
        ],
        columns=["measure", "learner", "condition", "board", "unit", "value"],
    )


UNITS = (("condition", "unit"),)


def test_every_draw_takes_as_many_units_of_a_stratum_as_there_are():
    table = played()
    found = weights(table, UNITS, 50, np.random.default_rng(0))
    abstract = (table["condition"] == "abstract").to_numpy()
    assert (found[:, abstract].sum(axis=1) == 12).all()
    assert (found[:, ~abstract].sum(axis=1) == 12).all()
    assert found.std() > 0


def test_rows_of_one_unit_are_drawn_together():
    table = played(boards=3)
    found = weights(table, UNITS, 20, np.random.default_rng(0))
    by_unit = found.reshape(20, 24, 3)
    assert (by_unit == by_unit[:, :, :1]).all()


def test_a_row_counts_as_often_as_its_unit_times_its_board():
    table = played(boards=3)
    crossed = weights(table, (*UNITS, ("board",)), 20, np.random.default_rng(0))
    units = weights(table, UNITS, 20, np.random.default_rng(0))
    share = np.where(units > 0, crossed / np.maximum(units, 1), np.nan)
    for board in range(3):  # the same in all units that were drawn
        assert (np.nanstd(share[:, board::3], axis=1) == 0).all()


def test_the_interval_of_independent_units_is_nearly_that_of_welch():
    from scipy import stats

    table = played(units=60)
    found = ClusterBootstrap("z", draws=UNITS)(table)[0]
    one, other = (cell["value"] for _, cell in table.groupby("condition"))
    expected = stats.ttest_ind(one, other, equal_var=False).confidence_interval()
    assert found.estimate == pytest.approx(one.mean() - other.mean())
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=0.04)
    assert found.effect == "abstract - metamer (lstm)"
    assert found.p < 0.01


def test_repeating_rows_does_not_make_a_result_more_certain():
    once = played()
    often = pd.concat([once] * 5, ignore_index=True)
    one, other = (ClusterBootstrap("z", draws=UNITS)(it)[0] for it in (once, often))
    assert (one.low, one.high) == pytest.approx((other.low, other.high))
    assert (one.p, one.n) == (other.p, other.n // 5)


def test_boards_that_differ_widen_the_interval_when_they_are_drawn_too():
    table = played(boards=4)
    hard = table["value"] + np.where(table["condition"] == "metamer", table["board"], 0)
    table = table.assign(value=hard)
    drawn = ClusterBootstrap("z", draws=(*UNITS, ("board",)), resamples=999)(table)
    unseen = ClusterBootstrap("z", draws=UNITS, resamples=999)(
        table.drop(columns="board")
    )
    wide, narrow = (found[0].high - found[0].low for found in (drawn, unseen))
    assert wide > 1.5 * narrow


def test_what_is_not_drawn_tells_cells_apart():
    found = ClusterBootstrap("z", draws=UNITS, resamples=9)(played(boards=2))
    assert [it.effect for it in found] == [
        "abstract - metamer (lstm, board=0)",
        "abstract - metamer (lstm, board=1)",
    ]


def test_the_same_seed_gives_the_same_interval_and_the_order_of_rows_none_other():
    table = played()
    one = ClusterBootstrap("z", draws=UNITS, seed=1, resamples=99)
    shuffled = table.sample(frac=1, random_state=0)
    assert one(table)[0].low == pytest.approx(one(shuffled)[0].low)
    other = ClusterBootstrap("z", draws=UNITS, seed=2, resamples=99)
    assert one(table)[0].low != other(table)[0].low


def test_p_is_twice_the_smaller_share_of_draws_beyond_zero():
    table = played(units=6, seed=3)
    test = ClusterBootstrap("z", draws=UNITS, resamples=199)
    generator = root(0).stream("cluster bootstrap").numpy
    drawn = weights(table, UNITS, 199, generator)
    values, half = table["value"].to_numpy(), len(table) // 2
    means = [
        (drawn[:, rows] @ values[rows]) / drawn[:, rows].sum(axis=1)
        for rows in (slice(half), slice(half, None))
    ]
    gaps = means[0] - means[1]
    expected = 2 * (min((gaps <= 0).sum(), (gaps >= 0).sum()) + 1) / 200
    assert test(table)[0].p == pytest.approx(min(1, expected))


def test_one_cluster_has_no_interval_and_says_so():
    found = ClusterBootstrap("z", draws=UNITS)(played(units=1))[0]
    assert np.isnan([found.low, found.high, found.p]).all()
    assert "no interval" in found.words


def test_values_that_do_not_vary_have_no_p():
    found = ClusterBootstrap("z", draws=UNITS, resamples=9)(played().assign(value=2.0))
    assert (found[0].low, found[0].high) == (0, 0)
    assert np.isnan(found[0].p)


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"draws": ()}, "at least one column"),
        ({"draws": ((),)}, "at least one column"),
        ({"draws": (("learner", "condition"),)}, "both compared and resampled"),
        ({"level": 1.0}, "between 0 and 1"),
        ({"resamples": 0}, "at least 1"),
    ],
)
def test_impossible_settings_are_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        ClusterBootstrap("z", **settings)


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(Refusal, match="no column 'item'"):
        ClusterBootstrap("z", draws=(("item",),))(played())


def test_it_survives_plain_values_and_back():
    one = ClusterBootstrap("z", draws=(("rule",), ("learner", "unit")))
    assert from_plain(study.Test, to_plain(one), "a test") == one
