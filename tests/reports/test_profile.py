"""The numbers, words and pictures of a profile."""

from dataclasses import replace
from math import isnan, nan
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

from metamer.core.contrast import Contrast
from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.learners.exemplars import Exemplars
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule
from metamer.reports.profile import Column, Guest, Placement, Profile, UnitMean
from metamer.reports.profile_dense import dense_picture
from metamer.reports.profile_figures import NARROW, picture, standalone
from metamer.reports.profile_map import map_picture
from metamer.reports.profile_table import from_table
from metamer.reports.profile_words import sentence, summary

CONTRAST = Contrast(
    paradigm=lambda scale: Categories(),
    units={"demo": 4, "small": 4, "paper": 4},
    competence="competence",
    rule="exemplar_bias",
    statistics=(Exemplars(),),
    by_rule=Rule(),
    least=0.5,
    families={},
    asked="the corner",
    question="Which?",
)

NOBODY = Responses(
    pd.DataFrame({name: [] for name in COLUMNS}).astype({"correct": bool}),
    Study(Categories(), (Rule(),)),
    Path("out"),
)
"""No responses: tests give the measures themselves."""

RAW = pd.DataFrame(
    {
        "exemplars": [0.4, 0.5, 0.4, 0.5],
        "rule": [0.0, 0.1, 0.0, 0.1],
        "half": [0.2, 0.3, 0.2, 0.3],
        "wild": [-0.9, 0.9, -0.9, 0.9],
        "rare": [0.1, 0.1, nan, nan],
    }
)
COMPETENCES = pd.DataFrame(
    {name: [1.0, 0.9, 1.0, 0.9] for name in RAW} | {"dull": [0.1, 0.2, 0.1, 0.2]}
)


def column(name="corner", raw=RAW, **reasons):
    """A paradigm of which the measures are given."""
    raw = raw.assign(dull=0.0)
    players = {name: name for name in raw if name not in reasons}
    found = Column(
        name, CONTRAST, NOBODY, players | {"statistics": "exemplars"}, reasons
    )
    vars(found).update(raw=raw, competences=COMPETENCES)
    return found


def profile(*given):
    columns = (column(), column("other", half="no method 'act'"))
    return Profile(given, columns, "demo", Path("out"), {})


@pytest.mark.parametrize("name, place", [("rule", 1), ("statistics", 0), ("half", 0.5)])
def test_a_learner_stands_between_statistics_and_rule(name, place):
    assert column().score(name).rule[:3] == pytest.approx((place,) * 3)


def test_units_in_which_references_and_learner_move_together_leave_no_spread():
    apart = column(raw=RAW.assign(half=[0.3, 0.2, 0.3, 0.2]))
    assert column().score("half").rule.high == pytest.approx(0.5)
    assert apart.score("half").rule.high > 0.7


def test_intervals_stay_within_what_the_measure_can_be():
    found = column().score("wild").rule
    zero, one = 0.45, 0.05
    assert found.low == pytest.approx((1 - zero) / (one - zero))
    assert found.high == pytest.approx((-1 - zero) / (one - zero))
    assert column().score("half").competence.high == 1


def test_without_competence_the_other_number_is_not_told():
    found = column().score("dull")
    assert isnan(found.rule.value)
    assert found.reason == "it did not learn what it was taught"


def test_two_units_are_too_few():
    assert column().score("rare").reason == "2 units can be measured"


def test_references_that_do_not_differ_tell_nothing():
    alike = column(raw=RAW.assign(rule=[0.5, 0.4, 0.5, 0.4]))
    assert alike.score("half").reason == "its two references do not differ"


def test_of_several_statistics_references_the_best_stands_at_0():
    contrast = replace(CONTRAST, statistics=(Exemplars(), Exemplars(2.0)))
    better = RAW.assign(**{"exemplars:2": [0.3, 0.4, 0.3, 0.4]})
    found = Column("corner", contrast, NOBODY, {"half": "half"}, {})
    vars(found).update(raw=better, competences=COMPETENCES)
    assert found.at_zero == "exemplars:2"
    assert found.score("half").rule.value == pytest.approx(1 / 3)


def score(paradigm, low, high, player="x", reason=""):
    value = (low + high) / 2
    return Placement(
        "x",
        paradigm,
        player,
        UnitMean(1.0, 1.0, 1.0, 3),
        UnitMean(value, low, high),
        reason,
    )


def test_a_sentence_says_what_a_learner_goes_by_and_where_that_cannot_be_told():
    row = [
        score("a", 0.8, 1.1),
        score("b", 0.6, 0.9),
        score("c", -0.1, 0.2),
        score("d", 0.1, 0.9),
        score("e", nan, nan, reason="it did not learn what it was taught"),
        score("f", nan, nan, player="", reason="no method"),
    ]
    assert sentence(row) == (
        "goes by the rule in 2 of 6 paradigms (`a` and `b`) and by the statistics in 1 "
        "(`c`); in `d` it is undecided; in `e` it cannot be told: it did not learn what "
        "it was taught; it cannot take part in `f`."
    )


def test_whoever_goes_by_the_rule_more_often_is_listed_first():
    made = profile("dull", "statistics", "half", "rule")
    assert list(made.scores) == ["rule", "half", "statistics", "dull"]
    assert summary(made) == (
        "Of 4 learners, 1 goes by the rule in most paradigms that tell, and 1 by the "
        "statistics."
    )


def test_the_table_has_a_row_for_each_learner_and_paradigm():
    table = profile("half", "dull").table
    assert list(table)[:9] == [
        "learner",
        "paradigm",
        "competence",
        "competence_low",
        "competence_high",
        "rule",
        "low",
        "high",
        "n",
    ]
    assert table["rule"].isna().tolist() == [False, True, True, True]
    assert table["reason"][1] == "no method 'act'"


def test_the_table_read_again_gives_the_same_scores(tmp_path):
    made = profile("rule", "half", "dull")
    made.table.to_csv(tmp_path / "profile.csv", index=False)
    scores = from_table(pd.read_csv(tmp_path / "profile.csv"))
    assert list(scores) == list(made.scores)
    for name, row in made.scores.items():
        assert [score.verdict for score in scores[name]] == [
            score.verdict for score in row
        ]
        assert sentence(scores[name]) == sentence(row)


KINDS = {"references": ("rule",), "learners": ("half", "dull")}


def test_many_learners_stand_in_groups_of_low_rows():
    made = profile("rule", "half", "dull")
    asked = {each.paradigm: each.contrast.asked for each in made.columns}
    svg = dense_picture(made.scores, KINDS, asked)
    drawn = ElementTree.fromstring(svg)
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    in_order = [word for word in words if word in {*KINDS, *made.scores}]
    expected = ["references", "learners", "rule", "half", "dull"]
    assert list(dict.fromkeys(in_order)) == expected
    assert words.count("competence 0.15") == 2  # too low to tell, in both paradigms
    assert words.count("–") == 2  # one does not take part; the legend says what it is
    assert svg.count("<title>") == 6


@pytest.mark.parametrize("width", [1000, NARROW])
def test_the_picture_is_valid_and_says_what_is_missing(width):
    made = profile("rule", "half", "dull", "wild", "<odd & long name>" * 3)
    for each in made.columns:
        each.players["<odd & long name>" * 3] = "wild"
    drawn = ElementTree.fromstring(picture(made, width))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"corner", "other", "cannot be told", "does not take part"} <= set(words)
    assert words.count("1.00") == 2


def test_points_beyond_the_scale_are_triangles():
    far = column(raw=RAW.assign(half=[-0.8, -0.7, -0.8, -0.7]))
    made = Profile(("half",), (far,), "demo", Path("out"), {})
    assert picture(made).count("<path") == picture(profile("rule")).count("<path") + 2


def test_a_picture_of_its_own_needs_no_page():
    assert "var(" not in standalone(picture(profile("half")))


def test_whoever_answered_elsewhere_has_a_row_and_a_place_in_the_picture():
    people = Guest(pd.Series([0.9, 1.0, 0.9]), pd.Series([0.1, 0.05, 0.0]))
    asked, other = column(), column("other", people="no run beside the profile")
    asked = replace(asked, guests={"people": people})
    vars(asked).update(raw=RAW, competences=COMPETENCES)
    made = Profile(("rule",), (asked, other), "demo", Path("out"), {})
    assert made.guests == ["people"]
    first, second = made.scores["people"]
    # References stand at 0.45 and 0.05 on average.
    assert first.rule.value == pytest.approx((0.45 - 0.05) / 0.4)
    assert (first.verdict, second.verdict) == ("rule", "absent")
    assert ">people</text>" in picture(made)


def test_the_map_names_every_learner_of_which_something_is_known():
    drawn = map_picture(profile("rule", "half", "dull"))
    assert ">half</text>" in drawn
    assert ">dull</text>" not in drawn
