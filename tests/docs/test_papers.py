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


def remarks(page):
    """The entries of a page, without where they are in a file."""
    parts = re.split(r"^(?=- |#)", without_lines(page), flags=re.M)
    return {part.strip() for part in parts}


def test_no_page_says_what_no_docstring_says(papers):
    """What was added since a page was made is missing there, until it is made again."""
    for name, page in papers.pages().items():
        written = (papers.PAGES / name).read_text(encoding="utf-8")
        assert not remarks(written) - remarks(page), "run `python docs/make_papers.py`"


def test_every_page_is_that_of_a_paper_of_a_paradigm(papers):
    written = {file.name for file in papers.PAGES.glob("*.md")}
    assert written <= set(papers.pages())
    assert {"dasgupta2022.md", "kumar2022.md"} <= written


def test_a_page_lists_the_studies_of_its_paradigm(papers):
    page = papers.pages()["dasgupta2022.md"]
    assert "- `metamer run categories-plane`: " in page
    assert "metamer run tiles-" not in page


def test_a_paper_that_lends_a_rule_shares_the_page_of_who_borrows(papers):
    page = papers.pages()["kumar2022.md"]
    assert "With what is taken from kumar2021: Kumar, Dasgupta, Cohen, Daw" in page
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
