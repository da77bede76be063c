"""No file, however it is broken, brings up anything but a result or one sentence."""

import numpy as np
import pytest
from broken_files import READERS, break_bytes

from metamer.core.errors import Refusal

CASES = 25


@pytest.fixture(scope="module", params=READERS)
def good(request, tmp_path_factory):
    """A good file, and who reads it."""
    reader = READERS[request.param]
    path = reader.write(tmp_path_factory.mktemp("good"))
    return reader, path, path.read_bytes()


def test_a_good_file_is_read(good):
    reader, path, content = good
    path.write_bytes(content)
    reader.read(path)


@pytest.mark.parametrize("seed", range(CASES))
def test_a_broken_file_is_refused_in_one_sentence(good, seed, capsys):
    reader, path, content = good
    path.write_bytes(break_bytes(content, np.random.default_rng(seed)))
    try:
        reader.read(path)
    except Refusal as refusal:
        assert str(refusal).strip() and "\n" not in str(refusal)
    finally:
        path.write_bytes(content)
