"""What the page of single items says of every paradigm."""

import re

import numpy as np
import pytest
from small import small

from metamer.core import files
from metamer.core.capabilities import HasItemsPage, ShowsItems
from metamer.core.jobs import unit_key
from metamer.core.recorded import Recorded
from metamer.core.registry import paradigm, study
from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.reports.analysis import Analysis
from metamer.reports.items_page import items_page

each_paradigm = pytest.mark.parametrize("name", list(paradigm))

NAMES = {"solved": "right", "not solved": "wrong"}
"""What `concepts` calls it."""


@pytest.fixture(scope="session")
def pages(tables, tmp_path_factory):
    """Of each paradigm, the page of a learner always right and one always wrong."""

    def page(name):
        settings, folder = small(name), tmp_path_factory.mktemp(name)
        parts = [
            settings.items(
                condition, [settings.lesson(condition, unit_key(0, n)) for n in (0, 1)]
            )
            for condition in settings.conditions()
        ]
        groups = dict.fromkeys(key for part in parts for key in part)
        arrays = {
            key: np.concatenate([part[key] for part in parts if key in part])
            for key in groups
        }
        files.write_arrays(folder / "items.npz", arrays)
        learners = tuple(Recorded({"name": who}) for who in ("right", "wrong"))
        plan = Study(settings, learners, units=2)
        responses = Responses(tables[name], plan, folder)
        return items_page(Analysis(responses, None, ())).text

    return {name: page(name) for name in paradigm}


@each_paradigm
def test_the_paradigms_of_all_demos_draw_their_items(name):
    for demo in paradigm(name).demo:
        shown = study(demo)(scale="demo").paradigm
        assert isinstance(shown, ShowsItems | HasItemsPage)


@each_paradigm
def test_right_answers_are_marked_right_and_wrong_ones_wrong(name, pages):
    found = re.findall(r'data-learner="(.+?)" data-outcome="(.+?)"', pages[name])
    said = {(who, NAMES.get(outcome, outcome)) for who, outcome in found}
    assert said == {("right", "right"), ("wrong", "wrong")}


@each_paradigm
def test_outcomes_are_told_by_signs_and_words(name, pages):
    signs = {who: set() for who in ("right", "wrong")}
    blocks = re.split(r'(?=data-learner=")', pages[name])[1:]
    for block in blocks:
        who = re.match(r'data-learner="(.+?)"', block)[1]
        signs[who] |= set(re.findall(r"[✓✗◐](?=\s*\w)", block.partition("</li>")[0]))
    assert signs["right"] == {"✓"} and signs["wrong"] == {"✗"}


@each_paradigm
def test_the_page_needs_nothing_from_elsewhere(name, pages):
    links = re.findall(r'(?:src|href)="(.{5})', pages[name])
    assert set(links) <= {"data:"}
    assert not re.search(r"@import|url\(|<link|fetch\(", pages[name])


@each_paradigm
def test_every_item_has_a_picture_or_a_text(name, pages):
    cards = re.split(r'<article class="(?:card|task)"', pages[name])[1:]
    assert cards
    assert all(re.search("<svg|<img|shown-text", card) for card in cards)
