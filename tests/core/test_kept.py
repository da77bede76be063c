"""Arrays that took long to make: made once, whoever asks, unless something changed."""

import numpy as np
import pytest

from metamer.core.kept import keep_arrays


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A list that grows with every making; the cache folder is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return []


def ask(made, origin):
    def make():
        made.append(origin)
        return {"x": np.arange(3.0), "flags": np.array([True, False])}

    return keep_arrays("things", origin, make)


def test_the_same_is_made_once(made):
    first, second = ask(made, [1, np.ones(2)]), ask(made, [1, np.ones(2)])
    assert len(made) == 1
    assert first.keys() == second.keys()
    assert all((first[name] == second[name]).all() for name in first)


def test_something_else_is_made_by_itself(made):
    ask(made, [1, np.ones(2)])
    ask(made, [1, np.zeros(2)])
    assert len(made) == 2


def test_other_sources_make_it_again(made, monkeypatch):
    ask(made, 1)
    monkeypatch.setattr("metamer.core.kept._circumstances", lambda: ("other",))
    ask(made, 1)
    assert len(made) == 2


def test_a_broken_file_is_made_again(made, tmp_path):
    ask(made, 1)
    (file,) = tmp_path.rglob("*.npz")
    file.write_bytes(b"broken")
    assert ask(made, 1)["x"].tolist() == [0, 1, 2]
    assert len(made) == 2


def test_a_folder_that_cannot_be_written_costs_only_time(made, tmp_path):
    (tmp_path / "metamer").write_text("a file where the folder should be")
    assert ask(made, 1)["x"].tolist() == [0, 1, 2]
    ask(made, 1)
    assert len(made) == 2
