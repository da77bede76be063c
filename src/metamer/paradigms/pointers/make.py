"""Items on request, for files."""

from __future__ import annotations

import numpy as np

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.core.keys import root
from metamer.core.reading import from_plain
from metamer.core.settings import toml_value
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.controls import holdout
from metamer.paradigms.pointers.items import asked_key, taught_key
from metamer.paradigms.pointers.styles.style import SPLITS, Style


def paradigm(
    style: str, settings: dict[str, str], complexity: int, aggregate: str, training: str
) -> Pointers:
    """A paradigm with one condition; settings of the style are texts."""
    values = {key: toml_value(text) for key, text in settings.items()}
    chosen = from_plain(Style, {**values, "name": style}, f"style {style}")  # type: ignore[type-abstract]
    return Pointers(chosen, (training,), (complexity,), (aggregate,))


def part_of(training: str, split: str, part: str | None) -> str:
    """Which part is meant where none is named: what training left out, if anything."""
    one_of("split", split, SPLITS)
    if split == "test":
        return part or ("iid" if training == "iid" else "holdout")
    if part:
        raise Refusal(f"--part goes with --split test, not with --split {split}")
    return "taught"


def items(settings: Pointers, split: str, part: str, many: int, seed: int) -> Items:
    """Items of one part, the first ones that there are.

    Those of `train` are what unit 0 of a study with this seed is taught, and those of
    `test` what it is asked. Pictures of each split are made of images of their own.
    """
    from metamer.training.drawing import drawn

    at_least("-n", many, 1)
    at_least("--seed", seed, 0)
    condition, unit = settings.conditions()[0], root(seed).stream("unit", 0)
    rule = settings.rule(condition)
    held_out = holdout(condition.name, settings.style, rule)
    if split == "test":
        one_of(f"part of {condition.name}", part, held_out.parts)
        law, key = held_out.parts[part], asked_key(condition, part, unit)
    else:
        law, key = held_out.taught, taught_key(condition, unit)
    # Validation follows the law of training, and is not what is taught.
    key = key.stream("validation") if split == "validation" else key
    return drawn(settings.style.source(law, rule, split), key, many)


def arrays(items: Items) -> dict[str, np.ndarray]:
    """The arrays of an npz file: what is seen, the right answers, and the digits.

    A row of `digits` has the pointer first, whatever the style.
    """
    return {
        "inputs": items.inputs,
        "labels": items.labels.astype(np.uint8),
        "digits": items.features,
    }
