"""Everything that a paper could be asked about says where it stands."""

import ast
import inspect
from itertools import pairwise

import pytest

from metamer import nets
from metamer.core.registry import figure, learner, measure, paradigm, study
from metamer.core.registry import test as statistical
from metamer.nets import lstm, mlp, resnet
from metamer.paradigms.categories import controls, rules
from metamer.paradigms.categories.domains.domain import domain

REGISTRIES = {
    "paradigm": paradigm,
    "learner": learner,
    "measure": measure,
    "figure": figure,
    "domain": domain,
}
REGISTERED = [(kind, name) for kind, entries in REGISTRIES.items() for name in entries]


def table_docstrings(module):
    """The text below each table of a module, by the table's name."""
    body = ast.parse(inspect.getsource(module)).body
    return {
        entry.targets[0].id: text.value.value
        for entry, text in pairwise(body)
        if isinstance(entry, ast.Assign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


@pytest.mark.parametrize("kind, name", REGISTERED)
def test_every_registered_thing_has_a_source(kind, name):
    assert "Source:" in inspect.getdoc(REGISTRIES[kind](name))


@pytest.mark.parametrize("name", list(statistical))
def test_every_statistical_test_says_what_it_is(name):
    assert inspect.getdoc(statistical(name)).strip()


@pytest.mark.parametrize("name", list(study))
def test_every_study_says_where_in_the_paper_it_stands(name):
    words = inspect.getdoc(study(name))
    assert any(place in words for place in ("Sec.", "App.", "Fig.", "(ours)"))


@pytest.mark.parametrize(
    "module, name",
    [
        (controls, "TRAININGS"),
        (controls, "SHARES"),
        (rules, "ARRANGEMENTS"),
        (rules, "HELD_OUT"),
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
    ],
)
def test_every_law_has_a_source(function):
    assert "Source:" in inspect.getdoc(function)


@pytest.mark.parametrize("module", [lstm, mlp, resnet])
def test_every_network_has_a_source(module):
    assert "Source:" in inspect.getsource(module)
    assert module.__name__.startswith(nets.__name__)
