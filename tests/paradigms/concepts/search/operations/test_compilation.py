"""Functions are compiled once, for the types of their annotations."""

import numpy as np
import pytest
from numba import types
from numba.core.caching import NullCache

from metamer.paradigms.concepts.search.operations import compilation
from metamer.paradigms.concepts.search.operations.compilation import (
    SourceCache,
    compiled,
    helper,
    numba_type,
)
from metamer.paradigms.concepts.search.operations.types import Change, Flags, Image


@helper
def add(first: int, second: int) -> int:
    return first + second


@compiled
def add_all(numbers: tuple[int, int]) -> int:
    return add(numbers[0], 1) + add(numbers[1], 2) + add(3, numbers[0])


# Compiled in every run of the tests, whatever an earlier one left on disk.
add._cache = add_all._cache = NullCache()


def test_a_literal_number_is_no_type_of_its_own():
    assert add_all((10, 20)) == 10 + 1 + 20 + 2 + 3 + 10
    assert len(add.signatures) == 1


@pytest.mark.parametrize(
    "annotation, expected",
    [
        (int, types.int64),
        (np.uint64, types.uint64),
        (Flags, types.Array(types.boolean, 1, "C")),
        (tuple[int, bool], types.Tuple([types.int64, types.boolean])),
    ],
    ids=str,
)
def test_annotations_are_types(annotation, expected):
    assert numba_type(annotation) == expected


def test_a_function_is_a_type_with_the_types_of_its_arguments():
    image = numba_type(Image)
    expected = types.FunctionType(image(image, image, types.int64))
    assert numba_type(Change) == expected


def test_what_was_compiled_from_other_sources_is_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    signature, target = compilation.signature(add.py_func), add.targetctx
    add.compile(None)
    SourceCache(add.py_func).save_overload(signature, add.overloads[signature.args])
    assert SourceCache(add.py_func).load_overload(signature, target)
    monkeypatch.setattr(compilation, "fingerprint", lambda: "changed")
    assert SourceCache(add.py_func).load_overload(signature, target) is None


def test_a_stopwatch_counts_blocks_within_blocks_once(monkeypatch):
    now = iter([10.0, 14.0])
    monkeypatch.setattr("time.perf_counter", lambda: next(now))
    watch = compilation.Stopwatch()
    with watch, watch:
        pass
    assert watch.seconds == 4.0
