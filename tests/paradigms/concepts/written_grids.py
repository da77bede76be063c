"""Grids written by hand: a text for each row, a digit for each colour, a dot for black."""

from metamer.paradigms.concepts.tasks import Grid, as_grid


def grid(*rows: str) -> Grid:
    """The grid that the rows show."""
    return as_grid([[0 if cell == "." else int(cell) for cell in row] for row in rows])
