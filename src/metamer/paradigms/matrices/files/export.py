"""Writing items to files: one file each, as released, or all in one file, as symbols.

Both can be stopped at any moment and resumed, and end with the same bytes: an item
depends on its index alone, and a file on its items alone.
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

from metamer.core.checked import open_arrays, read_json
from metamer.core.errors import Refusal
from metamer.core.files import remove_stale, write, write_text, writing
from metamer.core.items import Items, identify
from metamer.paradigms.matrices.controls.regimes import FOLDERS
from metamer.paradigms.matrices.files.released import SIDE, SPLITS, halve
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import (
    MAX_TRIPLES,
    META_BITS,
    TRIPLES,
    facts,
)

CHUNK = 4096
"""Items drawn at a time, if each has its own file."""

FILES_AT_ONCE = 64
"""Files handed to the threads at a time: Ctrl-C waits for no more than these."""

PART = 16 * CHUNK
"""Items of one part of a packed file, about 30 megabytes in memory."""

RECORD = "export.json"
"""Records what a folder was made from, so that nothing else is ever mixed into it."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time stamp of every file in an archive, so that the same items give the same
bytes."""


@dataclass(frozen=True)
class Export:
    """A range of items of one sequence, and everything that they depend on."""

    draw: Callable[[int, int], Items]
    """The items from an index on; the second argument is their number."""
    regime: str
    split: str
    places: range
    settings: dict[str, Any]
    """Everything else that the items depend on, as plain values."""

    def path(self, folder: Path, place: int) -> Path:
        """The file of one item. Source: the released files."""
        regime = FOLDERS.get(self.regime, self.regime)
        return folder / f"PGM_{regime}_{SPLITS[self.split]}_{place}.npz"


def write_files(export: Export, folder: Path, pixels: int = SIDE) -> Iterator[int]:
    """Write a file for each item; yields how many more are done, chunk by chunk.

    Complete files that exist already stay as they are. One folder takes all splits.
    """
    _open_folder(folder, {"regime": export.regime, **export.settings, "pixels": pixels})
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for chunk in _chunks(export.places, CHUNK):
            missing = [
                place for place in chunk if not _is_complete(export.path(folder, place))
            ]
            yield len(chunk) - len(missing)
            if not missing:
                continue
            items = export.draw(chunk[0], len(chunk))
            for batch in _chunks(missing, FILES_AT_ONCE):
                paths = [export.path(folder, place) for place in batch]
                each = [_one(items, place - chunk[0]) for place in batch]
                with writing(folder):
                    list(pool.map(partial(_write_item, pixels), paths, each))
                yield len(batch)


def _write_item(pixels: int, path: Path, item: Items) -> None:
    _write_at_once(path, _npz(arrays(item, pixels)))


def _one(items: Items, row: int) -> Items:
    return Items(*(column[row] for column in items))


def arrays(item: Items, pixels: int = SIDE) -> dict[str, np.ndarray]:
    """The arrays of one released file.

    Source: the released files, for names, shapes and the order of bits.
    Unstated: the types of whole numbers other than pixels; here they have 64 bits.
    """
    triples = facts(item.features[None]).triples[0]
    chosen = [TRIPLES[index] for index in triples if index >= 0]
    encoded = np.zeros((MAX_TRIPLES, len(META_BITS)), np.int64)
    for row, triple in enumerate(chosen):
        encoded[row] = triple.meta
    panels = render(item.inputs, pixels)
    # A study that reads the file halves such panels, and makes its ids of what it sees.
    seen = halve(panels) if pixels == SIDE else panels
    return {
        "item": np.array(identify("matrices", seen[None])[0], dtype=str),
        "image": panels.reshape(pixels, pixels, len(panels)),
        "target": np.array(item.labels, np.int64),
        "relation_structure": np.array([triple.words for triple in chosen], "S"),
        "relation_structure_encoded": encoded,
        "meta_target": encoded.max(axis=0),
    }


def write_packed(export: Export, out: Path) -> Iterator[int]:
    """Write all items as symbols to one file; yields how many more are done.

    Its parts are kept in a folder beside it until all exist and are joined.
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
        _open_folder(parts, made_from)
        yield from _write_parts(export, parts)
        paths = [_part(parts, chunk) for chunk in _chunks(places, PART)]
        write(out, lambda path: _join(path, paths, len(places), made_from))
    shutil.rmtree(parts, ignore_errors=True)


def columns(items: Items) -> dict[str, np.ndarray]:
    """The arrays of a packed file, without its settings."""
    known = facts(items.features)
    return {
        "item": identify("matrices", items.inputs).astype(str),
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
    for chunk in _chunks(export.places, PART):
        path = _part(parts, chunk)
        if not _is_complete(path):
            content = _npz(columns(export.draw(chunk[0], len(chunk))))
            write(path, partial(Path.write_bytes, data=content))
        yield len(chunk)


def _join(
    path: Path, parts: Sequence[Path], count: int, settings: dict[str, Any]
) -> None:
    """Write one file from its parts, holding one array of one part in memory."""
    with _open_part(parts[0]) as first:
        kinds = {name: (array.shape[1:], array.dtype) for name, array in first.items()}
    members = [
        Member(name, (count, *shape), kind, _blocks(parts, name))
        for name, (shape, kind) in kinds.items()
    ]
    text = np.array(json.dumps(settings))
    _archive(path, [*members, _member("settings", text)])


def _blocks(parts: Sequence[Path], name: str) -> Iterator[np.ndarray]:
    for part in parts:
        with _open_part(part) as file:
            block = file[name]
        yield block


@contextmanager
def _open_part(part: Path) -> Iterator[Mapping[str, np.ndarray]]:
    with open_arrays(part, "delete it, and it will be made again") as arrays:
        yield arrays


class Member(NamedTuple):
    """An array of an npz file, block by block along its first axis."""

    name: str
    shape: tuple[int, ...]
    kind: np.dtype
    blocks: Iterable[np.ndarray]


def _member(name: str, array: np.ndarray) -> Member:
    return Member(name, array.shape, array.dtype, [array])


def _npz(arrays: dict[str, np.ndarray]) -> bytes:
    """An npz file in memory."""
    file = io.BytesIO()
    _archive(file, [_member(name, array) for name, array in arrays.items()])
    return file.getvalue()


def _archive(file: io.BytesIO | Path, members: Iterable[Member]) -> None:
    """Write what `np.savez_compressed` writes, but the same bytes at any time."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, shape, kind, blocks in members:
            info = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, on every system
            descr = np.lib.format.dtype_to_descr(kind)
            header = {"descr": descr, "fortran_order": False, "shape": shape}
            with archive.open(info, "w", force_zip64=True) as entry:
                np.lib.format.write_array_header_1_0(entry, header)
                for block in blocks:
                    entry.write(block.tobytes())


def _open_folder(folder: Path, made_from: dict[str, Any]) -> None:
    """Make a folder for an export, or check that it holds the same one."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        remove_stale(folder)
    record = folder / RECORD
    if record.exists():
        before = read_json(record, "choose another --out, or delete that folder")
        _check_same(folder, before, made_from)
    elif any(folder.glob("*.npz")):
        raise Refusal(
            f"{folder} holds npz files of unknown origin; choose another --out"
        )
    else:
        write_text(record, json.dumps(made_from, indent=2) + "\n")


def _check_same(path: Path, before: Any, now: dict[str, Any]) -> None:
    before = before if isinstance(before, dict) else {}
    names = sorted(before.keys() | now.keys())
    changed = [name for name in names if before.get(name) != now.get(name)]
    if changed:
        raise Refusal(
            f"{path} holds another export (these settings differ: {', '.join(changed)}); "
            "choose another --out, or delete it"
        )


def _settings(out: Path) -> dict[str, Any]:
    """What a packed file was made from."""
    with open_arrays(out, "choose another --out, or delete it") as arrays:
        return dict(json.loads(str(arrays["settings"])))


def _is_complete(path: Path) -> bool:
    """Whether a file exists with its end: a power failure may have cut it short."""
    return zipfile.is_zipfile(path)


def _write_at_once(path: Path, content: bytes) -> None:
    """Write a file that gets its name only when it is complete.

    Unlike `core.files.write` this does not wait for the disk: with a million files that
    would take hours, and a file that is cut short is written again.
    """
    temporary = path.with_name(f".{path.name}-{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _chunks(whole: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(whole), size):
        yield whole[start : start + size]
