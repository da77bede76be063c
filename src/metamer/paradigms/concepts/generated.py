"""Generated tasks on request, and as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.files import reading, write_text
from metamer.core.keys import root
from metamer.paradigms.concepts.controls import TRAININGS
from metamer.paradigms.concepts.files import as_json
from metamer.paradigms.concepts.items import draw_task, with_shortcut
from metamer.paradigms.concepts.rules import (
    CONCEPTS,
    FamilyEntry,
    families,
    find_family,
    shortcuts_of,
)
from metamer.paradigms.concepts.shortcut_tasks import draw_tasks
from metamer.paradigms.concepts.tasks import NamedTask

DEMONSTRATIONS = range(2, 11)
"""How many a task may have; a single one seldom shows which rule it follows."""

ASKED = range(1, 11)
"""How many inputs a task may ask."""


MAX_FILES = 1_000_000
"""As many files as a folder can reasonably hold."""


def write_tasks(
    folder: Path,
    concept: str | None,
    family: str | None,
    count: int,
    seed: int,
    demonstrations: int,
    asked: int,
    progress: Callable[[int], object],
) -> list[Path]:
    """Write `count` tasks, of the chosen families in turn, and say to which files.

    A concept's tasks are in a folder of its name, as in the released corpus. A task
    follows from the seed, its family, its number, and how many pairs it has: the same
    call writes the same bytes, and goes on where it was stopped. If one of the files
    exists and holds anything else, it is refused before any is written. `progress` is
    called with the number of files that were done since the last call.
    """
    at_least("-n", count, 1, MAX_FILES)
    one_of("number of demonstrations", demonstrations, DEMONSTRATIONS)
    one_of("number of asked inputs", asked, ASKED)
    chosen = _chosen(concept, family)
    wanted = [
        (chosen[place % len(chosen)], 1 + place // len(chosen))
        for place in range(count)
    ]
    paths = [_path(folder, *task) for task in wanted]
    exist = [path.exists() for path in paths]

    def text(entry: FamilyEntry, number: int) -> str:
        return _text(entry, number, seed, demonstrations, asked)

    for task, path, exists in zip(wanted, paths, exist, strict=True):
        if exists:
            _check_same(path, text(*task))
            progress(1)
    for task, path, exists in zip(wanted, paths, exist, strict=True):
        if not exists:
            write_text(path, text(*task))
            progress(1)
    return paths


def _chosen(concept: str | None, family: str | None) -> list[FamilyEntry]:
    """The families of a concept, of a name, both, or all."""
    if concept is not None and family is not None:
        return [find_family(concept, family)]
    if concept is not None:
        one_of("concept", concept, sorted({entry.concept for entry in families()}))
    if family is not None:
        one_of("family", family, [entry.name for entry in families()])
    return [
        entry
        for entry in families()
        if concept in (None, entry.concept) and family in (None, entry.name)
    ]


def _path(folder: Path, entry: FamilyEntry, number: int) -> Path:
    name = f"{entry.concept}-{entry.name}-{number}.json"
    return folder / entry.concept / name


def _text(
    entry: FamilyEntry, number: int, seed: int, demonstrations: int, asked: int
) -> str:
    """The file of one task."""
    return as_json(_draw(entry, number, seed, demonstrations, asked))


def _draw(
    entry: FamilyEntry, number: int, seed: int, demonstrations: int, asked: int
) -> NamedTask:
    key = root(seed).stream("concepts", entry.concept, entry.name, number)
    task, answers, _ = draw_task(entry, key.numpy, demonstrations, asked)
    name = f"{entry.concept}-{entry.name}-{number}"
    return NamedTask(name, entry.concept, False, task, answers)


def one_task(
    concept: str | None, family: str | None, seed: int, demonstrations: int
) -> NamedTask:
    """The first task that `write_tasks` writes of a family, which the seed chooses."""
    one_of("number of demonstrations", demonstrations, DEMONSTRATIONS)
    chosen = _chosen(concept, family)
    entry = chosen[root(seed).stream("concepts").integer % len(chosen)]
    return _draw(entry, 1, seed, demonstrations, 3)


def one_with_shortcut(
    concept: str | None, training: str, seed: int, demonstrations: int
) -> NamedTask:
    """A task with a shortcut in a training condition, of a concept the seed may choose.

    All training conditions have the same task, and the same inputs where rule and shortcut
    part.
    """
    one_of("training condition", training, TRAININGS)
    one_of("number of demonstrations", demonstrations, DEMONSTRATIONS)
    if concept is not None:
        one_of("concept", concept, CONCEPTS)
    key = root(seed).stream("concepts", "shortcuts")
    chosen = shortcuts_of(concept or [*CONCEPTS][key.integer % len(CONCEPTS)])
    entry = chosen[key.stream("rule").integer % len(chosen)]
    tasks, _ = draw_tasks(entry, key.stream(entry.name).numpy, demonstrations)
    return with_shortcut(entry, tasks[training])


def _check_same(path: Path, text: str) -> None:
    with reading(path, "choose another folder, or delete it"):
        before = path.read_text(encoding="utf-8")
    if before != text:
        raise Refusal(
            f"{path} holds another task (of another seed or with other numbers of pairs); "
            "choose another folder, or delete it"
        )
