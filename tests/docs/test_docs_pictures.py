"""The pictures of the pages are those that the results give."""

import importlib
import re
import sys
import tomllib
from functools import cache
from xml.etree import ElementTree

import pytest
from pages import PAGES, ROOT

from metamer.core.registry import paradigm

DOCS = ROOT / "docs"
CAPTIONS = tomllib.loads((DOCS / "figures/captions.toml").read_text("utf-8"))
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
LARGEST = 100_000


@pytest.fixture(scope="module")
def make_figures():
    """The script that draws the pictures."""
    sys.path.insert(0, str(DOCS))
    yield importlib.import_module("make_figures")
    sys.path.remove(str(DOCS))


@pytest.fixture(scope="module")
def drawn(make_figures):
    """Draws a picture anew, once: the figure, if Matplotlib draws it, and its SVG."""

    @cache
    def draw(name):
        if name in make_figures.TEXTS:
            return None, make_figures.draw(name)
        figure = make_figures.FIGURES[name]()
        return figure, make_figures.svg(figure)

    return draw


def shapes(svg):
    """The text of a picture without its numbers, and the numbers."""
    found = [float(number) for number in NUMBER.findall(svg)]
    return NUMBER.sub("#", svg), found


@pytest.mark.parametrize("name", CAPTIONS)
def test_a_picture_is_what_the_results_give(name, drawn, make_figures):
    kept = (make_figures.IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    words, numbers = shapes(drawn(name)[1])
    kept_words, kept_numbers = shapes(kept)
    again = "run `python docs/make_figures.py`"
    assert words == kept_words, again
    assert numbers == pytest.approx(kept_numbers, abs=1e-3), again


def assert_marks_lie_within(svg):
    """Whether every mark and the start of every text lies on the paper."""
    drawn = ElementTree.fromstring(svg)
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    for mark in drawn.iter():
        for names, end in ((("x", "x1", "x2", "cx"), width), (("y", "cy"), height)):
            assert all(0 <= float(mark.attrib.get(name, 0)) <= end for name in names)


@pytest.mark.parametrize("name", CAPTIONS)
def test_nothing_of_a_picture_is_cut(name, drawn):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure, text = drawn(name)
    if figure is None:
        assert_marks_lie_within(text)
        return
    figure.draw_without_rendering()
    box = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())
    width, height = figure.get_size_inches()
    assert box.x0 >= 0 and box.y0 >= 0
    assert box.x1 <= width and box.y1 <= height


def test_every_picture_has_a_caption_and_is_small(make_figures):
    assert set(CAPTIONS) == {*make_figures.FIGURES, *make_figures.TEXTS}
    for file in make_figures.IMAGES.iterdir():
        assert file.stat().st_size < LARGEST, file


@pytest.mark.parametrize("name", CAPTIONS)
def test_the_results_behind_a_picture_are_kept(name):
    for folder in CAPTIONS[name]["results"]:
        assert (ROOT / "results" / folder).is_dir()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_of_a_picture_what_its_caption_says(page):
    words = " ".join(page.read_text(encoding="utf-8").split())
    for alt, name in re.findall(r"!\[([^\]]*)\]\([^)]*images/([\w-]+)\.svg\)", words):
        caption = CAPTIONS[name]["caption"]
        assert alt == CAPTIONS[name]["alt"]
        assert f"{name}.svg) {caption}" in words


def test_every_picture_stands_on_a_guide_or_on_the_page_of_a_paper():
    pages = [*DOCS.glob("guides/*.md"), *DOCS.glob("papers/*.md")]
    words = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert set(CAPTIONS) <= set(re.findall(r"images/([\w-]+)\.svg", words))


def test_the_guide_of_every_paradigm_and_every_paper_has_a_picture():
    guides = [DOCS / "guides" / f"{name}.md" for name in paradigm]
    pages = [page for page in guides if page.exists()]
    assert len(pages) >= 4
    for page in (*pages, *DOCS.glob("papers/*.md")):
        assert "](../images/" in page.read_text("utf-8"), page
