"""Arrays that take long to make, kept in the user's cache folder for the next process.

A run that is stopped and continued, and every worker process, needs the same ones. The
folder can be deleted at any time.
"""

import functools
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from metamer.core.checked import read_arrays
from metamer.core.compiled import processor
from metamer.core.errors import Refusal
from metamer.core.files import write_arrays
from metamer.core.identity import content
from metamer.core.versions import sources

Arrays = dict[str, np.ndarray]


def keep_arrays(kind: str, origin: object, make: Callable[[], Arrays]) -> Arrays:
    """What `make` returns, or what it returned before for the same `origin`.

    `origin` must hold everything that the arrays depend on, except for the sources of
    this package and the machine, which are taken into account here.
    """
    from platformdirs import user_cache_path

    name = content([origin, *_circumstances()], kind).strip("<>").split()[-1]
    path = user_cache_path("metamer") / kind / f"{name}.npz"
    if path.exists():
        with suppress(Refusal):  # a broken file is made again
            return read_arrays(path, "")
    arrays = make()
    with suppress(Refusal):  # a full disk costs no more than time
        write_arrays(path, arrays)
    return arrays


@functools.cache
def _circumstances() -> tuple[str, ...]:
    """What numbers may depend on apart from settings: sources, libraries, devices."""
    import jax

    devices = f"{jax.default_backend()} {jax.device_count()}"
    return sources(), jax.__version__, np.__version__, devices, processor()
