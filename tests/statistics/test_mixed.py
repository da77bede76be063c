import numpy as np
import pandas as pd
import pytest

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.core.settings import to_plain
from metamer.statistics import t_test
from metamer.statistics.mixed import Mixed, terms

GROUPS = ("learner", "unit")


def nested(units=8, repeats=5, gap=1.0):
    """Units of two learners, each with a level of its own and several values."""
    generator = np.random.default_rng(1)
    levels = {
        (name, unit): generator.normal(middle, 2.0)
        for name, middle in (("people", 0.0), ("lstm", gap))
        for unit in range(units)
    }
    return pd.DataFrame(
        [
            ("z", name, "abstract", unit, generator.normal(level))
            for (name, unit), level in levels.items()
            for _ in range(repeats)
        ],
        columns=["measure", "learner", "condition", "unit", "value"],
    )


def test_balanced_groups_give_the_t_of_their_means():
    # With equally many values in each group, z of REML is Student's t of group means.
    table = nested()
    found = terms(table, "value ~ C(learner)", GROUPS)[0]
    means = table.groupby(["learner", "unit"])["value"].mean()
    expected = t_test.student(means["lstm"], means["people"])
    assert found.statistic == pytest.approx(expected.statistic**2, rel=1e-4)
    assert (found.test, found.df, found.n) == ("mixed model", 1, 80)


def test_repeating_passes_of_a_network_adds_no_evidence():
    table = nested()
    passes = pd.concat([table] * 3, ignore_index=True)
    one, other = (terms(it, "value ~ C(learner)", GROUPS)[0] for it in (table, passes))
    assert other.statistic == pytest.approx(one.statistic, rel=1e-3)


def test_the_share_between_groups_is_that_of_the_two_variances():
    # From the mean squares of a one-way analysis of variance with 5 values in a group.
    table = nested()
    cells = table.groupby(["learner", "unit"])["value"]
    within = cells.var().mean()
    means = cells.mean()
    across = 5 * means.groupby("learner").var().mean()
    between = (across - within) / 5
    found = terms(table, "value ~ C(learner)", GROUPS)[0]
    assert found.effect_size == pytest.approx(between / (between + within), rel=1e-3)


def test_terms_and_words_speak_of_the_columns():
    table = nested()
    table = table.assign(condition=np.where(table.index % 2, "abstract", "metamer"))
    found = Mixed("z")(table)
    assert [result.effect for result in found] == [
        "C(learner)",
        "C(condition)",
        "C(learner):C(condition)",
    ]
    assert "16 groups" in found[0].words and found[0].words.startswith("z, C(learner)")


def test_groups_that_do_not_differ_are_ordinary_regression():
    table = nested().assign(value=[0.0, 1.0, 2.0, 3.0, 4.0] * 16)
    table.loc[table["learner"] == "lstm", "value"] += 1
    found = terms(table, "value ~ C(learner)", GROUPS)[0]
    assert found.effect_size == pytest.approx(0, abs=1e-6)
    assert found.p < 0.01


@pytest.mark.parametrize(
    "table, reason",
    [
        (nested(repeats=1), "no group has more than one value"),
        (nested().assign(unit=0, learner="people"), "learner does not vary"),
        (nested().assign(value=1.0), "value does not vary"),
    ],
)
def test_what_cannot_be_tested_says_why(table, reason):
    found = Mixed("z", "value ~ C(learner)")(table)
    assert len(found) == 1 and np.isnan(found[0].p)
    assert reason in found[0].words


def test_missing_values_are_left_out():
    table = nested()
    table.loc[0, "value"] = np.nan
    assert Mixed("z", "value ~ C(learner)")(table)[0].n == 79


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"formula": "value ~ C(rule)"}, "uses 'rule'"),
        ({"formula": "value ~ 1"}, "no term to test"),
        ({"groups": ("board",)}, "no column 'board'"),
    ],
)
def test_bad_settings_are_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        Mixed("z", **settings)(nested())


def test_a_model_without_groups_is_refused():
    with pytest.raises(Refusal, match="at least one column of groups"):
        Mixed("z", groups=())


def test_it_survives_plain_values_and_back():
    one = Mixed("z", "value ~ C(learner)", ("rule",))
    assert from_plain(study.Test, to_plain(one), "a test") == one
