"""The page of single items, for a run of which everything is known."""

import re
from dataclasses import replace

import numpy as np
import pytest

import metamer
from metamer.core import files
from metamer.core.recorded import Recorded
from metamer.core.responses import Responses
from metamer.paradigms.tiles.studies.published import PublishedBoards
from metamer.reports import items_page as module
from metamer.reports.analysis import Analysis
from metamer.reports.items_page import items_page

CARD = re.compile(r'<article class="card".*?<span>(.+?)</span>.*?</article>', re.S)
ANSWER = re.compile(
    r'data-learner="(.+?)" data-outcome="(.+?)".*?</span>: (.+?)\n', re.S
)


def page_of(responses, **changes):
    """The page, with another table or study."""
    changed = replace(responses, **changes)
    return items_page(Analysis(changed, None, ()))


@pytest.fixture(scope="module")
def page(responses):
    return page_of(responses).text


def sections(page):
    """The cards of each condition and part: names of items, and answers to them."""
    for part in re.split(r'(?=<section class="cell")', page)[1:]:
        where = dict(re.findall(r'data-facet-(\d)="(.+?)"', part))
        cards = {card[1]: ANSWER.findall(card[0]) for card in CARD.finditer(part)}
        yield where, cards


def test_each_answer_of_each_learner_is_there_and_marked(responses, page):
    table = responses.table.assign(name=responses.table["item"].str.rpartition("/")[2])
    seen = 0
    for where, cards in sections(page):
        own = table[(table["condition"] == where["0"]) & (table["part"] == where["1"])]
        for name, answers in cards.items():
            rows = own[own["name"] == name]
            assert [who for who, _, _ in answers] == ["rule", "exemplars"]
            for who, outcome, words in answers:
                given = rows[rows["learner"] == who]
                assert {"right": {True}, "wrong": {False}}.get(
                    outcome, {True, False}
                ) == set(given["correct"])
                assert words.rpartition("class ")[2] in set(given["answer"])
                seen += 1
    assert seen > 100


def outcomes(page):
    """What each learner's answer to each item is marked as."""
    return {
        (*where.values(), name, who): outcome
        for where, cards in sections(page)
        for name, answers in cards.items()
        for who, outcome, _ in answers
    }


def test_exchanging_right_and_wrong_exchanges_the_marks(responses, page):
    table = responses.table.assign(correct=~responses.table["correct"])
    before, after = outcomes(page), outcomes(page_of(responses, table=table).text)
    exchanged = {"right": "wrong", "wrong": "right", "mixed": "mixed"}
    both = before.keys() & after.keys()
    assert len(both) > 50
    assert all(after[key] == exchanged[before[key]] for key in both)


def test_cards_on_which_learners_disagree_can_be_found(page):
    for text in re.findall(r'<article class="card".*?</article>', page, re.S):
        outcomes = {outcome for _, outcome, _ in ANSWER.findall(text)}
        assert ("data-differ" in text.partition(">")[0]) == (len(outcomes) > 1)


def test_everything_can_be_filtered(page):
    for label in ("condition", "part", "learner", "answers"):
        assert f"<label>{label} <select" in page
    for value in ("zero_shot", "held_out", "rule", "exemplars"):
        assert f'<option value="{value}">{value}</option>' in page
    assert 'type="checkbox" name="differ"' in page


def test_the_page_says_how_many_items_there_are(responses, page):
    assert f"asked {responses.table['item'].nunique()} items" in page
    shown = sum(len(cards) for _, cards in sections(page))
    assert shown <= module.MAX_CARDS
    counts = re.findall(r"<span>(\d+) of (\d+) items</span>", page)
    assert sum(int(few) for few, _ in counts) == shown
    assert all(int(few) == min(12, int(whole)) for few, whole in counts)


def test_several_units_are_told_together(responses):
    """Of three units two are right, and the most common answer is shown."""
    one = responses.table[responses.table["part"] == "held_out"].iloc[:1]
    table = one.loc[one.index.repeat(3)].assign(
        unit=[0, 1, 2],
        answer=["0", "1", "1"],
        correct=[False, True, True],
    )
    page = page_of(responses, table=table).text
    assert "◐\N{NO-BREAK SPACE}right (2 of 3 units)</span>" in page
    assert ": most often (2 of 3 units) class 1\n" in page


def test_foreign_names_are_texts_and_nothing_else(responses):
    names = {"rule": "<i>`a`</i>", "exemplars": '"x" & <script>'}
    table = responses.table.assign(
        learner=responses.table["learner"].cat.rename_categories(names),
        domain=responses.table["domain"].cat.rename_categories({"plane": "plane"}),
        condition=responses.table["condition"].cat.rename_categories(
            {"zero_shot": "<img src=x>"}
        ),
    )
    learners = tuple(Recorded({"name": name}) for name in names.values())
    study = replace(responses.study, learners=learners)
    page = page_of(responses, table=table, study=study).text
    assert "<b>&lt;i&gt;`a`&lt;/i&gt;</b>" in page
    assert page.count("<script>") == 1 and "<i>" not in page
    assert "<img src=x>" not in page and "&lt;img src=x&gt;" in page


@pytest.mark.parametrize("limit", [150_000, 60_000])
def test_a_page_that_would_be_too_large_has_fewer_items(responses, monkeypatch, limit):
    whole = page_of(responses).text
    monkeypatch.setattr(module, "MAX_BYTES", limit)
    small = page_of(responses).text
    assert len(small.encode()) <= limit < len(whole.encode())
    for (_, few), (_, many) in zip(sections(small), sections(whole), strict=True):
        assert list(few) == list(many)[: len(few)] and few


def test_of_many_conditions_some_are_shown(responses, monkeypatch):
    monkeypatch.setattr(module, "MAX_CELLS", 4)
    page = page_of(responses).text
    shown = len(list(sections(page)))
    assert shown <= 4
    assert f"parts; {shown} of these, evenly spread" in page


def test_a_report_links_to_it(responses, tmp_path):
    text = metamer.report(responses, tmp_path / "mine.html").read_text("utf-8")
    assert 'href="mine-items.html">Single items' in text
    assert (tmp_path / "mine-items.html").read_text("utf-8").startswith("<!doctype")


@pytest.mark.parametrize(
    "paradigm",
    [Recorded({"name": "mine"}), PublishedBoards(("copy",))],
    ids=["recorded", "published"],
)
def test_what_cannot_be_drawn_has_no_page(responses, paradigm):
    learners = tuple(Recorded({"name": name}) for name in ("rule", "exemplars"))
    study = replace(responses.study, paradigm=paradigm, learners=learners)
    assert page_of(responses, study=study) is None


def test_a_run_that_kept_no_items_has_no_page(responses, tmp_path):
    files.write_arrays(tmp_path / "items.npz", {"plane/item": np.array(["other"])})
    changed = Responses(responses.table, responses.study, tmp_path)
    assert items_page(Analysis(changed, None, ())) is None


def test_a_report_of_a_recorded_run_has_no_link(responses, tmp_path):
    learners = tuple(Recorded({"name": name}) for name in ("rule", "exemplars"))
    study = replace(
        responses.study, paradigm=Recorded({"name": "mine"}), learners=learners
    )
    text = metamer.report(replace(responses, study=study), tmp_path / "mine.html")
    assert "items.html" not in text.read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.html"]
