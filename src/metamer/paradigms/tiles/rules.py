"""What is to be learned: each rule with its procedure, all its results, and its check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType

import numpy as np

from metamer.core.errors import one_of
from metamer.paradigms.tiles.shapes import (
    chain,
    connected,
    copy,
    cross,
    grammar,
    loop,
    pyramid,
    rectangle,
    symmetry,
    tree,
    zigzag,
)
from metamer.paradigms.tiles.shapes.bitboard import EIGHT, Board, Outcomes

READINGS = ("as_coded", "as_described")
"""The authors' code, or the words of kumar2022, Table S1, where the two part."""

FAMILY = (
    "copy",
    "symmetry",
    "rectangle",
    "connected",
    "tree",
    "pyramid",
    "cross",
    "zigzag",
)
"""The rules of the paper; the others are its predecessor's.

Source: kumar2022, Table S1.
"""

LEAST, MOST = 3, 39
"""Red tiles of a board that is not rejected. Source: the authors' code.

Unstated: in the paper; it holds for boards of rules and for metamers alike.
"""


@dataclass(frozen=True)
class Rule:
    """A rule in one reading."""

    name: str
    about: str
    """In words, with its source and where paper and code part."""
    sample: Callable[[np.random.Generator], Board | None]
    """One run of the random procedure; None where it must be run again."""
    outcomes: Callable[[], Outcomes]
    """Everything that procedure can end in, and how probably."""
    holds: Callable[[Board], bool]
    """Whether a board looks like the rule; knows nothing of the other two."""


def _rule(name: str, shape: ModuleType, **how: object) -> Rule:
    parts = (shape.sample, shape.outcomes, shape.holds)
    return Rule(name, shape.__doc__ or "", *(partial(part, **how) for part in parts))


AS_CODED = {
    "copy": _rule("copy", copy),
    "symmetry": _rule("symmetry", symmetry),
    "rectangle": _rule("rectangle", rectangle),
    "connected": _rule("connected", connected),
    "tree": _rule("tree", tree),
    "pyramid": _rule("pyramid", pyramid),
    "cross": _rule("cross", cross),
    "zigzag": _rule("zigzag", zigzag),
    "chain": _rule("chain", chain),
    "loop": _rule("loop", loop),
    "grammar_tree": _rule("grammar_tree", tree, least=grammar.LEAST),
    "grammar": _rule("grammar", grammar),
}
"""The eight rules of kumar2022, then those of kumar2021."""

AS_DESCRIBED = AS_CODED | {
    "copy": _rule("copy", copy, gap=0),
    "symmetry": _rule("symmetry", symmetry, offsets=EIGHT),
    "connected": _rule("connected", connected, one_by_one=True),
    "tree": _rule("tree", tree, described=True),
    "pyramid": _rule("pyramid", pyramid, described=True),
}
"""Table S1 is silent on the others, or agrees with the code."""

RULES = {
    name: {"as_coded": AS_CODED[name], "as_described": AS_DESCRIBED[name]}
    for name in AS_CODED
}


def rule(name: str, reading: str = "as_coded") -> Rule:
    """A rule by name."""
    one_of("rule", name, RULES)
    one_of("reading", reading, READINGS)
    return RULES[name][reading]


def playable(reds: np.ndarray) -> np.ndarray:
    """Whether boards with so many reds are kept."""
    return (reds >= LEAST) & (reds <= MOST)
