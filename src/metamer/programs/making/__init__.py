"""Programs whose output is made anew: cropped, counted, listed, tiled, put together."""

from metamer.programs.making.find import find

__all__ = ["find"]
