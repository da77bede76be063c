"""What is a right matrix, and what is not."""

import decoded_items
import numpy as np
import pytest
from decoded_items import SECOND, THIRD, features, panel
from made_matrices import GRIDS, drawn_items, matrix, show

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.matrices.controls.regimes import REGIMES
from metamer.paradigms.matrices.rules import checker
from metamer.paradigms.matrices.rules.checker import check, check_items
from metamer.paradigms.matrices.rules.relations import follows, holds, values_in
from metamer.paradigms.matrices.rules.vocabulary import (
    AND,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    OR,
    POSITION,
    PROGRESSION,
    SIZE,
    TRIPLES,
    TYPE,
    UNION,
    XOR,
    Triple,
)

each_triple = pytest.mark.parametrize("triple", TRIPLES, ids=str)
each_direction = pytest.mark.parametrize("direction", [0, 1])
each_decoded = pytest.mark.parametrize(
    "item", [decoded_items.first, decoded_items.second, decoded_items.figure]
)

SIZES = Triple(SIZE, PROGRESSION)


def sets(*values):
    return [frozenset(value) for value in values]


def lines(grid, along="rows"):
    nine = sets(*grid)
    rows = [nine[:3], nine[3:6], nine[6:]]
    return rows if along == "rows" else [list(line) for line in zip(*rows, strict=True)]


@each_decoded
def test_real_items_are_proven(item):
    assert check(*item()) == []


@each_decoded
def test_real_items_are_right_for_one_answer_only(item):
    symbols, label, known = item()
    for other in set(range(8)) - {label}:
        assert checker.AMBIGUOUS in check(symbols, other, known)
        assert checker.BROKEN in check(symbols, other, known)


def test_real_relations_hold_along_their_own_direction():
    assert holds(OR, lines(SECOND, "columns"))
    assert not holds(OR, lines(SECOND, "rows"))
    numbers = [{one} for one in THIRD]
    assert holds(PROGRESSION, lines(numbers, "rows"))
    assert not holds(PROGRESSION, lines(numbers, "columns"))


@each_triple
@each_direction
def test_a_matrix_of_one_triple_is_proven(triple, direction):
    assert check(*matrix(triple, direction, label=3)) == []


@each_triple
@each_direction
def test_the_answer_in_another_place_is_not_the_answer(triple, direction):
    symbols, label, known = matrix(triple, direction, label=3)
    symbols[[8 + 3, 8 + 6]] = symbols[[8 + 6, 8 + 3]]
    assert {checker.BROKEN, checker.AMBIGUOUS} <= {*check(symbols, label, known)}
    assert check(symbols, 6, known) == []


def test_a_panel_shows_sets_of_values():
    # A pentagon (3) of size 2 and colour 9 in the middle, a star (6) in the last cell.
    codes = [0, 0, 0, 0, 1 + 329, 0, 0, 0, 1 + 605, 0, 0, 0, 1 + 7, 1, 0]
    expected = sets({2, 0}, {9, 5}, {2}, {4, 8}, {3, 6}, {7, 0}, {3, 4})
    assert values_in(codes) == expected


def test_without_shapes_there_is_still_their_number():
    expected = sets((), (), {0}, (), (), (), ())
    assert values_in([0] * 15) == expected


@pytest.mark.parametrize(
    "relation, line",
    [
        (PROGRESSION, ({1}, {3}, {5})),
        (XOR, ({1, 2}, {2, 3}, {1, 3})),
        (OR, ({1, 2}, {2, 3}, {1, 2, 3})),
        (AND, ({1, 2}, {2, 3}, {2})),
        (UNION, ({7}, {2}, {5})),
    ],
)
def test_a_line_follows_its_relation_and_no_other(relation, line):
    found = [grid for grid in GRIDS if follows(grid, sets(*line))]
    # Three rising values are different values, too.
    assert found == ([PROGRESSION, UNION] if relation == PROGRESSION else [relation])


@pytest.mark.parametrize(
    "relation, line",
    [
        (PROGRESSION, ({5}, {3}, {1})),
        (PROGRESSION, ({1}, {2}, {4})),
        (PROGRESSION, ({1}, {1}, {1})),
        (PROGRESSION, ({1}, {2}, {3, 4})),
        (UNION, ({1}, {2}, {1})),
        (XOR, ({1, 2}, {1, 2}, ())),
        (XOR, ((), {1}, {1})),
        (OR, ({1}, {1}, {1})),
        (OR, ((), {1}, {1})),
        (AND, ({1}, {2}, ())),
        (AND, ({1}, {1}, {1})),
    ],
)
def test_a_line_that_only_looks_like_it_does_not_follow(relation, line):
    assert not follows(relation, sets(*line))


def test_lines_must_follow_in_the_same_way():
    assert not holds(PROGRESSION, lines([{0}, {1}, {2}, {0}, {2}, {4}, {3}, {4}, {5}]))
    assert not holds(UNION, lines([{0}, {1}, {2}, {2}, {1}, {0}, {3}, {1}, {2}]))
    assert not holds(UNION, lines([{0}, {1}, {2}] * 3))
    assert holds(UNION, lines([{0}, {1}, {2}, {0}, {1}, {2}, {1}, {0}, {2}]))


def test_a_foil_that_breaks_a_constant_is_a_worse_candidate():
    symbols, label, known = matrix(SIZES, 0)
    # Candidate 1 shows the right sizes with another colour.
    symbols[9, :9] = np.where(symbols[8, :9], symbols[8, :9] + 1, 0)
    assert check(symbols, label, known) == []
    symbols[9, :9] = symbols[8, :9]
    assert check(symbols, label, known) == [checker.AMBIGUOUS]


def test_what_neither_follows_nor_distracts_does_not_vary():
    symbols, label, known = matrix(SIZES, 0)
    symbols[4, :6] += [0, 1, 2, 3, 4, 4]
    assert check(symbols, label, known) == [checker.UNEXPLAINED]
    known[8 + COLOUR] = 1
    assert check(symbols, label, known) == []


def test_an_accident_is_found():
    symbols, label, known = matrix(Triple(COLOUR, XOR), 0)
    grown = [{0}, {1}, {0, 1}, {2}, {3}, {2, 3}, {4}, {5}, {4, 5}]
    symbols[:9] = [show(COLOUR, one) for one in grown]
    # XOR of sets that share nothing is their OR.
    assert check(symbols, label, known) == [checker.ACCIDENTAL]


def test_without_knowledge_the_answer_need_only_be_the_best():
    symbols, label, _ = matrix(SIZES, 1)
    assert check(symbols, label, features()) == []
    assert check(symbols, label + 1, features()) == [checker.AMBIGUOUS]


@pytest.mark.parametrize("code, slot", [(701, 0), (-1, 0), (11, 9), (-1, 14)])
def test_codes_out_of_range_are_found(code, slot):
    symbols, label, known = matrix(SIZES, 0)
    symbols[3, slot] = code
    assert check(symbols, label, known) == [checker.CODE]


@pytest.mark.parametrize("label", [-1, 8])
def test_a_label_is_one_of_eight(label):
    symbols, _, known = matrix(SIZES, 0)
    assert check(symbols, label, known) == [checker.LABEL]


def test_number_and_position_never_go_together():
    symbols, label, _ = matrix(Triple(POSITION, OR), 0)
    both = features((Triple(POSITION, OR), 0), (Triple(NUMBER, UNION), 1))
    assert check(symbols, label, both) == [checker.NUMBER_AND_POSITION]


def test_triples_of_one_attribute_exclude_each_other():
    symbols, label, _ = matrix(SIZES, 0)
    twice = features((SIZES, 0), (Triple(SIZE, UNION), 1))
    assert check(symbols, label, twice) == [checker.INCOMPATIBLE]


@pytest.mark.parametrize("at, value", [(0, 29), (4, 2), (4, -1)])
def test_a_triple_and_its_direction_must_exist(at, value):
    symbols, label, known = matrix(SIZES, 0)
    known[at] = value
    assert check(symbols, label, known) == [checker.UNKNOWN]


def test_an_attribute_with_a_triple_is_seen_in_every_panel():
    symbols, label, known = matrix(SIZES, 0)
    known[8 + NUMBER] = 1
    symbols[12, :9] = 0
    assert check(symbols, label, known) == [checker.EMPTY]


def test_wrong_items_are_counted_by_reason():
    items = [matrix(Triple(LINE_TYPE, relation), 0, 2) for relation in (XOR, OR, AND)]
    symbols, labels, known = (np.array(part) for part in zip(*items, strict=True))
    assert check_items(Items(symbols, labels, known)) == {}
    labels[1:] = [3, 8]
    expected = {checker.BROKEN: 1, checker.AMBIGUOUS: 1, checker.LABEL: 1}
    assert check_items(Items(symbols, labels, known)) == expected


def test_pixels_are_no_symbols():
    items = Items(np.zeros((2, 16, 8, 8), np.uint8), np.zeros(2, int), None)
    with pytest.raises(Refusal, match="16 panels with 15 numbers"):
        check_items(items)


def test_drawn_items_are_proven():
    assert check_items(drawn_items().rows(slice(1000))) == {}


@pytest.mark.slow
@pytest.mark.parametrize("regime", REGIMES)
@pytest.mark.parametrize("foils", ["exchangeable", "pgm"])
def test_items_of_all_regimes_are_proven(regime, foils):
    assert check_items(drawn_items(regime, "test", foils).rows(slice(500))) == {}


def test_a_drawn_item_with_another_label_is_caught():
    items = drawn_items().rows(slice(300))
    wrong = items._replace(labels=(items.labels + 1 + np.arange(300) % 7) % 8)
    found = check_items(wrong)
    assert found[checker.AMBIGUOUS] == 300
    assert found[checker.BROKEN] > 200


def changed(codes, attribute):
    """The panel with the next value for each of an attribute, or with an object less."""
    shapes = {
        cell: (code // 100, code // 10 % 10, code % 10)
        for cell, code in enumerate(codes[:9] - 1)
        if code >= 0
    }
    lines = {line: code for line, code in enumerate(codes[9:] - 1) if code >= 0}
    looks = {
        SIZE: lambda kind, size, colour: (kind, (size + 1) % 10, colour),
        COLOUR: lambda kind, size, colour: (kind, size, (colour + 1) % 10),
        TYPE: lambda kind, size, colour: ((kind + 1) % 7, size, colour),
    }
    if attribute in looks:
        shapes = {cell: looks[attribute](*shape) for cell, shape in shapes.items()}
    elif attribute in (NUMBER, POSITION):
        shapes = dict([*shapes.items()][1:]) if shapes else {4: (0, 0, 0)}
    elif attribute == LINE_COLOUR:
        lines = {line: (colour + 1) % 10 for line, colour in lines.items()}
    else:
        lines.popitem()
    return panel(shapes, lines)


def test_an_answer_with_other_values_is_caught():
    items = drawn_items().rows(slice(300))
    for symbols, label, known in zip(*items[:3], strict=True):
        attribute = TRIPLES[known[0]].attribute
        other = symbols.copy()
        other[8 + label] = changed(symbols[8 + label], attribute)
        assert checker.BROKEN in check(other, int(label), known)
