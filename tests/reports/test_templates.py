"""Pages from templates: what stands in backticks."""

import re
from dataclasses import dataclass, replace

import pandas as pd
import pytest

import metamer
from metamer.core.responses import Responses
from metamer.reports.analysis import Exhibit
from metamer.reports.templates import code, plain


@dataclass(frozen=True)
class Ticked:
    """A table with words in backticks in its title, caption, column and cell."""

    def __call__(self, run):
        return Exhibit("`t < 1`", "`t < 2`", pd.DataFrame({"`t < 3`": ["`t < 4`"]}))


@pytest.fixture(scope="module")
def page(responses, tmp_path_factory):
    """A report all of whose texts have words in backticks."""
    study = replace(
        responses.study,
        title="`t < 5`",
        question="`t < 6`?",
        remarks=("`t < 7`",),
        figures=(*responses.study.figures, Ticked()),
    )
    ticked = Responses(responses.table, study, responses.folder)
    return metamer.report(ticked, tmp_path_factory.mktemp("page") / "a.html").read_text(
        "utf-8"
    )


def test_words_in_backticks_become_code_and_the_rest_stays_text():
    assert code("run `a < b` & more") == "run <code>a &lt; b</code> &amp; more"


def test_where_no_element_can_stand_backticks_are_left_out():
    assert plain('run `a < b` & "c"') == "run a &lt; b &amp; &#34;c&#34;"


@pytest.mark.parametrize("number", range(1, 8))
def test_every_text_of_a_report_shows_its_code(page, number):
    assert f"<code>t &lt; {number}</code>" in page


def test_a_report_has_no_raw_backticks(page):
    outside = re.sub(r"<(pre|style)>.*?</\1>|<svg.*?</svg>", "", page, flags=re.DOTALL)
    assert "`" not in outside


def test_the_title_of_the_window_and_descriptions_have_no_elements(page):
    assert "<title>t &lt; 5</title>" in page
    attributes = re.findall(r'(?:alt|aria-label)="([^"]*)"', page)
    assert attributes and not any("<" in text for text in attributes)


def test_a_program_text_keeps_its_backticks(responses, tmp_path):
    plan = responses.folder / "study.toml"
    before = plan.read_text("utf-8")
    plan.write_text(before + "# `as it is`\n", "utf-8")
    try:
        page = metamer.report(responses, tmp_path / "a.html").read_text("utf-8")
    finally:
        plan.write_text(before, "utf-8")
    assert "# `as it is`" in page
