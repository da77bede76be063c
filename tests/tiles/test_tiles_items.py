"""What is taught, what is asked, and what is known of it before anybody plays."""

from dataclasses import replace

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.items import Asked, asked, taught
from metamer.paradigms.tiles.tables import Table, contains, table

SMALL = Tiles(
    ("zigzag",), recipe=Gibbs(updates=20, sweeps=2), boards=5, pool=256, weigh=False
)
BOTH = replace(SMALL, asked="all")


def rounds(settings, keys):
    return {it.name: settings.lesson(it, keys()) for it in settings.conditions()}


def as_table(boards):
    return Table(boards, np.ones(len(boards)))


@pytest.fixture
def own(keys):
    return rounds(SMALL, keys)


def test_a_unit_plays_boards_of_the_kind_it_was_taught(own):
    for name, it in own.items():
        assert all(
            item.startswith(f"tiles/zigzag/{name}/") for item in it.notes["item"]
        )
        assert "boards" not in it.notes
    assert contains(table("zigzag"), own["abstract"].red).all()
    assert own["abstract"].red.shape == own["metamer"].red.shape == (5, 49)


def test_no_asked_board_is_ever_taught(own):
    held_out = np.concatenate([it.red for it in own.values()])
    for it in own.values():
        assert not contains(as_table(held_out), it.taught.taught.boards).any()
        assert it.taught.taught.probabilities.sum() == pytest.approx(1)


def test_what_is_not_asked_is_taught_as_often_as_before(own):
    known, left = table("zigzag"), own["abstract"].taught.taught
    held_out = own["abstract"].red, own["metamer"].red
    kept = ~contains(as_table(np.concatenate(held_out)), known.boards)
    assert np.array_equal(left.boards, known.boards[kept])
    chances = known.probabilities[kept]
    assert np.allclose(left.probabilities, chances / chances.sum())


def test_who_is_asked_both_kinds_is_asked_the_same_in_both_conditions(keys, own):
    both = rounds(BOTH, keys)
    for it in both.values():
        assert list(it.notes["boards"]) == ["abstract"] * 5 + ["metamer"] * 5
        assert np.array_equal(it.red[:5], own["abstract"].red)
        assert np.array_equal(it.red[5:], own["metamer"].red)
    assert list(both["abstract"].notes["item"]) == list(both["metamer"].notes["item"])


def test_one_condition_alone_asks_what_both_together_ask(keys, own):
    alone = rounds(replace(SMALL, taught=("abstract",)), keys)
    assert np.array_equal(alone["abstract"].red, own["abstract"].red)


def test_asked_boards_do_not_repeat_and_begin_with_a_red_tile(own):
    for it in own.values():
        assert len(np.unique(it.red, axis=0)) == 5
        assert (it.shown.sum(axis=1) == 1).all()
        assert it.red[it.shown].all()
        assert len(set(it.notes["item"])) == 5
        assert it.notes["board"].tolist() == list(range(5))


def test_another_seed_asks_other_boards(own):
    other = asked(replace(SMALL, boards_seed=1), "zigzag", "abstract")
    assert not np.array_equal(other.boards, own["abstract"].red)


def test_the_limits_of_training_and_of_play_differ(own):
    assert own["abstract"].taught.game.limit == 60
    assert own["abstract"].asked.limit == 120


def test_games_of_all_rules_have_one_size(keys):
    two = replace(SMALL, rules=("zigzag", "cross"), taught=("abstract",))
    sizes = {len(two.lesson(it, keys()).taught.game.ranks) for it in two.conditions()}
    assert sizes == {2048}  # 1,670 crosses


def test_notes_tell_what_can_be_counted(own):
    notes, red = own["abstract"].notes, own["abstract"].red
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
    many = replace(SMALL, taught=("abstract",), trials=4000)
    precise = many.lesson(many.conditions()[0], keys()).notes
    assert np.array_equal(precise["neighbour_mean"], notes["neighbour_mean"])
    gap = precise["neighbour_mean_precise"] - notes["neighbour_mean"]
    assert (gap != 0).all()
    assert (np.abs(gap) < 5 * notes["neighbour_sd"] / np.sqrt(1000)).all()


def test_asked_boards_are_kept_with_what_is_face_up(own):
    it = own["abstract"]
    kept = SMALL.items(SMALL.conditions()[0], [it])
    assert set(kept) == {"tiles/item", "tiles/board", "tiles/shown"}
    assert np.array_equal(kept["tiles/board"].reshape(5, 49), it.red)
    assert np.array_equal(kept["tiles/shown"].reshape(5, 49), it.shown)


@pytest.mark.parametrize("more", [1, 2, 5, 60])
def test_more_tiles_can_be_face_up_and_something_is_left_to_find(own, more):
    it = asked(replace(SMALL, shown=more), "zigzag", "abstract")
    assert np.array_equal(it.boards, own["abstract"].red)
    assert np.array_equal(it.starts, own["abstract"].shown.argmax(axis=1))
    assert it.shown[np.arange(5), it.starts].all()
    hidden = (it.boards & ~it.shown).sum(axis=1)
    reds = np.minimum((more + 1) // 2, it.boards.sum(axis=1) - 2)
    assert np.array_equal(hidden, it.boards.sum(axis=1) - 1 - reds)
    blues = np.minimum(more - reds, (~it.boards).sum(axis=1))
    assert np.array_equal((it.shown & ~it.boards).sum(axis=1), blues)


@pytest.mark.parametrize("many", [364, 400])
def test_a_rule_with_no_boards_left_to_teach_is_refused(many):
    greedy = replace(SMALL, boards=many)
    complaint = (
        f"zigzag has no boards left to teach once {many} .* it has 364: ask fewer"
    )
    with pytest.raises(Refusal, match=complaint):
        asked(greedy, "zigzag", "abstract")


def test_boards_that_only_another_condition_asks_are_held_out_as_well():
    boards = np.eye(3, dtype=bool)
    whole = as_table(boards)._replace(probabilities=np.full(3, 1 / 3))
    one = Asked(boards, np.arange(3), boards)
    first, rest = (Asked(*(part[it] for part in one)) for it in ([0], [1, 2]))
    assert np.array_equal(taught(whole, [first], "x").boards, boards[1:])
    with pytest.raises(Refusal, match="x has no boards left to teach once 3 are asked"):
        taught(whole, [first, rest], "x")
