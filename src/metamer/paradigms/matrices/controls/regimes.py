"""The eight regimes: what training may have, and what tests have that it never had.

Source: barrett2018, Sec. 2.2; the released files' notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from metamer.core.errors import Refusal, one_of
from metamer.paradigms.matrices.controls.lists import HeldOut
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    MAX_TRIPLES,
    SIZE,
    TRIPLES,
    compatible,
    compatible_pairs,
)

if TYPE_CHECKING:
    from metamer.paradigms.matrices.generator.distribution import Distribution

MIXTURES = {
    "pgm": (0.67, 0.29, 0.03, 0.01),
    "uniform": (0.25, 0.25, 0.25, 0.25),
    "one": (1.0, 0.0, 0.0, 0.0),
}
"""How often a matrix has 1, 2, 3 or 4 triples.

Unstated: `pgm` is inferred from barrett2018, App. Table 7, whose accuracies by number and
overall leave .655 to .688 for one triple and .248 to .345 for two. The others are ours.
"""

ORDERED = (SIZE, COLOUR, LINE_COLOUR)
"""Attributes whose values interpolation and extrapolation divide.

Source: barrett2018, Sec. 2.2, "the ordered attributes".
"""

EVERY = tuple(range(len(TRIPLES)))


@dataclass(frozen=True)
class Side:
    """The matrices of training (and validation), or those of the test."""

    starts: tuple[tuple[int, ...], ...]
    """Each matrix has at least one of these groups of triples."""
    allowed: tuple[int, ...] = EVERY
    """The triples that may join."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of triples that never occur together."""
    ordered: tuple[int, ...] = tuple(range(10))
    """The values of sizes and colours."""


@dataclass(frozen=True)
class Regime:
    """Both sides, and the fewest triples of any matrix."""

    train: Side
    test: Side
    fewest: int = 1

    def side(self, split: str) -> Side:
        """The side of a split; validation follows training.

        Source: barrett2018, Table 1.
        """
        return self.test if split == "test" else self.train


def _singles(triples: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Each of these triples as a start of its own."""
    return tuple((triple,) for triple in triples)


def _of(*attributes: int) -> tuple[int, ...]:
    """The triples of these attributes."""
    return tuple(index for index in EVERY if TRIPLES[index].attribute in attributes)


def _without(held_out: Sequence[int]) -> Side:
    rest = tuple(index for index in EVERY if index not in held_out)
    return Side(_singles(rest), rest)


def neutral(held_out: HeldOut) -> Regime:
    """All triples and values, on both sides."""
    return Regime(Side(_singles(EVERY)), Side(_singles(EVERY)))


def interpolation(held_out: HeldOut) -> Regime:
    """Every other size and colour in training, those between in the test."""
    return _divide_values((0, 2, 4, 6, 8), (1, 3, 5, 7, 9))


def extrapolation(held_out: HeldOut) -> Regime:
    """The lower half of sizes and colours in training, the upper half in the test."""
    return _divide_values((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))


def _divide_values(train: tuple[int, ...], test: tuple[int, ...]) -> Regime:
    """Each matrix has a triple of colour or size, with values of its own side.

    Unstated: whether distracting values are restricted as well. Here they are.
    """
    starts = _singles(_of(*ORDERED))
    return Regime(Side(starts, ordered=train), Side(starts, ordered=test))


def attribute_pairs(held_out: HeldOut) -> Regime:
    """Some pairs of attributes never have rules together in training."""
    apart = tuple(
        pair
        for pair in compatible_pairs()
        if tuple(sorted(TRIPLES[index].attribute for index in pair))
        in held_out.attribute_pairs
    )
    return _hold_apart(apart)


def triple_pairs(held_out: HeldOut) -> Regime:
    """Some pairs of triples never occur together in training."""
    return _hold_apart(held_out.triple_pairs)


def _hold_apart(pairs: Sequence[tuple[int, int]]) -> Regime:
    train = Side(_singles(EVERY), apart=tuple(pairs))
    return Regime(train, Side(tuple(pairs)), fewest=2)


def triples(held_out: HeldOut) -> Regime:
    """One triple of each attribute never occurs in training."""
    return Regime(_without(held_out.triples), Side(_singles(held_out.triples)))


def line_type(held_out: HeldOut) -> Regime:
    """Types of lines never have a rule in training; they may distract."""
    return Regime(_without(_of(LINE_TYPE)), Side(_singles(_of(LINE_TYPE))))


def shape_colour(held_out: HeldOut) -> Regime:
    """Colours of shapes never have a rule in training; they may distract."""
    return Regime(_without(_of(COLOUR)), Side(_singles(_of(COLOUR))))


REGIMES: dict[str, Callable[[HeldOut], Regime]] = {
    regime.__name__: regime
    for regime in (
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
    "attribute_pairs": "attrs.pairs",
    "triple_pairs": "attr.rel.pairs",
    "triples": "attr.rels",
    "line_type": "attrs.line.type",
    "shape_colour": "attrs.shape.color",
}
"""The names of released folders that differ from those of regimes."""


def triple_counts(mixture: str, regime: str, fewest: int) -> tuple[float, ...]:
    """How often a matrix has 1, 2, 3 or 4 triples if it needs at least `fewest`."""
    shares = [
        share if count >= fewest else 0.0
        for count, share in enumerate(MIXTURES[mixture], start=1)
    ]
    if not sum(shares):
        raise Refusal(
            f"{regime} is about pairs of triples, and the mixture {mixture!r} has one "
            "triple in each matrix; set mixture to pgm or uniform"
        )
    return tuple(share / sum(shares) for share in shares)


def triple_indices(names: Sequence[str]) -> tuple[int, ...]:
    """The indices of the triples with these names, such as `shape size progression`."""
    known = [str(triple) for triple in TRIPLES]
    for name in names:
        one_of("triple", name, known)
    return tuple(known.index(name) for name in names)


def fixed_structure(structure: Sequence[int]) -> Regime:
    """Matrices with these triples and no others, on both sides."""
    if len(structure) > MAX_TRIPLES:
        raise Refusal(
            f"a structure has 1 to {MAX_TRIPLES} triples, not {len(structure)}"
        )
    for one, other in combinations(structure, 2):
        if not compatible(TRIPLES[one], TRIPLES[other]):
            raise Refusal(
                f"no matrix can have both {TRIPLES[one]} and {TRIPLES[other]}: each "
                "attribute follows one relation, number and position exclude each other, "
                "and a consistent union of line types has one line in each panel"
            )
    side = Side((tuple(structure[:2]),), tuple(structure[2:]))
    return Regime(side, side, fewest=len(structure))


def restrict(side: Side, regime: str, only: Sequence[int]) -> Side:
    """The same side with these triples only."""
    starts = tuple(start for start in side.starts if set(start) <= set(only))
    allowed = tuple(index for index in side.allowed if index in only)
    if not starts:
        raise Refusal(
            f"{regime} needs a matrix with {_starts_in_words(side)}, and `triples` has "
            "none of them"
        )
    return replace(side, starts=starts, allowed=allowed)


def _starts_in_words(side: Side) -> str:
    """Up to three of the starts of a side."""
    some = [
        " and ".join(str(TRIPLES[index]) for index in start)
        for start in side.starts[:3]
    ]
    return " or ".join(some) + (" ..." if len(side.starts) > len(some) else "")


def regime_by_name(
    name: str,
    held_out: HeldOut,
    only: Sequence[int] = (),
    structure: Sequence[int] = (),
) -> Regime:
    """A regime, perhaps with these triples only, or with one structure."""
    if structure:
        return fixed_structure(structure)
    regime = REGIMES[name](held_out)
    if not only:
        return regime
    train, test = (restrict(side, name, only) for side in (regime.train, regime.test))
    return Regime(train, test, regime.fewest)


def distribution_of(
    regime: Regime,
    split: str,
    mixture: Sequence[float],
    distraction: float,
    absent: float,
) -> Distribution:
    """The distribution of the matrices of one split of a regime."""
    from metamer.paradigms.matrices.generator.distribution import distribution

    side = regime.side(split)
    values = [
        side.ordered if index in ORDERED else range(attribute.values)
        for index, attribute in enumerate(ATTRIBUTES)
    ]
    triples = side.starts, side.allowed, side.apart
    return distribution(values, *triples, mixture, distraction, absent, split)
