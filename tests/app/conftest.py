"""A served study on SQLite and on PostgreSQL, and participants who go through it."""

import sys
from dataclasses import replace

import pytest
from hidden_numbers import HiddenNumbers, Nobody
from places import ROOT
from walking import App

from metamer.core.people import People, Question, TrialBlock
from metamer.core.study import Study

sys.path.append(str(ROOT / "benchmarks"))  # last: it has names that tests have

from people_postgres import own_server, programs

TEXTS = {
    "consent.md": "# Consent\n\nMay we?",
    "instructions.md": "# Instructions\n\nSay even or odd.",
    "debriefing.md": "# Debriefing\n\nThat was it.",
}


@pytest.fixture(scope="session")
def texts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    return str(folder)


@pytest.fixture
def study(texts):
    """Practice with feedback until two are right in a row, then a test without."""
    blocks = (
        TrialBlock("practice", "practice", feedback=True, criterion=2, passes=3),
        TrialBlock("test", "test", count=4, text="Now it counts.", describe=True),
    )
    question = Question("What do you say?", ("even or odd", "a colour"), "even or odd")
    people = People(blocks, quota=5, texts=texts, questions=(question,))
    return Study(HiddenNumbers(), (Nobody(),), name="hidden", people=people)


@pytest.fixture
def changed(study):
    """The study with other settings of `[people]`."""

    def change(paradigm=None, **settings):
        people = replace(study.people, **settings)
        return replace(study, paradigm=paradigm or study.paradigm, people=people)

    return change


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server of our own, which listens on this machine only."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL here (initdb)")
    with own_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request, tmp_path):
    """Where a new database can be."""
    if request.param == "sqlite":
        return str(tmp_path / "study.db")
    return request.getfixturevalue("postgres").new_url()


@pytest.fixture
def serve(db):
    """Opens studies in process, with a clock that can be moved."""
    opened = []

    def serve(study, where=db, **options):
        app = App(study, where, **options)
        opened.append(app)
        return app

    yield serve
    for app in opened:
        app.close()
