"""Drawing what one unit is taught and asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.items import Items, Lesson, Stream, identify
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.pointers.controls import holdout
from metamer.paradigms.pointers.noise import noisy
from metamer.paradigms.pointers.rules import Rule

if TYPE_CHECKING:
    from metamer.paradigms.pointers import Pointers


def lesson(settings: Pointers, condition: Condition, key: Key) -> Lesson:
    """The lesson of one unit: a stream of items to learn from, and parts to ask.

    Training sets are nested: the first thousand items of a unit are the same in a set of
    a thousand and of a million. Trainings that leave out the same things ask the same.

    Unstated: whether zhang2021 keeps test items out of training. With 10^11 rows they
    hardly ever meet, and here nothing prevents it.
    """
    from metamer.training.drawing import drawn

    rule, size = settings.rule(condition), int(dict(condition.details)["size"])
    held = holdout(condition.name, settings.style, rule)
    source = settings.style.source(held.taught, rule, "train")
    taught = Stream(source, taught_key(condition, key), size)
    parts = {"taught": drawn(source, taught.key, min(settings.again, size))}
    for part, law in held.parts.items():
        asking = settings.style.source(law, rule, "test")
        parts[part] = drawn(asking, asked_key(condition, part, key), settings.asked)
    sections = [_section(part, items) for part, items in parts.items()]
    sections += _noise(settings, rule, condition, key)
    return _assembled(settings, condition, taught, sections)


def taught_key(condition: Condition, key: Key) -> Key:
    """Whose sequence is taught: the same for every size and aggregate."""
    where = dict(condition.details)
    return key.stream("taught", str(where["style"]), condition.name)


def asked_key(condition: Condition, part: str, key: Key) -> Key:
    """Whose sequence is asked: the same for every training, size and aggregate."""
    return key.stream("asked", str(dict(condition.details)["style"]), part)


Section = tuple[Items, dict[str, np.ndarray]]
"""Items, and what is noted of each."""


def _section(part: str, items: Items) -> Section:
    many = len(items.labels)
    notes = {
        "part": np.full(many, part, object),
        "delta": np.full(many, np.nan, np.float32),
        "pair": np.full(many, -1, np.int32),
    }
    return items, notes


def _noise(
    settings: Pointers, rule: Rule, condition: Condition, key: Key
) -> Iterator[Section]:
    """Pairs of rows of which the second is the first after some noise.

    Source: zhang2021, Fig. 10.
    """
    for delta in settings.noise:
        stream = key.stream("noise", str(delta)).numpy
        digits = np.concatenate(noisy(rule, delta, settings.pairs, stream))
        pointer, values = digits[:, 0].astype(int), digits[:, 1:].astype(int)
        labels = rule.label(pointer, values).astype(np.int32)
        style: Any = settings.style  # vectors, as `Pointers` has checked
        seen = style.joined(digits)
        items, notes = _section("noise", Items(seen, labels, digits))
        notes["delta"][:] = delta
        notes["pair"] = np.tile(np.arange(settings.pairs, dtype=np.int32), 2)
        yield items, notes


def _assembled(
    settings: Pointers, condition: Condition, taught: Stream, sections: list[Section]
) -> Lesson:
    asked = Items(
        *(
            np.concatenate(column)
            for column in zip(*(it[:3] for it, _ in sections), strict=True)
        )
    )
    noted = [notes for _, notes in sections]
    many = len(asked.labels)
    notes = {
        "item": identify(f"pointers/{settings.style.name}", asked.inputs),
        "step": np.zeros(many, np.int8),
        **{name: np.concatenate([it[name] for it in noted]) for name in noted[0]},
        "pointer": asked.features[:, 0],
        "label": asked.labels.astype(np.uint8),
        "fitted_after": np.full(many, np.nan, np.float32),
    }
    return Lesson(taught, asked, notes)


def asked(condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Everything that some units were asked, each item once: id, input, digits."""
    ids, first = np.unique(
        np.concatenate([lesson.notes["item"] for lesson in lessons]), return_index=True
    )
    inputs, features = (
        np.concatenate([getattr(lesson.asked, part) for lesson in lessons])[first]
        for part in ("inputs", "features")
    )
    group = dict(condition.details)["style"]
    return {
        f"{group}/item": ids.astype(str),
        f"{group}/x": inputs,
        f"{group}/digits": features,
    }
