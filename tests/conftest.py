"""What all tests share."""

import itertools
import os
from collections.abc import Callable

import pytest

# Two devices, as on any machine with two cores, before anything starts JAX.
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_NUM_CPU_DEVICES", "2")

from jaxtyping import install_import_hook

install_import_hook("metamer", "typechecking.check")

from metamer.core.keys import Key, root  # noqa: E402


@pytest.fixture
def keys() -> Callable[[], Key]:
    """A new random key at every call, the same in every run."""
    count = itertools.count()
    return lambda: root(2022).stream("test", next(count))
