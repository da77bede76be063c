"""What every learner must do, whoever added it."""

import tomllib
from dataclasses import fields, replace

import pytest
import tomli_w

from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.reading import from_plain
from metamer.core.registry import learner
from metamer.core.settings import to_plain
from metamer.core.study import Learner
from metamer.engines.perform import perform
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.digits import Digits
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.categories.domains.reviews import Reviews

each_learner = pytest.mark.parametrize("name", list(learner))
each_learner_taught = pytest.mark.parametrize(
    "name",
    [
        # Networks compile for long.
        pytest.param(name, marks=[pytest.mark.slow] * hasattr(learner(name), "net"))
        for name in learner
    ],
)


def quick(name):
    """The learner with its defaults, and one epoch where it trains for several."""
    entry = learner(name)()
    brief = {"epochs": 1} if "epochs" in {field.name for field in fields(entry)} else {}
    return replace(entry, **brief)


def answers(entry, domain):
    paradigm = Categories(
        (domain,), ("zero_shot",), per_class=6, held_out=3, familiar=1, again=2
    )
    return perform(Job(paradigm, entry, paradigm.conditions()[0], range(2), seed=0))[0]


def first_answers(entry):
    """Rows about points, else about pictures, else about texts: what it can see."""
    for domain in (Plane(), Digits(), Reviews()):
        try:
            return domain, answers(entry, domain)
        except Refusal:
            continue
    raise AssertionError(f"{entry.name} answers neither points, pictures nor texts")


@each_learner_taught
def test_it_gives_legal_answers_and_the_same_ones_again(name):
    entry = quick(name)
    domain, table = first_answers(entry)
    assert len(table) == 2 * (3 + 3 + 2)
    assert set(table["answer"].astype(str)) <= {"0", "1"}
    assert table["probability"].dropna().between(0.5 - 1e-6, 1 + 1e-6).all()
    assert answers(entry, domain).equals(table)


@each_learner
def test_it_has_a_name_and_is_a_learner(name):
    entry = learner(name)()
    assert isinstance(entry, Learner)
    assert entry.name and "\n" not in entry.name


@each_learner
def test_it_survives_toml_and_back(name):
    entry = learner(name)()
    text = tomli_w.dumps({"learner": to_plain(entry)})
    again = from_plain(Learner, tomllib.loads(text)["learner"], "a test")
    assert again == entry
    assert hash(again) == hash(entry)
