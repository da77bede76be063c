"""Held-out lists: which triples, pairs of them and pairs of attributes training lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path
from typing import TypeVar

import numpy as np

from metamer.core.errors import Refusal, one_of
from metamer.core.files import write_text
from metamer.paradigms.matrices.files import File, listed, structures
from metamer.streams.matrices.vocabulary import ATTRIBUTES, TRIPLES, pairs

SEED = 2018
"""Where the lists come from that every study uses unless a user has his own.

Source: ours; barrett2018 never published its lists.
"""

SIZES = {"triples": len(ATTRIBUTES), "triple_pairs": 40, "attribute_pairs": 4}
"""How many of each are held out. Source: barrett2018, Sec. 3.2."""

Pair = tuple[int, int]
Held = TypeVar("Held", int, Pair)


@dataclass(frozen=True)
class HeldOut:
    """What training never has, for the three regimes that go by lists.

    Source: barrett2018, Sec. 3.2 (held-out triples, triple pairs, attribute pairs).
    """

    triples: tuple[int, ...]
    """Places in `TRIPLES`."""
    triple_pairs: tuple[tuple[int, int], ...]
    """Pairs of places in `TRIPLES`, the lower one first."""
    attribute_pairs: tuple[tuple[int, int], ...]
    """Pairs of places in `ATTRIBUTES`, the lower one first."""


def attribute_pairs() -> list[Pair]:
    """All 20 pairs of attributes that can follow relations in one matrix, in order."""
    return sorted(
        {(TRIPLES[one].attribute, TRIPLES[other].attribute) for one, other in pairs()}
    )


def derived(seed: int = SEED) -> HeldOut:
    """Lists that anybody can draw again: what gets the smallest random numbers.

    `Generator(PCG64(seed)).random` gives a number to each of the 29 triples, then to each
    of their 347 pairs, then to each of the 20 pairs of attributes, in the order of
    `TRIPLES`, `pairs()` and `attribute_pairs()`. Of each attribute the triple with the
    smallest number is held out, and the 40 and 4 pairs with the smallest ones.

    Source: barrett2018, Sec. 3.2, for how many there are, and one triple per attribute.
    Unstated: which ones they are.
    Differs: 40 of the 347 pairs that a matrix can have, not of 400: the others ask for two
    relations of one attribute, or for several colours of a single line.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    numbers = generator.random(len(TRIPLES))
    return HeldOut(
        tuple(min(places, key=numbers.__getitem__) for places in _by_attribute()),
        _smallest(generator, pairs(), SIZES["triple_pairs"]),
        _smallest(generator, attribute_pairs(), SIZES["attribute_pairs"]),
    )


def _by_attribute() -> list[list[int]]:
    """The places of the triples of each attribute."""
    return [
        [place for place, triple in enumerate(TRIPLES) if triple.attribute == attribute]
        for attribute in range(len(ATTRIBUTES))
    ]


def _smallest(
    generator: np.random.Generator, whole: Sequence[Pair], many: int
) -> tuple[Pair, ...]:
    chosen = np.argsort(generator.random(len(whole)))[:many]
    return tuple(whole[place] for place in sorted(chosen))


@dataclass(frozen=True)
class Named:
    """Held-out lists as a file has them."""

    triples: tuple[str, ...] = ()
    triple_pairs: tuple[tuple[str, str], ...] = ()
    attribute_pairs: tuple[tuple[str, str], ...] = ()


def read(path: str) -> HeldOut:
    """A user's lists from a TOML file; those that it does not have are derived.

    `triples = ["shape size progression"]`, `triple_pairs = [["shape size progression",
    "line type OR"]]`, `attribute_pairs = [["shape size", "line type"]]`.
    """
    from metamer.core.reading import from_plain
    from metamer.core.settings import read_toml

    plain = read_toml(Path(path))
    given = from_plain(Named, plain, path)
    for name, entries in plain.items():
        if not entries:
            raise Refusal(
                f"{path}: {name} must not be empty; without it, it is derived"
            )
    with _naming(path):
        return _completed(_placed(given))


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Let a refusal begin with where the fault is."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(f"{path}: {refusal}") from None


def _completed(held: HeldOut) -> HeldOut:
    """With derived lists where there are none."""
    rest = derived()
    return HeldOut(
        held.triples or rest.triples,
        held.triple_pairs or rest.triple_pairs,
        held.attribute_pairs or rest.attribute_pairs,
    )


def _placed(given: Named) -> HeldOut:
    """The same lists as places; refuses what a regime cannot hold out."""
    triples = [_place("triple", name, TRIPLES) for name in given.triples]
    held = HeldOut(
        _once(triples, lambda place: str(TRIPLES[place])),
        _pairs(given.triple_pairs, "triple", TRIPLES, pairs()),
        _pairs(given.attribute_pairs, "attribute", ATTRIBUTES, attribute_pairs()),
    )
    _check_attributes(held.triples)
    return held


def _check_attributes(triples: Collection[int]) -> None:
    for places, attribute in zip(_by_attribute(), ATTRIBUTES, strict=True):
        if set(places) <= set(triples):
            raise Refusal(
                f"every triple of {attribute} is held out; training needs one of them"
            )


def _place(what: str, name: str, whole: Iterable[object]) -> int:
    names = [str(entry) for entry in whole]
    one_of(what, name, names)
    return names.index(name)


def _pairs(
    given: Iterable[tuple[str, str]],
    what: str,
    whole: Sequence[object],
    possible: Collection[Pair],
) -> tuple[Pair, ...]:
    """Pairs as places; refuses those that no matrix has, and leaving none to training."""

    def words(pair: Pair) -> str:
        return " with ".join(str(whole[place]) for place in pair)

    found = []
    for one, other in given:
        places = sorted((_place(what, one, whole), _place(what, other, whole)))
        found.append((places[0], places[1]))
        if found[-1] not in possible:
            raise Refusal(
                f"no matrix has {words(found[-1])}: allowed are pairs of two attributes, "
                "but not number with position, nor sets of line colours with a "
                "consistent_union of line types"
            )
    if set(found) == set(possible):
        raise Refusal(f"{what}_pairs holds out every pair; training needs one")
    return _once(found, words)


def _once(found: Collection[Held], words: Callable[[Held], str]) -> tuple[Held, ...]:
    """In order; refuses what is there twice."""
    for entry, times in Counter(found).items():
        if times > 1:
            raise Refusal(f"{words(entry)} is listed {times} times; list it once")
    return tuple(sorted(found))


def named(held: HeldOut) -> dict[str, list]:
    """Lists as a file has them; an empty one is left out."""
    lists: dict[str, list] = {
        "triples": [str(TRIPLES[it]) for it in held.triples],
        "triple_pairs": [
            [str(TRIPLES[it]) for it in pair] for pair in held.triple_pairs
        ],
        "attribute_pairs": [
            [str(ATTRIBUTES[it]) for it in pair] for pair in held.attribute_pairs
        ],
    }
    return {name: entries for name, entries in lists.items() if entries}


def write(path: str, held: HeldOut) -> None:
    """Lists as a TOML file that `read` takes."""
    import tomli_w

    write_text(Path(path), tomli_w.dumps(named(held)))


def recovered(folder: str) -> HeldOut:
    """The lists behind a folder of PGM files: what its test files have and training lacks.

    Only labels are read. A pair is not listed for what holds it out anyway: one of its
    triples, or its two attributes. Lists that the folder does not hold out are empty.

    Source: ours; barrett2018 published its lists only in this way.
    """
    taught, asked = (_occurring(folder, split) for split in ("train", "test"))
    triples = set(asked.triples) - set(taught.triples)
    attributes = set(asked.attribute_pairs) - set(taught.attribute_pairs)
    both = {
        pair
        for pair in set(asked.triple_pairs) - set(taught.triple_pairs)
        if not triples & set(pair) and _attributes(pair) not in attributes
    }
    found = _in_order(triples, both, attributes)
    if found == HeldOut((), (), ()):
        raise Refusal(
            f"training in {folder} lacks nothing that its test files have; lists are "
            "behind the released folders attr.rels, attr.rel.pairs and attrs.pairs"
        )
    with _naming(folder):
        _check_attributes(found.triples)
    return found


def _occurring(folder: str, split: str) -> HeldOut:
    """All triples and pairs in the files of one split."""
    files = listed(folder, split)
    if not files:
        raise Refusal(f"{folder} has no {split} files; lists come from train and test")
    every = structures(folder, _watched(files, split))
    found = {tuple(sorted(structure)) for structure in every}
    both = {pair for structure in found for pair in combinations(structure, 2)}
    return _in_order(set(chain(*found)), both, set(map(_attributes, both)))


def _attributes(pair: Pair) -> Pair:
    return TRIPLES[pair[0]].attribute, TRIPLES[pair[1]].attribute


def _in_order(
    triples: set[int], triple_pairs: set[Pair], attribute_pairs: set[Pair]
) -> HeldOut:
    return HeldOut(
        tuple(sorted(triples)),
        tuple(sorted(triple_pairs)),
        tuple(sorted(attribute_pairs)),
    )


def _watched(files: list[File], split: str) -> Iterator[File]:
    """The same files, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    quiet = not console.is_terminal
    yield from track(files, f"labels of {split}", console=console, disable=quiet)


def joined(parts: Sequence[HeldOut]) -> HeldOut:
    """The lists of several folders as one."""
    return _in_order(
        {it for part in parts for it in part.triples},
        {it for part in parts for it in part.triple_pairs},
        {it for part in parts for it in part.attribute_pairs},
    )
