"""The pages about papers say what the docstrings say."""

import importlib
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def papers(monkeypatch):
    """The script that writes the pages."""
    monkeypatch.syspath_prepend(DOCS)
    return importlib.import_module("make_papers")


def without_lines(page):
    """Line numbers move with every edit; what is said does not."""
    return re.sub(r"#L\d+", "", page)


def test_no_page_is_stale(papers):
    for name, page in papers.pages().items():
        written = (papers.PAGES / name).read_text(encoding="utf-8")
        assert without_lines(written) == without_lines(page), (
            "run `python docs/make_papers.py`"
        )


def test_there_is_a_page_for_each_paper_of_a_paradigm_and_no_other(papers):
    written = {file.name for file in papers.PAGES.glob("*.md")}
    assert written == set(papers.pages())
    assert {"dasgupta2022.md", "kumar2022.md"} <= written


def test_a_paper_that_lends_a_rule_shares_the_page_of_who_borrows(papers):
    page = papers.pages()["kumar2022.md"]
    assert papers.PAPERS["kumar2021"] in page
    assert "Inferred from the 4 lines among the 24 published boards" in page
    assert "kumar2021" not in papers.pages()["dasgupta2022.md"]


def test_every_link_leads_to_a_line_of_a_file(papers):
    for page in papers.pages().values():
        links = re.findall(r"\]\((\S+?)#L(\d+)\)", page)
        assert links
        for place, line in links:
            file = papers.PAGES / place
            assert int(line) <= len(file.read_text(encoding="utf-8").splitlines())


SOURCE = '''
"""A module."""
RATE = 0.1
"""How fast. Source: smith1999, Sec. 2. Unclear: the code says 0.2."""


class Net:
    """A network.

    Source: jones2001, Fig. 3.
    Differs: ours is wide,
    for speed.
    """

    def fit(self):
        """Train it. Unstated: how long. For an hour."""
'''


@pytest.fixture
def said(papers, tmp_path, monkeypatch):
    """What a module of our own is found to say."""
    (tmp_path / "net.py").write_text(SOURCE)
    monkeypatch.setattr(papers, "PACKAGE", tmp_path)
    return {(one.subject, one.label): one for one in papers.remarks()}


def test_a_table_and_its_value_are_read_with_their_docstring(said):
    found = said["RATE = 0.1", "Source"]
    assert (found.summary, found.text) == ("How fast.", "smith1999, Sec. 2.")
    assert said["RATE = 0.1", "Unclear"].text == "the code says 0.2."
    assert said["RATE = 0.1", "Unclear"].papers == {"smith1999"}


def test_a_remark_may_run_over_lines(said):
    assert said["Net", "Differs"].text == "ours is wide, for speed."


def test_a_method_speaks_of_the_paper_of_its_class(said):
    found = said["Net.fit", "Unstated"]
    assert (found.text, found.papers) == ("how long. For an hour.", {"jones2001"})
