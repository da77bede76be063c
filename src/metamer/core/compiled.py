"""Compiled programs that outlive the process that compiled them."""

import hashlib
import os
import platform
import sys
from pathlib import Path

PROCESSOR = Path("/proc/cpuinfo")
"""Where Linux lists what the processor can do."""

SHORTEST = 0.1
"""Programs that compile in fewer seconds than this are not worth a file."""


def keep_compiled() -> None:
    """Have JAX keep compiled programs in the user's cache folder.

    Compiling takes most of the time of a small study, and the next process needs the same
    programs. A folder that the user chose (`JAX_COMPILATION_CACHE_DIR`) is respected.
    """
    from platformdirs import user_cache_path

    folder = user_cache_path("metamer") / "compiled" / processor()
    settings = {
        "jax_compilation_cache_dir": str(folder),
        "jax_persistent_cache_min_compile_time_secs": str(SHORTEST),
        "jax_persistent_cache_min_entry_size_bytes": "-1",
    }
    if "JAX_COMPILATION_CACHE_DIR" in os.environ:
        return
    # For worker processes, and for this one if JAX has not been imported yet.
    os.environ.update({name.upper(): value for name, value in settings.items()})
    if "jax" in sys.modules:
        import jax

        jax.config.update("jax_compilation_cache_dir", str(folder))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", SHORTEST)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)


def processor() -> str:
    """A name for this kind of processor.

    XLA compiles for the processor at hand, and a home folder may be shared by machines of
    several kinds: a program of one can crash another.
    """
    known = PROCESSOR.read_text() if PROCESSOR.exists() else platform.processor()
    abilities = [
        line for line in known.splitlines() if line.startswith(("flags", "Features"))
    ]
    text = platform.machine() + (abilities[0] if abilities else known)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
