import pandas as pd
import pytest
from scipy import stats

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.core.settings import to_plain
from metamer.statistics.anova import Anova
from metamer.statistics.subsets import Averaged, Each, Only, Pooled
from metamer.statistics.t_test import Pairwise

VALUES = {
    ("abstract", "copy"): [1.0, 2.0, 4.0],
    ("abstract", "tree"): [3.0, 3.5, 5.0],
    ("metamer", "copy"): [2.0, 5.0, 6.0],
    ("metamer", "tree"): [8.0, 9.0, 7.5],
}
PAIR = Pairwise("z", "student", by="condition")


@pytest.fixture
def measures():
    return pd.DataFrame(
        [
            ("z", "lstm", condition, rule, unit, value)
            for (condition, rule), values in VALUES.items()
            for unit, value in enumerate(values)
        ],
        columns=["measure", "learner", "condition", "rule", "unit", "value"],
    )


def test_only_leaves_other_levels_out_and_says_so(measures):
    found = Only("rule", ("tree",), PAIR)(measures)
    expected = PAIR(measures[measures["rule"] == "tree"])
    assert [it.statistic for it in found] == [it.statistic for it in expected]
    assert found[0].effect.endswith("[only rule tree]")
    assert found[0].words.startswith("[only rule tree] ")


def test_each_tests_every_level_by_itself(measures):
    found = Each("rule", Anova("z", "value ~ C(condition)"))(measures)
    # With two groups, F is the square of Student's t.
    expected = [it.statistic**2 for it in PAIR(measures)]
    assert [it.statistic for it in found] == pytest.approx(expected)
    assert [it.effect for it in found] == [
        "C(condition) [rule=copy]",
        "C(condition) [rule=tree]",
    ]


def test_pooled_takes_all_rules_for_one(measures):
    found = Pooled(("rule",), PAIR)(measures)
    # Means 18.5 / 6 and 37.5 / 6.
    assert [(it.n, it.df) for it in found] == [(12, 10)]
    assert found[0].estimate == pytest.approx((18.5 - 37.5) / 6)


def test_averaged_has_one_value_for_each_rule(measures):
    zigzag = measures[measures["rule"] == "tree"].assign(rule="zigzag")
    zigzag.loc[zigzag["condition"] == "metamer", "value"] -= 4.0
    found = Averaged("rule", Pairwise("z", "paired", by="condition"))(
        pd.concat([measures, zigzag])
    )[0]
    # copy: 7/3 - 13/3 = -2; tree: 11.5/3 - 24.5/3 = -13/3; zigzag: -1/3.
    assert (found.n, found.df) == (3, 2)
    assert found.estimate == pytest.approx(-20 / 9)
    gaps = [-2, -13 / 3, -1 / 3]
    assert found.statistic == pytest.approx(stats.ttest_1samp(gaps, 0).statistic)


@pytest.mark.parametrize(
    "wrapped, complaint",
    [
        (Only("rule", ("copies",), PAIR), "no rule 'copies'"),
        (Only("board", ("1",), PAIR), "no column 'board'"),
        (Each("board", PAIR), "no column 'board'"),
        (Pooled(("board",), PAIR), "no column 'board'"),
        (Averaged("board", PAIR), "no column 'board'"),
    ],
)
def test_what_the_table_does_not_have_is_refused(wrapped, complaint, measures):
    with pytest.raises(Refusal, match=complaint):
        wrapped(measures)


def test_tests_within_tests_survive_plain_values_and_back():
    one = Only("rule", ("copy",), Pooled(("rule",), Each("learner", PAIR)))
    assert from_plain(study.Test, to_plain(one), "a test") == one
