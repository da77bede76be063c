"""Names for things that can be added, from here and from other packages."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from metamer.core.errors import Refusal
from metamer.core.registry import Registry, learner

ADDS = '''
"""Things from outside."""
from dataclasses import dataclass, replace

from metamer.core.registry import learner, measure, paradigm, study
from metamer.core.study import Study
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule


@learner.add("outside-learner")
@dataclass(frozen=True)
class Mine:
    """A learner from another package."""

    name: str = "outside-learner"

    def fit(self, items, key): ...
    def answer(self, fitted, items): ...


@measure.add("outside-measure")
def outside(table):
    """A measure from another package."""


@paradigm.add("outside-paradigm")
@dataclass(frozen=True)
class Elsewhere(Categories):
    """A paradigm from another package."""


@study.add("outside-study")
def plan(scale="small"):
    """A study from another package."""
    return Study(Elsewhere(), (Mine(), Rule()), units=1, name="outside-study")
'''

LOOK = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from metamer.cli import main
main()
"""


def test_an_unknown_name_answers_with_the_names_there_are():
    with pytest.raises(
        Refusal,
        match="no learner 'nonsense'; there is: answers, .*exemplars, .*glm",
    ):
        learner("nonsense")


def test_a_name_cannot_be_given_twice():
    registry = Registry("thing")
    registry.add("one")(object())
    with pytest.raises(ValueError, match="there is already a thing 'one'"):
        registry.add("one")(object())


def test_a_registry_lists_its_names_in_order_and_knows_whose_they_are():
    registry, thing = Registry("thing"), object()
    for name in ("b", "a"):
        registry.add(name)(thing if name == "a" else object())
    assert list(registry) == ["a", "b"]
    assert registry.name_of(thing) == "a"
    assert registry.name_of(object()) is None
    assert "a" in registry and "c" not in registry


@pytest.fixture
def outside(tmp_path):
    """An installed package that announces itself under the entry point `metamer`."""
    (tmp_path / "outside.py").write_text(ADDS)
    about = tmp_path / "outside-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n"
    )
    (about / "entry_points.txt").write_text("[metamer]\nall = outside\n")
    return tmp_path


SLOW = """
import time
from test_registry_slow import kept

kept.add("first")(1)
time.sleep(0.2)
kept.add("second")(2)
"""


def test_a_thread_never_sees_half_of_the_names(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    tmp_path.joinpath("slow_package.py").write_text(SLOW)
    kept = Registry("thing", "slow_package")
    monkeypatch.setitem(sys.modules, "test_registry_slow", SimpleNamespace(kept=kept))
    with ThreadPoolExecutor(2) as threads:
        seen = list(threads.map(lambda _: list(kept), range(2)))
    assert seen == [["first", "second"]] * 2


def test_another_package_can_add_to_every_part_of_the_catalogue(outside):
    command = [sys.executable, "-c", LOOK, str(outside), "catalog", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    kinds = {"paradigms": "paradigm", "learners": "learner", "measures": "measure"}
    for kind, word in {**kinds, "studies": "study"}.items():
        added = [entry for entry in found[kind] if entry["name"] == f"outside-{word}"]
        assert [entry["what"] for entry in added] == [f"A {word} from another package."]
