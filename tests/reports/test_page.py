"""One self-contained page."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import unquote

import pandas as pd
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.responses import Responses
from metamer.core.result import COLUMNS


class Links(HTMLParser):
    """Everything that a page would fetch."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.found += [values[name] for name in ("src", "href") if values.get(name)]


@pytest.fixture(scope="module")
def page(responses):
    return metamer.report(responses)


def test_the_page_stands_in_the_run_folder(page, responses):
    assert page == responses.folder / "report.html"


def test_it_tells_the_whole_story(page):
    text = page.read_text()
    for part in ("Rule or exemplar?", "Only a test.", "exemplars", "partial exposure"):
        assert part in text
    assert text.count("<svg") == 4
    assert "A tiny &lt;study&gt;" in text and "<study>" not in text


def test_it_counts_learners_units_items_and_responses(page, responses):
    table = responses.table
    items, rows = table["item"].nunique(), len(table)
    sentence = f"2 learners with up to 4 units each, {items} different items, {rows:,}"
    assert sentence in page.read_text()


def test_one_learner_with_one_unit_is_counted_as_one(responses, tmp_path):
    table = responses.table
    table = table[(table["learner"] == "rule") & (table["unit"] == 0)].iloc[:1]
    alone = replace(responses.study, measures=(), tests=(), figures=())
    one = Responses(table, alone, responses.folder)
    page = metamer.report(one, tmp_path / "one.html").read_text()
    assert "1 learner with 1 unit, 1 different item, 1 response." in page


def test_it_opens_offline(page):
    links = Links()
    links.feed(page.read_text())
    assert all(re.match(r"#|data:|items\.html$", link) for link in links.found)
    assert not re.search(r"url\(\s*['\"]?http", page.read_text())


def test_the_tables_lie_beside_it(page, responses):
    measures = pd.read_csv(responses.folder / "measures.csv", keep_default_na=False)
    assert list(measures)[:3] == ["measure", "learner", "condition"]
    assert set(measures["measure"]) == set(responses.study.measures)
    tests = pd.read_csv(responses.folder / "tests.csv")
    assert tuple(tests) == COLUMNS
    names = {path.name for path in (responses.folder / "figures").iterdir()}
    assert {"boundaries.svg", "by_learner-exemplar_bias.svg"} <= names


def test_the_same_run_gives_the_same_files(page, responses):
    files = [
        *(responses.folder / "figures").iterdir(),
        responses.folder / "measures.csv",
    ]
    before = [path.read_bytes() for path in files]
    metamer.report(metamer.load(responses.folder))
    assert before == [path.read_bytes() for path in files]


def test_two_runs_share_a_page(responses, tmp_path):
    page = metamer.report([responses, responses], tmp_path / "deep" / "both.html")
    text = page.read_text()
    assert text.count('<div class="answer">') == 2
    assert "<h2>The runs compared</h2>" in text


def test_no_run_makes_no_report():
    with pytest.raises(Refusal, match="a report needs at least one run"):
        metamer.report([])


def test_the_answer_comes_before_all_else(page):
    text = page.read_text()
    places = [
        text.index(part)
        for part in (
            "Rule or exemplar?",
            '<div class="answer">',
            "Reproduces dasgupta2022, Fig. 4.",
            "The paper: rules.",
            "Share of units that answer 1",
            "<h2>What was shown</h2>",
            "<h2>More figures and tables</h2>",
            "<h2>Tests</h2>",
            "Only a test.",
        )
    ]
    assert places == sorted(places)


def test_a_test_is_a_row_of_a_table_that_can_be_filtered(page):
    text = page.read_text()
    assert 'input type="search" class="filter"' in text
    assert re.search(r'<tr title="rule: mean exemplar_bias 0; no test', text)


def test_a_figure_can_be_saved_with_its_data(page):
    text = page.read_text()
    assert 'data-name="by_learner-exemplar_bias.svg"' in text
    (data,) = re.findall(r'href="(data:text/csv,[^"]*)" download="by_learner', text)
    assert unquote(data).count("\nexemplar_bias,") == 8


def test_a_study_without_figures_shows_every_measure(responses, tmp_path):
    bare = replace(responses, study=replace(responses.study, figures=(), findings=()))
    text = metamer.report(bare, tmp_path / "bare.html").read_text()
    for name in responses.study.measures:
        title = name.replace("_", " ").capitalize()
        assert f"<h3>{title} by learner</h3>" in text
    assert "All measures in numbers" in text
    assert "Held out accuracy, best first" in text
