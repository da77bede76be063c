"""The eight regimes: what training may have, and what tests have that it never had.

Source: barrett2018, Sec. 3.2; the released files' notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.matrices.lists import HeldOut
from metamer.streams.matrices.vocabulary import (
    ATTRIBUTES,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    MOST,
    SIZE,
    TRIPLES,
    compatible,
    pairs,
)

if TYPE_CHECKING:
    from metamer.streams.matrices.law import Law

MIXTURES = {
    "pgm": (0.67, 0.29, 0.03, 0.01),
    "uniform": (0.25, 0.25, 0.25, 0.25),
    "one": (1.0, 0.0, 0.0, 0.0),
}
"""How often a matrix has 1, 2, 3 or 4 triples.

Unstated: `pgm` is inferred from barrett2018, App. Table 7, whose accuracies by number and
overall leave .655 to .688 for one triple and .248 to .345 for two. The others are ours.
"""

RAMPS = (SIZE, COLOUR, LINE_COLOUR)
"""Attributes whose values are divided in interpolation and extrapolation."""

EVERY = tuple(range(len(TRIPLES)))


@dataclass(frozen=True)
class Side:
    """What matrices of training (and validation), or of the test, are like."""

    starts: tuple[tuple[int, ...], ...]
    """What each of them has at least: one of these."""
    allowed: tuple[int, ...] = EVERY
    """Which triples may join."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of triples that never stand together."""
    ramp: tuple[int, ...] = tuple(range(10))
    """The values of sizes and colours."""


@dataclass(frozen=True)
class Regime:
    """Both sides, and how few triples a matrix of either may have."""

    taught: Side
    tested: Side
    least: int = 1

    def side(self, split: str) -> Side:
        """Validation follows training. Source: barrett2018, Table 1."""
        return self.tested if split == "test" else self.taught


def _any(places: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """One of these triples."""
    return tuple((place,) for place in places)


def _of(*attributes: int) -> tuple[int, ...]:
    """The triples of these attributes."""
    return tuple(it for it in EVERY if TRIPLES[it].attribute in attributes)


def _without(left_out: Sequence[int]) -> Side:
    rest = tuple(it for it in EVERY if it not in left_out)
    return Side(_any(rest), rest)


def neutral(held: HeldOut) -> Regime:
    """Anything, on both sides."""
    return Regime(Side(_any(EVERY)), Side(_any(EVERY)))


def interpolation(held: HeldOut) -> Regime:
    """Every other size and colour in training, those between in the test."""
    return _ramps((0, 2, 4, 6, 8), (1, 3, 5, 7, 9))


def extrapolation(held: HeldOut) -> Regime:
    """The lower half of sizes and colours in training, the upper half in the test."""
    return _ramps((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))


def _ramps(taught: tuple[int, ...], tested: tuple[int, ...]) -> Regime:
    """Each matrix has a triple of colour or size.

    Unstated: whether values that only distract are restricted, too. Here they are.
    """
    starts = _any(_of(*RAMPS))
    return Regime(Side(starts, ramp=taught), Side(starts, ramp=tested))


def attribute_pairs(held: HeldOut) -> Regime:
    """Some pairs of attributes never have rules together in training."""
    apart = tuple(
        (one, other)
        for one, other in pairs()
        if tuple(sorted(TRIPLES[it].attribute for it in (one, other)))
        in held.attribute_pairs
    )
    return _apart(apart)


def triple_pairs(held: HeldOut) -> Regime:
    """Some pairs of triples never stand together in training."""
    return _apart(held.triple_pairs)


def _apart(apart: Sequence[tuple[int, int]]) -> Regime:
    return Regime(Side(_any(EVERY), apart=tuple(apart)), Side(tuple(apart)), least=2)


def triples(held: HeldOut) -> Regime:
    """One triple of each attribute never occurs in training."""
    return Regime(_without(held.triples), Side(_any(held.triples)))


def line_type(held: HeldOut) -> Regime:
    """Types of lines never have a rule in training; they may distract."""
    return Regime(_without(_of(LINE_TYPE)), Side(_any(_of(LINE_TYPE))))


def shape_colour(held: HeldOut) -> Regime:
    """Colours of shapes never have a rule in training; they may distract."""
    return Regime(_without(_of(COLOUR)), Side(_any(_of(COLOUR))))


REGIMES: dict[str, Callable[[HeldOut], Regime]] = {
    it.__name__: it
    for it in (
        neutral,
        interpolation,
        extrapolation,
        attribute_pairs,
        triple_pairs,
        triples,
        line_type,
        shape_colour,
    )
}

FOLDERS = {
    "neutral": "neutral",
    "interpolation": "interpolation",
    "extrapolation": "extrapolation",
    "attribute_pairs": "attrs.pairs",
    "triple_pairs": "attr.rel.pairs",
    "triples": "attr.rels",
    "line_type": "attrs.line.type",
    "shape_colour": "attrs.shape.color",
}
"""What the released folders are called."""


def mixed(mixture: str, regime: str, least: int) -> tuple[float, ...]:
    """How often there are 1, 2, 3 or 4 triples where there must be `least`."""
    shares = [
        share if many >= least else 0.0
        for many, share in enumerate(MIXTURES[mixture], start=1)
    ]
    if not sum(shares):
        raise Refusal(
            f"{regime} is about pairs of triples, and the mixture {mixture!r} has one "
            "triple in each matrix; set mixture to pgm or uniform"
        )
    return tuple(share / sum(shares) for share in shares)


def places(names: Sequence[str]) -> tuple[int, ...]:
    """The triples with these names, such as `shape size progression`."""
    known = [str(triple) for triple in TRIPLES]
    for name in names:
        one_of("triple", name, known)
    return tuple(known.index(name) for name in names)


def exactly(structure: Sequence[int]) -> Regime:
    """Matrices with these triples and no others, on both sides."""
    if len(structure) > MOST:
        raise Refusal(f"a structure has 1 to {MOST} triples, not {len(structure)}")
    for one, other in combinations(structure, 2):
        if not compatible(TRIPLES[one], TRIPLES[other]):
            raise Refusal(
                f"no matrix can have both {TRIPLES[one]} and {TRIPLES[other]}: each "
                "attribute follows one relation, number and position exclude each other, "
                "and a union of line types has one line"
            )
    side = Side((tuple(structure[:2]),), tuple(structure[2:]))
    return Regime(side, side, least=len(structure))


def narrowed(side: Side, regime: str, only: Sequence[int]) -> Side:
    """The same with fewer triples."""
    starts = tuple(start for start in side.starts if set(start) <= set(only))
    allowed = tuple(it for it in side.allowed if it in only)
    if not starts:
        raise Refusal(
            f"{regime} needs a matrix with {_needs(side)}, and `triples` has none of them"
        )
    return replace(side, starts=starts, allowed=allowed)


def _needs(side: Side) -> str:
    """Some of what a matrix can begin with, in words."""
    some = [" and ".join(str(TRIPLES[it]) for it in start) for start in side.starts[:3]]
    return " or ".join(some) + (" ..." if len(side.starts) > len(some) else "")


def regime_of(
    name: str, held: HeldOut, only: Sequence[int] = (), structure: Sequence[int] = ()
) -> Regime:
    """A regime by its name, perhaps with fewer triples, or with one structure."""
    if structure:
        return exactly(structure)
    found = REGIMES[name](held)
    if not only:
        return found
    taught, tested = (narrowed(it, name, only) for it in (found.taught, found.tested))
    return Regime(taught, tested, found.least)


def law(
    regime: Regime,
    split: str,
    shares: Sequence[float],
    distraction: float,
    absent: float,
) -> Law:
    """What matrices of one split of a regime are like, for their source."""
    from metamer.streams.matrices.law import law

    side = regime.side(split)
    values = [
        side.ramp if place in RAMPS else range(attribute.values)
        for place, attribute in enumerate(ATTRIBUTES)
    ]
    parts = (side.starts, side.allowed, side.apart, shares, distraction, absent)
    return law(values, *parts, split)
