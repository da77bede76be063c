"""What a statistical test found: one row of `tests.csv`."""

from dataclasses import dataclass, fields
from math import nan


@dataclass(frozen=True)
class Result:
    """One test of one effect, in numbers and in words.

    A field that does not apply is NaN (a number) or empty (a text): an ANOVA has no
    interval, an interval has no p.
    """

    test: str
    """Which test: `t, one sample`, `Welch t`, `ANOVA II`, `Wilson interval` ..."""
    measure: str
    effect: str
    """What was compared: `gp:fit`, `gp:fit - glm:lin`, `C(learner)` ..."""
    estimate: float = nan
    low: float = nan
    high: float = nan
    """The estimate and its interval, at `level`."""
    level: float = nan
    statistic: float = nan
    df: float = nan
    df_error: float = nan
    """Denominator degrees of freedom, where a test has two."""
    p: float = nan
    p_adjusted: float = nan
    """After a correction for many tests; NaN if there was none."""
    effect_size: float = nan
    size_name: str = ""
    """Which effect size: `d`, `partial eta squared`, `Cramer's V` ..."""
    n: int = 0
    words: str = ""
    """The whole finding as one sentence a reader can quote."""


COLUMNS = tuple(field.name for field in fields(Result))
