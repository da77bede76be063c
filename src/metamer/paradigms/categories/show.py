"""Items as a picture or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.items import Items, Lesson
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.categories.domains.domain import Domain, Flat

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from metamer.paradigms.categories import Categories

EXAMPLES = 4
"""Items shown of each kind."""

INCHES = 2.5
"""The side of a picture of one item."""

KINDS = ((0, 0), (0, 1), (1, 0))
"""Discriminant and distractor of the corners that can be taught; the fourth is asked."""


def pictures(settings: Categories, key: Key) -> list[tuple[str, Figure]]:
    """A caption and a picture for each domain, as its first unit meets it."""
    return [
        (caption(settings, domain), picture(settings, domain, key))
        for domain in settings.domains
    ]


def caption(settings: Categories, domain: Domain) -> str:
    """Which feature decides the label, in words."""
    discriminant, distractor = domain.features
    return (
        f"{domain.name}: {discriminant} decides the label, and {distractor} is the "
        f"distractor. Each unit is taught {settings.per_class} items of each class and "
        "asked about the corner that it has never seen."
    )


def picture(settings: Categories, domain: Domain, key: Key) -> Figure:
    """What is taught and asked: a map of the plane, or examples of each kind."""
    if isinstance(domain, Flat):
        return _maps(settings, domain, key)
    return _examples(domain, _lesson(settings, domain, "partial_exposure", key))


def item_picture(domain: Domain, seen: Any) -> Figure:
    """One item alone, as its domain draws it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(INCHES, INCHES), layout="constrained")
    domain.picture(figure.subplots(), seen)
    return figure


def text(settings: Categories, domain: Domain, training: str, key: Key) -> str:
    """A few taught items with their labels, and a few asked ones with a question mark."""
    shown = plain(settings, domain, training, key)
    return "\n".join(
        _line(domain, item["label"] if item["part"] == "taught" else "?", item["x"])
        for item in shown
    )


def plain(
    settings: Categories, domain: Domain, training: str, key: Key
) -> list[dict[str, Any]]:
    """The same items for a program to read; those that are asked have no label."""
    lesson = _lesson(settings, domain, training, key)
    taught = zip(
        lesson.taught.labels[: 2 * EXAMPLES], lesson.taught.inputs, strict=False
    )
    asked = lesson.asked.inputs[:EXAMPLES]
    return [
        *({"part": "taught", "label": int(label), "x": x} for label, x in taught),
        *({"part": "asked", "label": None, "x": x} for x in asked),
    ]


def _line(domain: Domain, label: object, seen: Any) -> str:
    shown = domain.text(seen)
    return f"{label}\n{shown}\n" if "\n" in shown else f"{label}  {shown}"


def _lesson(settings: Categories, domain: Domain, training: str, key: Key) -> Lesson:
    details = (("domain", domain.name), ("arrangement", settings.arrangements[0]))
    return settings.lesson(Condition(training, details), key.stream("unit", 0))


def _maps(settings: Categories, domain: Domain, key: Key) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2.3 * len(settings.trainings), 2.7), layout="constrained")
    axes = figure.subplots(1, len(settings.trainings), squeeze=False)[0]
    for axis, training in zip(axes, settings.trainings, strict=True):
        lesson = _lesson(settings, domain, training, key)
        for label, mark, colour in ((0, "o", "#0072B2"), (1, "^", "#D55E00")):
            points = lesson.taught.inputs[lesson.taught.labels == label]
            axis.plot(
                *points.T, mark, color=colour, markersize=2.5, label=f"class {label}"
            )
        held_out = lesson.asked.inputs[lesson.notes["part"] == "held_out"]
        axis.plot(*held_out[:60].T, "+", color="0.2", markersize=4, label="asked")
        axis.set_title(training.replace("_", " "), fontsize=9)
        axis.set(xlim=(-7, 7), ylim=(-7, 7), aspect="equal", xticks=[], yticks=[])
    figure.legend(
        *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3
    )
    return figure


def _examples(domain: Domain, lesson: Lesson) -> Figure:
    from matplotlib.figure import Figure

    groups = [(_title(kind, lesson.taught), _of(lesson.taught, kind)) for kind in KINDS]
    corner = lesson.notes["part"] == "held_out"
    groups.append(("asked, never taught", lesson.asked.inputs[corner]))
    texts = lesson.taught.inputs.dtype.kind in "OUT"
    columns = 1 if texts else EXAMPLES
    size = (9.0, 5.2) if texts else (1.5 + 1.1 * columns, 1.25 * len(groups))
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(len(groups), columns, squeeze=False)
    for row, (title, inputs) in zip(axes, groups, strict=True):
        for axis, seen in zip(row, inputs, strict=False):
            domain.picture(axis, seen)
        row[0].set_title(title, fontsize=8, loc="left")
    return figure


def _title(kind: tuple[int, int], taught: Items) -> str:
    label = taught.labels[(taught.features == kind).all(axis=1)]
    return f"class {label[0]}, distractor {kind[1]}" if len(label) else "not taught"


def _of(items: Items, kind: tuple[int, int]) -> np.ndarray:
    return items.inputs[(items.features == kind).all(axis=1)]
