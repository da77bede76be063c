"""What the tests of tiles share."""

from pathlib import Path

import places
import pytest


@pytest.fixture(scope="session")
def published() -> Path:
    """The folder of published boards and results."""
    return places.published("tiles-people")
