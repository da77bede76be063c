"""The walk, the frames and the covers that the search is made of."""

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.compositions.covers import gains, greedy
from metamer.paradigms.concepts.search.compositions.frames import (
    AT_CORNER,
    ENLARGED,
    IN_PLACE,
    MIRRORED,
    ON_BLACK,
    TILED,
    guess_frames,
    place_image,
)
from metamer.paradigms.concepts.search.compositions.layers import (
    as_bits,
    count_bits,
    image_states,
)
from metamer.paradigms.concepts.search.compositions.store import image_of
from metamer.paradigms.concepts.search.compositions.walk import (
    Graph,
    known_operations,
    walk,
)
from metamer.paradigms.concepts.search.operations.types import Image
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid


def one_pair(before, after, asked) -> Task:
    return Task((Pair(as_grid(before), as_grid(after)),), (as_grid(asked),))


def one_step(task: Task) -> Graph:
    return walk(task, known_operations(task), Budget(), 1)


def test_no_two_states_look_the_same():
    graph = one_step(one_pair([[1, 0], [0, 2]], [[1]], [[3, 0]]))
    store = graph.store
    seen = set()
    for state in image_states(graph):
        shown = [image_of(store, place) for place in store.ranges[state, :, 0]]
        seen.add(
            tuple((i.top, i.left, i.cells.shape, i.cells.tobytes()) for i in shown)
        )
    assert len(seen) == len(image_states(graph)) > 20


def test_a_program_is_said_in_the_order_it_is_done():
    dot_above_line = [[0, 0, 0], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    graph = one_step(one_pair(dot_above_line, [[1]], [[3]]))
    words = {graph.words(int(state)) for state in image_states(graph)}
    assert "the objects, then keep the smallest" in words


def test_longer_programs_cost_more():
    graph = one_step(one_pair([[1, 2, 2]], [[1]], [[3]]))
    parents = graph.store.origins[1 : len(graph.costs), 0]
    assert (graph.costs[1:] > graph.costs[parents]).all()


def test_the_output_is_guessed_to_be_twice_as_large():
    task = one_pair([[1, 2, 3]], np.ones((2, 6), int), [[4, 5]])
    sizes = [frames[1].tolist() for frames in guess_frames(one_step(task), task)]
    assert [2, 4] in sizes


def test_an_image_is_placed_in_a_frame():
    image = Image(as_grid([[1, 0]]), 1, 0)
    expected = {
        IN_PLACE: [[255] * 4, [1, 0, 255, 255]],
        ON_BLACK: [[0] * 4, [1, 0, 0, 0]],
        AT_CORNER: [[1, 0, 255, 255], [255] * 4],
        TILED: [[1, 0, 1, 0], [1, 0, 1, 0]],
        MIRRORED: [[1, 0, 0, 1], [1, 0, 0, 1]],
        ENLARGED: [[1, 1, 0, 0], [1, 1, 0, 0]],
    }
    found = {place: place_image(image, 2, 4, place).tolist() for place in expected}
    assert found == expected


def test_bits_are_counted_across_words():
    cells = np.zeros(130, bool)
    cells[[0, 63, 64, 129]] = True
    assert [count_bits(word) for word in as_bits(cells)] == [2, 1, 1]


LAYERS = np.array([[0b0011], [0b0111], [0b1100], [0b1111]], np.uint64)
RIGHT = np.array([[0b0011], [0b0011], [0b1100], [0b1110]], np.uint64)
WHOLE = np.array([0b1111], np.uint64)


def test_a_layer_that_is_wrong_gains_nothing():
    assert gains(LAYERS, RIGHT, WHOLE).tolist() == [2, -1, 2, -1]


def test_a_layer_may_be_wrong_beneath_another():
    left = np.array([0b1110], np.uint64)
    assert gains(LAYERS, RIGHT, left).tolist() == [1, -1, 2, 3]


def test_layers_are_added_until_nothing_is_left():
    assert greedy(LAYERS[:3], RIGHT[:3], WHOLE, 8).tolist() == [0, 0, 2]


def test_a_cover_that_stays_open_is_none():
    assert greedy(LAYERS[:2], RIGHT[:2], WHOLE, 8).tolist() == [-1]
