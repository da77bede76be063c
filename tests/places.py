"""Where tests find the repository, and the published data that are not part of it."""

from pathlib import Path

import pytest

from metamer.data import cache

ROOT = Path(__file__).resolve().parents[1]

PUBLISHED = {
    "tiles-people": (ROOT.parent / "shared/data/tiles", cache.path("tiles-people")),
    "conceptarc": (ROOT.parent / "shared/data/conceptarc", cache.path("conceptarc")),
}
"""Where data sets may lie: beside the repository, or in the user's cache, which is looked
up before a test chooses another one."""


def published(name: str, part: str = "") -> Path:
    """The folder of a published data set, or a part of it; skips the test without it."""
    for folder in PUBLISHED[name]:
        if (folder / part).exists():
            return folder / part
    pytest.skip(
        f"{name} has no {part or 'files'} here; run `metamer data {name}` with a source "
        "that has it (docs/guides/data.md)"
    )
