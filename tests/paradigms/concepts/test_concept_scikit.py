"""Any classifier of scikit-learn solves tasks, cell by cell."""

from dataclasses import replace

import numpy as np
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.solve import TaskView
from metamer.learners.scikit import classifiers
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.learners import ScikitSolver
from metamer.paradigms.concepts.neighbourhoods import (
    cells,
    colours_of,
    labels,
    output_shape,
)
from metamer.paradigms.concepts.references import CopyInput
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid, same

TREE = ScikitSolver("DecisionTreeClassifier", sizes=(3,))


def grids(number, shape=(6, 7), colours=5, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.integers(0, colours, shape).astype(np.uint8) for _ in range(number)]


def task_of(rule, shown, asked):
    return Task(tuple(Pair(grid, rule(grid)) for grid in shown), tuple(asked))


def recolour(grid):
    """3 becomes 8, all else stays."""
    return np.where(grid == 3, 8, grid).astype(np.uint8)


def first_answers(learner, task, key=0):
    found = learner.solve(TaskView(task), 3, root(key))
    return [each[0].answer for each in found]


@pytest.mark.parametrize(
    "learner",
    [
        ScikitSolver(sizes=(1,)),
        ScikitSolver("DecisionTreeClassifier", sizes=(1,)),
        ScikitSolver("RidgeClassifier", sizes=(1,)),  # it has no probabilities
    ],
    ids=lambda learner: learner.estimator,
)
def test_recolouring_is_learned(learner):
    asked = grids(2, (4, 9), seed=1)
    found = first_answers(learner, task_of(recolour, grids(3), asked))
    assert all(map(same, found, map(recolour, asked)))


def test_a_colour_that_was_never_shown_can_stay():
    asked = as_grid([[7, 3], [9, 0]])
    (found,) = first_answers(TREE, task_of(recolour, grids(3), [asked]))
    assert found.tolist() == [[7, 8], [9, 0]]


def solved(learner, family):
    """The share of first guesses at drawn tasks of a family that are right."""
    concepts = Concepts(("TopBottom2D",), tasks=8, demonstrations=8, apart="without")
    lesson = concepts.lesson(concepts.conditions()[0], root(0))
    return np.mean(
        [
            same(found, answer)
            for shown, known in zip(lesson.shown, lesson.known, strict=True)
            if known.family == family
            for found, answer in zip(
                first_answers(learner, shown.task), known.answers, strict=True
            )
        ]
    )


def test_a_local_rule_is_learned():
    assert solved(TREE, "paint-the-top-row") >= 0.4
    assert solved(CopyInput(), "paint-the-top-row") == 0


@pytest.mark.parametrize("factor", [2, 3])
def test_outputs_that_are_larger_by_a_constant_are_scaled(factor):
    def enlarge(grid):
        return np.kron(grid, np.ones((factor, 1), np.uint8))

    asked = grids(2, (5, 3), seed=1)
    found = first_answers(TREE, task_of(enlarge, grids(2), asked))
    assert all(map(same, found, map(enlarge, asked)))


def test_the_shape_is_scaled_or_else_the_most_common_one():
    def pairs(*shapes):
        return tuple(
            Pair(*(np.zeros(shape, np.uint8) for shape in two)) for two in shapes
        )

    grid = np.zeros((4, 5), np.uint8)
    halved = pairs(((2, 6), (1, 12)), ((6, 2), (3, 4)))
    assert output_shape(halved, grid) == (2, 10)
    # Half of five rows is no shape, and neither are 32 columns.
    assert output_shape(halved, grid.T) == (1, 12)
    assert output_shape(halved, np.zeros((4, 16), np.uint8)) == (1, 12)
    unequal = pairs(((2, 6), (1, 1)), ((6, 2), (3, 3)), ((5, 5), (3, 3)))
    assert output_shape(unequal, grid) == (3, 3)


def test_a_neighbourhood_has_the_cells_around_and_what_is_outside():
    features, colours = cells(as_grid([[1, 2], [1, 0]]), (2, 2), 3)
    first = features[0, :99].reshape(3, 3, 11)
    outside = 10
    assert first.argmax(axis=2).tolist() == [[outside] * 3, [outside, 1, 2], [10, 1, 0]]
    assert (first.sum(axis=2) == 1).all()
    assert features[0, 99:108].tolist() == [0, 0, 0, 0, 1, 0, 0, 1, 0]
    assert colours.tolist() == [1, 2, 1, 0]
    # Down, within the input row, across, within the input column.
    assert features[1, 108:].tolist() == [0, 0, 1, 0]
    assert cells(as_grid([[1], [2]]), (4, 1), 1).colours.tolist() == [1, 1, 2, 2]


def test_a_colour_is_as_likely_as_its_label_and_staying_together():
    source = np.array([2, 2])
    assert labels(source, as_grid([[2, 5]])).tolist() == [10, 5]
    assert colours_of(np.array([10, 5]), source).tolist() == [2, 5]
    likely = np.zeros((2, 11))
    likely[:, [2, 5, 10]] = [[0.3, 0.4, 0.3], [0.1, 0.6, 0.3]]
    assert colours_of(likely, source).tolist() == [2, 5]


def test_guesses_differ_and_follow_the_sizes():
    learner = ScikitSolver("DecisionTreeClassifier", sizes=(1, 3, 5))
    task = task_of(lambda grid: np.roll(grid, 1, axis=1), grids(3), grids(1, seed=1))
    (each,) = learner.solve(TaskView(task), 3, root(0))
    assert [guess.reason for guess in each] == [
        f"from neighbourhoods of {size} x {size} cells" for size in (1, 3, 5)
    ]
    assert len({guess.answer.tobytes() for guess in each}) == 3
    assert len(learner.solve(TaskView(task), 2, root(0))[0]) == 2
    # All neighbourhoods say the same here: that is one guess.
    same_everywhere = task_of(recolour, grids(3), [as_grid([[0, 0]])])
    assert len(learner.solve(TaskView(same_everywhere), 3, root(0))[0]) == 1


def test_the_same_key_gives_the_same_answers():
    noise = dict(zip(map(bytes, grids(4)), grids(4, seed=9), strict=True))
    task = task_of(lambda grid: noise[bytes(grid)], grids(4)[:3], grids(4)[3:])
    forest = ScikitSolver("RandomForestClassifier", {"n_estimators": 3}, sizes=(3,))
    first, again, other = (first_answers(forest, task, key) for key in (1, 1, 2))
    assert all(map(same, first, again))
    assert not all(map(same, first, other))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", classifiers())
def test_no_classifier_fails_on_the_smallest_task(estimator):
    one, two = as_grid([[1]]), as_grid([[2]])
    tasks = [
        Task((Pair(one, two),), (two,)),
        Task((Pair(one, two), Pair(two, two)), (one,)),
    ]
    for task in tasks:
        (each,) = ScikitSolver(estimator, sizes=(1,)).solve(TaskView(task), 3, root(0))
        assert [guess.answer.shape for guess in each] in ([], [(1, 1)])


def test_a_wrong_value_of_a_setting_is_no_missing_answer():
    task = task_of(recolour, grids(2), grids(1))
    with pytest.raises(ValueError, match="'C' parameter"):
        ScikitSolver(settings={"C": -1}).solve(TaskView(task), 3, root(0))


def test_the_name_says_which_classifier_and_how():
    solver = ScikitSolver("KNeighborsClassifier", {"n_neighbors": 1})
    assert solver.name == "sklearn-solver:KNeighborsClassifier(n_neighbors=1)"
    assert replace(solver, label="mine").name == "mine"
    assert metamer.learner("sklearn-solver") is ScikitSolver


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"estimator": "Ridge"}, "scikit-learn has no classifier 'Ridge'; there is: "),
        ({"settings": {"trees": 3}}, "LogisticRegression has no setting trees; "),
        ({"sizes": (3, 4)}, r"sizes must be odd numbers from 1 to 59, .* not \[3, 4\]"),
        ({"sizes": ()}, r"at least one, not \[\]"),
    ],
)
def test_what_cannot_solve_is_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        ScikitSolver(**settings)
