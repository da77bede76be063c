"""What every paradigm in the profile must do."""

import inspect
from dataclasses import replace

import pytest

import metamer
from metamer.core.registry import measure, paradigm, profile
from metamer.core.study import SCALES
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.profiles.profile import Cast
from metamer.reports.profile import Column

each_paradigm = pytest.mark.parametrize("name", list(profile))

TINY = {
    "categories": {"per_class": 100, "held_out": 100, "familiar": 4, "again": 2},
    "concepts": {"concepts": ("Center", "Count"), "tasks": 2},
    "matrices": {"sizes": (8,), "asked": 6, "again": 2},
    "pointers": {
        "style": Vectors(length=2, alphabet=4),
        "trainings": ("windows-4",),
        "sizes": (300,),
        "asked": 60,
        "again": 2,
    },
    "tiles": {
        "recipe": Gibbs(updates=50, sweeps=2),
        "boards": 4,
        "pool": 256,
        "trials": 100,
    },
}
"""Smaller than the demo scale. A paradigm needs no entry here."""


@each_paradigm
def test_it_says_what_it_asks_and_by_which_measures(name):
    contrast = profile(name)()
    assert name in paradigm
    assert {contrast.competence, contrast.rule} <= {*measure}
    assert "Source:" in inspect.getdoc(profile(name))
    assert 0 < contrast.least < 1
    assert contrast.question.endswith("?")


@each_paradigm
@pytest.mark.parametrize("scale", SCALES)
def test_references_and_families_suit_its_paradigm(name, scale, tmp_path):
    contrast = profile(name)()
    cast = Cast(contrast, scale, name, tmp_path)
    players = [contrast.family(family, scale) for family in contrast.families]
    for player in players:
        assert player.name in [each.name for each in cast.study([player]).learners]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name == "matrices"))
        for name in profile
    ],
)
def test_statistics_stand_at_0_and_the_rule_at_1(name, tmp_path):
    contrast = profile(name)()
    small = replace(contrast.paradigm("demo"), **TINY.get(name, {}))
    contrast = replace(contrast, paradigm=lambda scale: small)
    study = Cast(contrast, "demo", name, tmp_path).study([])
    run = metamer.run(replace(study, units=3), tmp_path / "run")
    ends = {"rule": contrast.by_rule.name, "statistics": contrast.statistics[0].name}
    column = Column(name, contrast, run, ends, {})
    rule, statistics = column.score("rule"), column.score("statistics")
    assert rule.rule[:3] == pytest.approx((1, 1, 1))
    assert statistics.rule[:3] == pytest.approx((0, 0, 0))
    assert (rule.verdict, statistics.verdict) == ("rule", "statistics")
    assert column.tells_apart
    assert rule.competence.value >= contrast.least
