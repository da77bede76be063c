"""Small sources whose statistics can be counted by hand."""

from itertools import combinations, product

import numpy as np
import pytest

from metamer.metamers.source import Source


@pytest.fixture
def kin():
    """Two bits that are often equal (P(11) = .2, P(1) = .3), and a fair coin."""
    rows = np.array(list(product((0, 1), repeat=3)), np.uint8)
    return Source(rows, np.repeat([0.6, 0.1, 0.1, 0.2], 2) / 2)


@pytest.fixture
def xor():
    """Three bits with an even sum: every pair is independent, the third is decided."""
    rows = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]], np.uint8)
    return Source(rows, np.full(4, 0.25))


@pytest.fixture
def letters():
    """Variables with three values: the second is the first plus one, modulo 3."""
    rows = np.array([[0, 1], [1, 2], [2, 0]], np.uint8)
    return Source(rows, np.array([0.5, 0.3, 0.2]))


@pytest.fixture
def rectangles():
    """Outlines of all rectangles on a 7x7 board."""
    boards = np.zeros((441, 7, 7), np.uint8)
    sides = combinations(range(7), 2)
    for board, ((top, bottom), (left, right)) in zip(
        boards, product(sides, repeat=2), strict=True
    ):
        board[top : bottom + 1, left : right + 1] = 1
        board[top + 1 : bottom, left + 1 : right] = 0
    return Source(boards, np.full(441, 1 / 441))
