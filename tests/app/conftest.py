"""A served study on SQLite and on PostgreSQL, and participants who go through it."""

import shutil
import socket
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from hidden_numbers import HiddenNumbers, Nobody
from walking import App

from metamer.core.people import People, Question, TrialBlock
from metamer.core.study import Study

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
    """The URL of a PostgreSQL server of our own, which listens on this machine only."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = shutil.which("initdb") or (str(found[-1]) if found else None)
    if initdb is None:
        pytest.skip("there is no PostgreSQL here (initdb)")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(initdb).resolve().parent, Path(folder))
        server.start()
        yield server
        server.stop()


class Postgres:
    """A server in a folder; as root it runs as the user `postgres`, since it must."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.count = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def call(self, program, *options):
        command = [str(self.programs / program), *options]
        if Path("/proc/self").owner() == "root":
            command = ["runuser", "-u", "postgres", "--", *command]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, check=True, cwd="/", **quiet)

    def start(self):
        if Path("/proc/self").owner() == "root":
            shutil.chown(self.folder, "postgres")
        data = str(self.folder / "data")
        self.call("initdb", "-D", data, "-U", "tester", "--auth=trust")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self.call("pg_ctl", "-D", data, "-w", "-o", options, "start")

    def stop(self):
        data = str(self.folder / "data")
        self.call("pg_ctl", "-D", data, "-m", "immediate", "stop")

    def new_url(self):
        self.count += 1
        name = f"study{self.count}"
        address = f"postgresql://tester@127.0.0.1:{self.port}"
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"{address}/{name}"


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
