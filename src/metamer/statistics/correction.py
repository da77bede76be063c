"""Many tests at once."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

import numpy as np

from metamer.core.result import Result


def holm(results: Sequence[Result]) -> list[Result]:
    """The results with `p_adjusted`, all of them taken as one family.

    Where there was no test (p is NaN) there is nothing to correct, and the family is
    smaller by one. Words are the business of whoever has tested.

    Source: Holm 1979.
    """
    adjusted = iter(_adjusted([r.p for r in results if not isnan(r.p)]))
    return [
        result if isnan(result.p) else replace(result, p_adjusted=next(adjusted))
        for result in results
    ]


def _adjusted(p: Sequence[float]) -> list[float]:
    """The smallest p times all, the next times one less, never below the one before.

    Written out because statsmodels' `multipletests` takes 50 ms a call.
    """
    order = np.argsort(p)
    steps = np.sort(p) * np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted.tolist()
