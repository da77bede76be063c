"""Every built-in study for people at its usual size, walked through on the real server."""

from dataclasses import replace

import pytest
from leaks import leaks

import metamer
from metamer.app import schema
from metamer.core.plans import find_study

STUDIES = [name for name in metamer.study if "-people" in name]


def answer(view):
    """A possible answer in any paradigm."""
    if "tiles" in view:
        return view["tiles"].index(None)
    if "options" in view:
        return 0
    return [[0]]


@pytest.mark.slow  # all items are drawn first; walks/ has shorter versions of the five
@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", STUDIES)
def test_a_study_for_people_can_be_served(serve, name):
    study = find_study(name)
    blocks = tuple(
        replace(
            block, count=min(block.count or 2, 2), attempts=1, passes=1, criterion=0
        )
        for block in study.people.blocks
    )
    study = replace(study, people=replace(study.people, blocks=blocks))
    app = serve(study)
    person = app.arrive()
    while person.page["kind"] != "done":
        app.now += 1
        person.step(choose=answer)
    assert person.page["reason"] == "completed" and person.page["code"]
    assert leaks(app, study, app.number(person.token), person.exchanges) == []
    scored = [row for row in app.rows(schema.event) if row["kind"] == "answer"]
    assert len(scored) >= len(blocks)
