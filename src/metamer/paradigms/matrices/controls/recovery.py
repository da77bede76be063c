"""The held-out lists behind released files, read from their labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from metamer.core.errors import Refusal
from metamer.paradigms.matrices.controls.list_files import check_triples, naming
from metamer.paradigms.matrices.controls.lists import HeldOut, attributes_of, sort
from metamer.paradigms.matrices.files.released import ItemFile, list_files, structures


def recover(folder: str) -> HeldOut:
    """What the test files of a PGM folder have and its training files lack.

    Only labels are read. A pair is not listed if something else already holds it out:
    one of its triples, or its two attributes. Lists that the folder does not hold out are
    empty.

    Source: ours; barrett2018 published its lists only in this way.
    """
    train, test = (_occurring(folder, split) for split in ("train", "test"))
    triples = set(test.triples) - set(train.triples)
    attributes = set(test.attribute_pairs) - set(train.attribute_pairs)
    pairs = {
        pair
        for pair in set(test.triple_pairs) - set(train.triple_pairs)
        if not triples & set(pair) and attributes_of(pair) not in attributes
    }
    found = sort(triples, pairs, attributes)
    if found == HeldOut((), (), ()):
        raise Refusal(
            f"nothing is held out in {folder}: its training files have every triple and "
            "pair of its test files. The released folders attr.rels, attr.rel.pairs and "
            "attrs.pairs have held-out lists"
        )
    with naming(folder):
        check_triples(found.triples)
    return found


def _occurring(folder: str, split: str) -> HeldOut:
    """All triples and pairs in the files of one split."""
    files = list_files(folder, split)
    if not files:
        raise Refusal(
            f"{folder} has no {split} files; lists are recovered from train and test"
        )
    labels = structures(folder, _show_progress(files, split))
    found = {tuple(sorted(structure)) for structure in labels}
    pairs = {pair for structure in found for pair in combinations(structure, 2)}
    return sort(set(chain(*found)), pairs, set(map(attributes_of, pairs)))


def _show_progress(files: list[ItemFile], split: str) -> Iterator[ItemFile]:
    """The same files, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    quiet = not console.is_terminal
    yield from track(files, f"labels of {split}", console=console, disable=quiet)
