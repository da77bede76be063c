"""Every built-in study for people, walked through on the real server."""

import json

import pytest

import metamer
from metamer.app import schema
from metamer.core.plans import find_study

QUICK = ("pointers-people", "categories-people")
STUDIES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in metamer.study
    if name.endswith("-people")
]
"""The others draw pictures, tasks and boards first, which takes a minute."""


def answer(view):
    """A possible answer in any paradigm."""
    if "tiles" in view:
        return view["tiles"].index(None)
    if "options" in view:
        return 0
    return [[0]]


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", STUDIES)
def test_a_study_for_people_can_be_served(serve, name):
    from dataclasses import replace

    study = find_study(name)
    blocks = tuple(
        replace(
            block, count=min(block.count or 2, 2), attempts=1, passes=1, criterion=0
        )
        for block in study.people.blocks
    )
    app = serve(replace(study, people=replace(study.people, blocks=blocks)))
    person = app.arrive()
    hidden = {row["id"] for row in app.rows(schema.item)}
    assert hidden
    while person.page["kind"] != "done":
        app.now += 1
        told = json.dumps(person.state)
        assert not [id for id in hidden if id in told]
        person.step(choose=answer)
    assert person.page["reason"] == "completed" and person.page["code"]
    scored = [row for row in app.rows(schema.event) if row["kind"] == "answer"]
    assert len(scored) >= len(blocks)
