"""Everything that a paper could be asked about says where it stands."""

import ast
import importlib
import inspect
import pkgutil
from dataclasses import fields
from itertools import pairwise

import pytest

from metamer import nets
from metamer.core.registry import figure, learner, measure, paradigm, study
from metamer.core.registry import test as statistical
from metamer.games.rewards import Rewards
from metamer.learners import retrieval
from metamer.measures import pointers as pointer_measures
from metamer.metamers.recipe import recipe
from metamer.paradigms.categories import controls, rules
from metamer.paradigms.categories.domains.domain import domain
from metamer.paradigms.pointers import controls as pointer_controls
from metamer.paradigms.pointers import digits, noise, references, score
from metamer.paradigms.pointers import rules as pointer_rules
from metamer.paradigms.pointers.styles.style import style
from metamer.paradigms.tiles import controls as tile_controls
from metamer.paradigms.tiles import items, neighbours, observers, published, show
from metamer.paradigms.tiles import rules as tile_rules
from metamer.training import classes
from metamer.training.recipes import Recipe, Training

REGISTRIES = {
    "paradigm": paradigm,
    "learner": learner,
    "measure": measure,
    "figure": figure,
    "domain": domain,
    "recipe": recipe,
    "style": style,
}
REGISTERED = [(kind, name) for kind, entries in REGISTRIES.items() for name in entries]


PLAYERS = [name for name in learner if "recipe" in dir(learner(name))]
RETRIEVERS = [name for name in learner if "training" in dir(learner(name))]
"""Those that are trained, to play and to follow pointers."""

NETWORKS = [
    module.name
    for module in pkgutil.walk_packages(nets.__path__, f"{nets.__name__}.")
    if not module.ispkg and module.name != f"{nets.__name__}.layers"
]


def docstrings_below(body):
    """The text below each assignment in some code, by the name that is assigned."""
    return {
        _names(entry): text.value.value
        for entry, text in pairwise(body)
        if isinstance(entry, ast.Assign | ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


def _names(entry):
    target = entry.target if isinstance(entry, ast.AnnAssign) else entry.targets[0]
    return ast.unparse(target).strip("()")


def table_docstrings(module):
    return docstrings_below(ast.parse(inspect.getsource(module)).body)


def field_docstrings(settings):
    """The text below each field of a dataclass."""
    return docstrings_below(ast.parse(inspect.getsource(settings)).body[0].body)


@pytest.mark.parametrize("kind, name", REGISTERED)
def test_every_registered_thing_has_a_source(kind, name):
    assert "Source:" in inspect.getdoc(REGISTRIES[kind](name))


@pytest.mark.parametrize("name", list(statistical))
def test_every_statistical_test_says_what_it_is(name):
    assert inspect.getdoc(statistical(name)).strip()


@pytest.mark.parametrize("name", list(study))
def test_every_study_says_where_in_the_paper_it_stands(name):
    words = inspect.getdoc(study(name))
    places = ("Sec.", "App.", "Fig.", "Table", "(ours)")
    assert any(place in words for place in places)


@pytest.mark.parametrize(
    "module, name",
    [
        (controls, "TRAININGS"),
        (controls, "SHARES"),
        (rules, "ARRANGEMENTS"),
        (rules, "HELD_OUT"),
        (tile_rules, "FAMILY"),
        (tile_controls, "CONDITIONS"),
        (tile_rules, "LEAST, MOST"),
        (items, "TRIALS"),
        (items, "PLAYS"),
        (observers, "NEVER"),
        (observers, "SELDOM"),
        (observers, "FLOOR"),
        (published, "NAMES"),
        (show, "SWEEPS"),
        (pointer_rules, "AGGREGATES"),
        (pointer_controls, "FAMILIES"),
        (pointer_controls, "SEED"),
        (pointer_controls, "MATCHED"),
        (digits, "SOURCES"),
        (digits, "SEED"),
        (digits, "VALIDATION"),
        (digits, "FEWEST"),
        (noise, "DELTAS"),
        (noise, "RUNS, PAIRS"),
        (score, "KINDS"),
        (references, "ROWS"),
        (references, "FIRST"),
        (retrieval, "ROWS"),
        (retrieval, "PICTURES"),
        (retrieval, "DIGITS, IMAGE"),
        (pointer_measures, "FITTED, FITTED_AT_ALL"),
        (classes, "FITTED"),
    ],
)
def test_every_table_of_conditions_and_rules_has_a_source(module, name):
    assert "Source:" in table_docstrings(module)[name]


@pytest.mark.parametrize(
    "function",
    [
        controls.Training,
        controls.towards_zero_shot,
        controls.towards_full,
        controls.equal_correlation,
        rules.labels,
        tile_controls.Control,
        tile_controls.acceptable,
        neighbours.blues,
        neighbours.observer_blues,
        observers.evidence,
        published.boards,
        show.sweeps,
        Rewards,
        Recipe,
        *pointer_rules.AGGREGATES.values(),
        *pointer_controls.FAMILIES.values(),
        pointer_controls.holdout,
        pointer_controls.held_out_digits,
        pointer_controls.statistics_anchor,
        noise.exact,
        noise.protocol,
        score.errors,
        pointer_rules.Rule,
        Training,
    ],
)
def test_every_law_has_a_source(function):
    assert "Source:" in inspect.getdoc(function)


@pytest.mark.parametrize("name", tile_rules.RULES)
@pytest.mark.parametrize("reading", tile_rules.READINGS)
def test_every_board_rule_has_a_source(name, reading):
    assert "Source:" in tile_rules.rule(name, reading).about


TRAINED = [Recipe, Training, *map(learner, PLAYERS), *map(learner, RETRIEVERS)]


@pytest.mark.parametrize("settings", [*TRAINED, pointer_rules.Rule, *map(style, style)])
def test_every_number_of_a_network_its_training_and_its_items_has_a_source(settings):
    told = field_docstrings(settings)
    within = ("recipe", "training")  # whose numbers have sources of their own
    named = [field.name for field in fields(settings) if field.name not in within]
    assert [name for name in named if "Source:" not in told.get(name, "")] == []


@pytest.mark.parametrize("name", NETWORKS)
def test_every_network_has_a_source(name):
    assert "Source:" in inspect.getsource(importlib.import_module(name))
