"""Numbers in Kumar et al. (2023) that the released rows must give.

Tables S2 and S3 do not follow from those rows; what is expected of them here is what the
rows give.
"""

import json

import pytest
from places import published
from scipy import stats

from metamer.paradigms.tiles.figures.published import agrees
from metamer.paradigms.tiles.learners.hyperparameters import (
    COLUMNS,
    hyperparameters,
    player,
)
from metamer.paradigms.tiles.people import LSTM, PEOPLE
from metamer.paradigms.tiles.rules import FAMILY as RULES
from metamer.paradigms.tiles.studies.published import take
from metamer.paradigms.tiles.studies.shared import PEOPLE as SHOWN
from metamer.paradigms.tiles.studies.shared import PEOPLE_CELLS, beside_people
from metamer.reports.analysis import analyse

CLEAN = "[only rule symmetry, rectangle, tree, zigzag]"
POOLED = "[pooled over rule]"
WITHIN_PEOPLE = f"abstract - metamer ({PEOPLE})"
WITHIN_LSTM = f"abstract - metamer ({LSTM})"
ON_ABSTRACT = f"{PEOPLE} - {LSTM} (abstract)"
ON_METAMER = f"{PEOPLE} - {LSTM} (metamer)"


@pytest.fixture(scope="module")
def finding(tmp_path_factory):
    """The published rows, measured and tested."""
    data, run = published("tiles-people"), tmp_path_factory.mktemp("people") / "run"
    return analyse(take(data, run))


@pytest.fixture(scope="module")
def results(finding):
    """Tests by their name and effect."""
    return {(result.test, result.effect): result for result in finding.tests}


def test_there_are_1039_rows_of_799_people_and_16_networks(finding):
    counts = finding.responses.table["learner"].value_counts()
    assert (counts[PEOPLE], counts[LSTM]) == (799, 240)
    passes = finding.values("z").query("learner == @LSTM")
    assert set(passes.groupby(["rule", "condition"]).size()) == {15}


def test_53_rows_are_the_score_of_finishing_no_board(finding):
    table = finding.responses.table
    marked = table[~table["finished"]]
    cells = marked.groupby(["rule", "condition"], observed=True)["unit"]
    assert {where: list(units) for where, units in cells} == {
        ("copy", "abstract"): [*range(1, 15)],
        ("connected", "abstract"): [*range(1, 15)],
        ("pyramid", "abstract"): [*range(5, 15)],
        ("cross", "metamer"): [*range(15)],
    }
    assert len(marked) == 53 and set(marked["learner"]) == {LSTM}


def test_the_same_rows_are_found_without_the_reference(finding, tmp_path):
    copied = tmp_path / "performancedata.csv"
    copied.write_bytes((published("tiles-people") / copied.name).read_bytes())
    alone = take(copied, tmp_path / "run").table
    assert list(alone["finished"]) == list(finding.responses.table["finished"])


@pytest.mark.parametrize(
    "effect, statistic, df",
    [
        ("C(learner):C(condition)", 888.7157, 1),
        ("C(learner):C(rule):C(condition)", 339.574515, 7),
        ("C(learner)", 737.89, 1),
        ("C(rule)", 171.65, 7),
        ("C(condition)", 68.14, 1),
        ("C(learner):C(rule)", 182.47, 7),
        ("C(rule):C(condition)", 139.03, 7),
    ],
)
def test_results_and_table_s2_analysis_of_variance(results, effect, statistic, df):
    found = results["ANOVA II", effect]
    assert found.statistic == pytest.approx(statistic, abs=5e-3, rel=1e-7)
    assert (found.df, found.df_error) == (df, 1007)


def test_both_f_of_the_text_to_the_last_printed_digit(results):
    two, three = "C(learner):C(condition)", "C(learner):C(rule):C(condition)"
    assert results["ANOVA II", two].statistic == pytest.approx(888.7157, abs=5e-5)
    assert results["ANOVA II", three].statistic == pytest.approx(339.574515, abs=5e-7)


@pytest.mark.parametrize(
    "effect, sign, statistic, df",
    [
        (WITHIN_PEOPLE, 1, -13.8135, 797),
        (WITHIN_LSTM, -1, -4.8902, 238),
        (ON_ABSTRACT, 1, -13.1778, 518),
        (ON_METAMER, -1, -0.9534, 517),
    ],
)
def test_results_pooled_t_tests(results, effect, sign, statistic, df):
    # The sign is the paper's: the agent's metamer minus abstract, agent minus people.
    found = results["Student t", f"{effect} {POOLED}"]
    assert sign * found.statistic == pytest.approx(statistic, abs=5e-5)
    assert found.df == df


@pytest.mark.parametrize(
    "rule, statistic",
    [
        ("copy", 550.39),
        ("symmetry", 17.97),
        ("connected", 475.36),
        ("rectangle", 24.68),
        ("zigzag", 56.10),
        ("tree", 9.01),
        ("pyramid", 489.06),
        ("cross", 487.36),
    ],
)
def test_table_s3_interactions_that_the_rows_give(results, rule, statistic):
    found = results["ANOVA II", f"C(learner):C(condition) [rule={rule}]"]
    assert found.statistic == pytest.approx(statistic, abs=5e-3)
    assert found.df_error == (125 if rule == "copy" else 126)


def test_table_s3_p_for_tree_is_that_of_the_rows_and_not_of_the_printed_f(results):
    from scipy import stats

    found = results["ANOVA II", "C(learner):C(condition) [rule=tree]"]
    assert found.p == pytest.approx(0.00324, abs=5e-6)
    assert stats.f.sf(11.05, 1, 126) == pytest.approx(0.0012, abs=5e-5)


S4 = {
    "copy": (-7.05802, 68.47882, -17.84887, 16.26451),
    "symmetry": (-0.93046, 9.38291, -1.17116, 9.23867),
    "rectangle": (-16.77618, -15.07433, -10.40058, 2.47560),
    "connected": (-9.11960, 18.08568, -21.52446, 4.92417),
    "tree": (-6.31362, -0.82062, 9.09121, 15.91022),
    "pyramid": (-7.01523, 11.74115, -20.49073, 10.42991),
    "cross": (-10.13440, -164.87218, -1.47796, -27.63812),
    "zigzag": (-16.89938, -1.47712, -4.23903, 6.19551),
}
"""t from scipy.stats.ttest_ind on the released rows, in the order of `PAIRS`."""

PAIRS = (WITHIN_PEOPLE, WITHIN_LSTM, ON_ABSTRACT, ON_METAMER)


@pytest.mark.parametrize("rule", RULES)
def test_table_s4_t_tests_and_their_true_degrees_of_freedom(results, rule):
    found = [results["Student t", f"{pair[:-1]}, rule={rule})"] for pair in PAIRS]
    assert [result.statistic for result in found] == pytest.approx(
        list(S4[rule]), abs=6e-6
    )
    fewer = int(rule == "copy")  # 49 people saw its metamers
    assert [result.df for result in found] == [98 - fewer, 28, 63, 63 - fewer]


def test_people_beat_the_agent_on_5_of_8_rules_and_not_on_7(finding, results):
    found = {
        rule: results["Student t", f"{ON_ABSTRACT[:-1]}, rule={rule})"]
        for rule in RULES
    }
    clear = {rule for rule, result in found.items() if result.p < 0.05}
    assert set(RULES) - clear == {"symmetry", "cross"}
    assert [rule for rule in clear if found[rule].statistic > 0] == ["tree"]
    shown = finding.study.figures[3](finding).body.iloc[0]
    assert (shown["published"], shown["here"]) == ("7", "5 of 8")


@pytest.mark.parametrize(
    "effect, statistic, df",
    [
        ("C(learner)", 30.3, 1),
        ("C(condition)", 390.3, 1),
        ("C(learner):C(condition)", 80.3, 1),
        ("C(learner):C(rule):C(condition)", 6.26, 3),
    ],
)
def test_without_contaminated_rules_the_interaction_stays(
    results, effect, statistic, df
):
    found = results["ANOVA II", f"{effect} {CLEAN}"]
    assert found.statistic == pytest.approx(statistic, abs=0.05)
    assert (found.df, found.df_error) == (df, 504)


@pytest.mark.parametrize(
    "effect, sign, statistic, df",
    [
        (WITHIN_PEOPLE, 1, -9.88, 398),
        (WITHIN_LSTM, -1, 0.97, 118),
        (ON_ABSTRACT, 1, -0.94, 258),
        (ON_METAMER, -1, -7.45, 258),
    ],
)
def test_without_contaminated_rules_two_of_four_differences_vanish(
    results, effect, sign, statistic, df
):
    found = results["Student t", f"{effect} {POOLED} {CLEAN}"]
    assert sign * found.statistic == pytest.approx(statistic, abs=5e-3)
    assert found.df == df


def test_with_the_network_as_unit_the_agents_difference_is_not_significant(results):
    found = results["paired t", f"{WITHIN_LSTM} [one value per rule]"]
    assert (found.df, found.n) == (7, 8)
    assert found.statistic == pytest.approx(1.05, abs=5e-3)
    assert found.p == pytest.approx(0.33, abs=5e-3)


def test_careful_tests_find_that_people_differ_and_the_agents_do_not(results):
    people = results["cluster bootstrap", WITHIN_PEOPLE]
    agents = results["cluster bootstrap", WITHIN_LSTM]
    assert people.high < 0
    assert agents.low < 0 < agents.high
    # Sixteen networks are too few for an interaction of F(1, 1007) = 888.7.
    mixed = results["mixed model", "C(learner):C(condition)"]
    assert mixed.statistic == pytest.approx(3.30, abs=0.01)


def test_the_page_tells_what_matches_and_what_does_not(finding):
    body = finding.study.figures[2](finding).body
    counts = body.groupby(["where", "verdict"]).size().to_dict()
    assert counts == {
        ("text", "match"): 6,
        ("text", "no match"): 4,
        ("Table S2", "no match"): 7,
        ("Table S3", "no match"): 8,
        ("Table S3", "match"): 1,
    }
    assert any("53 of 240" in remark for remark in finding.study.remarks)


def test_published_boards_are_kept(finding):
    from metamer.core.store import Run

    items = Run(finding.responses.folder).items()
    assert items["published/boards"].shape == (16, 25, 7, 7)
    assert set(items["published/item"]) == set(finding.responses.table["item"])


@pytest.mark.parametrize(
    "printed, value, verdict",
    [
        ("-13.177", -13.1778, True),  # cut off
        ("888.716", 888.7157, True),  # rounded
        (".0032", 0.00324, True),
        ("1008", 1007, False),
        ("66.61", 68.14, False),
    ],
)
def test_a_printed_number_may_be_rounded_or_cut_off(printed, value, verdict):
    assert agrees(printed, value) is verdict


FILES = {
    "lstm": "rnn_a2c",
    "epn": "epn_ppo",
    "transformer": "transformer_ppo",
    "corelnet": "corelnet2softmax_ppo",
}
CALLED = {
    "rate": ("learning_rate", "lr"),
    "entropy": ("ent_coef",),
    "value": ("vf_coef",),
    "steps": ("n_steps",),
    "gamma": ("gamma",),
    "schedule": ("lr_schedule",),
    "width": ("attn_dim",),
    "heads": ("num_heads",),
    "blocks": ("num_layers",),
    "slots": ("memsize",),
    "dropout": ("dropout",),
}


@pytest.mark.parametrize("network", FILES)
def test_table_s8_hyper_parameters_are_the_released_ones(network):
    file = published("tiles-people", "hyperparameters.json")
    released = json.loads(file.read_text())[FILES[network]]
    for rule in RULES:
        for condition in ("abstract", "metamer"):
            own = dict(released[rule][condition])
            found = hyperparameters(network, rule, condition)
            for name in COLUMNS[network]:
                key = next(key for key in CALLED[name] if key in own)
                expected = own.pop(key)
                if name != "schedule":
                    expected = float(f"{expected:.5g}")
                assert found[name] == expected
            assert not own


def test_table_s8_one_line_of_it():
    assert hyperparameters("epn", "symmetry", "metamer") == {
        "rate": 2.2314e-4,
        "entropy": 5.3168e-4,
        "value": 0.57356,
        "steps": 2,
        "gamma": 0.9,
        "schedule": "constant",
        "width": 32,
        "heads": 1,
        "slots": 20,
        "max_norm": 0.5,
    }


@pytest.mark.parametrize(
    "asked, complaint",
    [
        (("mlp", "copy", "abstract"), "no network .* 'mlp'"),
        (("lstm", "spiral", "abstract"), "no rule 'spiral'"),
        (("lstm", "copy", "null"), "no condition 'null'"),
    ],
)
def test_hyper_parameters_of_what_was_not_published_are_refused(asked, complaint):
    with pytest.raises(ValueError, match=complaint):
        hyperparameters(*asked)


def test_a_player_has_the_published_numbers_and_the_authors_setting():
    epn = player("epn", "tree", "metamer")
    assert (epn.width, epn.heads, epn.slots) == (16, 1, 20)
    training = epn.training
    assert (training.rate, training.steps, training.schedule) == (
        0.00077876,
        6,
        "linear",
    )
    assert (training.games, training.optimiser, training.masked) == (
        1,
        "rmsprop",
        False,
    )
    assert (training.length, training.counted_in) == (8_000_000, "steps")
    assert player("transformer", "copy", "abstract").training.masked


def test_people_of_whom_only_means_are_kept_give_the_f_of_the_text(finding):
    (two_way, three_way) = (
        result.statistic
        for test in beside_people((LSTM,))[:1]
        for result in test(finding.measures)
        if result.effect.startswith(
            ("C(learner):C(condition)", "C(learner):C(rule):C(condition)")
        )
    )
    assert agrees("888.716", two_way) and agrees("339.574515"[:7], three_way)


def test_people_s_means_are_those_of_the_released_scores(finding):
    scores = finding.measures[
        (finding.measures["measure"] == "z") & (finding.measures["learner"] == PEOPLE)
    ]
    cells = scores.groupby(["rule", "condition"], observed=True)["value"]
    for rule, condition, many, mean, spread in PEOPLE_CELLS:
        cell = cells.get_group((rule, condition)).astype(float)
        assert (len(cell), cell.mean(), cell.std()) == pytest.approx(
            (many, mean, spread), abs=1e-5
        )
    # The figure's means and half widths of intervals are those of the same people.
    for (rule, condition, mean, half), cell in zip(SHOWN, PEOPLE_CELLS, strict=True):
        assert (rule, condition) == cell[:2]
        known = stats.t.interval(0.95, cell[2] - 1, cell[3], cell[4] / cell[2] ** 0.5)
        assert (mean - half, mean + half) == pytest.approx(known, abs=2e-3)
