"""Compiled functions: Numba, with the types that the annotations of a function say.

Left alone, Numba compiles a function again for every combination of types that it is
called with, and a literal 0 is a type of its own. Here every function is compiled at most
once, when it is first called, and what was compiled is kept for the next process.
"""

import hashlib
import inspect
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from numba import config, from_dtype, types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.registry import CPUDispatcher
from numba.core.typing import Signature

SEARCH = Path(__file__).parents[1]
SOURCES = (*sorted(SEARCH.rglob("*.py")), SEARCH.parent / "tasks.py")
"""What compiled functions are made of: their own code, and constants."""

SCALARS = {int: types.int64, bool: types.boolean, type(None): types.void}


def numba_type(annotation: Any) -> types.Type:
    """What Numba calls a type: a number, an array, a tuple, a named tuple, a function.

    Arrays are annotated by jaxtyping, with their dtype and their axes; they are in C order.
    """
    if annotation in SCALARS:
        return SCALARS[annotation]
    if get_origin(annotation) is tuple:
        return types.Tuple([numba_type(part) for part in get_args(annotation)])
    if get_origin(annotation) is not None:  # a Callable
        arguments, result = get_args(annotation)
        argument_types = [numba_type(argument) for argument in arguments]
        return types.FunctionType(numba_type(result)(*argument_types))
    if issubclass(annotation, tuple):
        fields = get_type_hints(annotation).values()
        return types.NamedTuple([numba_type(field) for field in fields], annotation)
    if issubclass(annotation, np.generic):
        return from_dtype(np.dtype(annotation))
    dtype = np.dtype(annotation.dtypes[0])
    return types.Array(from_dtype(dtype), len(annotation.dims), "C")


def signature(function: Callable[..., Any]) -> Signature:
    """The types of a function's arguments and of its result, as Numba writes them."""
    hints = get_type_hints(function)
    result = numba_type(hints.pop("return"))
    return result(*(numba_type(hint) for hint in hints.values()))


class Stopwatch:
    """How many seconds were spent in its blocks; blocks within blocks count once."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth, self._begun = 0, 0.0

    def __enter__(self) -> None:
        if self._depth == 0:
            self._begun = time.perf_counter()
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._begun


STOPWATCH = Stopwatch()
"""The time that this process has spent compiling."""

ENTRY_POINTS: list["CompiledFunction"] = []
"""Functions that are called from Python or by pointer. Their helpers are compiled with
them."""


class CompiledFunction(CPUDispatcher):
    """A function that Numba compiles on first use, for the types of its annotations."""

    entry: Any = None
    """What Python calls, once it is compiled."""

    def enable_caching(self) -> None:
        self._cache = SourceCache(self.py_func)

    @property
    def folder(self) -> Path:
        """Where it is kept, once it is compiled."""
        return Path(self._cache.cache_path)

    def compile(self, sig: object) -> Any:
        """Compile for the annotated types, whatever types are asked for.

        Whoever calls the function converts its arguments, a literal number for example.
        """
        if self.entry is None:
            with STOPWATCH, quick_optimisation():
                self.entry = super().compile(signature(self.py_func))
            self.disable_compile()
        return self.entry


@contextmanager
def quick_optimisation() -> Iterator[None]:
    """Have LLVM optimise less while a function is compiled.

    Loops over grids are too short to gain from more than the first level, or from vector
    instructions: the walk is as fast, and the functions are compiled in half the time.
    """
    settings: Any = config
    usual = settings.OPT, settings.LOOP_VECTORIZE
    settings.OPT, settings.LOOP_VECTORIZE = type(usual[0])(min(usual[0], 1)), 0
    try:
        yield
    finally:
        settings.OPT, settings.LOOP_VECTORIZE = usual


class SourceCache(FunctionCache):
    """Compiled functions on disk, forgotten as soon as any source file changes.

    Numba itself only checks the file in which a function stands, not those of the
    functions that are compiled into it.
    """

    def __init__(self, function: Callable[..., Any]):
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), fingerprint()
        name = self._impl.filename_base
        self._cache_file = IndexDataCacheFile(self.cache_path, name, stamp)


@cache
def fingerprint() -> str:
    """A hash of all sources."""
    digest = hashlib.blake2b(digest_size=16)
    for path in SOURCES:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled(function: Callable[..., Any]) -> Any:
    """A function that is called from Python and by other compiled functions."""
    ENTRY_POINTS.append(_dispatcher(function))
    return ENTRY_POINTS[-1]


def called_by_pointer(function: Callable[..., Any]) -> Any:
    """A function that other compiled functions call by a pointer to it."""
    ENTRY_POINTS.append(_dispatcher(function, no_cpython_wrapper=True))
    return ENTRY_POINTS[-1]


def helper(function: Callable[..., Any]) -> Any:
    """A function that only other compiled functions call."""
    return _dispatcher(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _dispatcher(function: Callable[..., Any], **options: bool) -> CompiledFunction:
    # Numba compiles the bare function: while testing, a type checker stands around it.
    bare = inspect.unwrap(function)
    dispatcher = CompiledFunction(
        bare, targetoptions={"nopython": True, "boundscheck": None, **options}
    )
    dispatcher.enable_caching()
    return dispatcher
