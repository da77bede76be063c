"""Trials as a population: the same numbers as one by one, slots filled again, groups."""

from dataclasses import replace
from itertools import pairwise

import pytest
from little import PLAYER, SPACE, little_search

from metamer.core.errors import Refusal
from metamer.search import players
from metamer.search.ledger import Ledger
from metamer.search.players import Population, Trainee, search_players
from metamer.search.space import Bounded, Conduct, Listed, Space
from metamer.search.storage import open_storage
from metamer.search.workers import Worker

CELL = "abstract rule=rectangle"


class Stopped(Exception):
    """Somebody has had enough."""


def begun(plan, folder, trials=12, many=4):
    (condition,) = plan.conditions.values()
    storage = open_storage(str(folder / "search.journal"))
    book = Ledger(storage, plan, CELL, trials, Worker(lease=0.5))
    return condition, book, many


def searched(plan, folder, trials=12, many=4, hear=lambda: None):
    condition, book, many = begun(plan, folder, trials, many)
    search_players(plan, condition, book, many, True, hear)
    return book


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A search of twelve trials, four at a time."""
    return searched(little_search(), tmp_path_factory.mktemp("done"))


def test_every_trial_is_finished_or_pruned_and_reports_at_its_marks(done):
    counts = done.counts()
    assert counts.finished == 12 and counts.running == 0
    for trial in done.all_trials():
        marks = list(trial.intermediate_values)
        assert set(marks) <= {8, 16, 24, 32, 40}
        assert all(earlier < later for earlier, later in pairwise(marks))
        if trial.state.name == "COMPLETE":
            assert marks[-1] == 40 and trial.value == trial.intermediate_values[40]
        assert trial.user_attrs["clicks"] > 0


def test_pruned_slots_are_filled_again(done):
    """More than four trials were done in four slots, and some ended before others."""
    assert done.counts().pruned > 0
    assert len(done.all_trials()) == 12
    lengths = {len(trial.intermediate_values) for trial in done.all_trials()}
    assert len(lengths) > 1


def test_a_trial_of_a_population_has_the_numbers_that_it_has_alone(done, tmp_path):
    """The first four, asked of the same seed, with one slot instead of four."""
    alone = searched(little_search(), tmp_path, trials=4, many=1)
    for mine, theirs in zip(alone.all_trials(), done.all_trials(), strict=False):
        assert mine.params == theirs.params
        assert mine.intermediate_values == pytest.approx(theirs.intermediate_values)


def test_a_search_that_was_stopped_goes_on_and_does_every_trial_once(tmp_path):
    calls = []

    def enough():
        calls.append(1)
        if len(calls) == 6:
            raise Stopped

    with pytest.raises(Stopped):
        searched(little_search(), tmp_path, trials=8, hear=enough)
    book = begun(little_search(), tmp_path, 8)[1]
    waiting = [each for each in book.all_trials() if each.state.name == "WAITING"]
    asked = [each.system_attrs["fixed_params"] for each in waiting]
    assert asked and book.counts().running == 0
    book = searched(little_search(), tmp_path, trials=8)
    assert book.counts().finished == 8 and book.counts().running == 0
    done = [each.params for each in book.all_trials()]
    assert all(done.count(params) == 1 for params in asked)


def test_trials_of_other_shapes_are_other_groups(tmp_path):
    space = Space({**SPACE.parameters, "training.steps": Listed((2, 4))}, SPACE.conduct)
    plan = little_search(space)
    condition, book, many = begun(plan, tmp_path, trials=20)
    groups = Population(plan, condition, book, many)
    groups.fill()
    shapes = [group.shape["training.steps"] for group in groups.groups]
    assert sorted(shapes) == [2, 4]
    for group in groups.groups:
        assert {m.training.steps for m in group.members.values()} == set(
            group.shape.values()
        )
    # It asks until one must wait for a slot of its shape, and for no more.
    (waiting,) = groups.waiting
    (own,) = (
        group
        for group in groups.groups
        if waiting.values.items() >= group.shape.items()
    )
    assert not own.free
    groups.release()
    assert book.counts().running == 0


def test_if_there_are_too_many_shapes_slots_are_filled_with_their_own(
    tmp_path, monkeypatch
):
    """Sizes from 4 to 40, of which three are trained at a time."""
    monkeypatch.setattr(players, "GROUPS", 3)
    plan = little_search(Space({"units": Bounded(4, 40)}, Conduct(length=40, report=8)))
    condition, book, many = begun(plan, tmp_path, trials=100, many=2)
    groups = Population(plan, condition, book, many)
    groups.fill()
    assert len(groups.groups) == 3
    (waiting,) = groups.waiting
    assert waiting.values["units"] not in [g.shape["units"] for g in groups.groups]
    # All but the one that is left to run out are full.
    assert sorted(len(group.members) for group in groups.groups) == [1, 2, 2]
    groups.release()


def test_settings_that_no_network_can_have_are_failed_trials(tmp_path):
    from metamer.paradigms.tiles.learners.networks import EpnPlayer

    learner = EpnPlayer(training=PLAYER.training)
    sizes = {"width": Listed((6, 8)), "heads": Listed((3, 4))}
    plan = little_search(Space(sizes, SPACE.conduct), learner)
    condition, book, many = begun(plan, tmp_path, trials=8, many=1)
    groups = Population(plan, condition, book, many)
    wrong = book.ask({"width": 8, "heads": 3})
    groups.waiting.append(wrong)
    assert groups._seat(wrong)
    (trial,) = book.all_trials()
    assert trial.user_attrs["reason"].endswith("a multiple of heads, not 8 with 3")


@pytest.mark.parametrize(
    "conduct, words",
    [
        (Conduct(measure="z"), "players are judged by their reward in training"),
        (Conduct(length=40, measure="z"), "players are judged by their reward"),
    ],
)
def test_trials_that_cannot_be_done_so_are_refused(conduct, words):
    with pytest.raises(Refusal, match=words):
        little_search(Space(SPACE.parameters, conduct))


@pytest.fixture
def asked(tmp_path):
    """A trial in hand."""
    return begun(little_search(), tmp_path)[1].ask()


def told(member, report, *rows):
    """What is reported at which mark, after rows of clicks, boards and rewards so far."""
    found = []
    for steps, boards, earned in rows:
        if member.count((steps, boards, 0, 0, earned), report):
            found.append((member.mark, member.value))
    return found


def test_a_report_is_the_mean_of_the_boards_since_the_last_one(asked):
    member = Trainee(asked, replace(PLAYER.training, length=30))
    rows = [(50, 4, 8.0), (99, 9, 12.0), (150, 11, 5.0), (300, 21, 7.0), (400, 30, 9.0)]
    # 8 + 12 + 5 were earned on the first 11 boards.
    assert told(member, 10, *rows) == [(10, 25 / 11), (20, 0.7), (30, 1.0)]
    assert member.clicks == 400


def test_a_report_that_does_not_divide_the_length_leaves_a_shorter_last_part(asked):
    member = Trainee(asked, replace(PLAYER.training, length=30))
    rows = [(50, 13, 13.0), (99, 26, 26.0), (150, 31, 5.0)]
    assert told(member, 12, *rows) == [(12, 1.0), (24, 2.0), (30, 1.0)]


def test_a_training_that_counts_clicks_reports_by_clicks(asked):
    training = replace(PLAYER.training, length=200, counted_in="steps")
    member = Trainee(asked, training)
    rows = [(100, 0, 0.0), (150, 2, 4.0), (208, 2, 0.0)]
    # At 100 no board had been finished; at the end none since the last report.
    assert told(member, 100, *rows) == [(100, 2.0), (200, 2.0)]


def test_without_a_length_a_trial_is_as_long_as_the_study_trains():
    plan = little_search(Space(SPACE.parameters))
    assert (plan.length, plan.report) == (400, 40)
