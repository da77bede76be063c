"""How large an effect is, apart from how many units there were."""

from math import exp, lgamma, log, sqrt

import numpy as np
from numpy.typing import ArrayLike


def standardised_mean(values: ArrayLike, against: float = 0.0) -> float:
    """Cohen's d of one sample: its distance from `against` in standard deviations.

    Of paired differences it is what is called d_z.

    Source: Cohen 1988, Ch. 2.
    """
    values = np.asarray(values, float)
    return float((values.mean() - against) / values.std(ddof=1))


def cohens_d(a: ArrayLike, b: ArrayLike) -> float:
    """The difference of two means in pooled standard deviations.

    Source: Cohen 1988, Ch. 2.
    """
    a, b = np.asarray(a, float), np.asarray(b, float)
    squares = a.var() * len(a) + b.var() * len(b)
    return float((a.mean() - b.mean()) / sqrt(squares / (len(a) + len(b) - 2)))


def hedges_g(a: ArrayLike, b: ArrayLike) -> float:
    """Cohen's d without its upward bias in small samples.

    Source: Hedges 1981, the exact correction with gamma functions.
    """
    df = np.size(a) + np.size(b) - 2
    bias = exp(lgamma(df / 2) - lgamma((df - 1) / 2) - 0.5 * log(df / 2))
    return cohens_d(a, b) * bias


def partial_eta_squared(effect: float, error: float) -> float:
    """The share of an effect in the sum of squares of itself and the error.

    Source: Cohen 1973.
    """
    return effect / (effect + error)


def cramers_v(statistic: float, counts: ArrayLike) -> float:
    """Association in a table of counts, from 0 (none) to 1, given its chi-square.

    Source: Cramer 1946, Ch. 21.
    """
    counts = np.asarray(counts)
    return float(np.sqrt(statistic / (counts.sum() * (min(counts.shape) - 1))))
