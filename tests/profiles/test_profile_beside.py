"""Other runs beside a profile: who gets a row, and where it stands."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.registry import profile
from metamer.core.study import Study
from metamer.paradigms.categories.references import Rule
from metamer.profiles.beside import read_beside, with_guests
from metamer.profiles.learners import read_entrant
from metamer.profiles.profile import put_through

SMALL = {"per_class": 60, "held_out": 40, "familiar": 4}


@dataclass(frozen=True)
class Follower(Rule):
    """Goes by the rule, under another name."""

    called: str = "people"

    @property
    def name(self):
        return self.called


@dataclass(frozen=True)
class Guesser:
    """Learns nothing."""

    name: str = "guessers"

    def fit(self, items, key): ...

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


@pytest.fixture(scope="module")
def column(tmp_path_factory):
    """A small profile of one learner in one paradigm."""
    contrast = profile("categories")()
    tiny = replace(contrast.paradigm("demo"), **SMALL)
    contrast = replace(
        contrast,
        paradigm=lambda scale: tiny,
        units=dict.fromkeys(contrast.units, 4),
    )
    entrants = [read_entrant("linear", {"categories": contrast})]
    folder = tmp_path_factory.mktemp("profile")
    return put_through("categories", contrast, entrants, "demo", folder)


@pytest.fixture(scope="module")
def folder(column, tmp_path_factory):
    """A run in which two others answered items of the same kind."""
    study = Study(
        column.responses.study.paradigm,
        (Follower(), Guesser()),
        units=5,
        seed=7,
        measures=("categories_competence",),
    )
    return metamer.run(study, tmp_path_factory.mktemp("people")).folder


def placed(column, folder, given=("linear",)):
    (found,) = with_guests([column], read_beside([folder], ["categories"], given))
    return found


def test_whoever_answered_elsewhere_stands_on_the_scale_and_is_marked(column, folder):
    found = placed(column, folder)
    people, guessers = found.score("people"), found.score("guessers")
    assert people.verdict == "rule"
    assert people.rule.value == pytest.approx(1)
    assert people.player == "people, other items"
    assert people.rule.n == 5
    assert guessers.reason == "it did not learn what it was taught"
    assert found.score("linear") == column.score("linear")


def test_the_interval_has_the_spread_of_the_references_too(column, folder):
    found = placed(column, folder)
    zero, one = (column.raw[name] for name in (column.at_zero, column.at_one))
    # By hand: people's mean is 1, so the error of the statistics reference cancels.
    distance = abs(float(one.mean() - zero.mean()))
    own = found.guests["people"].rules
    errors = [float(each.std(ddof=1)) / len(each) ** 0.5 for each in (own, one)]
    half = 2.776445 * float(np.hypot(*errors)) / distance
    place = found.position_apart(own)
    assert place.value - place.low == pytest.approx(half, rel=1e-4, abs=1e-9)


def test_answers_to_other_conditions_are_not_placed(column, folder):
    table = column.responses.table
    other = table.assign(condition=table["condition"].astype(str) + " turned")
    elsewhere = replace(column, responses=replace(column.responses, table=other))
    reason = placed(elsewhere, folder).score("people").reason
    assert "to other items: condition is partial_exposure or zero_shot there" in reason


def test_in_a_paradigm_without_such_a_run_it_takes_no_part(column, folder):
    other = replace(column, paradigm="tiles")
    runs = read_beside([folder], ["categories"], [])
    _, tiles = with_guests([column, other], runs)
    assert tiles.score("people").verdict == "absent"
    assert "no run beside the profile" in tiles.score("people").reason


def test_two_learners_of_one_name_and_other_paradigms_are_refused(folder):
    with pytest.raises(Refusal, match="called 'people', too"):
        read_beside([folder], ["categories"], ["people"])
    with pytest.raises(Refusal, match="called 'people', too"):
        read_beside([folder, folder], ["categories"], [])
    with pytest.raises(Refusal, match="is a run of categories; a profile has: tiles"):
        read_beside([folder], ["tiles"], [])
    with pytest.raises(Refusal, match="no run folder"):
        read_beside([folder / "none"], ["tiles"], [])
