"""Spaces: what they may say, and that the shipped ones hold what the paper chose."""

import pytest
from optuna.distributions import (
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)

from metamer.core.errors import Refusal
from metamer.core.registry import learner
from metamer.learners.networks import Mlp
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.learners.hyperparameters import COLUMNS, PLAYERS, TABLES
from metamer.paradigms.tiles.learners.networks import EpnPlayer, LstmPlayer
from metamer.search.space import (
    Bounded,
    own_space,
    read_space,
    space_from_plain,
    spaces_of,
    with_conduct,
)

RATE = {"low": 1e-4, "high": 1e-2, "log": True}
NETWORKS = list(TABLES)


def space(parameters, **conduct):
    return space_from_plain({"parameters": parameters, **conduct}, "mine.toml")


def checked(parameters, entry=LstmPlayer()):  # noqa: B008 (frozen)
    made = space(parameters)
    made.check(entry, "mine.toml")
    return made


def test_a_setting_is_drawn_as_what_the_learner_has_there():
    made = checked(
        {
            "training.rate": RATE,
            "units": {"low": 8, "high": 64},
            "training.schedule": {"choices": ["constant", "linear"]},
        }
    )
    assert made.distributions(LstmPlayer()) == {
        "training.rate": FloatDistribution(1e-4, 1e-2, log=True),
        "units": IntDistribution(8, 64),
        "training.schedule": CategoricalDistribution(("constant", "linear")),
    }


def test_values_become_settings_and_the_rest_stays():
    made = checked({"training.rate": RATE, "units": {"low": 8, "high": 64}})
    plain = LstmPlayer()
    changed = made.of(plain, {"training.rate": 0.005, "units": 32})
    assert (changed.training.rate, changed.units) == (0.005, 32)
    assert (changed.filters, changed.training.gamma) == (16, plain.training.gamma)


def test_values_that_go_only_together_are_no_fault():
    checked({"width": {"choices": [24, 48]}, "heads": {"choices": [3, 6]}}, EpnPlayer())


@pytest.mark.parametrize(
    "parameters, words",
    [
        (
            {"training.rat": RATE},
            r"training\.rat: lstm has no such setting .*'training",
        ),
        ({"training.rate": {"low": 1, "high": 0.1}}, "low must be a number below high"),
        (
            {"training.rate": {"low": 0, "high": 1, "log": True}},
            "log needs a low above",
        ),
        ({"training.rate": {"low": 0, "high": 1}}, "rate must be above 0, not 0"),
        ({"training.gamma": {"low": 0.5, "high": 2}}, "gamma must be from 0 to 1"),
        ({"units": {"low": 0.5, "high": 2}}, "must have whole bounds"),
        ({"training.schedule": {"choices": ["steep"]}}, "must be one of 'constant'"),
        ({"training.schedule": {"choices": []}}, "choices must not be empty"),
        ({"training.schedule": {"choices": ["a", "a"]}}, "choices must differ"),
        ({"training.rate": {"low": 1e-3}}, "needs a value for 'high'"),
        ({"training.rate": {"log": True}}, "needs low and high, or choices"),
        ({"training.rate": 3}, "needs low and high, or choices"),
        ({"training": {"rate": RATE}}, 'write the path in quotes, "training.rate"'),
        ({"training.rate": {**RATE, "base": 2}}, "unknown key 'base'"),
        ({}, r"mine\.toml has no \[parameters\]"),
    ],
)
def test_a_space_that_cannot_be_is_refused(parameters, words):
    with pytest.raises(Refusal, match=words):
        checked(parameters)


def test_conduct_is_read_strictly():
    assert space({"training.rate": RATE}, length=50).conduct.length == 50
    with pytest.raises(Refusal, match="length must be at least 0, not -5"):
        space({"training.rate": RATE}, length=-5)
    with pytest.raises(Refusal, match="unknown key 'lenght'"):
        space({"training.rate": RATE}, lenght=5)


def test_length_and_report_can_be_set_beside_the_space():
    made = with_conduct(space({"training.rate": RATE}, length=50), {"report": "10"})
    assert (made.conduct.length, made.conduct.report) == (50, 10)
    with pytest.raises(Refusal, match="--set space: .*rate"):
        with_conduct(made, {"rate": "10"})


@pytest.mark.parametrize("network", NETWORKS)
def test_the_shipped_spaces_hold_what_the_paper_found(network):
    """Source: kumar2022, Table S8."""
    entry = PLAYERS[network]()
    shipped = own_space(Tiles(), entry)
    shipped.check(entry, "shipped")
    sizes = {"width", "heads", "slots", "blocks", "dropout"}
    for line in TABLES[network].strip().splitlines():
        for name, text in zip(COLUMNS[network], line.split()[2:], strict=True):
            path = name if name in sizes else f"training.{name}"
            parameter = shipped.parameters[path]
            if isinstance(parameter, Bounded):
                assert parameter.low <= float(text) <= parameter.high
            else:
                assert text in map(str, parameter.choices)
    assert set(shipped.parameters) == {
        name if name in sizes else f"training.{name}" for name in COLUMNS[network]
    }


def test_every_shipped_space_fits_its_learner_and_says_where_it_is_from():
    from metamer.core.registry import paradigm

    found = [
        (name, path)
        for kind in paradigm
        for name, path in spaces_of(paradigm(kind)()).items()
    ]
    assert len(found) >= len(NETWORKS)
    for name, path in found:
        made = read_space(path)
        made.check(learner(name)(), path.name)
        assert made.conduct.source
        assert all(each.source for each in made.parameters.values())


def test_a_learner_without_a_space_is_named_with_those_that_have_one():
    with pytest.raises(
        Refusal, match="no space comes with mlp, but here with: corelnet"
    ):
        own_space(Tiles(), Mlp())
