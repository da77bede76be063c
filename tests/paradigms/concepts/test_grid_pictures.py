"""Tasks and grids as text, in the terminal, as SVG and as pictures."""

import re
from io import BytesIO, StringIO
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread
from rich.console import Console

from metamer.core.errors import Refusal
from metamer.paradigms.concepts import show
from metamer.paradigms.concepts.show import pictures
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid

FIRST = Pair(as_grid([[0, 3], [1, 1]]), as_grid([[3, 0, 0]]))
ASKED = as_grid([[5, 5, 5]])
ANSWER = as_grid([[9]])
TASK = Task((FIRST,), (ASKED, ASKED))
ANSWERS = (ANSWER, None)


def elements(svg, name):
    root = ElementTree.fromstring(svg)
    return list(root.iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def fills(svg):
    return [
        path.get("fill") for path in elements(svg, "path") if path.get("fill") != "none"
    ]


def crosses(svg):
    """The paths that are black lines."""
    return [path for path in elements(svg, "path") if path.get("stroke") == "#000000"]


def test_text_has_the_output_beside_the_input():
    assert show.text(TASK, ANSWERS) == (
        "demonstration 1\n03  300\n11\n\nasked 1\n555  9\n\nasked 2\n555  ?"
    )


def test_a_prompt_has_rows_in_brackets_and_no_answer():
    words = show.prompt(TASK, 1)
    assert "Input 1:\n[0 3]\n[1 1]\n\nOutput 1:\n[3 0 0]\n" in words
    assert "Test input:\n[5 5 5]\n" in words
    assert "9" not in words
    with pytest.raises(Refusal, match="no asked input 2; the task has 0 to 1"):
        show.prompt(TASK, 2)


def printed(what, width=80, **how):
    file = StringIO()
    Console(file=file, width=width, **how).print(what)
    return file.getvalue()


def test_the_terminal_shows_two_columns_for_each_cell():
    assert printed(show.terminal(FIRST.input)) == " 0 3\n 1 1\n"


def test_the_terminal_shows_arcs_colours():
    coloured = printed(
        show.terminal(ANSWER), force_terminal=True, color_system="truecolor"
    )
    assert "48;2;135;12;37" in coloured


def test_an_output_stands_below_its_input_where_the_terminal_is_narrow():
    wide = printed(show.terminal_task(TASK, ANSWERS))
    narrow = printed(show.terminal_task(TASK, ANSWERS, 8), 8)
    assert " 0 3   3 0 0" in wide
    assert re.search(r"0 3 *\n 1 1 *\n *\n 3 0 0", narrow)
    assert wide.count("?") == narrow.count("?") == 1


def test_an_svg_has_every_grid_once_and_a_mark_for_an_unknown_answer():
    svg = show.svg(TASK, ANSWERS)
    assert len(elements(svg, "g")) == 5
    labels = [it.text for it in elements(svg, "text")]
    assert labels == ["demonstration 1", "asked 1", "asked 2", "?"]
    assert sorted(fills(svg)) == sorted(
        [
            *("#000000", "#2ECC40", "#0074D9"),
            *("#000000", "#2ECC40"),
            *("#AAAAAA", "#AAAAAA", "#870C25"),
        ]
    )
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_one_shape_has_all_cells_of_a_colour():
    (shape,) = [
        it.get("d")
        for it in elements(show.svg_grid(as_grid([[4, 4, 0], [0, 4, 4]])), "path")
        if it.get("fill") == "#FFDC00"
    ]
    assert shape == "M0 0h2v1h-2zM1 1h2v1h-2z"


def test_wrong_cells_are_crossed():
    guess = as_grid([[3, 0, 7], [1, 1, 1]])
    answer = as_grid([[3, 0, 0], [1, 1, 2]])
    svg = show.svg_difference(guess, answer)
    (lines,) = crosses(svg)
    assert re.findall(r"M(\d)\.2 (\d)\.2", lines.get("d")) == [("2", "0"), ("2", "1")]
    assert elements(svg, "title")[0].text == "2 x 3 cells, 2 wrong"


def test_a_right_guess_has_no_cross():
    assert not crosses(show.svg_difference(ASKED, ASKED))


def test_a_guess_of_the_wrong_size_is_crossed_as_a_whole():
    svg = show.svg_difference(ASKED, ANSWER)
    (lines,) = crosses(svg)
    assert lines.get("d") == "M0 0L3 1M0 1L3 0"
    assert elements(svg, "title")[0].text == "1 x 3 cells, not 1 x 1 cells"


@pytest.mark.parametrize("side", [1, 30])
def test_grids_of_a_picture_never_overlap_and_fit_into_it(side):
    grid = np.zeros((side, side), np.uint8)
    plan = pictures.layout(
        Task((Pair(grid, grid),) * 5, (grid,) * 3), (None, grid, grid)
    )
    reach = side * plan.cell
    assert pictures.MIN_CELL <= plan.cell <= pictures.MAX_CELL
    tops = {one.top for one in plan.grids}
    assert len(tops) == 2 and max(tops) - min(tops) > reach
    lefts = sorted({one.left for one in plan.grids})
    assert len(lefts) == 8 and min(np.diff(lefts)) > reach
    assert max(lefts) + reach < plan.width and max(tops) + reach < plan.height


def test_a_picture_has_arcs_colours_where_the_layout_says():
    plan = pictures.layout(TASK, ANSWERS)
    file = BytesIO()
    show.picture(TASK, ANSWERS).savefig(file, format="png", dpi=96)
    file.seek(0)
    pixels = (imread(file) * 255).round().astype(int)
    grid, left, top = plan.grids[0]
    assert grid.tolist() == [[0, 3], [1, 1]]
    middles = [int((place + 0.5) * plan.cell) for place in (0, 1)]
    green = pixels[int(top) + middles[0], int(left) + middles[1], :3]
    blue = pixels[int(top) + middles[1], int(left) + middles[0], :3]
    assert green.tolist() == [0x2E, 0xCC, 0x40]
    assert blue.tolist() == [0x00, 0x74, 0xD9]
