"""Writing items to files: one each, as released, or all in one, as symbols.

Both can be stopped at any moment and go on where they stopped, with the same bytes in the
end: items follow from their places alone, and files from items alone.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import reading, remove_stale, write, write_text, writing
from metamer.core.items import Items
from metamer.paradigms.matrices.controls import FOLDERS
from metamer.paradigms.matrices.files import SIDE, SPLITS
from metamer.paradigms.matrices.render import render
from metamer.streams.matrices.vocabulary import META, MOST, TRIPLES, facts

CHUNK = 4096
"""Items drawn at a time, for files of their own."""

FEW = 64
"""Files handed to the threads at a time: Ctrl-C waits for no more than these."""

PART = 16 * CHUNK
"""Items of one part of a packed file, some 30 megabytes in memory."""

RECORD = "export.json"
"""What a folder was made from, so that nothing else is ever mixed into it."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file within a file, so that the same items are the same bytes."""


@dataclass(frozen=True)
class Export:
    """Some items of one sequence, and what they follow from."""

    draw: Callable[[int, int], Items]
    """Items from a place of the sequence on, and how many."""
    regime: str
    split: str
    places: range
    settings: dict[str, Any]
    """All else that items follow from, as plain values."""

    def path(self, folder: Path, place: int) -> Path:
        """The file of one item. Source: the released files."""
        name = f"PGM_{FOLDERS[self.regime]}_{SPLITS[self.split]}_{place}.npz"
        return folder / name


def released(export: Export, folder: Path, pixels: int = SIDE) -> Iterator[int]:
    """Write a file for each item; yields how many more are there, again and again.

    Whole files that are there already stay as they are. One folder takes all splits.
    """
    _begin(folder, {"regime": export.regime, **export.settings, "pixels": pixels})
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for chunk in _cut(export.places, CHUNK):
            missing = [it for it in chunk if not _is_whole(export.path(folder, it))]
            yield len(chunk) - len(missing)
            if not missing:
                continue
            items = export.draw(chunk[0], len(chunk))
            for few in _cut(missing, FEW):
                paths = [export.path(folder, place) for place in few]
                each = [_one(items, place - chunk[0]) for place in few]
                with writing(folder):
                    list(pool.map(partial(_write_item, pixels), paths, each))
                yield len(few)


def _write_item(pixels: int, path: Path, item: Items) -> None:
    _keep(path, _packaged(arrays(item, pixels)))


def _one(items: Items, row: int) -> Items:
    return Items(*(column[row] for column in items))


def arrays(item: Items, pixels: int = SIDE) -> dict[str, np.ndarray]:
    """The arrays of one released file.

    Source: the released files, for names, shapes and the order of bits.
    Unstated: the types of whole numbers, but for pixels; they are 64 bits wide.
    """
    triples = facts(item.features[None]).triples[0]
    chosen = [TRIPLES[place] for place in triples if place >= 0]
    encoded = np.zeros((MOST, len(META)), np.int64)
    for row, triple in enumerate(chosen):
        encoded[row] = triple.meta
    panels = render(item.inputs, pixels)
    return {
        "image": panels.reshape(pixels, pixels, len(panels)),
        "target": np.array(item.labels, np.int64),
        "relation_structure": np.array([triple.words for triple in chosen], "S"),
        "relation_structure_encoded": encoded,
        "meta_target": encoded.max(axis=0),
    }


def packed(export: Export, out: Path) -> Iterator[int]:
    """Write all items as symbols to one file; yields how many more are done.

    Parts stand beside it until they are all there and become the file.
    """
    places = export.places
    made_from = {
        "regime": export.regime,
        **export.settings,
        "split": export.split,
        "first": places.start,
        "items": len(places),
    }
    parts = out.with_name(f"{out.name}.parts")
    if out.exists():
        _check_same(out, _settings(out), made_from)
        yield len(places)
    else:
        _begin(parts, made_from)
        yield from _write_parts(export, parts)
        paths = [_part(parts, chunk) for chunk in _cut(places, PART)]
        write(out, lambda path: _join(path, paths, len(places), made_from))
    shutil.rmtree(parts, ignore_errors=True)


def columns(items: Items) -> dict[str, np.ndarray]:
    """The arrays of a packed file, but for its settings."""
    known = facts(items.features)
    return {
        "symbols": items.inputs.astype(np.int16),
        "targets": items.labels.astype(np.uint8),
        "meta_targets": items.hints.astype(np.uint8),
        "triples": known.triples.astype(np.int8),
        "directions": known.directions.astype(np.int8),
        "distracting": known.distracting,
    }


def _part(parts: Path, chunk: Sequence[int]) -> Path:
    return parts / f"{chunk[0]}.npz"


def _write_parts(export: Export, parts: Path) -> Iterator[int]:
    for chunk in _cut(export.places, PART):
        path = _part(parts, chunk)
        if not _is_whole(path):
            content = _packaged(columns(export.draw(chunk[0], len(chunk))))
            write(path, partial(Path.write_bytes, data=content))
        yield len(chunk)


def _join(
    path: Path, parts: Sequence[Path], many: int, settings: dict[str, Any]
) -> None:
    """One file from its parts, one array of one part at a time."""
    with _opened(parts[0]) as first:
        kinds = {name: (array.shape[1:], array.dtype) for name, array in first.items()}
    members = [
        Member(name, (many, *shape), kind, _each(parts, name))
        for name, (shape, kind) in kinds.items()
    ]
    text = np.array(json.dumps(settings))
    _archive(path, [*members, _member("settings", text)])


def _each(parts: Sequence[Path], name: str) -> Iterator[np.ndarray]:
    for part in parts:
        with _opened(part) as file:
            block = file[name]
        yield block


@contextmanager
def _opened(part: Path) -> Iterator[Mapping[str, np.ndarray]]:
    with reading(part, "delete it, and it is made again"), np.load(part) as file:
        yield file


class Member(NamedTuple):
    """An array of an npz file, block by block along its first axis."""

    name: str
    shape: tuple[int, ...]
    kind: np.dtype
    blocks: Iterable[np.ndarray]


def _member(name: str, array: np.ndarray) -> Member:
    return Member(name, array.shape, array.dtype, [array])


def _packaged(arrays: dict[str, np.ndarray]) -> bytes:
    """An npz file in memory."""
    file = io.BytesIO()
    _archive(file, [_member(name, array) for name, array in arrays.items()])
    return file.getvalue()


def _archive(file: io.BytesIO | Path, members: Iterable[Member]) -> None:
    """What `np.savez_compressed` writes, but the same bytes at any time."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, shape, kind, blocks in members:
            info = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # on every system
            descr = np.lib.format.dtype_to_descr(kind)
            header = {"descr": descr, "fortran_order": False, "shape": shape}
            with archive.open(info, "w", force_zip64=True) as entry:
                np.lib.format.write_array_header_1_0(entry, header)
                for block in blocks:
                    entry.write(block.tobytes())


def _begin(folder: Path, made_from: dict[str, Any]) -> None:
    """Make a folder for an export, or go on in one that already has it."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        remove_stale(folder)
    record = folder / RECORD
    if record.exists():
        with reading(record, "choose another --out, or delete that folder"):
            before = json.loads(record.read_text(encoding="utf-8"))
        _check_same(folder, before, made_from)
    elif any(folder.glob("*.npz")):
        raise Refusal(
            f"{folder} holds npz files of unknown origin; choose another --out"
        )
    else:
        write_text(record, json.dumps(made_from, indent=2) + "\n")


def _check_same(path: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    names = sorted(before.keys() | now.keys())
    changed = [name for name in names if before.get(name) != now.get(name)]
    if changed:
        raise Refusal(
            f"{path} holds another export (its {', '.join(changed)} differ); choose "
            "another --out, or delete it"
        )


def _settings(out: Path) -> dict[str, Any]:
    """What a packed file was made from."""
    with reading(out, "choose another --out, or delete it"), np.load(out) as file:
        return json.loads(str(file["settings"]))


def _is_whole(path: Path) -> bool:
    """Whether a file is there with its end: a power failure may have cut it short."""
    return zipfile.is_zipfile(path)


def _keep(path: Path, content: bytes) -> None:
    """A file under its name once it is written.

    Nothing waits for the disk as `core.files.write` does: over a million files that takes
    hours, and what is cut short is written again.
    """
    temporary = path.with_name(f".{path.name}-{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _cut(whole: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(whole), size):
        yield whole[start : start + size]
