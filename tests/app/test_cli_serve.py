"""`metamer serve` from the command line."""

import socket

import pytest
import tomli_w
from typer.testing import CliRunner

from metamer.cli.app import program
from metamer.core.errors import Refusal
from metamer.core.settings import to_plain


@pytest.fixture
def toml(study, tmp_path):
    path = tmp_path / "hidden.toml"
    path.write_text(tomli_w.dumps(to_plain(study)))
    return path


def serve(*options):
    return CliRunner().invoke(
        program(), ["serve", *map(str, options)], catch_exceptions=False
    )


def test_a_port_in_use_is_refused_before_a_database_is_made(toml, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refusal, match=f"--port {port}: cannot listen there"):
            serve(toml, "--db", tmp_path / "x.db", "--port", port)
    assert not (tmp_path / "x.db").exists()


def test_a_study_that_is_not_for_people_is_refused(tmp_path):
    with pytest.raises(Refusal, match="'categories-plane' is not for people"):
        serve("categories-plane", "--db", tmp_path / "x.db", "--port", 0)
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize(
    "option, value, sentence",
    [("--workers", 0, "--workers must be at least 1"), ("--port", 70000, "at most")],
)
def test_options_out_of_range_are_refused(toml, option, value, sentence):
    with pytest.raises(Refusal, match=sentence):
        serve(toml, option, value)
