"""Rules for cells: each cell of the output from what can be said of it in the input."""

from metamer.programs.cells.rules import find

__all__ = ["find"]
