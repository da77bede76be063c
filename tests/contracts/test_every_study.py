"""What every study must do."""

import tomllib

import pytest
import tomli_w

from metamer.core import study as protocols
from metamer.core.capabilities import NeedsMeasures
from metamer.core.registry import figure, finding, measure, paradigm, study
from metamer.core.registry import test as statistical
from metamer.core.settings import study_from_plain, tag_of, to_plain
from metamer.core.study import SCALES, Figure, Finding, Study

each_study = pytest.mark.parametrize("name", list(study))
each_scale = pytest.mark.parametrize("scale", SCALES)


@each_study
@each_scale
def test_it_can_be_made_at_every_scale(name, scale):
    plan = study(name)(scale=scale)
    assert isinstance(plan, Study)
    assert (plan.name, plan.scale) == (name, scale)
    assert plan.title and plan.question.endswith("?")


@each_study
@each_scale
def test_it_survives_toml_and_back(name, scale):
    plan = study(name)(scale=scale)
    text = tomli_w.dumps(to_plain(plan))
    assert study_from_plain(tomllib.loads(text)) == plan


@each_study
def test_all_its_parts_are_registered(name):
    plan = study(name)()
    assert tag_of(plan.paradigm) in paradigm
    assert all(tag_of(entry) in statistical for entry in plan.tests)
    assert all(tag_of(entry) in figure for entry in plan.figures)
    assert all(entry in measure for entry in plan.measures)
    assert all(isinstance(entry, protocols.Test) for entry in plan.tests)
    assert all(isinstance(entry, Figure) for entry in plan.figures)


OURS = [name for name in study if study(name).__module__.startswith("metamer.")]
"""Studies of other packages may leave their answer to the default."""


@pytest.mark.parametrize("name", OURS)
@each_scale
def test_it_answers_its_question_and_says_what_the_paper_printed(name, scale):
    plan = study(name)(scale=scale)
    assert plan.findings
    assert all(isinstance(entry, Finding) for entry in plan.findings)
    assert all(tag_of(entry) in finding for entry in plan.findings)
    assert plan.figures
    assert bool(plan.reproduces) == bool(plan.printed)
    assert not plan.printed or plan.printed.endswith(".")


@each_study
def test_what_its_findings_need_is_measured(name):
    plan = study(name)()
    for entry in plan.findings:
        if isinstance(entry, NeedsMeasures):
            assert set(entry.needed_measures) <= set(plan.measures)


def needed(entry):
    """The measures that a test or figure looks at; some hold a test within."""
    own = {getattr(entry, it) for it in ("measure", "x", "y") if hasattr(entry, it)}
    return own | (needed(entry.test) if hasattr(entry, "test") else set())


@each_study
def test_what_its_tests_and_figures_need_is_measured(name):
    plan = study(name)()
    for entry in (*plan.tests, *plan.figures):
        assert needed(entry) <= set(plan.measures)


@pytest.mark.parametrize("name", list(paradigm))
def test_the_demo_of_a_paradigm_consists_of_studies(name):
    assert paradigm(name).demo
    assert all(entry in study for entry in paradigm(name).demo)
