"""What is taught, what is asked, and what is known of it before anybody plays."""

from dataclasses import replace

import numpy as np
import pytest
from quick_tiles import RECTANGLES

from metamer.core.errors import Refusal
from metamer.paradigms.tiles.distributions.distribution import Distribution, contains
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items.asked import Deal, asked_boards, hold_out

BOTH = replace(RECTANGLES, asked="all")


def lessons(settings, keys):
    return {
        condition.name: settings.lesson(condition, keys())
        for condition in settings.conditions()
    }


def as_distribution(boards):
    return Distribution(boards, np.ones(len(boards)))


@pytest.fixture
def own(keys):
    return lessons(RECTANGLES, keys)


def test_a_unit_plays_boards_of_the_kind_it_was_taught(own):
    for name, lesson in own.items():
        assert all(
            item.startswith(f"tiles/rectangle/{name}/") for item in lesson.notes["item"]
        )
        assert "boards" not in lesson.notes
    assert contains(distribution_of("rectangle"), own["abstract"].start.red).all()
    assert own["abstract"].start.red.shape == own["metamer"].start.red.shape == (5, 49)


def test_no_asked_board_is_ever_taught(own):
    held_out = np.concatenate([lesson.start.red for lesson in own.values()])
    for lesson in own.values():
        assert not contains(
            as_distribution(held_out), lesson.taught.boards.boards
        ).any()
        assert lesson.taught.boards.probabilities.sum() == pytest.approx(1)


def test_what_is_not_asked_is_taught_as_often_as_before(own):
    known, left = distribution_of("rectangle"), own["abstract"].taught.boards
    held_out = own["abstract"].start.red, own["metamer"].start.red
    kept = ~contains(as_distribution(np.concatenate(held_out)), known.boards)
    assert np.array_equal(left.boards, known.boards[kept])
    chances = known.probabilities[kept]
    assert np.allclose(left.probabilities, chances / chances.sum())


def test_who_is_asked_both_kinds_is_asked_the_same_in_both_conditions(keys, own):
    both = lessons(BOTH, keys)
    for lesson in both.values():
        assert list(lesson.notes["boards"]) == ["abstract"] * 5 + ["metamer"] * 5
        assert np.array_equal(lesson.start.red[:5], own["abstract"].start.red)
        assert np.array_equal(lesson.start.red[5:], own["metamer"].start.red)
    assert list(both["abstract"].notes["item"]) == list(both["metamer"].notes["item"])


def test_one_condition_alone_asks_what_both_together_ask(keys, own):
    alone = lessons(replace(RECTANGLES, taught=("abstract",)), keys)
    assert np.array_equal(alone["abstract"].start.red, own["abstract"].start.red)


def test_asked_boards_do_not_repeat_and_begin_with_a_red_tile(own):
    for lesson in own.values():
        assert len(np.unique(lesson.start.red, axis=0)) == 5
        assert (lesson.start.shown.sum(axis=1) == 1).all()
        assert lesson.start.red[lesson.start.shown].all()
        assert len(set(lesson.notes["item"])) == 5
        assert lesson.notes["board"].tolist() == list(range(5))


def test_another_seed_asks_other_boards(own):
    other = asked_boards(replace(RECTANGLES, boards_seed=1), "rectangle", "abstract")
    assert not np.array_equal(other.boards, own["abstract"].start.red)


def test_the_limits_of_training_and_of_play_differ(own):
    assert own["abstract"].taught.game.limit == 60
    assert own["abstract"].asked.limit == 120


def test_games_of_all_rules_have_one_size(keys):
    two = replace(RECTANGLES, rules=("rectangle", "cross"), taught=("abstract",))
    sizes = {
        len(two.lesson(condition, keys()).taught.game.ranks)
        for condition in two.conditions()
    }
    assert sizes == {2048}  # 1,670 crosses


def test_notes_tell_what_can_be_counted(own):
    notes, red = own["abstract"].notes, own["abstract"].start.red
    assert notes["reds"].tolist() == red.sum(axis=1).tolist()
    assert (notes["order_1"] == 2 * notes["reds"] - 49).all()
    assert notes["legal"].all()
    assert own["metamer"].notes["legal"].mean() < 1
    blues = 49 - notes["reds"]
    assert (notes["ideal_blues"] <= notes["neighbour_mean"] + 1).all()
    assert (notes["neighbour_mean"] <= blues).all()
    assert (notes["neighbour_sd"] > 0).all()


def test_more_games_of_the_neighbour_player_are_played_only_if_asked_for(own, keys):
    notes = own["abstract"].notes
    assert np.array_equal(notes["neighbour_mean"], notes["neighbour_mean_precise"])
    many = replace(RECTANGLES, taught=("abstract",), trials=4000)
    precise = many.lesson(many.conditions()[0], keys()).notes
    assert np.array_equal(precise["neighbour_mean"], notes["neighbour_mean"])
    gap = precise["neighbour_mean_precise"] - notes["neighbour_mean"]
    assert (gap != 0).all()
    assert (np.abs(gap) < 5 * notes["neighbour_sd"] / np.sqrt(1000)).all()


def test_asked_boards_are_kept_with_what_is_face_up(own):
    lesson = own["abstract"]
    kept = RECTANGLES.items(RECTANGLES.conditions()[0], [lesson])
    assert set(kept) == {"tiles/item", "tiles/board", "tiles/shown"}
    assert np.array_equal(kept["tiles/board"].reshape(5, 49), lesson.start.red)
    assert np.array_equal(kept["tiles/shown"].reshape(5, 49), lesson.start.shown)


@pytest.mark.parametrize("more", [1, 2, 5, 60])
def test_more_tiles_can_be_face_up_and_something_is_left_to_find(own, more):
    deal = asked_boards(replace(RECTANGLES, shown=more), "rectangle", "abstract")
    assert np.array_equal(deal.boards, own["abstract"].start.red)
    assert np.array_equal(deal.starts, own["abstract"].start.shown.argmax(axis=1))
    assert deal.shown[np.arange(5), deal.starts].all()
    hidden = (deal.boards & ~deal.shown).sum(axis=1)
    reds = np.minimum((more + 1) // 2, deal.boards.sum(axis=1) - 2)
    assert np.array_equal(hidden, deal.boards.sum(axis=1) - 1 - reds)
    blues = np.minimum(more - reds, (~deal.boards).sum(axis=1))
    assert np.array_equal((deal.shown & ~deal.boards).sum(axis=1), blues)


@pytest.mark.parametrize("many", [441, 500])
def test_a_rule_with_no_boards_left_to_teach_is_refused(many):
    greedy = replace(RECTANGLES, boards=many)
    complaint = (
        f"rectangle has 441 abstract boards, .* once {many} are asked; ask fewer"
    )
    with pytest.raises(Refusal, match=complaint):
        asked_boards(greedy, "rectangle", "abstract")


def test_boards_that_only_another_condition_asks_are_held_out_as_well():
    boards = np.eye(3, dtype=bool)
    whole = as_distribution(boards)._replace(probabilities=np.full(3, 1 / 3))
    one = Deal(boards, np.arange(3), boards)
    first, rest = (Deal(*(part[rows] for part in one)) for rows in ([0], [1, 2]))
    assert np.array_equal(hold_out(whole, [first], "x").boards, boards[1:])
    with pytest.raises(
        Refusal, match="x has 3 boards, so none is left to teach once 3 are asked"
    ):
        hold_out(whole, [first, rest], "x")
