"""The table that says what the scale `paper` is."""

import pytest
from places import ROOT

import metamer


def rows():
    """Each row of the table: the study, what the paper has, units, what differs."""
    page = (ROOT / "docs/guides/studies.md").read_text("utf-8")
    section = page.split("## What `paper` is")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {study.strip("`"): rest for study, *rest in cells}


@pytest.mark.parametrize("name", list(metamer.study))
def test_every_study_of_a_paper_says_what_its_largest_scale_is(name):
    plan = metamer.study(name)(scale="paper")
    if not plan.reproduces or plan.reproduces.startswith("the question of dasgupta"):
        assert name not in rows()
        return
    printed, units, differs = rows()[name]
    assert printed and differs
    assert int(units) == plan.units


def test_the_table_names_only_studies_that_there_are():
    assert {*rows()} <= {*metamer.study}
