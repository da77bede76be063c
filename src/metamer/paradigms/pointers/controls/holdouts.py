"""Trainings by name: what each leaves out, and what is asked after it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from jaxtyping import Bool

from metamer.core.errors import Refusal, at_least
from metamer.paradigms.pointers.controls.windows import (
    FAMILIES,
    Windows,
    matched_windows,
)
from metamer.paradigms.pointers.generator.distribution import Distribution, uniform
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.styles.style import Style

MAX_WINDOWS = 10**8
"""Windows in all, at most, if some are left out: a table has one byte for each."""

TRAININGS = (
    "iid",
    "holdout",
    "holdout-I",
    *(f"{family}-H" for family in FAMILIES if family != "holdout"),
    "digits",
)
"""The names of trainings, for the catalogue."""


@dataclass(frozen=True, eq=False)
class Holdout:
    """A training, and what is asked after it."""

    taught: Distribution
    parts: dict[str, Distribution]
    """The distribution of each set of new items, by its name in the column `part`."""
    windows: Windows
    """The windows that are never taught; none if single digits are left out."""


def holdout(name: str, style: Style, rule: PointerRule) -> Holdout:
    """What the training of this name teaches, and what is asked after it.

    Source: zhang2021, Sec. 3.3 and 4 (`iid` and `holdout` of pictures) and Sec. 7
    (`holdout-I` of vectors); `multisets-H`, `windows-H` and `digits` for vectors are ours.
    """
    family, count = _parse(name)
    if family == "iid":
        return _leave_out_nothing(style, rule)
    if family == "digits":
        return _leave_out_digits(rule)
    if family == "holdout" and style.holdout == "digits":
        if count > 1:
            raise Refusal(
                f"{name}: style {style.name} leaves out digits at each value, in one way "
                "only; allowed: holdout"
            )
        return _leave_out_digits(rule)
    return _leave_out_windows(name, family, count, rule)


def possible(name: str, style: Style, rule: PointerRule) -> bool:
    """Whether the training of this name exists for this rule."""
    try:
        holdout(name, style, rule)
    except Refusal:
        return False
    return True


def statistics_anchor(holdout: Holdout, rule: PointerRule, part: str) -> float:
    """The accuracy of a perfect learner of the statistics on one part, exactly.

    It is right if the window could occur at its place in training, and wrong otherwise.
    With windows of several digits it may still be right by luck; with single digits
    (complexity 0) it cannot, because it never gives a label that it never saw there.

    Source: ours; a learner of the rule has 1 everywhere.
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


def held_out_digits(rule: PointerRule) -> Bool[np.ndarray, "value digit"]:
    """Which digits never occur at which value in training.

    The digits 1, 2, ..., 9, 0 are divided in this order among the values, and later
    values get one more if the division has a remainder. Of three values the first never
    has 1, 2, 3, the second never 4, 5, 6, the third never 7, 8, 9, 0.

    Source: zhang2021, Sec. 3.3 and Fig. 4, for three values; the same rule for other
    numbers of values is ours.
    """
    if not 2 <= rule.length <= rule.alphabet:
        raise Refusal(
            f"cannot leave out digits at each of {rule.length} values: {rule.alphabet} "
            f"digits can be divided among 2 to {rule.alphabet} values"
        )
    order = np.roll(np.arange(rule.alphabet), -1)
    sizes = (rule.alphabet + np.arange(rule.length)) // rule.length
    held_out = np.zeros((rule.length, rule.alphabet), bool)
    held_out[np.repeat(np.arange(rule.length), sizes), order] = True
    return held_out


def _parse(name: str) -> tuple[str, int]:
    """The family of a training, and the number in its name."""
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


def _leave_out_nothing(style: Style, rule: PointerRule) -> Holdout:
    """All digits everywhere.

    In styles in which the paper leaves out digits, the same parts are asked as after that.
    """
    taught = uniform(rule)
    if style.holdout == "digits" and 2 <= rule.length <= rule.alphabet:
        return replace(_leave_out_digits(rule), taught=taught)
    return Holdout(taught, {"iid": taught}, np.empty((0, rule.size), int))


def _leave_out_digits(rule: PointerRule) -> Holdout:
    """Some digits never occur at some values. Source: zhang2021, Sec. 4, Fig. 7."""
    held_out = held_out_digits(rule)
    taught = Distribution(~held_out)
    parts = {"iid": taught, "dshift": uniform(rule), "holdout": Distribution(held_out)}
    return Holdout(taught, parts, np.empty((0, rule.size), int))


@lru_cache(maxsize=8)
def _leave_out_windows(
    name: str, family: str, count: int, rule: PointerRule
) -> Holdout:
    """The pointer never points at some windows.

    Of the permutations only (0, ..., m) itself is the part `holdout`, as in the paper; the
    others are the part `others`.

    Source: zhang2021, Sec. 7, Fig. 13.
    """
    _check_windows(name, family, rule)
    windows = FAMILIES[family](rule, count)
    if 2 * len(windows) > rule.windows:
        raise Refusal(
            f"{name} leaves fewer than half of the {rule.windows} windows for training; "
            f"allowed: to leave out at most {rule.windows // 2}"
        )
    held_out = np.zeros(rule.windows, bool)
    held_out[rule.code(windows)] = True
    first = 1 if family == "holdout" else len(windows)
    asked = {
        "holdout": windows[:first],
        "others": windows[first:],
        "matched": matched_windows(rule, windows, held_out),
    }
    taught = replace(uniform(rule), held_out=held_out)
    planted = {
        part: replace(uniform(rule), planted=own)
        for part, own in asked.items()
        if len(own)
    }
    return Holdout(taught, {"iid": taught, **planted}, windows)


def _check_windows(name: str, family: str, rule: PointerRule) -> None:
    places = rule.places(np.arange(rule.pointers))
    if (places >= rule.length).any():
        raise Refusal(
            f"{name} leaves out whole windows, and boundary {rule.boundary!r} cuts some "
            "off; allowed: wrap, restrict"
        )
    if rule.windows > MAX_WINDOWS:
        raise Refusal(
            f"{name} needs a table of all windows; {rule.size} of {rule.alphabet} digits "
            f"give {rule.windows} windows, and at most {MAX_WINDOWS} are allowed"
        )
    if family != "windows" and rule.alphabet < rule.size:
        raise Refusal(
            f"{name} needs {rule.size} different digits for complexity "
            f"{rule.complexity}; the alphabet has {rule.alphabet}"
        )
