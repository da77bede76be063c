"""Reading folders of released files as items: PGM, and RAVEN and its relatives.

Source: the released files of barrett2018, and those of RAVEN.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from jaxtyping import Shaped, UInt8

from metamer.core.checked import open_arrays
from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    MAX_TRIPLES,
    META_BITS,
    PANELS,
    TRIPLES,
)

SPLITS = {"train": "train", "validation": "val", "test": "test"}
"""The splits as file names spell them. Source: the released files."""

SIDE = 160
"""The width of a released panel in pixels. Source: the released files."""

PIXELS = (80, SIDE)
"""The widths that panels can have. Source: barrett2018, Sec. 3, for 80."""

BATCH = 256
"""Items read at a time: about 100 megabytes of the larger panels."""

FEATURES = 2 * MAX_TRIPLES + len(ATTRIBUTES)

Row = tuple[Any, int, Any, Any]
"""One item: its panels, label, features and hints."""

Loaded = TypeVar("Loaded")


class ItemFile(NamedTuple):
    """The file of one item, as its name describes it."""

    id: int
    name: str
    split: str


def read(
    folder: str, split: str | None = None, pixels: int = 80, limit: int | None = None
) -> Items:
    """The items of a folder, or the first `limit` of them, all in memory.

    They are ordered by their ids. Files that cannot be read are reported and skipped. If
    the folder lacks the split, there are no items. Only PGM's files name their triples;
    no files name directions or distractors.
    """
    if limit is not None:
        at_least("items to read", limit, 1)
    return _stack(list(islice(_rows(folder, split, pixels), limit)), pixels)


def batches(
    folder: str, split: str | None = None, pixels: int = 80, size: int = BATCH
) -> Iterator[Items]:
    """The same items in batches, for folders that do not fit into memory."""
    rows = _rows(folder, split, pixels)
    while batch := list(islice(rows, size)):
        yield _stack(batch, pixels)


def structures(folder: str, files: Iterable[ItemFile]) -> Iterator[tuple[int, ...]]:
    """The triples of each PGM file, as indices into `TRIPLES`; no panel is read."""
    return _load_each(folder, files, lambda file, name: _triples(file))


def list_files(folder: str, split: str | None = None) -> list[ItemFile]:
    """The files of one split, or of all, by id; files with other names are reported."""
    if split is not None:
        one_of("split", split, SPLITS)
    if not Path(folder).is_dir():
        raise Refusal(f"there is no folder {folder}")
    found = []
    for path in Path(folder).glob("*.npz"):
        if file := _parse_name(path.name):
            found.append(file)
        else:
            _warn(f"{path} is skipped: its name is not one of {NAMES}")
    if not found:
        raise Refusal(f"{folder} has no files to read; they are called {NAMES}")
    wanted = None if split is None else SPLITS[split]
    return sorted(file for file in found if wanted in (None, file.split))


NAMES = "PGM_{folder}_{train|val|test}_{id}.npz, RAVEN_{id}_{train|val|test}.npz"
PATTERNS = (
    re.compile(r"PGM_.+_(?P<split>train|val|test)_(?P<id>\d+)\.npz"),
    re.compile(r"RAVEN_(?:.+_)?(?P<id>\d+)_(?P<split>train|val|test)\.npz"),
)


def _parse_name(name: str) -> ItemFile | None:
    for pattern in PATTERNS:
        if match := pattern.fullmatch(name):
            return ItemFile(int(match["id"]), name, match["split"])
    return None


def _load_each(
    folder: str,
    files: Iterable[ItemFile],
    load: Callable[[Mapping[str, np.ndarray], str], Loaded],
) -> Iterator[Loaded]:
    """What `load` returns for each file; broken ones are reported and skipped."""
    tried = readable = 0
    for file in files:
        tried += 1
        path = Path(folder) / file.name
        try:
            with open_arrays(path, "it is skipped") as arrays:
                loaded = load(arrays, path.name)
        except Refusal as refusal:
            _warn(str(refusal))
        else:
            readable += 1
            yield loaded
    if tried and not readable:
        raise Refusal(f"none of the {tried} files in {folder} can be read")


def _rows(folder: str, split: str | None, pixels: int) -> Iterator[Row]:
    one_of("number of pixels", pixels, PIXELS)
    files = list_files(folder, split)
    return _load_each(folder, files, lambda file, name: _row(file, name, pixels))


def _stack(rows: list[Row], pixels: int) -> Items:
    inputs, labels, features, hints = zip(*rows, strict=True) if rows else ((),) * 4
    return Items(
        np.array(inputs, np.uint8).reshape(-1, PANELS, pixels, pixels),
        np.array(labels, np.int32),
        np.array(features, np.int8).reshape(-1, FEATURES),
        np.array(hints, np.uint8).reshape(-1, len(META_BITS)),
    )


def _warn(sentence: str) -> None:
    print(f"metamer: {sentence}", file=sys.stderr)


def _row(file: Mapping[str, np.ndarray], name: str, pixels: int) -> Row:
    """One item; triples and hints are known only from PGM's files."""
    features = np.full(FEATURES, -1, np.int8)
    features[2 * MAX_TRIPLES :] = 0
    hints = np.zeros(len(META_BITS), np.uint8)
    if name.startswith("PGM"):
        triples = _triples(file)
        features[: len(triples)] = triples
        hints = _hints(file)
    return _panels(_array(file, "image"), pixels), _target(file), features, hints


def _array(file: Mapping[str, np.ndarray], name: str) -> Shaped[np.ndarray, "*axes"]:
    if name not in file:
        raise ValueError(f"it has no {name!r}")
    return file[name]


def _panels(
    image: Shaped[np.ndarray, "*axes"], pixels: int
) -> UInt8[np.ndarray, "16 pixel pixel"]:
    """Sixteen panels, from the released shape (row, column, panel) or from (panel, ...).

    The released arrays are panels one after the other under another shape, so they are
    reshaped and not transposed.
    """
    sides = [side for side in PIXELS if side >= pixels]
    shapes = [(PANELS, side, side) for side in sides]
    if (*image.shape[-1:], *image.shape[:-1]) in shapes:
        image = image.reshape(PANELS, *image.shape[:-1])
    if image.shape not in shapes:
        raise ValueError(f"its image has the shape {image.shape}, not (160, 160, 16)")
    panels = _whole(image, "pixels", 255)
    return panels if panels.shape[-1] == pixels else halve(panels)


def halve(
    panels: UInt8[np.ndarray, "panel side side"],
) -> UInt8[np.ndarray, "panel half half"]:
    """Panels of half the size: the mean of two by two pixels, in whole numbers.

    Source: ours. Unstated: how barrett2018 goes from 160 to 80 pixels.
    """
    wide = panels.astype(np.uint16)
    rows = wide[:, ::2] + wide[:, 1::2]
    return ((rows[..., ::2] + rows[..., 1::2] + 2) // 4).astype(np.uint8)


def _target(file: Mapping[str, np.ndarray]) -> int:
    target = _array(file, "target")
    if target.size != 1:
        raise ValueError(f"its target has the shape {target.shape}, not one number")
    return int(_whole(target, "target", CANDIDATES - 1).item())


def _hints(file: Mapping[str, np.ndarray]) -> UInt8[np.ndarray, " 12"]:
    hints = _array(file, "meta_target")
    if hints.shape != (len(META_BITS),):
        raise ValueError(f"its meta_target has the shape {hints.shape}, not (12,)")
    return _whole(hints, "meta_target", 1)


def _whole(
    array: Shaped[np.ndarray, "*axes"], what: str, highest: int
) -> UInt8[np.ndarray, "*axes"]:
    """Numbers of any type as bytes; refuses what is not a whole number in range."""
    numeric = array.dtype.kind in "iufb"
    fits = numeric and bool(((array >= 0) & (array <= highest)).all())
    if not fits or not np.array_equal(array, array.astype(np.uint8)):
        raise ValueError(f"its {what} must be whole numbers from 0 to {highest}")
    return array.astype(np.uint8)


INDICES = {triple.words: index for index, triple in enumerate(TRIPLES)}


def _triples(file: Mapping[str, np.ndarray]) -> tuple[int, ...]:
    structure = _array(file, "relation_structure")
    if structure.ndim != 2 or structure.shape[1] != 3 or len(structure) > MAX_TRIPLES:
        shape = structure.shape
        raise ValueError(f"its relation_structure has the shape {shape}, not (n, 3)")
    rows = [tuple(row) for row in structure.astype(str).tolist()]
    for row in rows:
        if row not in INDICES:
            raise ValueError(
                f"its relation_structure has the unknown triple {' '.join(row)!r}"
            )
    return tuple(INDICES[row] for row in rows)
