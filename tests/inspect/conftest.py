"""What tests of Inspect AI need."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory):
    """Inspect keeps traces in the user's data folder: here in one of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
