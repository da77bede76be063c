"""What all tests share."""

import gc
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# Two devices, as on any machine with two cores, before anything starts JAX.
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_NUM_CPU_DEVICES", "2")
# Tests compile more than they compute.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=1")

from typechecking import install

install()

from metamer.core.compiled import keep_compiled  # noqa: E402
from metamer.core.keys import Key, root  # noqa: E402

keep_compiled()


@pytest.fixture
def keys() -> Callable[[], Key]:
    """A new random key at every call, the same in every run."""
    count = itertools.count()
    return lambda: root(2022).stream("test", next(count))


LONGEST = (
    "test_first_page.py",
    "test_cli_interruptions.py",
    "test_examples.py",
    "test_every_learner.py",
    "test_zhang2021.py",
)
"""Files that take minutes. They come first, so that none of them is left for one process
while the other has nothing more to do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and leave the others in their order."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.name, len(LONGEST)))


MAPS = Path("/proc/self/maps")
MOST = 20_000
"""Memory maps after which compiled programs are forgotten."""


@pytest.fixture(scope="module", autouse=True)
def few_programs() -> Iterator[None]:
    """Forget compiled programs before there are too many of them.

    Each one has memory maps of its own, and a process may have 65,530: beyond that XLA
    crashes as it compiles the next.
    """
    yield
    if MAPS.exists() and MAPS.read_bytes().count(b"\n") > MOST:
        import jax

        jax.clear_caches()
        gc.collect()
