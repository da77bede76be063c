"""Tasks as files: folders of ConceptARC, Mini-ARC and ARC, and combined files.

Source: the released files of moskvichev2023, and those of ARC and its competitions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from metamer.core.errors import Refusal, at_least
from metamer.core.files import write_text
from metamer.paradigms.concepts.tasks import (
    COLOURS,
    LARGEST,
    MAX_PAIRS,
    Grid,
    NamedTask,
    Pair,
    Task,
    as_grid,
)

NUMBERED = re.compile(r"(?P<concept>[A-Z][A-Za-z0-9]*[A-Za-z])(?P<which>\d+|Minimal)")
"""Names that begin with their concept: Center3, TopBottom2D10, CenterMinimal.

Source: the released files of moskvichev2023.
"""

CHALLENGES, SOLUTIONS = "_challenges.json", "_solutions.json"
"""How the names of two combined files end. Source: the files of ARC's competitions."""

SIZES = f"1 to {LARGEST}"


def read_task(path: Path | str) -> NamedTask:
    """The task of one file; refuses a faulty one."""
    path = Path(path)
    return _parse(read_json(path), path.stem, _folder_name(path), path.name)


def read_tasks(
    paths: Path | str | Sequence[Path | str], strict: bool = False
) -> tuple[list[NamedTask], list[str]]:
    """The tasks of files and folders, and a sentence about each that cannot be used.

    With `strict`, the first fault is refused. Places in which no task can be read are
    always refused. Tasks come in the order of their files, with 10 after 9.
    """
    places = [paths] if isinstance(paths, Path | str) else paths
    tasks: dict[str, NamedTask] = {}
    faults: list[str] = []
    for path in _list_files(places):
        for entry in _read_entries(path):
            if isinstance(entry, NamedTask) and entry.name in tasks:
                entry = Refusal(
                    f"{path}: a task {entry.name} was already read; the first one counts"
                )
            if isinstance(entry, NamedTask):
                tasks[entry.name] = entry
            elif strict:
                raise entry
            else:
                faults.append(str(entry))
    if not tasks:
        raise Refusal(f"none of {len(faults)} tasks can be read; first: {faults[0]}")
    return list(tasks.values()), faults


def from_json(text: str, name: str, folder: str = "") -> NamedTask:
    """The task that `as_json` wrote; `folder` is its concept unless its name has one."""
    return _parse(_decode(text, f"{name}.json"), name, folder, f"{name}.json")


def as_json(named: NamedTask) -> str:
    """A task in the compact json of the released files."""
    return _compact(_as_lists(named.task, named.answers))


def write_task(named: NamedTask, path: Path) -> None:
    """Write one file with one task, answers included."""
    write_text(path, as_json(named))


def write_combined(tasks: Iterable[NamedTask], path: Path) -> None:
    """Write all tasks without answers to one file, and their answers to another."""
    if not path.name.endswith(CHALLENGES):
        raise Refusal(f"{path.name}: the name of a combined file ends in {CHALLENGES}")
    tasks = list(tasks)
    unanswered = {
        named.name: _as_lists(named.task, (None,) * len(named.answers))
        for named in tasks
    }
    answers = {
        named.name: [_rows(answer) for answer in named.answers] for named in tasks
    }
    write_text(path, _compact(unanswered))
    write_text(_solutions_path(path), _compact(answers))


def read_json(path: Path) -> object:
    """What a json file holds; refuses a file that is not json."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(f"{path.name} cannot be read as text ({error})") from error
    return _decode(text, path.name)


def read_by_task(path: Path) -> dict[str, Any]:
    """What a json file holds for each task, by the task's name."""
    content = read_json(path)
    if not isinstance(content, dict):
        raise Refusal(f"{path.name} is not an object with answers by names of tasks")
    return content


def parse_grid(rows: object, where: str) -> Grid:
    """Rows from a file as a grid; refuses a faulty one, naming row and cell."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= LARGEST:
        given = f"has {len(rows)} rows" if isinstance(rows, list) else "is not a list"
        raise Refusal(f"{where} {given}; a grid is a list of {SIZES} rows")
    for number, row in enumerate(rows, 1):
        _check_row(row, f"{where}: row {number}")
        if len(row) != len(rows[0]):
            raise Refusal(
                f"{where}: row {number} has {len(row)} cells but row 1 has "
                f"{len(rows[0])}; all rows of a grid have the same length"
            )
    return as_grid(rows)


def _check_row(row: object, where: str) -> None:
    if not isinstance(row, list) or not 1 <= len(row) <= LARGEST:
        given = f"has {len(row)} cells" if isinstance(row, list) else "is not a list"
        raise Refusal(f"{where} {given}; a row is a list of {SIZES} cells")
    for number, cell in enumerate(row, 1):
        # True is a whole number to Python, but not a colour.
        if type(cell) is not int or not 0 <= cell < COLOURS:
            raise Refusal(
                f"{where}, cell {number} is {cell!r:.20}; "
                f"colours are whole numbers from 0 to {COLOURS - 1}"
            )


def _list_files(places: Sequence[Path | str]) -> list[Path]:
    """The files to read: those given, and all json files of the folders given."""
    files: list[Path] = []
    for place in map(Path, places):
        if not place.exists():
            raise Refusal(f"there is no file or folder {place}")
        files += _task_files(place) if place.is_dir() else [place]
    if not files:
        raise Refusal(f"there is no json file in {', '.join(map(str, places))}")
    return files


def _task_files(folder: Path) -> list[Path]:
    """A folder's json files, except hidden ones and the answers beside their tasks."""
    files = {path for path in folder.rglob("*.json") if not path.name.startswith(".")}
    answers = {
        _solutions_path(path) for path in files if path.name.endswith(CHALLENGES)
    }
    return sorted(files - answers, key=_by_number)


def _by_number(path: Path) -> list[str | int]:
    """A key that sorts numbers in names by their size."""
    parts = re.split(r"(\d+)", str(path))
    return [int(part) if part.isdecimal() else part for part in parts]


def _read_entries(path: Path) -> Iterator[NamedTask | Refusal]:
    """The tasks of a file, and for each faulty one what is wrong with it."""
    try:
        content = read_json(path)
        if not _is_combined(content):
            yield _parse(content, path.stem, _folder_name(path), path.name)
            return
    except Refusal as refusal:
        yield refusal
        return
    yield from _parse_combined(path, content)


def _is_combined(content: object) -> bool:
    """Whether a file holds tasks by their names, and is not itself a task."""
    return (
        isinstance(content, dict)
        and not {"train", "test"} & set(content)
        and any(isinstance(one, dict) and "train" in one for one in content.values())
    )


def _parse_combined(path: Path, content: Any) -> Iterator[NamedTask | Refusal]:
    """The tasks of a combined file, with the answers of the file beside it."""
    solutions: dict[str, Any] = {}
    beside = _solutions_path(path)
    if beside != path and beside.exists():
        try:
            solutions = read_by_task(beside)
        except Refusal as refusal:
            yield refusal
    group = path.stem.removesuffix(Path(CHALLENGES).stem)
    for name, one in content.items():
        try:
            named = _parse(one, name, group, f"{path.name}, task {name}")
            if name in solutions:
                where = f"{beside.name}, task {name}"
                named = _add_answers(named, solutions[name], where)
            yield named
        except Refusal as refusal:
            yield refusal


def _add_answers(named: NamedTask, rows: object, where: str) -> NamedTask:
    """The task with answers to the test inputs that have none of their own."""
    asked = len(named.answers)
    if not isinstance(rows, list) or len(rows) != asked:
        raise Refusal(
            f"{where} is not a list of {asked} answers, one for each test pair"
        )
    answers = tuple(
        own if own is not None else _optional(row, f"{where}: answer {number}")
        for number, (own, row) in enumerate(zip(named.answers, rows, strict=True), 1)
    )
    return named._replace(answers=answers)


def _parse(content: object, name: str, folder: str, where: str) -> NamedTask:
    """A task from what its file holds; other keys than train and test are ignored."""
    if not isinstance(content, dict):
        raise Refusal(f"{where} is not a task; a task has train pairs and test pairs")
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
        raise Refusal(f"{where} has no {part} pairs; a task has train and test pairs")
    at_least(f"{where}: the number of {part} pairs", len(pairs), 1, MAX_PAIRS)
    found = [(pair, f"{where}: {part} pair {at}") for at, pair in enumerate(pairs, 1)]
    for pair, at in found:
        if not isinstance(pair, dict):
            raise Refusal(f"{at} is not a pair; a pair has an input and an output")
    return found


def _optional(rows: object, where: str) -> Grid | None:
    return None if rows is None else parse_grid(rows, where)


def _folder_name(path: Path) -> str:
    return path.resolve().parent.name


def _solutions_path(path: Path) -> Path:
    """The file of answers that belongs to a combined file."""
    return path.with_name(path.name.replace(CHALLENGES, SOLUTIONS))


def _decode(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{where} is not json ({error})") from error


def _as_lists(task: Task, answers: Iterable[Grid | None]) -> dict[str, list]:
    """A task as lists; an unknown answer is left out."""
    train = [
        {"input": _rows(pair.input), "output": _rows(pair.output)}
        for pair in task.demonstrations
    ]
    test = [
        {"input": _rows(given)} | ({} if answer is None else {"output": _rows(answer)})
        for given, answer in zip(task.inputs, answers, strict=True)
    ]
    return {"train": train, "test": test}


def _rows(grid: Grid | None) -> list[list[int]] | None:
    return None if grid is None else grid.tolist()


def _compact(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))
