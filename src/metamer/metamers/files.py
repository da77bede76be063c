"""Sources from files, and recipes by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from metamer.core.checked import read_arrays
from metamer.core.errors import Refusal
from metamer.core.reading import from_plain
from metamer.core.settings import toml_value
from metamer.metamers.recipe import Recipe
from metamer.metamers.source import Source

NAMES = ("boards", "rows")
"""What an npz file calls its rows, unless they are all there is."""
PROBABILITIES = "probabilities"
"""What it calls their probabilities, if it is an exact table."""


def read(path: Path) -> tuple[Source, str]:
    """The source in an npy or npz file, and what the file calls its rows."""
    arrays = _arrays(path)
    probabilities = arrays.pop(PROBABILITIES, None)
    named = [name for name in NAMES if name in arrays] or list(arrays)
    if not named:
        raise Refusal(f"there is no array in {path}")
    if len(named) > 1:
        raise Refusal(
            f"{path} has several arrays ({', '.join(named)}); "
            f"call the one to use {' or '.join(map(repr, NAMES))}"
        )
    try:
        return Source(arrays[named[0]], probabilities), named[0]
    except Refusal as refusal:
        raise Refusal(f"{path}: {refusal}") from None


def _arrays(path: Path) -> dict[str, np.ndarray]:
    """Every array of a file by its name; that of an npy file is `rows`."""
    arrays = read_arrays(path, "it must be an npy or npz file of whole numbers")
    return {name or NAMES[1]: array for name, array in arrays.items()}


def named_recipe(name: str, settings: dict[str, str]) -> Recipe:
    """A recipe by name, with some settings given as texts."""
    values = {key: toml_value(text) for key, text in settings.items()}
    return from_plain(Recipe, {**values, "name": name}, f"recipe {name}")  # type: ignore[type-abstract]
