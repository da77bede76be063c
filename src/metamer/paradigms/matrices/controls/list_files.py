"""Held-out lists as TOML files, for users who bring their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from metamer.core.errors import Refusal, one_of
from metamer.core.files import write_text
from metamer.paradigms.matrices.controls.lists import (
    HeldOut,
    Pair,
    attribute_pairs,
    derive,
    triples_by_attribute,
)
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    TRIPLES,
    compatible_pairs,
)

Entry = TypeVar("Entry", int, Pair)


@dataclass(frozen=True)
class NamedLists:
    """Held-out lists in words, as a file has them."""

    triples: tuple[str, ...] = ()
    triple_pairs: tuple[tuple[str, str], ...] = ()
    attribute_pairs: tuple[tuple[str, str], ...] = ()


def read(path: str) -> HeldOut:
    """A user's lists from a TOML file; lists that it lacks are derived.

    `triples = ["shape size progression"]`, `triple_pairs = [["shape size progression",
    "line type OR"]]`, `attribute_pairs = [["shape size", "line type"]]`.
    """
    from metamer.core.checked import read_toml
    from metamer.core.reading import from_plain

    plain = read_toml(Path(path))
    given = from_plain(NamedLists, plain, path)
    for name, entries in plain.items():
        if not entries:
            raise Refusal(
                f"{path}: {name} must not be empty; leave the line out, and the list is "
                "derived"
            )
    with naming(path):
        return _complete(_from_names(given))


def as_names(held_out: HeldOut) -> dict[str, list]:
    """Lists as a file has them, without the empty ones."""
    lists: dict[str, list] = {
        "triples": [str(TRIPLES[index]) for index in held_out.triples],
        "triple_pairs": [
            [str(TRIPLES[index]) for index in pair] for pair in held_out.triple_pairs
        ],
        "attribute_pairs": [
            [str(ATTRIBUTES[index]) for index in pair]
            for pair in held_out.attribute_pairs
        ],
    }
    return {name: entries for name, entries in lists.items() if entries}


def write(path: str, held_out: HeldOut) -> None:
    """Write lists to a TOML file that `read` takes."""
    import tomli_w

    write_text(Path(path), tomli_w.dumps(as_names(held_out)))


def check_triples(triples: Collection[int]) -> None:
    """Refuse to hold out every triple of an attribute."""
    for own, attribute in zip(triples_by_attribute(), ATTRIBUTES, strict=True):
        if set(own) <= set(triples):
            raise Refusal(
                f"every triple of {attribute} is held out; training needs one of them"
            )


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Let a refusal begin with the place of the fault."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(f"{path}: {refusal}") from None


def _complete(held_out: HeldOut) -> HeldOut:
    """The same lists, with derived ones in the place of empty ones."""
    rest = derive()
    return HeldOut(
        held_out.triples or rest.triples,
        held_out.triple_pairs or rest.triple_pairs,
        held_out.attribute_pairs or rest.attribute_pairs,
    )


def _from_names(given: NamedLists) -> HeldOut:
    """The same lists as indices; refuses what a regime cannot hold out."""
    triples = [_index("triple", name, TRIPLES) for name in given.triples]
    held_out = HeldOut(
        _check_once(triples, lambda index: str(TRIPLES[index])),
        _pairs(given.triple_pairs, "triple", TRIPLES, compatible_pairs()),
        _pairs(given.attribute_pairs, "attribute", ATTRIBUTES, attribute_pairs()),
    )
    check_triples(held_out.triples)
    return held_out


def _index(what: str, name: str, entries: Iterable[object]) -> int:
    names = [str(entry) for entry in entries]
    one_of(what, name, names)
    return names.index(name)


def _pairs(
    given: Iterable[tuple[str, str]],
    what: str,
    entries: Sequence[object],
    possible: Collection[Pair],
) -> tuple[Pair, ...]:
    """Pairs as indices; refuses impossible pairs, and lists of all possible ones."""

    def words(pair: Pair) -> str:
        return " with ".join(str(entries[index]) for index in pair)

    found = []
    for one, other in given:
        indices = sorted((_index(what, one, entries), _index(what, other, entries)))
        found.append((indices[0], indices[1]))
        if found[-1] not in possible:
            raise Refusal(
                f"no matrix has {words(found[-1])}; allowed: pairs of two attributes, "
                "except number with position, and XOR, OR or AND of line colours with a "
                "consistent_union of line types"
            )
    if set(found) == set(possible):
        raise Refusal(f"{what}_pairs holds out every pair; training needs one")
    return _check_once(found, words)


def _check_once(
    found: Collection[Entry], words: Callable[[Entry], str]
) -> tuple[Entry, ...]:
    """The entries in ascending order; refuses repeated ones."""
    for entry, times in Counter(found).items():
        if times > 1:
            raise Refusal(f"{words(entry)} is listed {times} times; list it once")
    return tuple(sorted(found))
