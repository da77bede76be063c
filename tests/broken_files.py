"""Files that others may hand us, who reads them, and ways in which they can be broken."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import metamer
from metamer.core.files import write_table
from metamer.core.settings import study_from_plain
from metamer.core.solve import Guess
from metamer.core.store import Run
from metamer.metamers import files as metamer_files
from metamer.paradigms.categories.domains.table_file import TableFile
from metamer.paradigms.concepts import people as concept_people
from metamer.paradigms.concepts.files import read_tasks
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.part_file import Solution, open_part
from metamer.paradigms.concepts.search.budget import ENDS
from metamer.paradigms.concepts.submissions import read_guesses
from metamer.paradigms.matrices.controls import list_files
from metamer.paradigms.matrices.files import released
from metamer.paradigms.tiles import people as tile_people
from metamer.paradigms.tiles.distributions.files import from_file
from metamer.paradigms.tiles.items.published import published_boards

STUDY = {"paradigm": "categories", "learners": ["rule"], "units": 2, "seed": 0}
TASK = {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]]}]}


class Reader(NamedTuple):
    """A kind of file: how a good one is made, and what reads it."""

    write: Callable[[Path], Path]
    """Makes a good file, and whatever belongs to it, in an empty folder."""
    read: Callable[[Path], object]


def _saved(name: str, **arrays: Any) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        np.savez_compressed(folder / name, **arrays)
        return folder / name

    return write


def _text(name: str, text: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / name).write_text(text)
        return folder / name

    return write


def _run_file(name: str) -> Callable[[Path], Path]:
    """One file of a finished run."""

    def write(folder: Path) -> Path:
        metamer.run(study_from_plain(STUDY), folder)
        return next(folder.glob(name))

    return write


def _load(path: Path) -> None:
    run = Run(path.parent)
    run.load()
    run.items()
    run.versions()


def _go_on(path: Path) -> None:
    """What `metamer run` does with the parts that it finds."""
    run, study = Run(path.parent.parent), study_from_plain(STUDY)
    run.begin(study)
    if not run.missing_jobs(study):
        run.finish(study, 0.0)


def _part_file(folder: Path) -> Path:
    part = open_part(folder / "out.json", ProgramSearch(), 3)
    guess = Guess(np.array([[1]], np.uint8), "copy")
    part.add(Solution("Copy1", "abc", ENDS[0], [[guess]], 1.5, 0.2))
    assert part.path is not None
    return part.path


def _table(folder: Path) -> Path:
    columns = {"x": [0.1, 0.2] * 8, "discriminant": [0, 1] * 8}
    table = pd.DataFrame({**columns, "distractor": [0, 0, 1, 1] * 4})
    write_table(folder / "table.parquet", table)
    return folder / "table.parquet"


def _csv(folder: Path) -> Path:
    return pd.read_parquet(_table(folder)).to_csv(folder / "t.csv") or folder / "t.csv"


def _pool(path: Path) -> None:
    TableFile(str(path)).pool(1, np.random.default_rng(0))


def _published(folder: Path) -> Path:
    boards = np.zeros((25, 7, 7), int)
    boards[:, 0, :3] = 1
    np.save(folder / "copy_sample_starts.npy", np.zeros((25, 2), int))
    np.save(folder / "copy_sample.npy", boards)
    return folder / "copy_sample.npy"


def _pgm(folder: Path) -> Path:
    path = folder / "PGM_neutral_train_1.npz"
    np.savez(
        path,
        image=np.zeros((160, 160, 16), np.uint8),
        target=np.array(1),
        relation_structure=np.array([[b"shape", b"size", b"progression"]]),
        meta_target=np.zeros(12, np.uint8),
    )
    return path


ITEMS = (
    "concept,task,test_index,minimal,human_solved,human_failed,human_n,kaggle_first,"
    "kaggle_second,gpt4_t0,gpt4_t05\nCopy,Copy1,0,0,8,2,10,1,0,0,1\n"
    "Copy,Copy1,1,0,7,3,10,1,0,0,1\n"
)
SCORES = ",abstraction,condition,member,performance\n0,copy,Abstract,Human,-1.79\n"
GRID = np.tile(np.eye(7, dtype=np.uint8), (4, 1, 1))
SIDES = {"discriminant": [0, 1] * 8, "distractor": [0, 0, 1, 1] * 4}

READERS = {
    "make metamers": Reader(_saved("a.npz", rows=GRID), metamer_files.read),
    "tile rule": Reader(_saved("a.npz", boards=GRID), from_file),
    "published boards": Reader(
        _published, lambda path: published_boards(path.parent, "copy", "abstract", 7)
    ),
    "categories npz": Reader(_saved("a.npz", x=np.eye(16), **SIDES), _pool),
    "categories parquet": Reader(_table, _pool),
    "categories csv": Reader(_csv, _pool),
    "study.toml": Reader(_run_file("study.toml"), _load),
    "versions.json": Reader(_run_file("versions.json"), _load),
    "responses.parquet": Reader(_run_file("responses.parquet"), _load),
    "items.npz": Reader(_run_file("items.npz"), _load),
    "part": Reader(_run_file("parts/*.parquet"), _go_on),
    "part items": Reader(_run_file("parts/*.npz"), _go_on),
    "solve part": Reader(
        _part_file, lambda path: open_part(path.with_suffix(""), ProgramSearch(), 3)
    ),
    "task": Reader(
        _text("Copy1.json", json.dumps(TASK)), lambda path: read_tasks([path])
    ),
    "submission": Reader(_text("a.json", '{"a": [[[[1]]]]}'), read_guesses),
    "people of concepts": Reader(_text("a.csv", ITEMS), concept_people.read_items),
    "people of tiles": Reader(_text("a.csv", SCORES), tile_people.read),
    "lists": Reader(
        _text("a.toml", 'triples = ["shape size progression"]\n'),
        lambda path: list_files.read(str(path)),
    ),
    "PGM": Reader(_pgm, lambda path: released.read(str(path.parent), "train", 160)),
}


def break_bytes(content: bytes, chance: np.random.Generator) -> bytes:
    """The content, damaged in one of the ways in which files get damaged."""
    ways = (_flip, _cut, _insert, _remove, _blank, _grow_number, _swap_word, _other)
    return ways[chance.integers(len(ways))](content, chance)


def _place(content: bytes, chance: np.random.Generator) -> int:
    return int(chance.integers(len(content) + 1))


def _flip(content: bytes, chance: np.random.Generator) -> bytes:
    damaged = bytearray(content)
    for _ in range(int(chance.integers(1, 9))):
        damaged[_place(content[:-1], chance)] ^= 1 << int(chance.integers(8))
    return bytes(damaged)


def _cut(content: bytes, chance: np.random.Generator) -> bytes:
    return content[: _place(content, chance)]


def _insert(content: bytes, chance: np.random.Generator) -> bytes:
    place = _place(content, chance)
    return content[:place] + chance.bytes(int(chance.integers(1, 40))) + content[place:]


def _remove(content: bytes, chance: np.random.Generator) -> bytes:
    place = _place(content, chance)
    return content[:place] + content[place + int(chance.integers(1, 40)) :]


def _blank(content: bytes, chance: np.random.Generator) -> bytes:
    place, many = _place(content, chance), int(chance.integers(1, 60))
    return content[:place] + bytes(many) + content[place + many :]


def _grow_number(content: bytes, chance: np.random.Generator) -> bytes:
    """Another digit becomes a number with very many of them."""
    digits = [place for place, byte in enumerate(content) if chr(byte).isdigit()]
    if not digits:
        return b""
    place = digits[int(chance.integers(len(digits)))]
    many = int(chance.choice([2, 12, 30, 5000]))
    return content[:place] + b"9" * many + content[place + 1 :]


def _swap_word(content: bytes, chance: np.random.Generator) -> bytes:
    """A number or a name becomes something of another type."""
    words = [
        b"null",
        b"[]",
        b"{}",
        b'"x"',
        b"-1",
        b"true",
        b"nan",
        b"1e400",
        b"[[",
        b"",
    ]
    place = _place(content, chance)
    end = place + int(chance.integers(1, 4))
    return content[:place] + words[chance.integers(len(words))] + content[end:]


def _other(content: bytes, chance: np.random.Generator) -> bytes:
    """A file of another kind altogether."""
    kinds = [
        b"",
        b"PK\x03\x04",
        b"PAR1",
        b"\x93NUMPY\x01\x00",
        b"[" * 9999,
        b"\xff" * 99,
    ]
    return kinds[chance.integers(len(kinds))]
