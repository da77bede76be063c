"""Reading folders of released files as items: PGM, and RAVEN and its relatives.

Source: the released files of barrett2018, and those of RAVEN.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from jaxtyping import Shaped, UInt8

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.files import reading
from metamer.core.items import Items
from metamer.streams.matrices.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    META,
    MOST,
    PANELS,
    TRIPLES,
)

SPLITS = {"train": "train", "validation": "val", "test": "test"}
"""What file names call the splits. Source: the released files."""

SIDE = 160
"""Pixels of a released panel. Source: the released files."""

PIXELS = (80, SIDE)
"""Sides that items can have. Source: barrett2018, Sec. 4, for 80."""

BATCH = 256
"""Items that are read at a time: some 100 megabytes of the larger panels."""

FEATURES = 2 * MOST + len(ATTRIBUTES)

Row = tuple[Any, int, Any, Any]
"""One item: its panels, label, features and hints."""

Made = TypeVar("Made")


class File(NamedTuple):
    """An item's file, by what its name says."""

    id: int
    name: str
    split: str


def read(
    folder: str, split: str | None = None, pixels: int = 80, most: int | None = None
) -> Items:
    """The items of a folder, or the first `most` of them, all in memory.

    They come in the order of their ids, and files that cannot be used are named. Where a
    folder lacks a split, there are none. Only PGM's files tell their triples; nobody's
    tell directions or distractors.
    """
    if most is not None:
        at_least("items to read", most, 1)
    return _stacked(list(islice(_rows(folder, split, pixels), most)), pixels)


def batches(
    folder: str, split: str | None = None, pixels: int = 80, size: int = BATCH
) -> Iterator[Items]:
    """The same items, some at a time: for folders that do not fit into memory."""
    rows = _rows(folder, split, pixels)
    while batch := list(islice(rows, size)):
        yield _stacked(batch, pixels)


def structures(folder: str, files: Iterable[File]) -> Iterator[tuple[int, ...]]:
    """The triples of each PGM file, as places in `TRIPLES`; no panel is read."""
    return _each(folder, files, lambda file, name: _triples(file))


def listed(folder: str, split: str | None = None) -> list[File]:
    """The files of one split, or of all, by id; those with other names are named."""
    if split is not None:
        one_of("split", split, SPLITS)
    if not Path(folder).is_dir():
        raise Refusal(f"there is no folder {folder}")
    found = []
    for path in Path(folder).glob("*.npz"):
        if file := _recognised(path.name):
            found.append(file)
        else:
            _say(f"{path} has a foreign name, not one of {NAMES}; it is left out")
    if not found:
        raise Refusal(f"there is no file to read in {folder}: it needs some of {NAMES}")
    wanted = None if split is None else SPLITS[split]
    return sorted(file for file in found if wanted in (None, file.split))


NAMES = "PGM_{folder}_{train|val|test}_{id}.npz, RAVEN_{id}_{train|val|test}.npz"
PATTERNS = (
    re.compile(r"PGM_.+_(?P<split>train|val|test)_(?P<id>\d+)\.npz"),
    re.compile(r"RAVEN_(?:.+_)?(?P<id>\d+)_(?P<split>train|val|test)\.npz"),
)


def _recognised(name: str) -> File | None:
    for pattern in PATTERNS:
        if match := pattern.fullmatch(name):
            return File(int(match["id"]), name, match["split"])
    return None


def _each(
    folder: str,
    files: Iterable[File],
    load: Callable[[Mapping[str, np.ndarray], str], Made],
) -> Iterator[Made]:
    """What `load` makes of each file; the broken ones are named and left out."""
    tried = readable = 0
    for file in files:
        tried += 1
        path = Path(folder) / file.name
        try:
            with reading(path, "it is left out"):
                made = _loaded(path, load)
        except Refusal as refusal:
            _say(str(refusal))
        else:
            readable += 1
            yield made
    if tried and not readable:
        raise Refusal(f"none of the {tried} files asked for in {folder} can be read")


def _loaded(path: Path, load: Callable[[Mapping[str, np.ndarray], str], Made]) -> Made:
    """What `load` makes of a file; nothing in it is ever executed."""
    with path.open("rb") as raw:
        if not zipfile.is_zipfile(raw):
            raise ValueError("no npz file, or cut short")
        raw.seek(0)
        with np.load(raw, allow_pickle=False) as file:
            return load(file, path.name)


def _rows(folder: str, split: str | None, pixels: int) -> Iterator[Row]:
    one_of("number of pixels", pixels, PIXELS)
    files = listed(folder, split)
    return _each(folder, files, lambda file, name: _row(file, name, pixels))


def _stacked(rows: list[Row], pixels: int) -> Items:
    inputs, labels, features, hints = zip(*rows, strict=True) if rows else ((),) * 4
    return Items(
        np.array(inputs, np.uint8).reshape(-1, PANELS, pixels, pixels),
        np.array(labels, np.int32),
        np.array(features, np.int8).reshape(-1, FEATURES),
        np.array(hints, np.uint8).reshape(-1, len(META)),
    )


def _say(sentence: str) -> None:
    print(f"metamer: {sentence}", file=sys.stderr)


def _row(file: Mapping[str, np.ndarray], name: str, pixels: int) -> Row:
    """One item; only PGM's files have labels that we know how to read."""
    features = np.full(FEATURES, -1, np.int8)
    features[2 * MOST :] = 0
    hints = np.zeros(len(META), np.uint8)
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
    """Sixteen panels: reshaped, for the released shape does not say the order of axes."""
    sides = [side for side in PIXELS if side >= pixels]
    shapes = [(PANELS, side, side) for side in sides]
    if (*image.shape[-1:], *image.shape[:-1]) in shapes:
        image = image.reshape(PANELS, *image.shape[:-1])
    if image.shape not in shapes:
        raise ValueError(f"its image has the shape {image.shape}, not (160, 160, 16)")
    panels = _whole(image, "pixels", 255)
    return panels if panels.shape[-1] == pixels else halved(panels)


def halved(
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
    if hints.shape != (len(META),):
        raise ValueError(f"its meta_target has the shape {hints.shape}, not (12,)")
    return _whole(hints, "meta_target", 1)


def _whole(
    array: Shaped[np.ndarray, "*axes"], what: str, most: int
) -> UInt8[np.ndarray, "*axes"]:
    """Numbers of any type as bytes, if that is what they are."""
    fits = array.dtype.kind in "iufb" and bool(((array >= 0) & (array <= most)).all())
    if not fits or not np.array_equal(array, array.astype(np.uint8)):
        raise ValueError(f"its {what} must be whole numbers from 0 to {most}")
    return array.astype(np.uint8)


KNOWN = {triple.words: place for place, triple in enumerate(TRIPLES)}


def _triples(file: Mapping[str, np.ndarray]) -> tuple[int, ...]:
    structure = _array(file, "relation_structure")
    if structure.ndim != 2 or structure.shape[1] != 3 or len(structure) > MOST:
        shape = structure.shape
        raise ValueError(f"its relation_structure has the shape {shape}, not (n, 3)")
    rows = [tuple(row) for row in structure.astype(str).tolist()]
    for row in rows:
        if row not in KNOWN:
            raise ValueError(f"its relation_structure has no triple {' '.join(row)!r}")
    return tuple(KNOWN[row] for row in rows)
