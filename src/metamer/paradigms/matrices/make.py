"""Items on request, for files."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.core.keys import Key, root
from metamer.core.reading import from_plain
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.export import Export
from metamer.paradigms.matrices.files import SPLITS
from metamer.paradigms.matrices.items import asked_key, taught_key
from metamer.paradigms.matrices.lists import named

SIZES = {"train": 1_200_000, "validation": 20_000, "test": 200_000}
"""Items of each split. Source: barrett2018, App. A; the released files."""

LAST = 10**9
"""Places there are in a sequence, so that they fit into 32 bits. Source: ours."""

FORMAT = 1
"""Version of what we write; a higher one is from a newer metamer."""


def paradigm(
    regime: str,
    foils: str,
    mixture: str,
    distraction: float,
    lists: str,
    structure: Sequence[str] = (),
) -> Matrices:
    """A paradigm with one regime; `lists` is a file, or empty."""
    plain = {
        "regimes": [regime],
        "foils": [foils],
        "mixture": mixture,
        "distractions": [distraction],
        "lists": lists,
        "structure": list(structure),
    }
    return from_plain(Matrices, plain, "matrices")


def source_of(settings: Matrices, split: str, seed: int) -> tuple[Any, Key]:
    """Where the items of a split come from, and whose sequence they are.

    Those of `train` are what unit 0 of a study with this seed is taught, and those of
    `validation` and `test` what it is asked.
    """
    one_of("split", split, SPLITS)
    at_least("--seed", seed, 0)
    condition, unit = settings.conditions()[0], root(seed).stream("unit", 0)
    source = settings.source(condition, split)
    if split == "train":
        return source, taught_key(condition, unit)
    return source, asked_key(condition, split, unit)


def export(
    settings: Matrices, split: str, seed: int, many: int | None = None, first: int = 0
) -> Export:
    """Some items of a split, ready to be written; as many as were released by default."""
    from metamer.training.drawing import drawn

    source, key = source_of(settings, split, seed)
    many = SIZES[split] if many is None else many
    at_least("-n", many, 1)
    at_least("--first", first, 0)
    if first + many > LAST:
        raise Refusal(f"--first and -n must end at {LAST}, not at {first + many}")

    def draw(first: int, many: int) -> Items:
        return drawn(source, key, many, first)

    regime = settings.conditions()[0].name
    places = range(first, first + many)
    return Export(draw, regime, split, places, _made_from(settings, seed))


def _made_from(settings: Matrices, seed: int) -> dict[str, Any]:
    """What items depend on beyond regime, split and place; and versions, for bytes."""
    packages = {name: version(name) for name in ("metamer", "numpy", "jax")}
    return {
        "format": FORMAT,
        "seed": seed,
        "foils": settings.foils[0],
        "mixture": settings.mixture,
        "distraction": settings.distractions[0],
        "absent": settings.absent,
        "structure": list(settings.structure),
        "held_out": named(settings.held_out),
        "versions": {**packages, "zlib": zlib.ZLIB_RUNTIME_VERSION},
    }
