"""Outside data sets: where they come from, checked and kept."""

from metamer.data.cache import describe, load
from metamer.data.fetch import find

__all__ = ["describe", "find", "load"]
