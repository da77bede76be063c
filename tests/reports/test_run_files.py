"""What a report writes besides its page, and where."""

from dataclasses import dataclass, replace
from urllib.parse import quote

import pandas as pd
import pytest
from matplotlib.figure import Figure

import metamer
from metamer.core.responses import Responses
from metamer.reports.analysis import Exhibit, LinkedPage, analyse
from metamer.reports.page import write_report


@dataclass(frozen=True)
class Long:
    """A table with a page of its own."""

    def __call__(self, run):
        page = LinkedPage("long & all.html", "All of `it`", "<p>long</p>")
        return Exhibit("Short", "", pd.DataFrame({"a": [1]}), (page,))


@pytest.fixture
def run(responses, tmp_path):
    """A run in a folder of its own, with a figure that has a page of its own."""
    for name in ("study.toml", "items.npz", "versions.json"):
        (tmp_path / name).write_bytes((responses.folder / name).read_bytes())
    study = replace(responses.study, figures=(*responses.study.figures[1:3], Long()))
    return Responses(responses.table, study, tmp_path)


def listing(folder):
    """Every file below a folder, with its size and time."""
    found = ((path, path.stat()) for path in folder.rglob("*"))
    return {path: (about.st_size, about.st_mtime_ns) for path, about in found}


def test_a_page_elsewhere_leaves_the_run_folder_as_it_is(run, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    before = listing(run.folder)
    assert metamer.report(run, elsewhere / "mine.html") == elsewhere / "mine.html"
    assert listing(run.folder) == before
    names = {path.name for path in elsewhere.iterdir()}
    assert names == {"mine.html", "mine-items.html", "mine-long & all.html"}


def test_a_page_in_the_run_folder_has_the_tables_and_figures_beside_it(run):
    metamer.report(run)
    there = {path.relative_to(run.folder).as_posix() for path in listing(run.folder)}
    figure = "figures/by_learner-exemplar_bias.svg"
    assert {"measures.csv", "tests.csv", "long & all.html", figure} <= there


def test_tables_can_go_to_the_runs_though_the_page_does_not(run, tmp_path_factory):
    page = tmp_path_factory.mktemp("above") / "all.html"
    write_report([analyse(run)], page, into_runs=True)
    assert (run.folder / "measures.csv").exists()
    assert [path.name for path in page.parent.iterdir()] == ["all.html"]


@pytest.mark.parametrize("into_runs", [False, True])
def test_the_page_links_to_the_other_one(run, tmp_path_factory, into_runs):
    page = tmp_path_factory.mktemp("linked") / "mine.html"
    text = write_report([analyse(run)], page, into_runs).read_text("utf-8")
    target = "mine-long%20%26%20all.html"
    if into_runs:
        target = f"../{run.folder.name}/long%20%26%20all.html"
    assert f'{target}">All of <code>it</code></a>' in text
    assert "needs no other file except those it links to" in text


def test_the_other_pages_of_two_runs_do_not_overwrite_each_other(run, tmp_path_factory):
    page = tmp_path_factory.mktemp("two") / "mine.html"
    text = metamer.report([run, run], page).read_text("utf-8")
    names = {path.name for path in page.parent.iterdir()} - {"mine.html"}
    one, two = (
        {f"mine{number}-{file}" for file in ("items.html", "long & all.html")}
        for number in ("", "-2")
    )
    assert names == one | two
    for name in names:
        assert text.count(f'<a href="{quote(name)}">') == 1


@dataclass(frozen=True)
class Escaping:
    """A figure with a setting that would lead out of the folder."""

    measure: str = "../../escape"

    def __call__(self, run):
        return Exhibit("Drawn", "", Figure())


def test_no_setting_of_a_figure_becomes_a_path(run):
    metamer.report(replace(run, study=replace(run.study, figures=(Escaping(),))))
    (drawing,) = (run.folder / "figures").rglob("*escape*")
    assert drawing.parent == run.folder / "figures"
    assert not list(run.folder.parent.glob("escape*"))
