"""The search finds programs that explain, and says what they do."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.compositions import find, pieces
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid, same


def grid(picture: str):
    return as_grid(
        [[".123456789".index(cell) for cell in row] for row in picture.split("/")]
    )


def task(*pairs: tuple[str, str], asked: tuple[str, ...]) -> Task:
    return Task(
        tuple(Pair(grid(before), grid(after)) for before, after in pairs),
        tuple(grid(picture) for picture in asked),
    )


FILL = task(
    ("1111..2.2/1..1..2.2/1111..222", "1111..2.2/1111..2.2/1111..222"),
    ("33....../3...4444/33..4..4/....4444", "33....../3...4444/33..4444/....4444"),
    asked=(".5555/.5..5/.5555", "....."),
)


def test_a_hole_is_filled_in_a_grid_of_another_size_and_colour():
    best = find(FILL, Budget(), depth=1)[0]
    assert same(best.answers[0], grid(".5555/.5555/.5555"))
    assert best.cost == 2


def test_a_program_says_what_it_does():
    assert find(FILL, Budget(), depth=1)[0].words == "fill the holes"


def test_the_answer_may_have_another_size():
    crop = task(
        ("..../.12./....", "12"), (".../.3./.4./...", "3/4"), asked=("...5/....",)
    )
    best = find(crop, Budget(), depth=1)[0]
    assert best.words == "cropped to what is not black"
    assert same(best.answers[0], grid("5"))


def test_a_new_colour_is_painted_on_top():
    dotted = task(("111/1.1/111", "111/171/111"), asked=("4444/4..4/4444",))
    answers = [p.answers[0] for p in find(dotted, Budget(), depth=1)]
    assert any(same(answer, grid("4444/4774/4444")) for answer in answers)


def test_the_largest_object_is_picked():
    largest = task(
        ("11.2/11../...3", "11/11"),
        ("5..../..666/..66.", "666/66."),
        asked=("9.77/..77/8...",),
    )
    best = find(largest, Budget())[0]
    assert "the largest" in best.words
    assert same(best.answers[0], grid("77/77"))


def test_programs_differ_in_their_answers_and_the_cheapest_come_first():
    found = find(FILL, Budget())
    keys = {
        tuple(None if a is None else (a.shape, a.tobytes()) for a in program.answers)
        for program in found
    }
    costs = [program.cost for program in found]
    assert len(keys) == len(found) > 1
    assert costs == sorted(costs)


def test_the_same_budget_finds_the_same():
    first, second = (find(FILL, Budget(steps=40_000)) for _ in range(2))
    assert [program.words for program in first] == [p.words for p in second]


def test_a_spent_budget_returns_what_is_found():
    budget = Budget(steps=3_000)
    found = find(FILL, budget)
    assert found
    assert budget.spent < 6_000


def test_a_rule_that_no_program_makes_is_not_found():
    noise = task(("123/456", "918/273"), ("321/645", "111/937"), asked=("123/456",))
    assert find(noise, Budget(), depth=1) == []


def test_pieces_have_the_frame_of_the_output_on_every_grid():
    found = pieces(FILL, Budget(), depth=1)
    shapes = [before.shape for before in FILL.seen]
    assert all([image.shape for image in piece.images] == shapes for piece in found)
    assert found[0].words == "the input"
    assert np.array_equal(found[0].images[2], FILL.inputs[0])


def test_what_a_piece_does_not_paint_is_255():
    found = {piece.words: piece for piece in pieces(FILL, Budget(), depth=1)}
    top = found["its top row"].images[0]
    assert top.tolist() == [[1, 1, 1, 1, 0, 0, 2, 0, 2]] + [[255] * 9] * 2


def test_a_task_without_demonstrations_is_refused():
    with pytest.raises(Refusal, match="at least one demonstration"):
        find(Task((), (grid("1"),)), Budget())


def test_pieces_of_a_task_that_changes_the_shape_are_refused():
    with pytest.raises(Refusal, match="shapes"):
        pieces(task(("12", "1"), asked=("34",)), Budget())
