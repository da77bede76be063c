"""Where tests find the repository and the published data that lie beside it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = ROOT.parent / "shared/data"
"""Published data are never part of the repository; tests of them skip without them."""
