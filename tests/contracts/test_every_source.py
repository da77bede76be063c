"""Everything that a paper could be asked about says where it stands, or that it is ours."""

import importlib
import inspect
import pkgutil
from dataclasses import fields, is_dataclass

import pytest
from docstrings import field_docstrings

import metamer
from metamer.core import commands
from metamer.core.registry import Registry, engine, learner, study

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(metamer.__path__, "metamer.")
    if not module.name.endswith("__main__")
]


def found(kind):
    """Everything of one kind that a module holds, once."""
    values = [value for module in MODULES for value in vars(module).values()]
    return {id(value): value for value in values if isinstance(value, kind)}.values()


ELSEWHERE = {engine, study} | {
    value for value in vars(commands).values() if isinstance(value, Registry)
}
"""Registries of what no paper speaks of, and of studies, which have a test below."""

REGISTERED = [
    pytest.param(registry(name), id=f"{registry.kind} {name}")
    for registry in found(Registry)
    if registry not in ELSEWHERE
    for name in registry
    if inspect.isclass(registry(name)) or inspect.isfunction(registry(name))
]


@pytest.mark.parametrize("entry", REGISTERED)
def test_every_registered_thing_has_a_source(entry):
    assert "Source:" in inspect.getdoc(entry)


@pytest.mark.parametrize("name", list(study))
def test_every_study_says_where_in_the_paper_it_stands_or_that_it_is_ours(name):
    words = inspect.getdoc(study(name))
    places = ("Sec.", "App.", "Fig.", "Table", "ours")
    assert any(place in words for place in places)


def tables():
    """Tables of functions among the rules and controls of paradigms."""
    for module in MODULES:
        if {"rules", "controls"} & set(module.__name__.split(".")):
            for name, value in vars(module).items():
                if (
                    isinstance(value, dict)
                    and value
                    and all(map(callable, value.values()))
                ):
                    yield pytest.param(module, value, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("module, table", list(tables()))
def test_every_rule_and_control_in_a_table_has_a_source(module, table):
    for entry in table.values():
        words = (inspect.getdoc(entry) or "") + (module.__doc__ or "")
        assert "Source:" in words


def settings_within(kind):
    """The types of settings that stand within other settings, without a name."""
    for field in fields(kind):
        if is_dataclass(field.default) and not isinstance(field.default, type):
            yield type(field.default)


TRAINED = [entry for entry in map(learner, learner) if list(settings_within(entry))]
WITHIN = {inner for entry in TRAINED for inner in settings_within(entry)}


@pytest.mark.parametrize(
    "settings", sorted({*TRAINED, *WITHIN}, key=lambda kind: kind.__qualname__)
)
def test_every_number_of_a_network_and_its_training_has_a_source(settings):
    words = field_docstrings(settings)
    inner = {field.name for field in fields(settings) if is_dataclass(field.default)}
    named = [field.name for field in fields(settings) if field.name not in inner]
    assert [name for name in named if "Source:" not in words.get(name, "")] == []


NETWORKS = [
    module
    for module in MODULES
    if ".nets." in module.__name__ and module.__name__ != "metamer.nets.layers"
]


@pytest.mark.parametrize("module", NETWORKS, ids=lambda module: module.__name__)
def test_every_network_has_a_source(module):
    assert "Source:" in inspect.getsource(module)
