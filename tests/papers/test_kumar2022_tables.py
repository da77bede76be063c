"""Numbers printed in Kumar et al. (2023), typed from its text: these tests need no data."""

import re
from dataclasses import asdict
from math import floor, log10

import pandas as pd
import places
import pytest
from places import ROOT

from metamer.metamers.masked import BLOCK
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.game.rewards import Rewards
from metamer.paradigms.tiles.items.asked import LEARNING_BOARDS
from metamer.paradigms.tiles.items.notes import TRIALS
from metamer.paradigms.tiles.learners import hyperparameters as s8
from metamer.paradigms.tiles.learners.networks import (
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.paradigms.tiles.people import LSTM, PEOPLE
from metamer.paradigms.tiles.rules import FAMILY
from metamer.paradigms.tiles.studies import people, printed, published, shared
from metamer.paradigms.tiles.studies.published import take
from metamer.training.settings import PlayerTraining

TABLE_S8 = {
    "lstm": """
        copy abstract 0.9 2 constant 0.00062239 0.00243152 0.0010111
        copy metamer 0.9 2 constant 0.0003057 0.00851215 0.01116498
        symmetry abstract 0.9 4 constant 0.00131308 0.00513281 0.01843889
        symmetry metamer 0.9 4 linear 0.00117687 0.00197973 0.01707586
        connected abstract 0.9 6 constant 0.00209519 0.0618838 0.01825565
        connected metamer 0.9 2 linear 0.00083198 0.00963399 0.02033728
        rectangle abstract 0.9 2 constant 0.00123548 1.20E-08 0.02693679
        rectangle metamer 0.9 4 linear 0.00108637 0.01587278 0.02786049
        tree abstract 0.9 10 linear 0.00377961 0.04569161 0.01020331
        tree metamer 0.9 10 constant 0.00142225 0.00014317 0.01032152
        pyramid abstract 0.9 2 constant 0.00094057 0.00077839 0.01478618
        pyramid metamer 0.9 6 linear 0.00093163 0.00065686 0.02547757
        cross abstract 0.9 2 linear 0.00045011 0.00059439 0.00407202
        cross metamer 0.9 2 linear 0.00080997 3.88E-06 0.06421612
        zigzag abstract 0.9 4 constant 0.00165426 4.21E-07 0.03229156
        zigzag metamer 0.9 4 constant 0.00075596 0.00061885 0.03651008
    """,
    "epn": """
        copy abstract 0.995 2 constant 0.00033313 6.54E-06 0.77188886 16 2 10
        copy metamer 0.9 2 constant 0.00014579 0.00225419 0.36511053 16 1 10
        symmetry abstract 0.9 2 constant 8.16E-05 4.16E-05 0.40127644 64 4 20
        symmetry metamer 0.9 2 constant 0.0002314 0.00053168 0.57356288 32 1 20
        connected abstract 0.98 2 linear 0.00038639 0.01586469 0.37999232 16 2 5
        connected metamer 0.95 2 linear 0.00064304 0.01233968 0.74103176 32 8 40
        rectangle abstract 0.98 2 linear 0.00058851 7.44E-08 0.54919912 16 2 10
        rectangle metamer 0.95 4 constant 0.00032927 0.00148335 0.33773876 16 4 20
        tree abstract 0.9 2 linear 0.00044907 4.95E-08 0.66245802 32 4 40
        tree metamer 0.9 6 linear 0.00077876 1.19E-06 0.19450061 16 1 20
        pyramid abstract 0.95 2 constant 0.00017242 0.09845655 0.87941841 16 2 5
        pyramid metamer 0.9 2 linear 0.00047711 1.26E-05 0.85291822 32 1 10
        cross abstract 0.99 2 linear 0.00041926 0.00879789 0.72213536 32 8 10
        cross metamer 0.98 2 constant 0.00027736 0.00012245 0.11840353 16 4 20
        zigzag abstract 0.9 2 constant 0.00010779 9.44E-06 0.25689978 16 4 20
        zigzag metamer 0.95 2 constant 8.47E-05 0.00193906 0.12524522 64 2 20
    """,
    "transformer": """
        copy abstract 0.995 10 constant 6.11E-05 0.00013691 0.43870801 16 2 9 0.15
        copy metamer 0.95 14 constant 0.0001745 0.00013081 0.32088709 64 1 9 0.15
        symmetry abstract 0.95 2 linear 0.00015481 2.13E-05 0.06865333 64 2 7 0.15
        symmetry metamer 0.98 2 linear 0.0007978 0.0180259 0.20609321 16 1 9 0
        connected abstract 0.9 14 constant 0.00037219 1.43E-06 0.27743182 32 8 3 0.15
        connected metamer 0.999 6 constant 4.41E-05 9.80E-05 0.43860151 16 2 7 0.15
        rectangle abstract 0.995 4 linear 0.00015984 0.00013658 0.62287718 64 1 3 0.15
        rectangle metamer 0.98 6 constant 0.00013261 0.00031288 0.13047689 16 2 9 0.15
        tree abstract 0.99 8 constant 0.00011141 8.68E-08 0.81537314 32 4 3 0.15
        tree metamer 0.999 6 constant 4.41E-05 9.80E-05 0.43860151 16 2 7 0.15
        pyramid abstract 0.95 8 linear 2.84E-05 0.00332861 0.37986521 16 1 2 0.15
        pyramid metamer 0.9 2 constant 0.00055707 0.01880732 0.26666269 16 8 3 0
        cross abstract 0.95 6 linear 0.00095565 1.03E-07 0.48805628 32 2 3 0.15
        cross metamer 0.95 14 constant 4.90E-05 0.09286513 0.05653123 64 1 9 0.15
        zigzag abstract 0.99 2 linear 8.40E-05 0.00132145 0.03231586 64 2 9 0.15
        zigzag metamer 0.995 2 linear 0.00062963 0.0121549 0.67292639 16 2 7 0
    """,
    "corelnet": """
        copy abstract 0.995 2 linear 0.00017245 3.01E-06 0.91449804
        copy metamer 0.95 6 linear 1.32E-05 0.00541178 0.68377464
        symmetry abstract 0.999 14 linear 0.00085595 0.08905802 0.52761016
        symmetry metamer 0.9999 8 linear 0.00070923 1.74E-06 0.50732897
        connected abstract 0.9 10 constant 0.00094003 4.76E-08 0.67602848
        connected metamer 0.99 14 linear 0.00037109 0.00624795 0.22856862
        rectangle abstract 0.99 6 linear 0.00080133 1.06E-08 0.41778158
        rectangle metamer 0.999 6 linear 0.00148068 5.47E-05 0.41924005
        tree abstract 0.95 4 linear 2.27E-05 0.00673502 0.77815675
        tree metamer 0.999 6 linear 0.00024816 0.0368649 0.01963117
        pyramid abstract 0.995 4 linear 3.88E-05 1.91E-08 0.84543826
        pyramid metamer 0.95 4 constant 0.00015848 1.20E-05 0.5270834
        cross abstract 0.9 12 linear 2.57E-05 1.95E-08 0.71630464
        cross metamer 0.95 10 constant 0.00019137 7.39E-05 0.51232182
        zigzag abstract 0.95 8 linear 0.00011151 1.07E-05 0.28885087
        zigzag metamer 0.999 4 linear 2.76E-05 0.00033608 0.246342
    """,
}
"""Rule, condition, gamma, n_steps, schedule, lr, ent_coef, vf_coef and the rest of a line.

Blanks within printed numbers are left out; of two lines "_null" the first is the abstract
one.
"""

S8_COLUMNS = {
    "lstm": (),
    "epn": ("width", "heads", "slots"),
    "transformer": ("width", "heads", "blocks", "dropout"),
    "corelnet": (),
}
"""The columns after the first eight."""

S8_MISPRINTS = {
    ("epn", "symmetry", "metamer", "rate"): 0.00022314,
    ("transformer", "copy", "metamer", "rate"): 0.00011745,
}
"""Numbers of the released files of which the table lacks a digit."""


def test_methods_gibbs_sampling():
    recipe = Gibbs()
    assert (recipe.updates, recipe.enough, recipe.sweeps) == (4000, 0.99, 20)
    assert BLOCK == 5


def test_methods_rewards():
    assert asdict(Rewards()) == {
        "red": 1.0,
        "blue": -1.0,
        "last_red": 10.0,
        "again": -2.0,
    }


def test_methods_boards_and_results_trials_of_the_neighbour():
    assert (Tiles().boards, Tiles().lag, Tiles().shown) == (25, 0, 0)
    assert (TRIALS, LEARNING_BOARDS) == (1000, 25)


def test_methods_units_of_the_lstm_and_code_for_who_may_click_again():
    assert (LstmPlayer().units, EpnPlayer().units) == (120, 120)
    assert LstmPlayer().training.masked is False
    assert EpnPlayer().training.masked is False
    assert TransformerPlayer().training.masked is True
    assert CoRelNetPlayer().training.masked is True


def test_methods_two_million_for_the_lstm_and_eight_for_the_others():
    assert (s8.LENGTH["lstm"], s8.OTHERS_LENGTH) == (2_000_000, 8_000_000)
    assert (shared.LARGE.length, shared.LONG.length) == (2_000_000, 8_000_000)


def test_methods_50_people_in_each_of_16_cells_and_results_ten_for_part_of_a_board():
    assert (people.QUOTA["paper"], people.CHOOSERS["paper"]) == (50, 10)
    assert 2 * len(FAMILY) * people.QUOTA["paper"] == 800


def test_table_s1_the_eight_rules():
    assert {*FAMILY} == {
        *("copy", "symmetry", "rectangle", "connected"),
        *("tree", "cross", "pyramid", "zigzag"),
    }


def test_results_f_and_t_of_the_text():
    assert printed.TEXT_F == {
        "C(learner):C(condition)": ("888.716", "1036"),
        "C(learner):C(rule):C(condition)": ("339.574515", "1008"),
    }
    assert {pair: t for pair, (t, _) in printed.TEXT_T.items()} == {
        f"abstract - metamer ({PEOPLE})": "-13.813",
        f"abstract - metamer ({LSTM})": "-4.890",
        f"{PEOPLE} - {LSTM} (abstract)": "-13.177",
        f"{PEOPLE} - {LSTM} (metamer)": "-0.953",
    }
    assert {
        f"abstract - metamer ({PEOPLE})": "798",
        f"{PEOPLE} - {LSTM} (metamer)": "518",
    } == printed.TEXT_DF


@pytest.mark.parametrize(
    "table, of, f",
    [
        ("TABLE_S2", "C(learner)", 734.751802),
        ("TABLE_S2", "C(rule)", 174.756578),
        ("TABLE_S2", "C(condition)", 66.609924),
        ("TABLE_S2", "C(learner):C(condition)", 903.012393),
        ("TABLE_S2", "C(learner):C(rule)", 183.163312),
        ("TABLE_S2", "C(rule):C(condition)", 140.821103),
        ("TABLE_S2", "C(learner):C(rule):C(condition)", 335.446094),
        ("TABLE_S3", "copy", 562.395343),
        ("TABLE_S3", "symmetry", 20.815571),
        ("TABLE_S3", "connected", 478.523676),
        ("TABLE_S3", "rectangle", 18.925626),
        ("TABLE_S3", "zigzag", 49.480372),
        ("TABLE_S3", "tree", 11.052533),
        ("TABLE_S3", "pyramid", 483.322974),
        ("TABLE_S3", "cross", 465.263164),
    ],
)
def test_tables_s2_and_s3_f_to_two_decimals(table, of, f):
    assert float(getattr(printed, table)[of]) == round(f, 2)


def test_results_which_way_round_the_paper_subtracts():
    assert {pair: sign for pair, (_, sign) in printed.TEXT_T.items()} == {
        f"abstract - metamer ({PEOPLE})": 1,
        f"abstract - metamer ({LSTM})": -1,
        f"{PEOPLE} - {LSTM} (abstract)": 1,
        f"{PEOPLE} - {LSTM} (metamer)": -1,
    }


REMARKED = """
    15 15 15
    2 3 2 734.75 174.76 66.61 737.89 171.65 68.14 3 562.40 550.39 32 4
    3 .0032 9.01 11.05 .0012
    1,039 1,007 1036 1008 797 517 798 518
    7 8 4 5
    0 4.9
"""
"""The numbers in the remarks beside the released scores; t is Student's."""


def test_remarks_quote_what_is_printed_and_what_the_scores_give():
    found = [
        re.findall(r"\d[\d,]*\.?\d+|\.\d+|\d", remark) for remark in published.REMARKS
    ]
    assert found == [line.split() for line in REMARKED.strip().splitlines()]


def test_tables_s2_and_s3_have_all_lines():
    assert (len(printed.TABLE_S2), len(printed.TABLE_S3)) == (7, 8)


def test_table_s3_p_of_tree():
    found = [row[2] for row in printed.rows() if row[:2] == ("Table S3", "p, tree")]
    assert found == [".0032"]


def lines():
    """Every line of Table S8: network, rule, condition, and its numbers by name."""
    for network, text in TABLE_S8.items():
        for line in text.strip().splitlines():
            rule, condition, gamma, steps, schedule, *rest = line.split()
            names = ("rate", "entropy", "value", *S8_COLUMNS[network])
            numbers = dict(zip(names, rest, strict=True), gamma=gamma, steps=steps)
            yield network, rule, condition, schedule, numbers


@pytest.mark.parametrize(
    "network, rule, condition, schedule, numbers",
    [pytest.param(*line, id="-".join(line[:3])) for line in lines()],
)
def test_table_s8_as_printed(network, rule, condition, schedule, numbers):
    found = s8.hyperparameters(network, rule, condition)
    assert found.pop("schedule") == schedule
    # S8 does not have it: the default of the authors' library.
    assert found.pop("max_norm") == 0.5
    assert found.keys() == numbers.keys()
    for name, text in numbers.items():
        expected = S8_MISPRINTS.get((network, rule, condition, name), float(text))
        reach = half_a_digit(expected, 3 if "E" in text else 5)
        # The table has eight decimals; the code may have fewer, of five digits.
        reach += 5e-9 * ("E" not in text and expected >= 1e-3)
        assert abs(found[name] - expected) <= reach, name


def half_a_digit(number, digits):
    """Half a unit of a number's last digit, as it is written."""
    return number and 0.5001 * 10 ** (floor(log10(number)) - digits + 1)


def test_table_s8_has_all_cells_and_the_default_discount_is_that_of_the_lstm():
    assert len([*lines()]) == 4 * 16
    discounts = {line[4]["gamma"] for line in lines() if line[0] == "lstm"}
    assert discounts == {"0.9"}
    assert PlayerTraining().gamma == 0.9


PEOPLE_Z = {
    "connected": (-5.839, 0.591, -2.864, 0.284),
    "copy": (-1.663, 0.478, 0.256, 0.259),
    "cross": (-2.353, 0.238, -0.191, 0.357),
    "pyramid": (-1.551, 0.122, -0.893, 0.143),
    "rectangle": (-5.132, 0.100, -1.307, 0.447),
    "symmetry": (-0.690, 0.305, -0.540, 0.111),
    "tree": (-1.475, 0.105, -1.051, 0.085),
    "zigzag": (-1.436, 0.110, 0.005, 0.132),
}
"""Mean z of people and half of its interval: abstract, then metamer. Fig. 3A has them as
points only; these are the released scores."""


CELLS = """
    connected abstract 50 -5.839345 2.078882
    connected metamer 50 -2.864390 0.999538
    copy abstract 50 -1.663286 1.680980
    copy metamer 49 0.255972 0.901885
    cross abstract 50 -2.352684 0.836606
    cross metamer 50 -0.191029 1.254954
    pyramid abstract 50 -1.551107 0.430747
    pyramid metamer 50 -0.893365 0.503979
    rectangle abstract 50 -5.132140 0.351045
    rectangle metamer 50 -1.306808 1.573677
    symmetry abstract 50 -0.689960 1.074362
    symmetry metamer 50 -0.539546 0.390356
    tree abstract 50 -1.475218 0.368732
    tree metamer 50 -1.050560 0.300393
    zigzag abstract 50 -1.435975 0.385607
    zigzag metamer 50 0.005026 0.463521
"""
"""Rule, condition, number of people, their mean z and its standard deviation."""


def test_people_beside_networks_are_those_of_the_released_scores():
    found = [(*cell[:2], *map(float, cell[2:])) for cell in shared.PEOPLE_CELLS]
    lines = [line.split() for line in CELLS.strip().splitlines()]
    assert found == [(*line[:2], *map(float, line[2:])) for line in lines]


def test_figure_3a_people():
    found = {(rule, condition): rest for rule, condition, *rest in shared.PEOPLE}
    assert found == {
        (rule, condition): [*numbers[first : first + 2]]
        for rule, numbers in PEOPLE_Z.items()
        for first, condition in ((0, "abstract"), (2, "metamer"))
    }


def test_figure_3a_people_are_those_of_the_committed_results():
    table = pd.read_csv(ROOT / "results/tiles-people/means.csv")
    own = table[(table["measure"] == "z") & (table["learner"] == "people")]
    means = own.set_index(["rule", "condition"])["mean"]
    assert len(means) == len(shared.PEOPLE) == 16
    for rule, condition, mean, _ in shared.PEOPLE:
        assert mean == pytest.approx(means[rule, condition], abs=6e-4)


def test_figure_3a_people_are_those_of_the_released_scores(tmp_path):
    table = take(places.published("tiles-people"), tmp_path / "run").table
    own = table[table["learner"] == PEOPLE]
    means = own.groupby(["rule", "condition"], observed=True)["published_z"].mean()
    for rule, condition, mean, _ in shared.PEOPLE:
        assert mean == pytest.approx(means[rule, condition], abs=6e-4)
