"""Draw the pictures of the pages, `docs/images/*.svg`, from what `results/` holds.

What each shows is in `docs/figures/captions.toml`. Run it after results have changed:

    python docs/make_figures.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from figures import atlas, categories, concepts, matrices, pointers, tiles
from figures.shared import svg
from matplotlib.figure import Figure

DOCS = Path(__file__).resolve().parent
IMAGES = DOCS / "images"
CAPTIONS = DOCS / "figures" / "captions.toml"

FIGURES: dict[str, Callable[[], Figure]] = {
    "categories-plane": categories.plane,
    "categories-interpolation": categories.interpolation,
    "categories-digits": categories.digits,
    "categories-faces": categories.faces,
    "tiles-rules": tiles.rules,
    "tiles-differences": tiles.differences,
    "tiles-players": tiles.players,
    "tiles-quality": tiles.quality,
    "pointers-complexity": pointers.complexity,
    "pointers-holdout": pointers.holdout,
    "matrices-audit": matrices.audit,
    "matrices-training": matrices.training,
    "matrices-regimes": matrices.regimes,
    "concepts-accuracy": concepts.accuracy,
    "concepts-search": concepts.search,
    "concepts-shortcuts": concepts.shortcuts,
}
"""What draws each picture with Matplotlib, by its name."""

TEXTS: dict[str, Callable[[], str]] = {"atlas": atlas.atlas}
"""Pictures that a report draws as SVG itself."""


def draw(name: str) -> str:
    """A picture as the text of an SVG file."""
    return TEXTS[name]() if name in TEXTS else svg(FIGURES[name]())


if __name__ == "__main__":
    for name in sys.argv[1:] or (*FIGURES, *TEXTS):
        place = IMAGES / f"{name}.svg"
        place.write_text(draw(name), encoding="utf-8")
        print(place)
