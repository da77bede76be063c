"""Programs about things: choose some, and recolour, move, copy or complete them."""

from metamer.programs.things.find import find

__all__ = ["find"]
