"""Drawing what one unit is taught and asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.items import Items, Lesson, Stream, identify
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.pointers.controls.holdouts import holdout
from metamer.paradigms.pointers.rules.noise import draw_pairs
from metamer.paradigms.pointers.rules.rule import PointerRule

if TYPE_CHECKING:
    from metamer.paradigms.pointers import Pointers


ORIGIN = "origin"
"""The array of a file that says in JSON how its items were made."""


def lesson(settings: Pointers, condition: Condition, key: Key) -> Lesson:
    """The lesson of one unit: a stream of items to learn from, and parts to answer.

    Training sets are nested: the first thousand items of a unit are the same in a set of
    a thousand as in a set of a million. Trainings with the same parts ask the same items.

    Unstated: whether zhang2021 keeps test items out of training. Of 10^11 rows hardly any
    occurs twice, and nothing here prevents it.
    """
    from metamer.training.drawing import draw_items

    rule, size = settings.rule(condition), int(dict(condition.details)["size"])
    left_out = holdout(condition.name, settings.style, rule)
    source = settings.style.source(left_out.taught, rule, "train")
    taught = Stream(source, taught_key(condition, key), size)
    parts = {"taught": draw_items(source, taught.key, min(settings.again, size))}
    for part, distribution in left_out.parts.items():
        test = settings.style.source(distribution, rule, "test")
        parts[part] = draw_items(test, asked_key(condition, part, key), settings.asked)
    sections = [section(part, items) for part, items in parts.items()]
    sections += _noise(settings, rule, key)
    return assemble(settings.style.name, taught, sections)


def taught_key(condition: Condition, key: Key) -> Key:
    """The key of the sequence that is taught; the same for every size and aggregate."""
    return key.stream("taught", _style(condition), condition.name)


def asked_key(condition: Condition, part: str, key: Key) -> Key:
    """The key of the sequence asked; the same for every training, size and aggregate."""
    return key.stream("asked", _style(condition), part)


def _style(condition: Condition) -> str:
    return str(dict(condition.details)["style"])


Section = tuple[Items, dict[str, np.ndarray]]
"""Items, and columns for the table."""


def section(part: str, items: Items) -> Section:
    """New or taught items, with the name of their part."""
    count = len(items.labels)
    notes = {
        "part": np.full(count, part, object),
        "delta": np.full(count, np.nan, np.float32),
        "pair": np.full(count, -1, np.int32),
    }
    return items, notes


def _noise(settings: Pointers, rule: PointerRule, key: Key) -> Iterator[Section]:
    """Pairs of rows: the second is the first after noise.

    Source: zhang2021, Fig. 10.
    """
    for delta in settings.noise:
        stream = key.stream("noise", str(delta)).numpy
        digits = np.concatenate(draw_pairs(rule, delta, settings.pairs, stream))
        pointer, values = digits[:, 0].astype(int), digits[:, 1:].astype(int)
        labels = rule.label(pointer, values).astype(np.int32)
        style: Any = settings.style  # vectors, as `Pointers` has checked
        inputs = style.join(digits)
        items, notes = section("noise", Items(inputs, labels, digits))
        notes["delta"][:] = delta
        notes["pair"] = np.tile(np.arange(settings.pairs, dtype=np.int32), 2)
        yield items, notes


def assemble(style: str, taught: Stream | None, sections: list[Section]) -> Lesson:
    """The lesson that asks these sections, of items of a style."""
    columns = zip(*(items[:3] for items, _ in sections), strict=True)
    asked = Items(*map(np.concatenate, columns))
    parts = [notes for _, notes in sections]
    count = len(asked.labels)
    notes = {
        "item": identify(f"pointers/{style}", asked.inputs),
        "step": np.zeros(count, np.int8),
        **{name: np.concatenate([own[name] for own in parts]) for name in parts[0]},
        "pointer": asked.features[:, 0],
        "label": asked.labels.astype(np.uint8),
        "fitted_after": np.full(count, np.nan, np.float32),
    }
    return Lesson(taught, asked, notes)


def asked(condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """All items that the units were asked, each once: id, input, digits."""
    ids, first = np.unique(
        np.concatenate([lesson.notes["item"] for lesson in lessons]), return_index=True
    )
    inputs, features = (
        np.concatenate([getattr(lesson.asked, part) for lesson in lessons])[first]
        for part in ("inputs", "features")
    )
    group = _style(condition)
    return {
        f"{group}/item": ids.astype(str),
        f"{group}/x": inputs,
        f"{group}/digits": features,
    }
