"""The table `[people]` of a study."""

import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.people import Asking, Exclusion, People, Question, TrialBlock
from metamer.core.settings import study_from_plain, to_plain

PEOPLE = People(
    blocks=(
        TrialBlock("learning", "learning", feedback=True, criterion=5, passes=3),
        TrialBlock("test", "test", seconds=10.0),
    ),
    exclusions=(Exclusion("did not learn", "wrong", 2, block="test"),),
    questions=(Question("Which?", ("this", "that"), right="that"),),
)


@pytest.fixture(scope="module")
def plain():
    return to_plain(metamer.study("pointers-holdout")("demo"))


def test_a_study_for_machines_has_no_table_for_people(plain):
    assert "people" not in plain


def test_a_study_for_people_survives_toml_and_back(plain):
    study = study_from_plain(plain | {"people": to_plain(PEOPLE)})
    assert study.people == PEOPLE
    assert study_from_plain(to_plain(study)).people == PEOPLE


def test_a_block_says_how_its_items_are_put():
    block = TrialBlock("checks", "minimal", attempts=3, feedback=True)
    assert block.asking == Asking(feedback=True, attempts=3)


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ({"quota": 0}, "quota must be at least 1"),
        ({"recruitment": "crowd"}, "crowd"),
        ({"blocks": [{"label": "a b", "pool": "test"}]}, "label of a block"),
        ({"blocks": [{"label": "a", "pool": "x"}] * 2}, "two blocks"),
        ({"blocks": [{"label": "a", "pool": "x", "passes": 2}]}, "criterion"),
        ({"blocks": [{"label": "a", "pool": "x", "tries": 2}]}, "tries"),
        ({"questions": [{"text": "?", "options": ["a"], "right": "b"}]}, "options"),
        ({"exclusions": [{"label": "e", "reason": "slow", "limit": 1}]}, "slow"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(plain, wrong, sentence):
    with pytest.raises(Refusal, match=sentence) as refusal:
        study_from_plain(plain | {"people": wrong})
    assert "\n" not in str(refusal.value)


def test_an_exclusion_must_look_at_a_block_that_there_is():
    with pytest.raises(Refusal, match="checks"):
        People(exclusions=(Exclusion("failed", "wrong", 2, block="checks"),))
