"""The program that solves matrices, and the learner made of it."""

import decoded_items
import numpy as np
import pytest
from made_matrices import drawn_items, matrix, show

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.reading import from_plain
from metamer.paradigms.matrices.controls.regimes import REGIMES
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.references.solver import explain, solve, value_sets
from metamer.paradigms.matrices.references.symbolic import MatrixSolver
from metamer.paradigms.matrices.rules.checker import regularities
from metamer.paradigms.matrices.rules.relations import values_in
from metamer.paradigms.matrices.rules.vocabulary import (
    AND,
    DIRECTIONS,
    LINE_TYPE,
    POSITION,
    PROGRESSION,
    SIZE,
    TRIPLES,
    UNION,
    Triple,
)

SIZES = Triple(SIZE, PROGRESSION)

each_triple = pytest.mark.parametrize("triple", TRIPLES, ids=str)
each_direction = pytest.mark.parametrize("direction", [0, 1])


def scattered(many, chance):
    """Matrices of few values without order, in which much happens by chance."""
    few = chance.integers(1, 4, (many, 1, 1))
    cells = 1 + chance.integers(0, few, (many, 16, 9)) * chance.choice(
        [1, 10, 100, 111]
    )
    lines = 1 + chance.integers(0, few, (many, 16, 6))
    alike = chance.random((many, 1, 1)) < 0.5
    symbols = np.concatenate([np.where(alike, cells[:, :, :1], cells), lines], axis=2)
    present = chance.random((many, 16, 15)) < chance.choice([0.2, 0.5, 1], (many, 1, 1))
    return (symbols * present).astype(np.int16)


def turned(many, chance):
    """Matrices of single values in all orders: unions and progressions are frequent."""
    orders = np.array(
        [[0, 1, 2], [1, 2, 3], [2, 3, 1], [3, 1, 2], [2, 4, 6], [1, 2, 0]]
    )
    lines = orders[chance.integers(0, len(orders), (many, 7, 3))]
    across = chance.random((many, 7, 1, 1)) < 0.5
    nine = np.where(across, lines, lines.transpose(0, 1, 3, 2)).reshape(many, 7, 9)
    offered = chance.integers(0, 7, (many, 7, 7))
    values = np.concatenate([nine, offered], axis=2).transpose(0, 2, 1)[..., None]
    size, colour, number, _, type, line_colour, line = np.moveaxis(values, 2, 0)
    cells = (1 + 100 * type + 10 * size + colour) * (np.arange(9) < number)
    lines = (1 + line_colour) * (np.arange(6) == line % 6)
    return np.concatenate([cells, lines], axis=2).astype(np.int16)


@pytest.mark.parametrize("draw", [scattered, turned])
def test_it_counts_what_the_checker_proves(draw, keys):
    symbols = np.concatenate([draw(50, keys().numpy) for _ in range(10)])
    votes = solve(symbols).votes
    found = [
        [
            regularity.total
            for regularity in regularities([values_in(panel) for panel in panels])
        ]
        for panels in symbols.tolist()
    ]
    assert votes.tolist() == found
    # Rules hold here, and not only constants.
    assert len(np.unique(votes)) > 5


@each_triple
@each_direction
def test_it_finds_the_triple_and_the_answer(triple, direction):
    symbols, label, _ = matrix(triple, direction, label=5)
    choices, tied, _ = solve(symbols[None])
    assert choices.tolist() == [label] and not tied.any()
    along = ("rows", "columns")[direction]
    assert explain(symbols).split("; ")[0] == f"{triple} along {along}"


@pytest.mark.parametrize(
    "item", [decoded_items.first, decoded_items.second, decoded_items.figure]
)
def test_it_solves_real_items(item):
    symbols, label, _ = item()
    assert solve(symbols[None]).choices.tolist() == [label]


def test_it_says_what_it_found():
    symbols, *_ = decoded_items.first()
    assert explain(symbols) == (
        "shape position OR along rows, line type OR along columns; "
        "constant shape size, line color"
    )
    symbols, *_ = decoded_items.figure()
    assert explain(symbols) == (
        "shape number progression along columns; constant shape size, shape color, "
        "shape type, line color, line type"
    )


@pytest.mark.parametrize("place", [0, 6])
@pytest.mark.parametrize("values", [{3, 4}, set()], ids=["several", "none"])
def test_nothing_rises_from_several_values_or_none(place, values):
    # Lines 0, 1, 2 and 2, 3, 4 and 0, 1, 2 but for the beginning of one of them.
    symbols, *_ = matrix(SIZES, 0)
    grid = [{0}, {1}, {2}, {2}, {3}, {4}, {0}, {1}, {2}]
    # Whoever takes this for -1 sees it rise to 0 and 1.
    grid[place : place + 3] = [values, {0}, {1}]
    symbols[:9] = [show(SIZE, one) for one in grid]
    assert explain(symbols).startswith("no rule")


def test_panels_without_shapes_follow_nothing():
    symbols, *_ = matrix(Triple(POSITION, AND), 0)
    # The first two lines have nothing in common, and nothing is what their third shows.
    shown = [{0}, {1}, (), {2}, {3}, (), {0, 1}, {1, 2}, {1}]
    symbols[:9] = [show(POSITION, one) for one in shown]
    assert explain(symbols).startswith("no rule")


@pytest.mark.parametrize("begun", [({0}, {0}), ({0}, {3})], ids=["same", "foreign"])
def test_two_values_do_not_complete_a_union(begun):
    symbols, *_ = matrix(Triple(SIZE, UNION), 0)
    # One candidate shows both values that would be missing in the last line.
    shown = [{0}, {1}, {2}, {2}, {0}, {1}, *begun, {1, 2}]
    symbols[:9] = [show(SIZE, one) for one in shown]
    assert explain(symbols).startswith("no rule")


def test_it_says_that_there_is_no_rule(keys):
    symbols = 1 + keys().numpy.integers(0, 10, (16, 15)).astype(np.int16)
    symbols[0, 0] = symbols[0, 9] = 0
    assert explain(symbols).startswith("no rule")


def test_of_equally_good_candidates_it_takes_the_first_and_says_so():
    symbols, *_ = matrix(SIZES, 0, label=6)
    symbols[8 + 2] = symbols[8 + 6]
    choices, tied, _ = solve(symbols[None])
    assert choices.tolist() == [2] and tied.all()


def test_who_looks_along_rows_misses_what_holds_along_columns():
    across, label, _ = matrix(Triple(LINE_TYPE, UNION), 0, label=4)
    down, *_ = matrix(Triple(LINE_TYPE, UNION), 1, label=4)
    both = np.array([across, down])
    for directions, tied in ((("rows",), [0, 1]), (("columns",), [1, 0])):
        found = solve(both, directions)
        assert found.tied.tolist() == tied
        assert found.choices[tied.index(0)] == label


def test_another_direction_is_refused():
    symbols, *_ = matrix(SIZES, 0)
    with pytest.raises(Refusal, match="no direction 'diagonals'; there is: rows, col"):
        solve(symbols[None], ("diagonals",))


def test_sets_are_bits():
    symbols = np.zeros((1, 16, 15), np.int16)
    # A pentagon (3) of size 2 and colour 9 in cell 4, and line 3 in colour 7.
    symbols[0, 0, [4, 12]] = [1 + 329, 1 + 7]
    expected = [1 << 2, 1 << 9, 1 << 1, 1 << 4, 1 << 3, 1 << 7, 1 << 3]
    assert value_sets(symbols)[0, 0].tolist() == expected
    assert value_sets(symbols)[0, 1].tolist() == [0, 0, 1, 0, 0, 0, 0]


def test_the_learner_answers_from_symbols():
    made = [matrix(triple, 0, label=place % 8) for place, triple in enumerate(TRIPLES)]
    symbols, labels, _ = (np.array(part) for part in zip(*made, strict=True))
    learner = MatrixSolver()
    answers = learner.answer(learner.fit(Items(symbols, labels), None), Items(symbols))
    assert answers.tolist() == labels.tolist()


def test_other_settings_are_told_by_name():
    assert MatrixSolver().name == "matrix-solver"
    assert MatrixSolver("pixels", "rows").name == "matrix-solver:pixels-rows"


@pytest.mark.parametrize("settings", [{"sees": "words"}, {"directions": "none"}])
def test_other_settings_are_refused(settings):
    with pytest.raises(Refusal, match="must be one of '(symbols|both)', "):
        from_plain(MatrixSolver, settings, "a test")


@pytest.mark.parametrize(
    "inputs, said",
    [
        (np.zeros((2, 16, 8, 8), np.uint8), "set its setting sees to pixels"),
        (np.zeros((2, 3), np.int16), "not items of shape \\(3,\\)"),
    ],
)
def test_what_is_no_matrix_of_symbols_is_refused(inputs, said):
    with pytest.raises(Refusal, match=said):
        MatrixSolver().answer(None, Items(inputs))


def test_it_solves_all_drawn_items():
    items = drawn_items()
    choices, tied, _ = solve(items.inputs)
    assert (choices == items.labels).all() and not tied.any()


@pytest.mark.slow
@pytest.mark.parametrize("regime", REGIMES)
def test_it_solves_every_regime(regime):
    items = drawn_items(regime, "test", "exchangeable", 20_000)
    choices, tied, _ = solve(items.inputs)
    assert (choices == items.labels).all() and not tied.any()


def test_one_direction_solves_about_half():
    items = drawn_items()
    single = items.rows((items.features[:, :4] >= 0).sum(axis=1) == 1)
    right = [
        MatrixSolver(directions=way).answer(None, single) == single.labels
        for way in ("rows", "columns")
    ]
    # A triple holds along one direction; who looks along the other one guesses.
    along = single.features[:, 4]
    assert right[0][along == 0].all() and right[1][along == 1].all()
    assert right[0][along == 1].mean() < 0.3 and right[1][along == 0].mean() < 0.3


def test_it_finds_what_drawn_items_follow():
    items = drawn_items()
    for symbols, known in zip(items.inputs[:200], items.features[:200], strict=True):
        rules = [
            f"{TRIPLES[triple]} along {DIRECTIONS[way]}"
            for triple, way in zip(known[:4], known[4:8], strict=True)
            if triple >= 0
        ]
        assert sorted(explain(symbols).split("; ")[0].split(", ")) == sorted(rules)


def test_pixels_lead_to_the_same_answers():
    items = drawn_items().rows(slice(64))
    learner = MatrixSolver("pixels")
    assert learner.answer(None, items.blind()).tolist() == items.labels.tolist()
    pictures = items._replace(inputs=render(items.inputs, 160))
    assert learner.answer(None, pictures.blind()).tolist() == items.labels.tolist()
