"""Studies in which people choose: what participants read, and how they are asked."""

from pathlib import Path

import pytest

import metamer
from metamer.core.registry import study
from metamer.core.study import SCALES
from metamer.core.trial import PutsTrials

PACKAGE = Path(metamer.__file__).parent
NAMES = ("matrices", "pointers", "categories")

each_name = pytest.mark.parametrize("name", NAMES)
each_scale = pytest.mark.parametrize("scale", SCALES)


def text(name, file):
    return (PACKAGE / "paradigms" / name / "texts" / file).read_text()


@each_name
@each_scale
def test_people_are_put_what_learners_are(name, scale):
    plan = study(f"{name}-people")(scale=scale)
    assert isinstance(plan.paradigm, PutsTrials)
    assert plan.people.sets == plan.units
    assert not plan.people.within


@each_name
@each_scale
def test_feedback_ends_before_answers_count(name, scale):
    first, last = study(f"{name}-people")(scale=scale).people.blocks
    assert (first.pool, first.feedback, first.scored) == ("learning", True, False)
    assert (last.pool, last.feedback, last.scored) == ("test", False, True)
    assert first.text and last.text


@each_name
def test_a_session_is_short(name):
    plan = study(f"{name}-people")()
    assert asked(plan.paradigm) <= 50


def asked(paradigm):
    """How many items of a lesson are asked."""
    if type(paradigm).__name__ == "Categories":
        return paradigm.held_out + 3 * paradigm.familiar + paradigm.again
    return 2 * paradigm.asked + paradigm.again


@each_name
def test_participants_are_told_what_to_do_and_what_it_was_about(name):
    pages = text(name, "instructions.md").split("\n---\n")
    assert len(pages) >= 2 and all(page.strip().startswith("# ") for page in pages)
    assert "{contact}" in text(name, "debriefing.md")
    assert study(f"{name}-people")().people.questions


@pytest.mark.parametrize(
    "name, hidden",
    [("pointers", ("point", "where")), ("categories", ("colour", "shape"))],
)
def test_instructions_do_not_give_the_rule_away(name, hidden):
    plan = study(f"{name}-people")().people
    read = [text(name, "instructions.md"), *(block.text for block in plan.blocks)]
    read += [question.text for question in plan.questions]
    assert not any(word in page.lower() for word in hidden for page in read)


def test_the_form_of_consent_says_that_it_is_a_template():
    consent = (PACKAGE / "app" / "texts" / "consent.md").read_text()
    assert "This is a template" in consent and "{contact}" in consent
