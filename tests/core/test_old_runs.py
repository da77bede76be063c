"""Run folders that version 0.1 made, before paradigms had folders of their own."""

import shutil
from pathlib import Path

import pytest

import metamer
from metamer.core.imported import Imported
from metamer.core.jobs import series
from metamer.core.lookup import find_named
from metamer.core.recorded import Recorded
from metamer.core.study import Learner, Paradigm

OLD = Path(__file__).parent / "old_runs"
"""`plane`: categories. `tiles` and `matrices`: networks, with settings within settings."""

SERIES = {
    "plane": {
        "2482f664b362a8b360b6",
        "26d57e0bd352889de238",
        "442eb3ac46cb0afa03a0",
        "7d6be28992079672bc22",
        "95ca8416e1718f4ee8ee",
        "ef73bef02efb0f4473e7",
    },
    "tiles": {"6b0865a086fb7155c5e0", "ca9d4f732f3eeb56e115"},
    "matrices": {"713df8cd2578e258515f", "eb226f73aa9c131784f6"},
}
"""What the parts of each run were called."""

each_run = pytest.mark.parametrize("name", sorted(SERIES))


@pytest.fixture
def folder(name, tmp_path):
    """A copy of an old run that may be written to."""
    return Path(shutil.copytree(OLD / name, tmp_path / name))


@each_run
def test_an_old_run_loads_with_everything_that_took_part(folder):
    responses = metamer.load(folder)
    study = responses.study
    assert not isinstance(study.paradigm, Recorded)
    assert not any(isinstance(learner, Recorded) for learner in study.learners)
    names = {learner.name for learner in study.learners}
    assert names == set(responses.table["learner"])


@each_run
def test_a_report_on_an_old_run_has_the_same_measures(folder, name):
    (folder / "measures.csv").unlink()
    page = metamer.report(metamer.load(folder))
    assert page.read_text("utf-8").startswith("<!doctype html>")
    made = (folder / "measures.csv").read_bytes()
    assert made == (OLD / name / "measures.csv").read_bytes()


@each_run
def test_an_old_run_that_goes_on_finds_its_parts(folder, name):
    jobs = series(metamer.load(folder).study)
    assert {job.series for job in jobs} == SERIES[name]


@pytest.mark.parametrize(
    "place, name",
    [
        ("metamer.studies.moskvichev2023.people:PublishedItems", "PublishedItems"),
        ("metamer.paradigms.tiles.people:PublishedBoards", "PublishedBoards"),
    ],
)
def test_what_published_data_were_collected_on_is_found_where_it_is_now(place, name):
    assert find_named(metamer.paradigm, Paradigm, place).__name__ == name


def test_those_who_answered_elsewhere_are_found():
    place = "metamer.core.imported:Imported"
    assert find_named(metamer.learner, Learner, place) is Imported
