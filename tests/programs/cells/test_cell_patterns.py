"""Colours from an order in the grid: symmetry, repetition, halves, lines."""

import numpy as np
import pytest

from metamer.programs.cells import expressions_patterns, lines
from metamer.programs.cells.expressions import EXPRESSIONS
from metamer.programs.cells.expressions_things import PAINTS
from metamer.programs.cells.sight import Sight
from metamer.programs.scene import NOTHING, Scene
from metamer.programs.task import as_grid


def grid(text: str) -> np.ndarray:
    return as_grid([[int(cell) for cell in row] for row in text.split()])


def painted(text: str, words: str) -> np.ndarray:
    """What the one thing of a grid paints on it."""
    scene = Scene(grid(text))
    canvas = scene.grid.copy()
    paints = next(it for told, _, _, it in PAINTS if told == words)
    paints(scene.things("any8")[0], scene, canvas)
    return canvas


def given(text: str, words: str) -> np.ndarray:
    gives = next(it for told, _, it in EXPRESSIONS if told == words)
    return gives(Sight(Scene(grid(text))))


def test_an_image_is_mirrored_about_any_line():
    image = np.array([[1, 2, 255, 255]], np.uint8)
    mirrored = expressions_patterns.mirror(image, axis=1, twice=3)
    assert mirrored.tolist() == [[NOTHING, NOTHING, 2, 1]]


@pytest.mark.parametrize(
    "words, text, made",
    [
        ("{} completed left to right", "00300 03030 30000", "00300 03030 30003"),
        ("{} completed up to down", "00300 03000 00300", "00300 03000 00300"),
        (
            "{} completed left to right and up to down",
            "3330 3030 3300",
            "3330 3030 3330",
        ),
        ("its image up to down about the main part of {}", "4 3 3 0", "0 3 3 4"),
        ("{} completed up to down about its main part", "4 3 3 0", "4 3 3 4"),
    ],
)
def test_a_thing_is_completed(words, text, made):
    assert (painted(text, words) == grid(made)).all()


@pytest.mark.parametrize(
    "words, text, made",
    [
        (
            "what is usual at its place in the repeating pattern",
            "121212 212121 121215 212121 121212 212121",
            "121212 212121 121212 212121 121212 212121",
        ),
        (
            "what the pattern repeats to, background being gaps",
            "121212 343434 120012 340034 121212 343434",
            "121212 343434 121212 343434 121212 343434",
        ),
        ("what its row goes on with", "0312310", "2312312"),
        ("what its column goes on with", "4 5 4 0", "4 5 4 5"),
        ("what is in its place in the other half, left or right", "12934", "34912"),
        ("what is in its place in the other half, above or below", "1 2", "2 1"),
        ("the colour of the line that points at it", "0330 0000", "3333 0000"),
        (
            "the colour of the line that points diagonally at it",
            "300 030 000",
            "300 030 003",
        ),
        ("the colour of the line that points straight at it", "0330 0330", "0330 0330"),
        ("the colour of the line that points straight at it", "33004", "33334"),
    ],
)
def test_an_order_goes_on(words, text, made):
    assert (given(text, words) == grid(made)).all()


def test_a_line_points_no_further_than_the_first_thing():
    found = lines.pointing(Sight(Scene(grid("330500"))), lines.STRAIGHT)
    assert found.tolist() == [[NOTHING, NOTHING, 3, NOTHING, NOTHING, NOTHING]]
