"""`metamer make metamers`: sources from files, metamers into files."""

import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from metamer.core.errors import Refusal
from metamer.metamers.commands import metamers
from metamer.metamers.files import read

app = typer.Typer()
app.command()(metamers)

QUICK = ["--recipe", "order_agnostic", "--set", "updates=60"]


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        return CliRunner().invoke(app, words, catch_exceptions=False)

    return run


def boards(many=40):
    return np.random.default_rng(0).integers(0, 2, (many, 2, 3), np.uint8)


def test_boards_become_boards_with_a_report_beside_them(call):
    np.savez("in.npz", boards=boards(), starts=np.zeros((40, 2)))
    done = call("--of", "in.npz", "-n", "30", "--out", "out.npz", *QUICK)
    assert "30 metamers are in out.npz" in done.stdout
    with np.load("out.npz") as made:
        assert made["boards"].shape == (30, 2, 3)
        assert made["boards"].dtype == np.uint8
        assert str(made["source"]) == "in.npz"
    with open("out.json") as file:
        found = json.load(file)
    assert found["updates"] == 60
    assert 0 <= found["told_apart_trees"] <= 1


def test_the_same_seed_writes_the_same_rows_and_json_is_printed(call):
    np.save("in.npy", boards())
    done = [
        call("--of", "in.npy", "-n", "9", "--out", f"{name}.npz", "--json", *QUICK)
        for name in "ab"
    ]
    told = json.loads(done[0].stdout)
    assert told["recipe"] == "order_agnostic"
    assert told["quality"] == json.loads(done[1].stdout)["quality"]
    with np.load("a.npz") as one, np.load("b.npz") as two:
        assert (one["rows"] == two["rows"]).all()


def test_probabilities_make_an_exact_table(tmp_path):
    table = {"rows": np.eye(2, dtype=int), "probabilities": np.array([0.3, 0.7])}
    np.savez(tmp_path / "table.npz", **table)
    source, name = read(tmp_path / "table.npz")
    assert name == "rows"
    assert source.weights.tolist() == [0.3, 0.7]


@pytest.mark.parametrize(
    "arrays, complaint",
    [
        ({}, "there is no array in"),
        ({"a": boards(), "b": boards()}, r"has several arrays \(a, b\); call the one"),
        ({"boards": boards(), "rows": boards()}, r"several arrays \(boards, rows\)"),
        ({"boards": boards() / 2}, "in.npz: values must be whole numbers, not float64"),
        (
            {"boards": -boards().astype(int)},
            "values must be from 0 to 254, not from -1",
        ),
        ({"boards": 0 * boards()}, "every value is 0"),
        ({"boards": boards(1)}, "at least 2 rows, not 1"),
        (
            {"rows": boards(), "probabilities": np.ones(3)},
            "40 rows need 40 probabilities, not 3",
        ),
    ],
)
def test_a_file_without_a_source_is_refused(tmp_path, arrays, complaint):
    np.savez(tmp_path / "in.npz", **arrays)
    with pytest.raises(Refusal, match=complaint):
        read(tmp_path / "in.npz")


def test_a_broken_file_is_refused(tmp_path):
    (tmp_path / "in.npz").write_text("not an archive")
    with pytest.raises(Refusal, match="must be an npy or npz file of whole numbers"):
        read(tmp_path / "in.npz")


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("--of gone.npz -n 5 --out out.npz", "there is no file gone.npz"),
        ("--of in.npy -n 0 --out out.npz", "-n must be at least 1, not 0"),
        ("--of in.npy -n 5 --out out.json", "--out must end in .npz, not 'out.json'"),
        ("--of in.npz -n 5 --out in.npz", "--out would overwrite the source in.npz"),
        ("--of in.npy -n 5 --out o.npz --recipe magic", "no recipe 'magic'; there is"),
        (
            "--of in.npy -n 5 --out o.npz --set hue=1",
            "unknown key 'hue'; allowed: stop",
        ),
    ],
)
def test_a_wrong_command_is_refused_and_nothing_written(
    call, tmp_path, words, complaint
):
    np.save("in.npy", boards())
    with pytest.raises(Refusal, match=complaint):
        call(*words.split())
    assert [file.name for file in tmp_path.iterdir()] == ["in.npy"]
