"""Settings from TOML and back: strict, and in words when something is wrong."""

import tomllib
from dataclasses import dataclass, replace

import pytest
import tomli_w

from metamer.core.checked import read_toml
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.core.recorded import Recorded
from metamer.core.registry import learner
from metamer.core.settings import (
    recorded_study,
    study_from_plain,
    tag_of,
    to_plain,
    toml_value,
    with_settings,
)
from metamer.core.study import Learner, Study
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.linear import Glm
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.metamers.recipes.max_entropy import MaxEntropy
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.learners.networks import LstmPlayer
from metamer.training.settings import PlayerTraining

PLAN = """
paradigm = { name = "categories", per_class = 50 }
learners = ["rule", { name = "gp", length_scale = 2 }]
"""


@dataclass(frozen=True)
class Outside:
    """A learner that is in no registry."""

    strength: float = 1.0
    name: str = "outside"

    def fit(self, items, key):
        return None

    def answer(self, fitted, items):
        return None


class Loose:
    """A learner that is no dataclass."""

    name = "loose"

    def __init__(self):
        self.kept = 3

    fit = answer = Outside.fit


def read(text):
    return study_from_plain(tomllib.loads(text), "plan.toml")


def test_a_study_is_read_with_its_defaults_filled_in():
    plan = read(PLAN)
    assert plan.paradigm == Categories(per_class=50)
    assert plan.learners == (Rule(), GaussianProcess(2.0))
    assert (plan.units, plan.seed) == (20, 0)


@pytest.mark.parametrize(
    "text, complaint",
    [
        (PLAN + "colour = 1", "unknown key 'colour'; allowed: paradigm, learners"),
        (PLAN + "units = '3'", "units: must be a whole number, not '3'"),
        (PLAN + "units = true", "units: must be a whole number, not True"),
        (PLAN + "units = 2.0", "units: must be a whole number, not 2.0"),
        (PLAN + "units = 0", "units must be at least 1, not 0"),
        (PLAN + "seed = -1", "seed must be at least 0, not -1"),
        (PLAN + "title = ['a']", "title: must be a text, not ['a']"),
        (
            PLAN + "measures = 'competence'",
            "measures: must be a list, not 'competence'",
        ),
        (
            PLAN + "measures = ['x']",
            "no measure 'x'; there is: accuracy_by_attribute",
        ),
        (PLAN + "scale = 'huge'", "no scale 'huge'; there is: demo, small, paper"),
        ("learners = ['rule']", "needs a value for 'paradigm'"),
        ("paradigm = 'categories'\nlearners = []", "needs at least one learner"),
        (
            "paradigm = 'x'\nlearners = ['rule']",
            "no paradigm 'x'; there is: categories, concepts, matrices, pointers, tiles",
        ),
        (
            "paradigm = 3\nlearners = ['rule']",
            "table with the name of a paradigm, not 3",
        ),
    ],
)
def test_what_no_study_can_be_is_refused_with_what_can(text, complaint):
    with pytest.raises(Refusal) as refusal:
        read(text)
    assert str(refusal.value).startswith("plan.toml: ")
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "learner, complaint",
    [
        (
            "'nonsense'",
            "learners: [0] no learner 'nonsense'; there is: answers, answers-from-file",
        ),
        ("{ name = 5 }", "must be a table with the name of a learner"),
        ("{ length_scale = 2 }", "must be a table with the name of a learner"),
        ("{ name = 'gp', length = 2 }", "unknown key 'length'; allowed: length_scale"),
        (
            "{ name = 'gp', length_scale = true }",
            "length_scale: must be a number, not True",
        ),
        ("{ name = 'gp', length_scale = -1 }", "number above 0"),
        ("{ name = 'glm', penalty = 'l3' }", "one of 'none', 'l1', 'l2', not 'l3'"),
        (
            "{ name = 'glm', strength = 'much' }",
            "strength: must be a number, not 'much'",
        ),
        ("{ name = 'sklearn', settings = [1] }", "settings: must be a table, not [1]"),
        ("{ name = 'sklearn', settings = { C = [1] } }", "settings: C: must be"),
        ("{ name = 'sklearn', estimator = 'X' }", "no classifier 'X'"),
        ("{ name = 'no.such:Thing' }", "cannot import learner 'no.such:Thing'"),
        ("{ name = 'math:nothing' }", "cannot import learner 'math:nothing'"),
        ("{ name = 'math:pi' }", "'math:pi' is not a learner"),
        ("'rule', 'rule'", "two learners are called 'rule'"),
        (
            "'neighbour'",
            "neighbour cannot take part: it has no method 'answer'; here a learner has a "
            "name, fit and answer",
        ),
    ],
)
def test_a_wrong_learner_is_refused_by_its_place(learner, complaint):
    with pytest.raises(Refusal) as refusal:
        read(f"paradigm = 'categories'\nlearners = [{learner}]")
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "paradigm, complaint",
    [
        ("per_class = 1", "per_class must be at least 2, not 1"),
        ("again = -1", "again must be at least 0, not -1"),
        ("map = 3", "map must be an even number, not 3"),
        ("trainings = ['x']", "no training condition 'x'; there is: cue_conflict"),
        ("trainings = ['0.5/2']", "pi1 must be a probability from 0 to 1, not 2.0"),
        ("trainings = []", "trainings must not be empty"),
        ("arrangements = ['x']", "no arrangement 'x'; there is: printed, mirror"),
        (
            "domains = [{ name = 'x' }]",
            "domains: [0] no domain 'x'; there is: attributes",
        ),
        ("domains = [{ name = 'plane', alpha = -1 }]", "alpha must be above 0, not -1"),
        ("domains = [{ name = 'table' }]", "needs a value for 'path'"),
    ],
)
def test_a_wrong_setting_of_the_paradigm_is_refused(paradigm, complaint):
    with pytest.raises(Refusal) as refusal:
        read(f"learners = ['rule']\n[paradigm]\nname = 'categories'\n{paradigm}")
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    "paradigm, complaint",
    [
        ("rules = ['moon']", "no rule 'moon'; there is: copy, symmetry, rectangle"),
        ("rules = []", "tiles: rules must not be empty"),
        ("rules = 'copy'", "rules: must be a list, not 'copy'"),
        ("reading = 'aloud'", "must be one of 'as_coded', 'as_described', not 'aloud'"),
        ("taught = ['x']", "no condition 'x'; there is: abstract, metamer"),
        ("asked = 'none'", "must be one of 'own', 'all', not 'none'"),
        ("lag = 2", "lag: must be one of 0, 1, not 2"),
        ("boards = 0", "tiles: boards must be at least 1, not 0"),
        ("pool = 1", "tiles: pool must be at least 64, not 1"),
        ("recipe = 'stew'", "recipe: no recipe 'stew'; there is: gibbs, max_entropy"),
        ("recipe = { name = 'gibbs', salt = 1 }", "unknown key 'salt'; allowed: stop"),
        ("recipe = { name = 'gibbs', sweeps = 0 }", "sweeps must be at least 1, not 0"),
        ("rewards = { red = 'much' }", "red: must be a number, not 'much'"),
    ],
)
def test_a_wrong_setting_of_tiles_is_refused(paradigm, complaint):
    with pytest.raises(Refusal) as refusal:
        read(f"learners = ['neighbour']\n[paradigm]\nname = 'tiles'\n{paradigm}")
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "learner, complaint",
    [
        (
            "'glm'",
            "glm:lin cannot take part: it has no method 'act'; here a learner has",
        ),
        (
            "{ name = 'lstm-player', training = { games = 0 } }",
            "training: games must be at least 1, not 0",
        ),
        (
            "{ name = 'lstm-player', training = { colour = 1 } }",
            "unknown key 'colour'; allowed: games, steps",
        ),
    ],
)
def test_a_wrong_player_is_refused(learner, complaint):
    with pytest.raises(Refusal) as refusal:
        read(f"paradigm = 'tiles'\nlearners = [{learner}]")
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_settings_within_settings_are_read_and_keep_their_defaults():
    plan = read(
        "paradigm = { name = 'tiles', recipe = { name = 'max_entropy', sweeps = 9 } }\n"
        "learners = [{ name = 'lstm-player', training = { length = 7 } }]"
    )
    assert plan.paradigm == Tiles(recipe=MaxEntropy(sweeps=9))
    assert plan.learners == (LstmPlayer(training=PlayerTraining(length=7)),)
    assert study_from_plain(tomllib.loads(tomli_w.dumps(to_plain(plan)))) == plan


def test_settings_are_read_by_the_names_that_older_versions_had():
    old = read(
        "paradigm = 'tiles'\nlearners = [{ name = 'lstm-player', recipe = { length = 7 } }]"
    )
    assert old.learners == (LstmPlayer(training=PlayerTraining(length=7)),)
    # Ids of jobs are made from these names: a run of an older version can go on.
    assert to_plain(old, lasting=True)["learners"][0]["recipe"]["length"] == 7


def test_settings_within_settings_can_be_changed_by_their_path():
    plan = Study(Tiles(), (LstmPlayer(),))
    changes = {"paradigm.recipe.sweeps": "9", "learners.0.training.length": "7"}
    changed = with_settings(plan, changes)
    assert changed.paradigm == Tiles(recipe=Gibbs(sweeps=9))
    assert changed.learners == (LstmPlayer(training=PlayerTraining(length=7)),)


def test_two_faults_are_told_together():
    with pytest.raises(Refusal, match="units: .*; seed: "):
        read(PLAN + "units = 'a'\nseed = 'b'")


def test_things_outside_the_registries_are_named_by_where_they_are():
    plan = Study(Categories(), (Outside(2.0), Glm()))
    plain = to_plain(plan)
    assert plain["learners"][0]["name"] == f"{__name__}:Outside"
    assert plain["learners"][0]["called"] == "outside"
    assert study_from_plain(tomllib.loads(tomli_w.dumps(plain))) == plan


def test_a_finished_run_remembers_what_it_cannot_make_again():
    plain = to_plain(Study(Categories(), (Loose(),)))
    plain["learners"][0]["name"] = "gone:Loose"
    plan = recorded_study(tomllib.loads(tomli_w.dumps(plain)), "study.toml")
    (learner,) = plan.learners
    assert isinstance(learner, Recorded)
    assert learner.name == "loose"
    assert to_plain(plan) == plain
    with pytest.raises(Refusal, match="loose was defined in Python"):
        learner.fit(None, None)


def test_tags_are_registered_names_where_there_is_one():
    assert tag_of(Glm()) == "glm"
    assert tag_of(Plane()) == "plane"
    assert tag_of(Loose()) == f"{__name__}:Loose"


def test_settings_can_be_changed_by_their_path():
    plan = Study(Categories(), (Glm(), Rule()))
    changes = {"paradigm.per_class": "40", "learners.0.strength": "0.5", "seed": "3"}
    changed = with_settings(plan, changes)
    assert changed.paradigm.per_class == 40
    assert changed.learners[0] == Glm(strength=0.5)
    assert changed.seed == 3


@pytest.mark.parametrize(
    "path, complaint",
    [
        ("paradigm.colour", "there is no 'colour' here; there is: domains"),
        ("learners.7.strength", "there is no '7' here; there is: 0"),
        ("units.x", "there is no 'x' here"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path, complaint):
    with pytest.raises(Refusal, match=complaint):
        with_settings(Study(Categories(), (Glm(),)), {path: "1"})


@pytest.mark.parametrize(
    "text, value", [("3", 3), ("[4, 9]", [4, 9]), ("true", True), ("film", "film")]
)
def test_flags_are_read_as_toml_and_else_as_text(text, value):
    assert toml_value(text) == value


def test_a_file_that_is_no_toml_is_named(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("units = = 3")
    with pytest.raises(Refusal, match="bad.toml is not valid TOML: .*line 1"):
        read_toml(path)
    with pytest.raises(Refusal, match="there is no file .*gone.toml"):
        read_toml(tmp_path / "gone.toml")
    with pytest.raises(Refusal, match="cannot read"):
        read_toml(tmp_path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Refusal, match="is not valid TOML"):
        read_toml(path)


def test_half_a_training_is_completed_from_its_own_learner():
    plain = {"name": "wren", "training": {"epochs": 3}}
    made = from_plain(Learner, plain, "a learner")
    assert made.training == replace(learner("wren")().training, epochs=3)
    assert made.training.optimiser == "adam"
