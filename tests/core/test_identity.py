"""What an object holds decides whether it is the same: weights, functions, tables."""

import functools
import subprocess
import sys
import threading
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from metamer.core.errors import Refusal
from metamer.core.identity import content
from metamer.core.settings import to_plain


def adder(number):
    return lambda value: value + number


@dataclass
class Linear:
    weights: object


class Plain:
    """An object that is no dataclass, with a part that is not public."""

    def __init__(self, value):
        self._value = value


PAIRS = {
    "arrays": (np.arange(3), np.arange(3) + 1),
    "types of arrays": (np.zeros(2, np.float32), np.zeros(2, np.int32)),
    "shapes": (np.zeros((2, 3)), np.zeros((3, 2))),
    "arrays of objects": (np.array(["a", None]), np.array(["b", None])),
    "JAX arrays": (jnp.arange(3), -jnp.arange(3)),
    "closures": (adder(1), adder(2)),
    "code": (lambda value: value + 1, lambda value: value - 1),
    "names in code": (lambda value: np.sin(value), lambda value: np.cos(value)),
    "partial functions": (functools.partial(pow, 2), functools.partial(pow, 3)),
    "methods": ("a".upper, "b".upper),
    "compiled functions": (jax.jit(adder(1)), jax.jit(adder(2))),
    "classes": (Plain, Linear),
    "objects": (Plain(1), Plain(2)),
    "dataclasses in objects": (Plain(Linear(1)), Plain(Linear(2))),
    "nested containers": ({"a": [np.zeros(1)]}, {"a": [np.ones(1)]}),
    "sets": ({"a", "b"}, {"a", "c"}),
    "tables": (pd.DataFrame({"x": [1, 2]}), pd.DataFrame({"x": [1, 3]})),
    "bytes": (b"a", b"b"),
    "nothing and its name": (None, "None"),
    "estimators": (LogisticRegression(C=1.0), LogisticRegression(C=2.0)),
    "random generators": (np.random.default_rng(1), np.random.default_rng(2)),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_what_holds_something_else_is_something_else(pair):
    first, second = pair
    assert content(first, "x") == content(first, "x")
    assert content(first, "x") != content(second, "x")


def test_equal_contents_in_two_objects_are_the_same():
    assert content(Plain(np.ones(3)), "x") == content(Plain(np.ones(3)), "x")
    assert content(adder(np.ones(3)), "x") == content(adder(np.ones(3)), "x")


def test_an_object_that_holds_itself_is_read_once():
    ring = [1]
    ring.append(ring)
    other = [2]
    other.append(other)
    assert content(ring, "x") != content(other, "x")


def test_what_cannot_be_compared_is_refused_with_its_attribute():
    with pytest.raises(Refusal, match=r"mine: model\._value is a lock, .* in `fit`"):
        content(Plain(threading.Lock()), "mine: model")


SCRIPT = """
import numpy, pandas
from metamer.core.identity import content
held = [{"b", "a", "c"}, lambda value: value in {"x", "y"}, pandas.DataFrame({"x": [1]})]
print(content([numpy.arange(3), *held], "x"))
"""


def test_every_process_says_the_same():
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


@dataclass(frozen=True)
class Weighted:
    """A learner that holds its weights."""

    weights: object
    name: str = "weighted"

    def fit(self, items, key):
        return None

    def answer(self, fitted, items):
        return (items.inputs @ self.weights > 0).astype(int)


def test_weights_are_part_of_a_learners_settings():
    plain = to_plain(Weighted(np.ones(2)))
    assert plain["weights"] == content(np.ones(2), "weighted: weights")
    assert plain != to_plain(Weighted(-np.ones(2)))


def test_numbers_of_numpy_paths_and_nothing_are_plain_settings():
    assert to_plain(Weighted(np.float32(0.5)))["weights"] == 0.5
    assert to_plain(Weighted(None))["weights"].startswith("<NoneType ")
