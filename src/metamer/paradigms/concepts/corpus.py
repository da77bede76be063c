"""Tasks as files: ConceptARC, Mini-ARC and ARC folders, and combined files.

Source: the released files of moskvichev2023, and those of ARC and its competitions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.programs.task import COLOURS, LARGEST, Grid, Pair, Task, as_grid

NUMBERED = re.compile(r"(?P<concept>[A-Z][A-Za-z0-9]*[A-Za-z])(?P<which>\d+|Minimal)")
"""Names that tell their concept: Center3, TopBottom2D10, CenterMinimal.

Source: the released files of moskvichev2023.
"""

CHALLENGES, SOLUTIONS = "_challenges.json", "_solutions.json"
"""How the names of two combined files end. Source: the files of ARC's competitions."""


class NamedTask(NamedTuple):
    """A task, what it is called, and the answers to its test inputs."""

    name: str
    concept: str
    minimal: bool
    """Whether it is the simplest of its concept, which tests attention only."""
    task: Task
    answers: tuple[Grid | None, ...]
    """None where the file has no output: such an input is solved but not scored."""


def read_task(path: Path | str) -> NamedTask:
    """The task of one file; refuses a faulty one."""
    path = Path(path)
    return _parsed(read_json(path), path.stem, _folder(path), path.name)


def read_tasks(
    paths: Path | str | Sequence[Path | str], strict: bool = False
) -> tuple[list[NamedTask], list[str]]:
    """The tasks of files and folders, and a sentence about each that cannot be used.

    The first fault is refused if `strict`, and so is a place where no task can be read.
    Tasks come in the order of their files, where 10 stands behind 9.
    """
    places = [paths] if isinstance(paths, Path | str) else paths
    tasks: dict[str, NamedTask] = {}
    faults: list[str] = []
    everything = ((path, it) for path in _listed(places) for it in _found(path))
    for path, found in everything:
        if isinstance(found, NamedTask) and found.name in tasks:
            found = Refusal(f"{path}: another task {found.name} was read and is kept")
        if isinstance(found, NamedTask):
            tasks[found.name] = found
        elif strict:
            raise found
        else:
            faults.append(str(found))
    if not tasks:
        raise Refusal(f"none of {len(faults)} tasks can be read; first: {faults[0]}")
    return list(tasks.values()), faults


def from_json(text: str, name: str, folder: str = "") -> NamedTask:
    """The task that `as_json` wrote; `folder` is its concept unless its name tells one."""
    return _parsed(_decoded(text, f"{name}.json"), name, folder, f"{name}.json")


def as_json(named: NamedTask) -> str:
    """A task in the compact json of the released files."""
    return _compact(_plain(named.task, named.answers))


def write_task(named: NamedTask, path: Path) -> None:
    """One file with one task, answers included."""
    write_text(path, as_json(named))


def write_combined(tasks: Iterable[NamedTask], path: Path) -> None:
    """All tasks without answers in one file, and their answers in another beside it."""
    if not path.name.endswith(CHALLENGES):
        raise Refusal(f"{path.name}: the name of a combined file ends in {CHALLENGES}")
    tasks = list(tasks)
    asked = {it.name: _plain(it.task, (None,) * len(it.answers)) for it in tasks}
    solved = {it.name: [_rows(answer) for answer in it.answers] for it in tasks}
    write_text(path, _compact(asked))
    write_text(_beside(path), _compact(solved))


def read_json(path: Path) -> object:
    """What a json file holds; refuses what is no json."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(f"{path.name}: it cannot be read as text ({error})") from error
    return _decoded(text, path.name)


def parse_grid(rows: object, where: str) -> Grid:
    """Rows from a file as a grid; refuses a faulty one, naming row and cell."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= LARGEST:
        given = f"has {len(rows)} rows" if isinstance(rows, list) else "is no list"
        raise Refusal(f"{where} {given}; a grid is a list of {SIZES} rows")
    for number, row in enumerate(rows, 1):
        _check_row(row, f"{where}: row {number}")
        if len(row) != len(rows[0]):
            raise Refusal(
                f"{where}: row {number} has {len(row)} cells where row 1 has "
                f"{len(rows[0])}; rows of a grid are equally long"
            )
    return as_grid(rows)


SIZES = f"1 to {LARGEST}"


def _check_row(row: object, where: str) -> None:
    if not isinstance(row, list) or not 1 <= len(row) <= LARGEST:
        given = f"has {len(row)} cells" if isinstance(row, list) else "is no list"
        raise Refusal(f"{where} {given}; a row is a list of {SIZES} cells")
    for number, cell in enumerate(row, 1):
        # True is a whole number to Python, but no colour.
        if type(cell) is not int or not 0 <= cell < COLOURS:
            raise Refusal(
                f"{where}, cell {number} is {cell!r:.20}; "
                f"colours are whole numbers from 0 to {COLOURS - 1}"
            )


def _listed(places: Sequence[Path | str]) -> list[Path]:
    """The files to read: those given, and all json files of the folders given."""
    files: list[Path] = []
    for place in map(Path, places):
        if not place.exists():
            raise Refusal(f"there is no file or folder {place}")
        files += _inside(place) if place.is_dir() else [place]
    if not files:
        raise Refusal(f"there is no json file in {', '.join(map(str, places))}")
    return files


def _inside(folder: Path) -> list[Path]:
    """A folder's json files, but neither hidden ones nor answers beside their tasks."""
    files = {it for it in folder.rglob("*.json") if not it.name.startswith(".")}
    answers = {_beside(it) for it in files if it.name.endswith(CHALLENGES)}
    return sorted(files - answers, key=_counted)


def _counted(path: Path) -> list[str | int]:
    """A key that sorts numbers in names by their size."""
    parts = re.split(r"(\d+)", str(path))
    return [int(part) if part.isdecimal() else part for part in parts]


def _found(path: Path) -> Iterator[NamedTask | Refusal]:
    """The tasks of a file, and for each faulty one what is wrong with it."""
    try:
        content = read_json(path)
        if not _is_combined(content):
            yield _parsed(content, path.stem, _folder(path), path.name)
            return
    except Refusal as refusal:
        yield refusal
        return
    yield from _combined(path, content)


def _is_combined(content: object) -> bool:
    """Whether a file holds tasks by their names, and is not itself a task."""
    return (
        isinstance(content, dict)
        and not {"train", "test"} & set(content)
        and any(isinstance(one, dict) and "train" in one for one in content.values())
    )


def _combined(path: Path, content: Any) -> Iterator[NamedTask | Refusal]:
    """The tasks of a combined file, with the answers of the file beside it."""
    solutions: dict[str, Any] = {}
    beside = _beside(path)
    if beside != path and beside.exists():
        try:
            solutions = _solutions(beside)
        except Refusal as refusal:
            yield refusal
    group = path.stem.removesuffix(Path(CHALLENGES).stem)
    for name, one in content.items():
        try:
            named = _parsed(one, name, group, f"{path.name}, task {name}")
            if name in solutions:
                where = f"{beside.name}, task {name}"
                named = _answered(named, solutions[name], where)
            yield named
        except Refusal as refusal:
            yield refusal


def _solutions(path: Path) -> dict[str, Any]:
    content = read_json(path)
    if not isinstance(content, dict):
        raise Refusal(f"{path.name}: answers must stand under the names of their tasks")
    return content


def _answered(named: NamedTask, rows: object, where: str) -> NamedTask:
    """The task with answers to the test inputs that have none of their own."""
    asked = len(named.answers)
    if not isinstance(rows, list) or len(rows) != asked:
        raise Refusal(f"{where} is no list of {asked} answers, one for each test pair")
    answers = tuple(
        own if own is not None else _optional(row, f"{where}: answer {number}")
        for number, (own, row) in enumerate(zip(named.answers, rows, strict=True), 1)
    )
    return named._replace(answers=answers)


def _parsed(content: object, name: str, folder: str, where: str) -> NamedTask:
    """A task from what its file holds; other keys than train and test are ignored."""
    if not isinstance(content, dict):
        raise Refusal(f"{where}: it is no task; a task has train pairs and test pairs")
    train, test = (_pairs(content, part, where) for part in ("train", "test"))
    shown = tuple(
        Pair(*(parse_grid(pair.get(side), f"{at}, {side}") for side in Pair._fields))
        for pair, at in train
    )
    inputs = tuple(parse_grid(pair.get("input"), f"{at}, input") for pair, at in test)
    answers = tuple(_optional(pair.get("output"), f"{at}, output") for pair, at in test)
    match = NUMBERED.fullmatch(name)
    concept, which = match.groups() if match else (folder, "")
    return NamedTask(name, concept, which == "Minimal", Task(shown, inputs), answers)


def _pairs(content: dict, part: str, where: str) -> list[tuple[dict, str]]:
    """The train or test pairs, each with the words for where it stands."""
    pairs = content.get(part)
    if not isinstance(pairs, list) or not pairs:
        raise Refusal(
            f"{where}: it has no {part} pairs; a task has train and test pairs"
        )
    found = [(pair, f"{where}: {part} pair {at}") for at, pair in enumerate(pairs, 1)]
    for pair, at in found:
        if not isinstance(pair, dict):
            raise Refusal(f"{at} is no pair; a pair has an input and an output")
    return found


def _optional(rows: object, where: str) -> Grid | None:
    return None if rows is None else parse_grid(rows, where)


def _folder(path: Path) -> str:
    return path.resolve().parent.name


def _beside(path: Path) -> Path:
    """The file of answers that belongs to a combined file."""
    return path.with_name(path.name.replace(CHALLENGES, SOLUTIONS))


def _decoded(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{where}: it is not json ({error})") from error


def _plain(task: Task, answers: Iterable[Any]) -> dict[str, list]:
    """A task as lists; an answer that is not known is left away."""
    train = [{"input": _rows(it.input), "output": _rows(it.output)} for it in task[0]]
    test = [
        {"input": _rows(given)} | ({} if answer is None else {"output": _rows(answer)})
        for given, answer in zip(task.inputs, answers, strict=True)
    ]
    return {"train": train, "test": test}


def _rows(grid: Any) -> list[list[int]] | None:
    return None if grid is None else grid.tolist()


def _compact(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))
