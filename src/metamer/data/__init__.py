"""Outside data sets: fetched, checked, converted and cached."""

from metamer.data.cache import describe, load
from metamer.data.fetch import find

__all__ = ["describe", "find", "load"]
