"""What the tests of tiles share."""

from pathlib import Path

import pytest
from places import PUBLISHED

FOLDER = PUBLISHED / "tiles"


@pytest.fixture(scope="session")
def published() -> Path:
    """The folder of published boards and results."""
    if not FOLDER.is_dir():
        pytest.skip(f"the published data of kumar2022 are not at {FOLDER}")
    return FOLDER
