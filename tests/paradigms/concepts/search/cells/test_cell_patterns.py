"""Colours from a pattern in the grid: symmetry, repetition, halves, lines."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.cells import expressions_patterns, lines
from metamer.paradigms.concepts.search.cells.expressions import EXPRESSIONS
from metamer.paradigms.concepts.search.cells.expressions_objects import PAINTS
from metamer.paradigms.concepts.search.cells.surroundings import Surroundings
from metamer.paradigms.concepts.search.scene import NOTHING, Scene
from metamer.paradigms.concepts.tasks import as_grid


def grid(text: str) -> np.ndarray:
    return as_grid([[int(cell) for cell in row] for row in text.split()])


def painted(text: str, words: str) -> np.ndarray:
    """What the one object of a grid paints on it."""
    scene = Scene(grid(text))
    canvas = scene.grid.copy()
    PAINTS[words].function(scene.objects("any8")[0], scene, canvas)
    return canvas


def given(text: str, words: str) -> np.ndarray:
    return EXPRESSIONS[words].function(Surroundings(Scene(grid(text))))


def test_an_image_is_mirrored_about_any_line():
    image = np.array([[1, 2, 255, 255]], np.uint8)
    mirrored = expressions_patterns.mirror(image, axis=1, twice=3)
    assert mirrored.tolist() == [[NOTHING, NOTHING, 2, 1]]


@pytest.mark.parametrize(
    "words, text, made",
    [
        ("the {} completed left to right", "00300 03030 30000", "00300 03030 30003"),
        ("the {} completed upside down", "00300 03000 00300", "00300 03000 00300"),
        (
            "the {} completed left to right and upside down",
            "3330 3030 3300",
            "3330 3030 3330",
        ),
        ("its image upside down about the main part of the {}", "4 3 3 0", "0 3 3 4"),
        ("the {} completed upside down about its main part", "4 3 3 0", "4 3 3 4"),
    ],
)
def test_an_object_is_completed(words, text, made):
    assert (painted(text, words) == grid(made)).all()


@pytest.mark.parametrize(
    "words, text, made",
    [
        (
            "the most common colour at its place in the repeating pattern",
            "121212 212121 121215 212121 121212 212121",
            "121212 212121 121212 212121 121212 212121",
        ),
        (
            "the colour at its place in the repeating pattern, with background as gaps",
            "121212 343434 120012 340034 121212 343434",
            "121212 343434 121212 343434 121212 343434",
        ),
        ("what continues the pattern of its row", "0312310", "2312312"),
        ("what continues the pattern of its column", "4 5 4 0", "4 5 4 5"),
        ("what is at its place in the other half, left or right", "12934", "34912"),
        ("what is at its place in the other half, above or below", "1 2", "2 1"),
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
def test_a_pattern_is_continued(words, text, made):
    assert (given(text, words) == grid(made)).all()


def test_a_line_points_no_further_than_what_is_next():
    found = lines.colour_of_line(Surroundings(Scene(grid("330500"))), lines.STRAIGHT)
    assert found.tolist() == [[NOTHING, NOTHING, 3, NOTHING, NOTHING, NOTHING]]
