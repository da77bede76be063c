"""Tests of learners beside somebody of whom only means are known."""

import numpy as np
import pandas as pd
import pytest

from metamer.core import study
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.core.settings import to_plain
from metamer.statistics.anova import Anova
from metamer.statistics.beside import Beside, known_values
from metamer.statistics.subsets import Each

TWO_WAY = Anova("z", "value ~ C(learner) * C(condition)")
RNG = np.random.default_rng(0)
COLUMNS = ["measure", "learner", "condition", "rule", "unit", "value"]


def values(who, shift, many):
    return [
        ("z", who, condition, rule, unit, shift + RNG.normal())
        for condition in ("abstract", "metamer")
        for rule in ("copy", "tree")
        for unit in range(many)
    ]


PEOPLE = pd.DataFrame(values("people", 1.0, 7), columns=COLUMNS)
AGENTS = pd.DataFrame(
    [*values("lstm", 0.0, 5), *values("epn", -1.0, 4)], columns=COLUMNS
)
CELLS = tuple(
    (rule, condition, len(cell), cell.mean(), cell.std())
    for (rule, condition), cell in PEOPLE.groupby(["rule", "condition"])["value"]
)


def statistics(results):
    return [(one.statistic, one.df, one.df_error, one.p) for one in results]


@pytest.mark.parametrize("name", ["lstm", "epn"])
@pytest.mark.parametrize(
    "test",
    [Anova("z", "value ~ C(learner) * C(rule) * C(condition)"), Each("rule", TWO_WAY)],
)
def test_means_and_deviations_give_the_same_f_as_the_values_themselves(name, test):
    own = AGENTS[AGENTS["learner"] == name]
    expected = test(pd.concat([PEOPLE, own]))
    found = Beside("people", CELLS, (name,), "z", test)(AGENTS)
    assert np.array(statistics(found)) == pytest.approx(np.array(statistics(expected)))
    assert all(one.effect.endswith(f"[people and {name}]") for one in found)


def test_values_that_stand_in_have_exactly_the_number_mean_and_deviation():
    made = known_values(CELLS, ("rule", "condition"), "people")
    cells = made.groupby(["rule", "condition"])["value"]
    for rule, condition, many, mean, spread in CELLS:
        cell = cells.get_group((rule, condition))
        assert len(cell) == many
        assert [cell.mean(), cell.std()] == pytest.approx([mean, spread])


def test_only_cells_that_the_learner_played_count():
    one_rule = AGENTS[(AGENTS["rule"] == "copy") & (AGENTS["learner"] == "lstm")]
    found = Beside("people", CELLS, ("lstm", "absent"), "z", TWO_WAY)(one_rule)
    # Seven people and five agents in each of two conditions.
    assert {one.n for one in found} == {24}


def test_a_table_without_these_columns_is_refused():
    with pytest.raises(Refusal):
        Beside("people", CELLS, ("lstm",), "z", TWO_WAY)(AGENTS.drop(columns="rule"))


def test_it_survives_toml():
    entry = Beside("people", CELLS, ("lstm",), "z", TWO_WAY)
    assert from_plain(study.Test, to_plain(entry), "a test") == entry
