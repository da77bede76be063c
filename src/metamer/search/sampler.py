"""What Optuna proposes for a trial."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from optuna.distributions import BaseDistribution
from optuna.exceptions import ExperimentalWarning
from optuna.samplers import BaseSampler, TPESampler
from optuna.study import Study
from optuna.trial import FrozenTrial

from metamer.core.keys import Key
from metamer.search.space import Values


def parzen(seed: int) -> TPESampler:
    """Optuna's tree-structured Parzen estimator, each setting by itself.

    Trials that are under way count as bad ones: members of a population would otherwise
    all be asked for the same place.

    Source: kumar2022, Methods. Unstated: its settings; they are Optuna's, but for
    proposing settings together, which it did not do by default when the paper was written.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)
        return TPESampler(seed=seed, multivariate=False, constant_liar=True)


class SeededSampler(BaseSampler):
    """Optuna's estimator, whose randomness in each trial is that trial's own.

    What is proposed depends on the trials before it and not on how often the search was
    stopped, and processes that share a search propose different things. Some values can
    be `fixed`.
    """

    def __init__(self, key: Key):
        self.fixed: Values = {}
        self._key = key
        self._number = -1
        self._sampler: Any = None

    def infer_relative_search_space(
        self, study: Study, trial: FrozenTrial
    ) -> dict[str, BaseDistribution]:
        return {}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: Mapping[str, Any]
    ) -> dict[str, Any]:
        return {}

    def sample_independent(
        self,
        study: Study,
        trial: FrozenTrial,
        param_name: str,
        param_distribution: BaseDistribution,
    ) -> Any:
        if param_name in self.fixed:
            return self.fixed[param_name]
        if trial.number != self._number:
            self._number = trial.number
            self._sampler = parzen(self._key.stream("trial", trial.number).integer)
        return self._sampler.sample_independent(
            study, trial, param_name, param_distribution
        )
