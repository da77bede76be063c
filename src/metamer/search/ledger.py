"""The trials of one search in one condition, which several processes may share."""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import optuna
from optuna.exceptions import OptunaError, UpdateFinishedTrialError
from optuna.pruners import MedianPruner
from optuna.trial import FrozenTrial, Trial, TrialState

from metamer.core.errors import Refusal
from metamer.search.plan import Search
from metamer.search.sampler import SeededSampler
from metamer.search.space import Values
from metamer.search.workers import Worker, seconds

IDENTITY = "metamer"
"""The attribute of a study that says what is searched."""

OWNER, FIRST, LEFT, REASON = "worker", "first", "left", "reason"
"""Attributes of a trial: who does it, the number it had at first, whether it was left and
is asked again, and why it failed."""

UNPRUNED = 5
"""Trials that must have been finished before one is pruned. Unstated: kumar2022 says
nothing of it; this is Optuna's default."""

WAIT = 0.5
"""Seconds between two looks at what other processes are doing."""


class Asked(NamedTuple):
    """A trial in hand."""

    trial: Trial
    values: Values
    first: int
    """The number it had when it was asked for the first time: its randomness is that
    number's, so that a trial that is asked again is the same one."""


class Counts(NamedTuple):
    """How far a search is."""

    finished: int
    pruned: int
    running: int
    best: float | None


@contextmanager
def quiet() -> Iterator[None]:
    """Without Optuna's remarks, which are for those who call it."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        yield


@dataclass
class Ledger:
    """Asks for trials, and keeps what came of them."""

    storage: Any
    search: Search
    cell: str
    trials: int
    worker: Worker

    def __post_init__(self) -> None:
        key = self.search.key.stream(self.cell)
        self._sampler = SeededSampler(key)
        self._distributions = self.search.space.distributions(self.search.learner)
        with quiet():
            self.study = optuna.create_study(
                storage=self.storage,
                study_name=self.cell,
                direction="maximize" if self.search.higher else "minimize",
                sampler=self._sampler,
                pruner=MedianPruner(n_startup_trials=UNPRUNED),
                load_if_exists=True,
            )
            if IDENTITY not in self.study.user_attrs:
                text = json.dumps(self.search.identity(), sort_keys=True)
                self.study.set_user_attr(IDENTITY, text)

    def ask(self, fixed: Values | None = None) -> Asked | None:
        """A trial to do, with some values fixed; None if none is left to be begun."""
        if len(self._counted()) >= self.trials and not self._waiting():
            return None
        self._sampler.fixed = fixed or {}
        with quiet():
            trial = self.study.ask(self._distributions)
        trial.set_user_attr(OWNER, self.worker.id)
        # Another process may have asked at the same moment: the later one gives way.
        ahead = [each for each in self._counted() if each.number < trial.number]
        if len(ahead) >= self.trials:
            self._leave(trial.number)
            return None
        first = trial.user_attrs.get(FIRST, trial.number)
        return Asked(trial, dict(trial.params), int(first))

    def report(self, asked: Asked, mark: int, value: float) -> bool:
        """Keep what a trial has reached at a mark; whether it should be pruned there.

        Source: kumar2022, Methods: if it is worse than the median of earlier trials.
        Unclear: of which. Optuna's rule, as in the authors' earlier work, compares the best
        report of this trial so far with what finished trials reported at the same mark.
        """
        with self._lost_is_left(asked):
            asked.trial.report(value, mark)
            return bool(asked.trial.should_prune())  # Optuna's is NumPy's
        return True

    def complete(self, asked: Asked, value: float, **attributes: float) -> None:
        """Keep the number of a finished trial."""
        self._end(asked, TrialState.COMPLETE, value, attributes)

    def prune(self, asked: Asked, **attributes: float) -> None:
        """Keep that a trial was ended early; its last report is its number."""
        self._end(asked, TrialState.PRUNED, None, attributes)

    def fail(self, asked: Asked, reason: str) -> None:
        """Keep that a trial could not be done, and why."""
        self._end(asked, TrialState.FAIL, None, {REASON: reason})

    def release(self, asked: Asked) -> None:
        """Give a trial back that will not be done here: it is asked again."""
        self._ask_again(self.frozen(asked.trial.number))

    def wait(self) -> bool:
        """Wait for other processes; false if nothing is left that could be done here."""
        while True:
            self.take_over()
            if self._waiting() or len(self._counted()) < self.trials:
                return True
            if not self._in_state(TrialState.RUNNING):
                return False
            time.sleep(WAIT)

    def take_over(self) -> None:
        """See that what processes had in hand that are gone is asked again."""
        beats = self.study.user_attrs
        for trial in self._in_state(TrialState.RUNNING):
            if self.worker.is_gone(str(trial.user_attrs.get(OWNER, "")), beats):
                self._ask_again(trial)

    def counts(self) -> Counts:
        """How far the search is."""
        complete, pruned, failed, running = (
            len(self._in_state(state))
            for state in (
                TrialState.COMPLETE,
                TrialState.PRUNED,
                TrialState.FAIL,
                TrialState.RUNNING,
            )
        )
        best = self.best()
        value = None if best is None else best.value
        return Counts(complete + pruned + failed, pruned, running, value)

    def best(self) -> FrozenTrial | None:
        """The best of the finished trials; None before there is one."""
        done = self._in_state(TrialState.COMPLETE)
        if not done:
            return None
        sign = 1 if self.search.higher else -1
        # Of equal ones the earliest, as Optuna chooses.
        return max(done, key=lambda each: (sign * (each.value or 0.0), -each.number))

    def all_trials(self) -> list[FrozenTrial]:
        """Every trial that counts."""
        return self._counted()

    def seconds(self) -> float:
        """How long the search took, all processes together."""
        return seconds(self.study.user_attrs)

    def frozen(self, number: int) -> FrozenTrial:
        """What is kept of a trial."""
        trials = self.study.get_trials(deepcopy=False)
        return next(each for each in trials if each.number == number)

    def _counted(self) -> list[FrozenTrial]:
        trials = self.study.get_trials(deepcopy=False)
        failed = TrialState.FAIL
        return [
            each
            for each in trials
            if not (each.state == failed and LEFT in each.user_attrs)
        ]

    def _in_state(self, *states: TrialState) -> list[FrozenTrial]:
        return [each for each in self._counted() if each.state in states]

    def _waiting(self) -> list[FrozenTrial]:
        return self._in_state(TrialState.WAITING)

    def _end(
        self, asked: Asked, state: TrialState, value: float | None, attributes: Any
    ) -> None:
        with self._lost_is_left(asked):
            for name, attribute in attributes.items():
                asked.trial.set_user_attr(name, attribute)
            with quiet():
                self.study.tell(asked.trial, value, state=state)

    def _ask_again(self, trial: FrozenTrial) -> None:
        """End a trial as one that was left, and have it asked again by whoever comes."""
        if not self._leave(trial.number):
            return
        first = trial.user_attrs.get(FIRST, trial.number)
        # One that was asked again may have been left before all its values were read.
        values = {**trial.system_attrs.get("fixed_params", {}), **trial.params}
        with quiet():
            self.study.enqueue_trial(values, user_attrs={FIRST: first})

    def _leave(self, number: int) -> bool:
        """Mark a trial as left; false if another process has ended it meanwhile."""
        try:
            trial = self.frozen(number)
            if trial.state.is_finished():
                return False
            storage, identifier = self.study._storage, trial._trial_id
            storage.set_trial_user_attr(identifier, LEFT, True)
            return storage.set_trial_state_values(identifier, TrialState.FAIL)
        except (UpdateFinishedTrialError, RuntimeError):
            return False

    @contextmanager
    def _lost_is_left(self, asked: Asked) -> Iterator[None]:
        """Nothing happens to a trial that another process has taken over meanwhile.

        A process that was asleep for long may find that it counted as gone.
        """
        try:
            yield
        except (UpdateFinishedTrialError, ValueError) as error:
            if not self.frozen(asked.trial.number).state.is_finished():
                raise Refusal(f"the storage failed: {error}") from error
        except OptunaError as error:
            raise Refusal(f"the storage failed: {error}") from error
