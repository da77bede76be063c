"""Drawing what one unit is taught and asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.items import Items, Lesson, Stream, identify
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.matrices import files
from metamer.streams.matrices.vocabulary import facts, told

if TYPE_CHECKING:
    from metamer.paradigms.matrices import Matrices

PARTS = ("validation", "test")
"""What is asked that is new: like training, and as the regime has it."""


def lesson(settings: Matrices, condition: Condition, key: Key) -> Lesson:
    """The lesson of one unit: matrices to learn from, and parts to ask.

    Training sets are nested: the first thousand matrices of a unit are the same in a set
    of a thousand and of a million.
    """
    taught, parts = (
        _found(settings) if settings.folder else _drawn(settings, condition, key)
    )
    asked = Items(
        *(np.concatenate(column) for column in zip(*parts.values(), strict=True))
    )
    sizes = [len(it.labels) for it in parts.values()]
    return Lesson(taught, asked, _notes(asked, np.repeat(list(parts), sizes)))


def _drawn(
    settings: Matrices, condition: Condition, key: Key
) -> tuple[Stream, dict[str, Items]]:
    from metamer.training.drawing import drawn

    size = int(dict(condition.details)["size"])
    source = settings.source(condition, "train")
    taught = Stream(source, taught_key(condition, key), size)
    parts = {"taught": drawn(source, taught.key, min(settings.again, size))}
    for part in PARTS:
        asking = settings.source(condition, part)
        parts[part] = drawn(asking, asked_key(condition, part, key), settings.asked)
    return taught, parts


def _found(settings: Matrices) -> tuple[Items, dict[str, Items]]:
    """What a folder has; the same for all units."""
    found = {"taught": read(settings, "train", settings.sizes[0])}
    taught = found["taught"]
    found["taught"] = taught.rows(slice(settings.again))
    for part in PARTS:
        found[part] = read(settings, part, settings.asked)
    return taught, {part: it for part, it in found.items() if len(it.labels)}


def read(settings: Matrices, split: str, most: int) -> Items:
    """Some matrices of the folder; none where it has no such split."""
    return files.read(settings.folder, split, most=most)


def taught_key(condition: Condition, key: Key) -> Key:
    """Whose sequence is taught: the same for every size."""
    return key.stream("taught", *_where(condition))


def asked_key(condition: Condition, part: str, key: Key) -> Key:
    """Whose sequence is asked: the same for every size."""
    return key.stream("asked", part, *_where(condition))


def _where(condition: Condition) -> list[str]:
    return [
        condition.name,
        *(str(it) for name, it in condition.details if name != "size"),
    ]


def _notes(asked: Items, parts: np.ndarray) -> dict[str, np.ndarray]:
    known = facts(asked.features)
    return {
        "item": identify("matrices", asked.inputs),
        "step": np.zeros(len(parts), np.int8),
        "part": parts.astype(object),
        "label": asked.labels.astype(np.uint8),
        "triples": (known.triples >= 0).sum(axis=1).astype(np.uint8),
        "structure": np.array([told(it) for it in known.triples], object),
        "distractors": known.distracting.sum(axis=1).astype(np.uint8),
    }


def asked(condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Everything that some units were asked, each matrix once."""
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
