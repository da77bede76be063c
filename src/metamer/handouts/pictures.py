"""Asked items as pictures, and as a list for programs that run experiments."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import write
from metamer.core.handout import PicturesItems
from metamer.core.study import Condition, Paradigm
from metamer.engines.answered import asked_ids

PICTURES = "pictures"
"""The folder with a PNG for each asked item."""

DPI = 144
"""Pixels an inch."""


def picture_path(item: str) -> str:
    """Where the picture of an item is: its id with signs that any system allows."""
    plain = item.replace("/", "_")
    safe = re.sub(r"[^\w.-]+", "_", plain, flags=re.ASCII)
    if safe != plain:  # two ids may become one
        safe += "_" + hashlib.blake2b(item.encode(), digest_size=4).hexdigest()
    return f"{PICTURES}/{safe}.png"


def draw_pictures(
    paradigm: Paradigm,
    condition: Condition,
    lesson: Any,
    items: Sequence[str],
    out: Path,
) -> None:
    """Write the pictures of some items of a lesson."""
    if not isinstance(paradigm, PicturesItems):
        raise Refusal(
            f"{type(paradigm).__name__} draws no pictures of items: it has no method "
            "item_picture"
        )
    places = {item: place for place, item in enumerate(asked_ids(paradigm, lesson))}
    for item in items:
        figure = paradigm.item_picture(condition, lesson, places[item])
        save = partial(figure.savefig, format="png", dpi=DPI)
        write(out / picture_path(item), save)


def trial(
    arrays: dict[str, np.ndarray], place: int, choices: tuple[str, ...]
) -> dict[str, Any]:
    """One asked item: its id, its picture, the choices with their keys, and what else
    whoever shows it must know."""
    item = str(arrays["item"][place])
    more = {
        name: array[place].tolist()
        for name, array in arrays.items()
        if name not in ("item", "inputs")
    }
    keys = [choice.lower() for choice in choices]
    return {
        "item": item,
        "picture": picture_path(item),
        **({"choices": list(choices), "keys": keys} if choices else {}),
        **more,
    }
