"""A small search, and the same as files."""

import pytest
from little import SPACE_FILE, STUDY, little_search


@pytest.fixture
def plan():
    return little_search()


@pytest.fixture
def files(tmp_path):
    """The same as files: a study, of which conditions may be given, and a space."""

    def write(taught=("abstract",)):
        listed = str([*taught]).replace("'", '"')
        (tmp_path / "little.toml").write_text(STUDY.replace("TAUGHT", listed))
        (tmp_path / "space.toml").write_text(SPACE_FILE)
        return tmp_path / "little.toml", tmp_path / "space.toml"

    return write
