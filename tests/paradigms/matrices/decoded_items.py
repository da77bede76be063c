"""Real items of the released data, as far as pictures of them could be read.

What was read stands here as names and numbers. What varies without meaning in them and
was not read (which colour and type a shape has, where shapes stand when only their
number counts) is filled in: at random, or as simply as can be.

Source: barrett2018, Fig. 1a, and the released items, as decoded in the specification.
"""

import numpy as np

from metamer.paradigms.matrices.rules.vocabulary import (
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    OR,
    POSITION,
    PROGRESSION,
    SLOTS,
    TRIPLES,
    Triple,
)

CELLS = {
    "TL": 0,
    "TC": 1,
    "TR": 2,
    "ML": 3,
    "MC": 4,
    "MR": 5,
    "BL": 6,
    "BC": 7,
    "BR": 8,
}
LINES = {"DD": 0, "DU": 1, "V": 2, "H": 3, "dia": 4, "circ": 5}

ROWS, COLUMNS = 0, 1


def features(*rules):
    """What is known of a matrix that has these (triple, direction)."""
    row = np.array([-1] * 8 + [0] * 7, np.int8)
    for at, (triple, direction) in enumerate(rules):
        row[at], row[4 + at] = TRIPLES.index(triple), direction
    return row


def panel(shapes, lines):
    """Codes of a panel: cells with (type, size, colour), and lines with their colour."""
    codes = np.zeros(SLOTS, np.int16)
    for cell, (type, size, colour) in shapes.items():
        codes[cell] = 1 + 100 * type + 10 * size + colour
    for line, colour in lines.items():
        codes[9 + line] = 1 + colour
    return codes


FIRST_POSITIONS = """
    BL BC BR | TC TR BR | TC TR BL BC BR
    MR BC | TR MR BC BR | TR MR BC BR
    TC BR | TR ML MR BC BR"""
FIRST_LINES = """
    circ | DD H circ | DD dia circ
    circ H | DD DU dia H | DD V H circ
    circ H | DD DU dia H circ"""
FIRST_CANDIDATES = (
    ("TC TR ML MR BC BR", "DD dia circ V H"),
    ("TL MC MR BL", "DD dia circ V H"),
    ("BR", "dia"),
    ("TC TR ML MR BC BR", "dia"),
    ("TL BC", "DD dia circ V H"),
    ("TC TR ML MR BC BR", "dia V H"),
    ("BL BR", "DD DU V"),
    ("TR", "DD dia circ V H"),
)


def first():
    """Position OR along rows, line type OR along columns; the answer is candidate 0.

    Size and line colour are constant, colour and type of shapes distract.
    """
    chance = np.random.default_rng(1073149)
    context = zip(_cut(FIRST_POSITIONS), _cut(FIRST_LINES), strict=True)
    panels = [
        panel(
            {
                CELLS[cell]: (chance.integers(7), 4, chance.integers(10))
                for cell in cells
            },
            {LINES[line]: 0 for line in lines},
        )
        for cells, lines in [
            *context,
            *((cells.split(), lines.split()) for cells, lines in FIRST_CANDIDATES),
        ]
    ]
    rules = (Triple(POSITION, OR), ROWS), (Triple(LINE_TYPE, OR), COLUMNS)
    known = features(*rules)
    known[[8 + 1, 8 + 4]] = 1
    return np.array(panels), 0, known


SECOND = [{6, 1}, {2, 7}, {4}, {5, 7, 1, 9}, {3, 2}, {5, 4, 9}]
SECOND += [{6, 1, 5, 7, 9}, {3, 2, 7}, {4, 5, 9}]
"""Colours of lines in nine panels: OR along columns."""


def second():
    """Line colour OR along columns; the foils, of one to four colours, are ours."""
    foils = [{4}, {5, 9}, {4, 5}, {0, 4, 5, 9}, {5, 9, 8}, {4, 9, 3}, {1, 2}]
    panels = [
        panel({}, {line: sorted(shown)[line % len(shown)] for line in range(6)})
        for shown in [*SECOND, *foils]
    ]
    return np.array(panels), 0, features((Triple(LINE_COLOUR, OR), COLUMNS))


THIRD = [4, 5, 6, 1, 2, 3, 0, 1, 2]
"""Numbers of shapes in nine panels: a progression along rows."""

FIGURE = [6, 6, 2, 7, 7, 3, 8, 8]
FIGURE_CANDIDATES = [8, 0, 3, 0, 4, 8, 6, 5]
"""Numbers of shapes in the context and in the candidates of Fig. 1a."""


def figure():
    """Number progression along columns, no lines; the answer has four shapes."""
    panels = [
        panel(dict.fromkeys(range(many), (0, 5, 5)), {})
        for many in [*FIGURE, *FIGURE_CANDIDATES]
    ]
    return np.array(panels), 4, features((Triple(NUMBER, PROGRESSION), COLUMNS))


def _cut(text):
    return [word.split() for word in text.strip().replace("\n", "|").split("|")]
