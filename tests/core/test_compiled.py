"""Programs are compiled once for all processes of a machine."""

import os
import subprocess
import sys

PROGRAM = """
from metamer.core.compiled import keep_compiled

keep_compiled()
import jax

events = []
jax.monitoring.register_event_listener(lambda event, **about: events.append(event))
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.jit(lambda x: (x @ x).sum())(jax.numpy.ones((3, 3)))
print(events.count("/jax/compilation_cache/cache_hits"))
"""


def hits(home, **chosen):
    """How many programs a process found, with `home` as the user's cache folder."""
    known = {name: value for name, value in os.environ.items() if "JAX" not in name}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**known, "XDG_CACHE_HOME": str(home), **chosen},
        check=True,
        stdout=subprocess.PIPE,
    )
    return int(done.stdout)


def test_a_second_process_finds_what_the_first_compiled(tmp_path):
    assert hits(tmp_path) == 0
    assert hits(tmp_path) > 0


def test_a_folder_that_the_user_chose_is_used(tmp_path):
    hits(tmp_path / "home", JAX_COMPILATION_CACHE_DIR=str(tmp_path / "own"))
    assert list((tmp_path / "own").glob("*-cache"))
    assert not (tmp_path / "home").exists()
