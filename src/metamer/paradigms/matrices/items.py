"""Drawing what one unit is taught and asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.items import Items, Lesson, Stream, identify
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.matrices.files import released
from metamer.paradigms.matrices.rules.vocabulary import describe, facts

if TYPE_CHECKING:
    from metamer.paradigms.matrices import Matrices

PARTS = ("validation", "test")
"""New items: validation is like training, and the test has what was held out."""


def lesson(settings: Matrices, condition: Condition, key: Key) -> Lesson:
    """The lesson of one unit: matrices to learn from, and parts to answer.

    Training sets are nested: the first thousand matrices of a unit are the same in a set
    of a thousand as in a set of a million.
    """
    taught, parts = (
        _from_folder(settings) if settings.folder else _draw(settings, condition, key)
    )
    asked = Items(
        *(np.concatenate(column) for column in zip(*parts.values(), strict=True))
    )
    sizes = [len(part.labels) for part in parts.values()]
    return Lesson(taught, asked, notes_of(asked, np.repeat(list(parts), sizes)))


def _draw(
    settings: Matrices, condition: Condition, key: Key
) -> tuple[Stream, dict[str, Items]]:
    from metamer.training.drawing import draw_items

    size = int(dict(condition.details)["size"])
    source = settings.source(condition, "train")
    taught = Stream(source, taught_key(condition, key), size)
    parts = {"taught": draw_items(source, taught.key, min(settings.again, size))}
    for part in PARTS:
        test = settings.source(condition, part)
        parts[part] = draw_items(test, asked_key(condition, part, key), settings.asked)
    return taught, parts


def _from_folder(settings: Matrices) -> tuple[Items, dict[str, Items]]:
    """The items of a folder; the same for all units."""
    taught = read(settings, "train", settings.sizes[0])
    parts = {"taught": taught.rows(slice(settings.again))}
    for part in PARTS:
        parts[part] = read(settings, part, settings.asked)
    return taught, {part: items for part, items in parts.items() if len(items.labels)}


def read(settings: Matrices, split: str, limit: int) -> Items:
    """The first matrices of a split of the folder; none if it lacks the split."""
    return released.read(settings.folder, split, limit=limit)


def taught_key(condition: Condition, key: Key) -> Key:
    """The key of the sequence that is taught; the same for every size."""
    return key.stream("taught", *_names(condition))


def asked_key(condition: Condition, part: str, key: Key) -> Key:
    """The key of the sequence that is asked; the same for every size."""
    return key.stream("asked", part, *_names(condition))


def _names(condition: Condition) -> list[str]:
    details = (value for name, value in condition.details if name != "size")
    return [condition.name, *map(str, details)]


def notes_of(asked: Items, parts: np.ndarray) -> dict[str, np.ndarray]:
    """The table's columns for items of these parts, from `item` on."""
    known = facts(asked.features)
    return {
        "item": identify("matrices", asked.inputs),
        "step": np.zeros(len(parts), np.int8),
        "part": parts.astype(object),
        "label": asked.labels.astype(np.uint8),
        "triples": (known.triples >= 0).sum(axis=1).astype(np.uint8),
        "structure": np.array([describe(row) for row in known.triples], object),
        "distractors": known.distracting.sum(axis=1).astype(np.uint8),
    }


def asked(condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """All items that the units were asked, each matrix once."""
    ids, first = np.unique(
        np.concatenate([lesson.notes["item"] for lesson in lessons]), return_index=True
    )
    columns = {
        name: np.concatenate([getattr(lesson.asked, name) for lesson in lessons])[first]
        for name in ("inputs", "labels", "features")
    }
    group = condition.name
    return {
        f"{group}/item": ids.astype(str),
        f"{group}/x": columns["inputs"],
        f"{group}/answer": columns["labels"].astype(np.uint8),
        f"{group}/features": columns["features"],
    }
