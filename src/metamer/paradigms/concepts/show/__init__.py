"""Tasks and grids as text, in the terminal, as SVG and as pictures."""

from metamer.paradigms.concepts.show.pictures import (
    picture,
    svg,
    svg_difference,
    svg_grid,
)
from metamer.paradigms.concepts.show.texts import prompt, terminal, terminal_task, text

__all__ = [
    "picture",
    "prompt",
    "svg",
    "svg_difference",
    "svg_grid",
    "terminal",
    "terminal_task",
    "text",
]
