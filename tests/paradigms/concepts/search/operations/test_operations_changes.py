"""One example for each change: what its words say, done to a small image."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.operations.compilation import compiled
from metamer.paradigms.concepts.search.operations.table import families, family
from metamer.paradigms.concepts.search.operations.types import Change, Image

CHANGES = [entry.name for entry in families() if entry.kind == "change"]


@compiled
def call(function: Change, image: Image, whole: Image, argument: int) -> Image:
    return function(image, whole, argument)


def change(name: str, image: Image, whole: Image, argument: int) -> Image:
    return call(family(name).function, image, whole, argument)


# The operation, its argument, an image and what becomes of it; a dot is black.
EXAMPLES = [
    ("keep", 2, "12/.2", ".2/.2"),
    ("erase", 2, "12/.2", "1./.."),
    ("keep_by_count", 0, "12/.2", ".2/.2"),
    ("keep_by_count", 1, "12/.2", "1./.."),
    ("erase_by_count", 0, "12/.2", "1./.."),
    ("dye_by_count", 1, "12/.2", "11/.1"),
    ("dye_as_input", 0, "12/.2", "22/.2"),
    ("dye_input", 1, "12/.2", "11/.1"),
    ("single_cell", 0, "12/.2", "2"),
    ("swap", 0, "12/.2", "21/.1"),
    ("swap", 0, "123", ""),
    ("invert", 0, "3./.3", ".3/3."),
    ("without_ground", 0, "444/4.4/461", ".../.../.61"),
    ("crop", 0, ".../.3./...", "3"),
    ("trim", 0, "111/121/111", "2"),
    ("trim", 1, "11/22", "22"),
    ("side", 1, "11/22", "22"),
    ("side", 3, "12/34", "2/4"),
    ("half", 1, "11/22/33", "33"),
    ("half", 2, "123", "1"),
    ("middle", 0, "123", "2"),
    ("middle", 2, "123/456", "2/5"),
    ("input_there", 0, "12/34", "12/34"),
    ("input_there", 1, "1", ".../.1./..."),
    ("compress", 0, "1.2/...", "12"),
    ("compress", 1, "112/112/334", "12/34"),
    ("fill_holes", 0, "111/1.1/111", "111/111/111"),
    ("fill_holes", 0, ".1./1.1/.1.", ".1./111/.1."),
    ("fill_holes", 1, ".1./1.1/.1.", ".1./1.1/.1."),
    ("holes", 0, "222/2.2/222", ".../.2./..."),
    ("outline", 0, "111/111/111", "111/1.1/111"),
    ("outline", 2, "111/111/111", ".../.1./..."),
    ("fill_box", 0, "3../..3", "333/333"),
    ("fill_box", 1, "3.4/3.3", "334/333"),
    ("fill_box", 2, "3../..3", ".33/33."),
    ("box_outline", 0, "5../.../..5", "555/5.5/555"),
    ("border", 0, "5", "555/555/555"),
    ("border", 2, "5../.../...", "555/5.5/555"),
    ("touching_edge", 0, "1../.../...", "1../.../..."),
    ("touching_edge", 1, "1../.../.2./...", ".../.../.2./..."),
    ("flip", 0, "12/34", "21/43"),
    ("flip", 1, "12/34", "34/12"),
    ("flip", 2, "12/34", "43/21"),
    ("flip", 3, "12/34", "13/24"),
    ("flip", 4, "12/34", "31/42"),
    ("flip", 5, "12/34", "24/13"),
    ("flip", 6, "12/34", "42/31"),
    ("symmetrise", 0, "1.2/3..", "1.2/3.3"),
    ("symmetrise_fully", 0, "1./..", "11/11"),
    ("symmetrise_fully", 1, ".1./.../...", ".1./1.1/.1."),
    ("smear", 3, "1..2.", "11122"),
    ("smear", 11, ".../.../.1.", ".../..1/.1."),
    ("smear", 12, ".../.1./...", ".1./111/.1."),
    ("shoot", 3, "1..2.", "11122"),
    ("pierce", 2, "..2", "222"),
    ("reach", 3, "1..2.", "1112."),
    ("link_equal", 0, "1.1.2", "111.2"),
    ("link_any", 0, "1.2", "112"),
    ("link_through", 0, "12.1", "1111"),
    ("grow", 0, "1../...", "11./1.."),
    ("grow", 1, "1../...", "11./11."),
    ("spread", 0, "1..", "111"),
    ("fall", 1, "12/.3/..", "../.2/13"),
    ("fall", 2, ".1.2", "12.."),
    ("drop", 1, "11/.1/..", "../11/.1"),
    ("slide", 3, "1..", "1.."),
    ("slide_to", 1, "1..", "1.."),
    ("to_edge", 0, "1", "1"),
    ("beside", 0, "1", "1"),
    ("one_step", 0, "1", "1"),
    ("mirrored_place", 0, "1", "1"),
    ("centred", 0, "1", "1"),
    ("cells_as_bar", 0, "1.1/11.", "1111"),
    ("cells_as_bar", 1, "1.1", "1/1"),
    ("colours_as_bar", 2, "12/11", "11/11"),
    ("colours_as_bar", 3, "12/11", "1./.1"),
    ("twice", 0, "12", "1212"),
    ("twice", 2, "12", "12/12"),
    ("twice_apart", 0, "12", "12.12"),
    ("twice_mirrored", 0, "12", "1221"),
    ("enlarge", 0, "12", "1122/1122"),
    ("continue_pattern", 0, "12.2/....", "1212/1212"),
    ("even", 0, "112/333", "111/333"),
    ("even", 1, "13/13/23", "13/13/13"),
    ("even", 2, "1311/3333", "1111/3333"),
    ("despeckle", 0, "11./..2", "11./..."),
    ("despeckle", 2, "111/121/111", "111/111/111"),
    ("despeckle", 3, "111/1.1/111", "111/111/111"),
    ("against_input", 0, "1.", ".."),
    ("against_input", 1, "1.", "1."),
]


def as_image(picture: str, top: int = 0, left: int = 0) -> Image:
    rows = [
        [0 if cell == "." else int(cell) for cell in row] for row in picture.split("/")
    ]
    return Image(np.array(rows, np.uint8), top, left)


def as_picture(cells: np.ndarray) -> str:
    return "/".join("".join(".123456789"[cell] for cell in row) for row in cells)


@pytest.mark.parametrize("name, argument, before, after", EXAMPLES)
def test_a_change_does_what_its_words_say(name, argument, before, after):
    image = as_image(before)
    changed = change(name, image, image, argument)
    assert as_picture(changed.cells) == after


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_has_an_example(name):
    assert name in {example[0] for example in EXAMPLES}


# The input, the corner of a single cell 1, and where the cell goes.
PLACES = [
    ("slide", 3, "1..2", (0, 0), (0, 2)),
    ("slide", 1, "1/./.", (0, 0), (2, 0)),
    ("slide_to", 0, "1..2", (0, 0), (0, 2)),
    ("slide_to", 0, "1.../....", (0, 0), None),
    ("to_edge", 3, "1..2", (0, 0), (0, 3)),
    ("to_edge", 1, "1./..", (0, 0), (1, 0)),
    ("beside", 7, "1./..", (0, 0), (1, 1)),
    ("one_step", 1, "1/.", (0, 0), (1, 0)),
    ("mirrored_place", 0, "1..", (0, 0), (0, 2)),
    ("mirrored_place", 2, "1../...", (0, 0), (1, 2)),
    ("centred", 0, "1../.../...", (0, 0), (1, 1)),
    ("centred", 1, "1.222", (0, 0), (0, 3)),
]


@pytest.mark.parametrize("name, argument, whole, start, end", PLACES)
def test_a_cell_moves_to_where_the_words_say(name, argument, whole, start, end):
    moved = change(name, as_image("1", *start), as_image(whole), argument)
    assert (None if moved.cells.size == 0 else (moved.top, moved.left)) == end


def test_a_part_of_the_input_shoots_until_it_meets_the_rest():
    shot = change("shoot", as_image("1"), as_image("1..2."), 3)
    assert as_picture(shot.cells) == "111.."


def test_a_part_of_the_input_pierces_the_rest():
    shot = change("pierce", as_image("1"), as_image("1..2."), 3)
    assert as_picture(shot.cells) == "11111"


def test_the_input_is_shown_around_its_part():
    around = change("input_there", as_image("2", 0, 1), as_image("123"), 1)
    assert as_picture(around.cells) == ".../123/..."
    assert (around.top, around.left) == (-1, 0)


def test_the_rest_of_a_box_is_what_else_the_input_has_there():
    rest = change("against_input", as_image("1.1"), as_image("121"), 2)
    assert as_picture(rest.cells) == ".2."


def as_grid(generator) -> np.ndarray:
    """A small grid of few colours, with equal rows and columns now and then."""
    height, width = generator.integers(1, 6, 2)
    grid = generator.integers(0, 3, (height, width)).astype(np.uint8)
    rows, columns = np.sort(generator.integers(0, (height, width), (6, 2)), axis=0).T
    return grid[rows][:, columns] if generator.random() < 0.5 else grid


PLAIN = [
    (entry.name, argument)
    for entry in families()
    if entry.plain
    for argument in range(len(entry.choices) or 1)
]


@pytest.mark.parametrize("name, argument", PLAIN)
def test_both_backends_do_the_same(name, argument):
    generator = np.random.default_rng(7)
    for _ in range(60):
        grid = np.ascontiguousarray(as_grid(generator))
        image = Image(grid, 0, 0)
        made, plain = (
            change(name, image, image, argument).cells,
            family(name).plain(grid, argument),
        )
        expected = np.zeros((0, 0), np.uint8) if plain is None else plain
        assert made.size == expected.size
        assert made.size == 0 or np.array_equal(made, expected)
