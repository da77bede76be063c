"""The ledger: what is asked, pruned and asked again, beside Optuna itself."""

import json
import time
import warnings
from pathlib import Path

import optuna
import pytest
from little import SPACE, little_search
from optuna.trial import TrialState

from metamer.core.errors import Refusal
from metamer.search.ledger import Ledger
from metamer.search.outcome import SearchOutcome
from metamer.search.plan import Search
from metamer.search.sampler import parzen
from metamer.search.space import Bounded, Conduct, Listed, Space
from metamer.search.storage import check_same, open_storage
from metamer.search.workers import Worker

CELL = "abstract rule=rectangle"


@pytest.fixture
def storage(tmp_path):
    return open_storage(str(tmp_path / "search.journal"))


def ledger(storage, trials=100, lease=0.0, plan=None):
    return Ledger(storage, plan or little_search(), CELL, trials, Worker(lease))


def finish(book, values):
    """Trials one after the other that report and end with these values."""
    for value in values:
        asked = book.ask()
        book.report(asked, 8, value)
        book.complete(asked, value)


def test_a_trial_worse_than_the_median_is_pruned(storage):
    """Source: kumar2022, Methods: "if the current trial's mean training reward after 50k
    episodes was 3 and the median of all previous trials' [...] was 6, then the current
    trial would be stopped early"."""
    book = ledger(storage)
    finish(book, [2.0, 4.0, 6.0, 8.0, 10.0])
    assert book.report(book.ask(), 8, 3.0)
    assert not book.report(book.ask(), 8, 7.0)
    assert not book.report(book.ask(), 16, 3.0)  # where nobody has been before


def test_nothing_is_pruned_before_five_trials_are_finished(storage):
    book = ledger(storage)
    finish(book, [6.0] * 4)
    assert not book.report(book.ask(), 8, 3.0)
    finish(book, [6.0])
    assert book.report(book.ask(), 8, 3.0)


def test_where_less_is_better_the_larger_ones_are_pruned(storage, monkeypatch):
    monkeypatch.setattr(Search, "higher", False)
    book = ledger(storage)
    finish(book, [2.0, 4.0, 6.0, 8.0, 10.0])
    assert book.report(book.ask(), 8, 7.0)
    assert not book.report(book.ask(), 8, 3.0)
    assert book.best().value == 2.0


def test_pruning_agrees_with_a_search_that_optuna_does_alone(storage):
    """The same values and reports through `Study.optimize`: the same trials end early."""
    curves = [[9.0, 1.0], [4.0, 8.0], [5.0, 5.0], [7.0, 3.0], [1.0, 9.0], [6.0, 6.0]]
    curves += [[2.0, 9.0], [6.5, 2.0], [5.5, 5.4], [8.0, 8.0], [3.0, 3.0]]

    def objective(trial):
        for mark, value in enumerate(curves[trial.number], 1):
            trial.report(value, 8 * mark)
            if mark == 1 and trial.should_prune():
                raise optuna.TrialPruned
        return curves[trial.number][-1]

    alone = optuna.create_study(direction="maximize")
    alone.optimize(objective, len(curves))
    book = ledger(storage)
    for first, last in curves:
        asked = book.ask()
        if book.report(asked, 8, first):
            book.prune(asked)
        else:
            book.report(asked, 16, last)
            book.complete(asked, last)
    expected = [(trial.state, trial.value) for trial in alone.trials]
    assert [(each.state, each.value) for each in book.all_trials()] == expected
    assert {state for state, _ in expected} == {TrialState.COMPLETE, TrialState.PRUNED}


def test_what_is_proposed_is_what_optuna_proposes(storage):
    """Trial by trial, with the estimator seeded alike."""
    book = ledger(storage)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = optuna.create_study(direction="maximize")
        for number in range(20):
            seed = book.search.key.stream(CELL).stream("trial", number).integer
            alone.sampler = parzen(seed)
            trial = alone.ask(SPACE.distributions(book.search.learner))
            asked = book.ask()
            assert asked.values == trial.params
            value = -abs(trial.params["training.rate"] - 0.01)
            alone.tell(trial, value)
            book.complete(asked, value)


def test_settings_that_do_better_are_proposed_more_often(storage):
    """After forty trials in which a rate of 0.01 is best, of 1e-4 to 1e-1."""
    book = ledger(storage)
    for _ in range(60):
        asked = book.ask()
        book.complete(asked, -abs(asked.values["training.rate"] - 0.01))
    rates = [each.params["training.rate"] for each in book.all_trials()]
    near = [0.005 < rate < 0.02 for rate in rates]
    # By chance a fifth of them: log10(4) / 3.
    assert sum(near[-20:]) >= 10 > sum(near[:10])


def test_fixed_values_are_kept_and_the_others_are_drawn(storage):
    book = ledger(storage)
    asked = [book.ask({"training.schedule": "linear"}) for _ in range(8)]
    assert {each.values["training.schedule"] for each in asked} == {"linear"}
    assert len({each.values["training.rate"] for each in asked}) == 8


def test_there_are_as_many_trials_as_are_wanted_and_more_can_be_had(storage):
    book = ledger(storage, trials=3)
    finish(book, [1.0, 2.0, 3.0])
    assert book.ask() is None and not book.wait()
    more = ledger(storage, trials=5)
    assert more.wait()
    finish(more, [4.0, 5.0])
    assert more.ask() is None


def test_a_trial_that_is_given_back_is_asked_again_as_the_same(storage):
    book = ledger(storage, trials=2)
    first, second = book.ask(), book.ask()
    book.report(first, 8, 1.0)
    book.release(first)
    again = book.ask()
    assert (again.values, again.first) == (first.values, first.first)
    assert again.trial.number != first.trial.number
    book.complete(again, 1.0)
    book.complete(second, 2.0)
    assert book.ask() is None
    assert [each.value for each in book.all_trials()] == [2.0, 1.0]
    assert book.counts() == (2, 0, 0, 2.0)


def test_trials_of_a_process_that_is_gone_are_asked_again_by_another(storage):
    gone, other = ledger(storage, trials=2), ledger(storage, trials=2)
    with gone.worker.beating(gone.study):
        left = gone.ask()
    done = other.ask()
    other.complete(done, 1.0)
    other.take_over()  # from here on it listens for the other's beat
    other.take_over()
    again = other.ask()
    assert again.values == left.values
    assert other.ask() is None
    # Whoever was only asleep finds that its trial is another's now, and goes on.
    assert gone.report(left, 8, 5.0)
    gone.complete(left, 5.0)
    other.complete(again, 2.0)
    assert [each.value for each in other.all_trials()] == [1.0, 2.0]


def test_nothing_is_taken_from_a_process_that_beats(storage):
    busy, other = ledger(storage), ledger(storage, lease=60.0)
    busy.ask()
    for _ in range(3):
        other.take_over()
    assert other.counts().running == 1


def test_the_time_that_a_process_takes_adds_up(storage):
    book = ledger(storage)
    for _ in range(2):
        with book.worker.beating(book.study):
            time.sleep(0.2)
    with (other := ledger(storage)).worker.beating(other.study):
        time.sleep(0.1)
    assert 0.5 <= book.seconds() == other.seconds()


def test_two_that_ask_for_the_last_trial_at_once_get_it_once(storage, monkeypatch):
    one, other = ledger(storage, trials=1), ledger(storage, trials=1)
    monkeypatch.setattr(other, "_counted", list)  # it has not seen the first yet
    first = one.ask()
    monkeypatch.undo()
    assert first is not None and other.ask() is None
    assert one.counts().running == 1


def test_a_trial_that_failed_says_why_and_is_not_asked_again(storage):
    book = ledger(storage, trials=1)
    book.fail(book.ask(), "units must be at least 1")
    assert book.ask() is None and not book.wait()
    outcome = SearchOutcome(book.search, {CELL: book})
    assert outcome.table()["reason"].tolist() == ["units must be at least 1"]
    with pytest.raises(Refusal, match=r"nothing is best \(units must be at least 1\)"):
        outcome.found  # noqa: B018 (it is computed)


def test_the_earliest_of_equally_good_trials_is_the_best(storage):
    book = ledger(storage)
    finish(book, [3.0, 5.0, 5.0])
    assert book.best().number == 1


def test_a_journal_with_half_a_line_at_its_end_is_mended(tmp_path, storage):
    finish(ledger(storage), [1.0, 2.0])
    path = tmp_path / "search.journal"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"op_code":6,"worker_id"')
    again = ledger(open_storage(str(path)))
    finish(again, [3.0])
    assert [each.value for each in again.all_trials()] == [1.0, 2.0, 3.0]
    assert [json.loads(line) for line in path.read_text().splitlines()]


def test_a_lock_that_a_killed_process_left_is_taken_over(tmp_path, monkeypatch):
    monkeypatch.setattr("metamer.search.storage.GRACE", 3)
    monkeypatch.chdir(tmp_path)
    book = ledger(open_storage("search.journal"))
    (tmp_path / "search.journal.lock").symlink_to(tmp_path / "search.journal")
    finish(book, [1.0])
    assert book.best().value == 1.0
    assert not (tmp_path / "search.journal.lock").is_symlink()


def test_any_storage_of_optuna_will_do(tmp_path):
    opened = open_storage(f"sqlite:///{tmp_path}/search.db")
    book = ledger(opened, trials=2)
    finish(book, [1.0])
    book.release(book.ask())
    again = ledger(open_storage(f"sqlite:///{tmp_path}/search.db"), trials=2)
    finish(again, [2.0])
    assert [each.value for each in again.all_trials()] == [1.0, 2.0]


OTHERS = {
    "space": {"space": Space({"units": Bounded(4, 8)}, Conduct(length=40, report=8))},
    "paradigm": {"boards_seed": 3},
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_storage_of_another_search_is_refused(what, storage):
    check_same(storage, little_search(), "here")
    ledger(storage)
    check_same(storage, little_search(), "here")
    with pytest.raises(Refusal, match=rf"here holds another search \(.*: {what}\)"):
        check_same(storage, little_search(**OTHERS[what]), "here")


def test_where_a_bound_is_from_does_not_make_it_another_search(storage):
    ledger(storage)
    noted = {
        "training.rate": Bounded(1e-4, 1e-1, log=True, source="a guess"),
        "training.schedule": Listed(("constant", "linear"), source="the paper"),
    }
    check_same(storage, little_search(Space(noted, SPACE.conduct)), "here")


def test_other_programs_studies_in_the_same_storage_are_left_alone(storage):
    optuna.create_study(storage=storage, study_name="somebody else's")
    check_same(storage, little_search(), "here")
    finish(ledger(storage), [1.0])
    assert {each.study_name for each in storage.get_all_studies()} == {
        "somebody else's",
        CELL,
    }


@pytest.mark.parametrize(
    "place, words",
    [
        ("folder", "is a folder"),
        ("broken.journal", "is broken"),
        ("nonsense://x", "--storage nonsense://x"),
    ],
)
def test_a_place_that_is_no_storage_is_refused(place, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("broken.journal").write_text("no json\nat all\n")
    with pytest.raises(Refusal, match=words):
        open_storage(place)
