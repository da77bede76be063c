"""Programs whose output is made anew: cropped, counted, listed, tiled, put together."""

from metamer.paradigms.concepts.search.outputs.find import find

__all__ = ["find"]
