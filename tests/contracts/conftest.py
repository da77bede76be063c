"""What several contracts look at."""

import pandas as pd
import pytest
from knowing import responses
from small import small

from metamer.core.registry import paradigm
from metamer.core.responses import as_table


@pytest.fixture(scope="session")
def tables(tmp_path_factory):
    """Of each paradigm, two units of a learner always right and of one always wrong."""
    folder = tmp_path_factory.mktemp("tables")
    found = {
        name: pd.concat(responses(small(name), folder / name), ignore_index=True)
        for name in paradigm
    }
    return {name: as_table(table.to_dict("series")) for name, table in found.items()}
