"""What training leaves out, and what is asked because of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, islice, permutations
from math import ceil, comb, factorial

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import root
from metamer.paradigms.pointers.laws import Law, everything
from metamer.paradigms.pointers.rules import Rule
from metamer.paradigms.pointers.styles.style import Style

Windows = Int[np.ndarray, "_ digit"]

SEED = 2021
"""Where every choice of windows comes from: all units and studies leave out the same.

Source: ours.
"""

LARGEST = 10**8
"""Windows there may be at most where some are left out: all are listed, a byte each."""

MATCHED = 1000
"""Seen windows that are asked about beside the held-out ones, about. Source: ours."""

LISTED = 10**5
"""Windows among which the matched ones are looked for: all, or so many random ones."""


@dataclass(frozen=True, eq=False)
class Holdout:
    """A training, and what is asked after it."""

    taught: Law
    parts: dict[str, Law]
    """The law of each set of new items, by what the column `part` calls it."""
    windows: Windows
    """The windows that are never taught; none where single digits are left out."""


def holdout(name: str, style: Style, rule: Rule) -> Holdout:
    """What a training by this name teaches, and what it asks.

    Source: zhang2021, Sec. 3.1 (`iid` and `holdout` of pictures) and 3.2 (`holdout-I` of
    vectors); `multisets-H`, `windows-H` and `digits` for vectors are ours.
    """
    family, many = _parsed(name)
    if family == "iid":
        return _nothing(style, rule)
    if family == "digits":
        return _digits(rule)
    if family == "holdout" and style.holdout == "digits":
        if many > 1:
            raise Refusal(
                f"{name}: style {style.name} leaves out digits at each value, in one way "
                "only; allowed: holdout"
            )
        return _digits(rule)
    return _windows(name, family, many, rule)


def possible(name: str, style: Style, rule: Rule) -> bool:
    """Whether there is such a training with this rule."""
    try:
        holdout(name, style, rule)
    except Refusal:
        return False
    return True


def statistics_anchor(holdout: Holdout, rule: Rule, part: str) -> float:
    """The accuracy of a perfect learner of the statistics on one part, exactly.

    It is right where the window could stand at its place in training, and wrong elsewhere.
    Where it is wrong it may be right by luck once windows have several digits; with single
    digits (complexity 0) it cannot, for it never says a label that it never saw there.

    Source: ours; a rule learner has 1 everywhere.
    """
    taught, asked = holdout.taught, holdout.parts[part]
    if asked is taught:
        return 1.0
    if asked.planted is not None and taught.held_out is not None:
        return float(1 - taught.held_out[rule.code(asked.planted)].mean())
    known = (asked.allowed & taught.allowed).sum(axis=1) / asked.allowed.sum(axis=1)
    places = rule.places(np.arange(rule.pointers))
    inside = places < rule.length
    return float(np.where(inside, known[places * inside], 1.0).prod(axis=-1).mean())


def first_permutations(rule: Rule, many: int) -> Windows:
    """The first permutations of (0, 1, ..., m) in lexicographic order, itself first.

    Source: zhang2021, Sec. 3.2, Fig. 13 (holdout-i).
    Unclear: the text says that holdout-i leaves out (0, ..., m) and i permutations, while
    Fig. 13 goes up to i = (m+1)!; so i counts (0, ..., m) itself.
    """
    there = factorial(rule.size)
    if many > there:
        raise Refusal(
            f"holdout-{many} needs {many} permutations; complexity {rule.complexity} has "
            f"{rule.size}! = {there} permutations of {tuple(range(rule.size))}"
        )
    return np.array(list(islice(permutations(range(rule.size)), many)))


def all_orders_of_sets(rule: Rule, many: int) -> Windows:
    """Every order of some sets of different digits, whose labels vary.

    All orders of the same digits have the same label, so (0, ..., m) has only one. Here
    sets are taken in turn, one of each label that there is before a second one of any, from
    an order that is shuffled once with `SEED`. So no label has more sets than another,
    unless the other has no more; and more sets contain fewer. With `mod_sum` and three
    digits of ten there are 120 sets, 12 of each label: ten sets have the ten labels.

    Source: ours.
    """
    there = comb(rule.alphabet, rule.size)
    if many > there:
        raise Refusal(
            f"multisets-{many} needs {many} sets of {rule.size} different digits; of "
            f"{rule.alphabet} digits there are {there}"
        )
    sets = np.array(list(combinations(range(rule.alphabet), rule.size)))
    sets = root(SEED).stream("multisets").numpy.permutation(sets)
    chosen = sets[np.argsort(_turns(_labels(rule, sets)), kind="stable")[:many]]
    return np.array([order for one in chosen for order in permutations(one)])


def random_windows(rule: Rule, many: int) -> Windows:
    """Different windows, all equally likely, drawn once with `SEED`.

    Their labels are as frequent as those of all windows.

    Source: ours.
    """
    there = min(many, rule.windows)  # too many are refused by all families alike
    chance = root(SEED).stream("windows", many).numpy
    return _decoded(rule, chance.choice(rule.windows, there, replace=False))


FAMILIES: dict[str, Callable[[Rule, int], Windows]] = {
    "holdout": first_permutations,
    "multisets": all_orders_of_sets,
    "windows": random_windows,
}
"""Which windows may be left out, by how many there are of something. Source: see each."""

TRAININGS = ("iid", "holdout", "holdout-I", "multisets-H", "windows-H", "digits")
"""What trainings are called, for the catalogue."""


def held_out_digits(rule: Rule) -> Bool[np.ndarray, "value digit"]:
    """Which digits never stand at which value in training.

    The digits 1, 2, ..., 9, 0 are divided in this order among the values, and later
    values get one more where they cannot get equally many: of three values the first is
    never 1, 2, 3, the second never 4, 5, 6, the third never 7, 8, 9, 0.

    Source: zhang2021, Sec. 3.1.
    Unstated: which digits stand nowhere where. These are inferred: each digit is left out
    once, and the sizes 3, 3, 4 are those with which 4, 3 and 3 pointer digits make .67.
    """
    if not 2 <= rule.length <= rule.alphabet:
        raise Refusal(
            f"cannot leave out digits at each of {rule.length} values: {rule.alphabet} "
            f"digits divide among 2 to {rule.alphabet} values"
        )
    order = np.roll(np.arange(rule.alphabet), -1)
    sizes = (rule.alphabet + np.arange(rule.length)) // rule.length
    held = np.zeros((rule.length, rule.alphabet), bool)
    held[np.repeat(np.arange(rule.length), sizes), order] = True
    return held


def _parsed(name: str) -> tuple[str, int]:
    """A training's family, and the number in its name."""
    if name in ("iid", "digits", "holdout"):
        return name, 1
    found = re.fullmatch(f"({'|'.join(FAMILIES)})-([0-9]+)", name)
    if not found:
        raise Refusal(
            f"no training {name!r}; there is: {', '.join(TRAININGS)} (I and H: whole "
            "numbers from 1)"
        )
    at_least(f"the number in {name!r}", int(found[2]), 1)
    return found[1], int(found[2])


def _nothing(style: Style, rule: Rule) -> Holdout:
    """All digits everywhere.

    Where the paper leaves out digits, what it asks after that is asked here, too.
    """
    taught = everything(rule)
    if style.holdout == "digits" and 2 <= rule.length <= rule.alphabet:
        return replace(_digits(rule), taught=taught)
    return Holdout(taught, {"iid": taught}, np.empty((0, rule.size), int))


def _digits(rule: Rule) -> Holdout:
    """Some digits never stand at some values. Source: zhang2021, Sec. 3.1, Fig. 7."""
    held = held_out_digits(rule)
    taught = Law(~held)
    parts = {"iid": taught, "dshift": everything(rule), "holdout": Law(held)}
    return Holdout(taught, parts, np.empty((0, rule.size), int))


@lru_cache(maxsize=8)
def _windows(name: str, family: str, many: int, rule: Rule) -> Holdout:
    """Some windows never stand where the pointer points.

    Of the permutations only (0, ..., m) itself is the `holdout` part, as in the paper.

    Source: zhang2021, Sec. 3.2, Fig. 13 and 16.
    """
    _check_windows(name, family, rule)
    windows = FAMILIES[family](rule, many)
    if 2 * len(windows) > rule.windows:
        raise Refusal(
            f"{name} leaves fewer than half of the {rule.windows} windows to be taught; "
            f"allowed: to leave out {rule.windows // 2}"
        )
    held_out = np.zeros(rule.windows, bool)
    held_out[rule.code(windows)] = True
    first = 1 if family == "holdout" else len(windows)
    asked = {
        "holdout": windows[:first],
        "others": windows[first:],
        "matched": _matched(rule, windows, held_out),
    }
    taught = replace(everything(rule), held_out=held_out)
    planted = {
        part: replace(everything(rule), planted=those)
        for part, those in asked.items()
        if len(those)
    }
    return Holdout(taught, {"iid": taught, **planted}, windows)


def _check_windows(name: str, family: str, rule: Rule) -> None:
    places = rule.places(np.arange(rule.pointers))
    if (places >= rule.length).any():
        raise Refusal(
            f"{name} leaves out whole windows, and boundary {rule.boundary!r} cuts some "
            "off; allowed: wrap, restrict"
        )
    if rule.windows > LARGEST:
        raise Refusal(
            f"{name} needs a list of all windows; {rule.size} of {rule.alphabet} digits "
            f"make {rule.windows}, and allowed are {LARGEST}"
        )
    if family != "windows" and rule.alphabet < rule.size:
        raise Refusal(
            f"{name} needs {rule.size} different digits for complexity "
            f"{rule.complexity}; the alphabet has {rule.alphabet}"
        )


def _matched(
    rule: Rule,
    windows: Windows,
    held_out: Bool[np.ndarray, " code"],
) -> Windows:
    """Seen windows with the labels of the held-out ones, each label in the same share.

    They tell who knows the held-out windows from who merely likes their labels: all
    permutations of (0, ..., m) have one. Labels that no seen window has are left out.

    Source: ours.
    """
    chance = root(SEED).stream("matched").numpy
    few = rule.windows <= LISTED
    codes = (
        chance.permutation(rule.windows)
        if few
        else chance.integers(rule.windows, size=LISTED)
    )
    seen = _decoded(rule, codes[~held_out[codes]])
    labels, wanted = _labels(rule, seen), _labels(rule, windows)
    each = ceil(MATCHED / len(windows))
    return np.concatenate(
        [
            np.resize(seen[labels == label], (each * many, rule.size))
            for label, many in zip(*np.unique(wanted, return_counts=True), strict=True)
            if label in labels
        ]
        or [seen[:0]]
    )


def _labels(rule: Rule, windows: Windows) -> Int[np.ndarray, " window"]:
    return rule.combine(windows, np.ones(windows.shape, bool))


def _decoded(rule: Rule, codes: Int[np.ndarray, " window"]) -> Windows:
    """The windows that have these codes."""
    weights = rule.alphabet ** np.arange(rule.size)[::-1]
    return codes[:, None] // weights % rule.alphabet


def _turns(labels: Int[np.ndarray, " window"]) -> Int[np.ndarray, " window"]:
    """How many before each have the same label."""
    order = np.argsort(labels, kind="stable")
    _, first, many = np.unique(labels[order], return_index=True, return_counts=True)
    turns = np.empty(len(labels), int)
    turns[order] = np.arange(len(labels)) - np.repeat(first, many)
    return turns
