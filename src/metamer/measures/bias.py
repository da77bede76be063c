"""Rule or exemplar, and what a learner was able to do at all (`categories`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.responses import details

if TYPE_CHECKING:
    import pandas as pd

LEARNED = {"reviews": 0.8, "imdb": 0.8, "faces": 0.75, "celeba": 0.75}
"""Accuracy on taught items from which a unit has learned them, where noise limits it.

Source: dasgupta2022, Secs. 5 and 6: filters of 80 % and 75 % validation accuracy.
Differs: the authors' validation rows are their training rows; here they are called so.
"""

LEARNED_ELSEWHERE = 0.95
"""The same where items tell their label.

Source: dasgupta2022, the authors' notebook for the plane (0.9 in their R script).
"""

CEILING = 0.9
"""Zero-shot accuracy in the held-out corner, as a share of that in the taught corners,
from which EVR can be read as a difference of two successes.

Source: ours. The paper does not say what to do with a learner that fails at zero shot.
"""


def learned_from(domain: str) -> float:
    """The accuracy on taught items from which a unit has learned them."""
    return LEARNED.get(domain.split(":")[0], LEARNED_ELSEWHERE)


@measure.add("held_out_accuracy")
def held_out_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers in the corner that was never taught.

    Source: dasgupta2022, Sec. 3.
    """
    return _accuracy(table, "held_out")


@measure.add("familiar_accuracy")
def familiar_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to new items from the corners that were taught.

    Source: dasgupta2022, Sec. 5 (there on the training rows themselves).
    """
    return _accuracy(table, "familiar")


@measure.add("taught_accuracy")
def taught_accuracy(table: pd.DataFrame) -> pd.Series:
    """Share of right answers to items that were taught.

    Source: dasgupta2022, Sec. 4.1.
    """
    return _accuracy(table, "taught")


@measure.add("feature_bias")
def feature_bias(table: pd.DataFrame) -> pd.Series:
    """Which feature wins when both predict the label: 0.5 the discriminant, -0.5 the other.

    Source: dasgupta2022, Eq. 1 (FLB).
    """
    return _contrast(table, ("cue_conflict",))["cue_conflict"] - 0.5


@measure.add("exemplar_bias")
def exemplar_bias(table: pd.DataFrame) -> pd.Series:
    """What partial exposure to a distractor costs: 0 is by rule, 1 is by exemplar.

    Zero shot and partial exposure are paired: the same unit, its seed and its items.

    Source: dasgupta2022, Eq. 2 (EVR).
    Unclear: the paper gives the range as 0 to 1; a learner that fails at zero shot can
    fall below 0. `competence` tells where EVR should not be read.
    """
    accuracy = _contrast(table, ("zero_shot", "partial_exposure"))
    return accuracy["zero_shot"] - accuracy["partial_exposure"]


@measure.add("competence")
def competence(table: pd.DataFrame) -> pd.Series:
    """1 where a unit learned both lessons and masters zero shot, else 0.

    Part of the result, and never a filter: `exemplar_bias` counts every unit.

    Source: ours; dasgupta2022 drops such units.
    """
    zero_shot = _contrast(table, ("zero_shot",))["zero_shot"]
    familiar = _contrast(table, ("zero_shot",), "familiar")["zero_shot"]
    return (_has_learned(table) & (zero_shot >= CEILING * familiar)).astype(float)


@measure.add("exemplar_bias_of_learned")
def exemplar_bias_of_learned(table: pd.DataFrame) -> pd.Series:
    """EVR of only those units that learned what they were taught, as the paper counts.

    Source: dasgupta2022, the authors' notebook.
    """
    return exemplar_bias(table)[_has_learned(table)]


def _has_learned(table: pd.DataFrame) -> pd.Series:
    taught = _contrast(table, ("zero_shot", "partial_exposure"), "taught").min(axis=1)
    domains = taught.index.get_level_values("domain").astype(str)
    return taught >= [learned_from(domain) for domain in domains]


def _accuracy(table: pd.DataFrame, part: str) -> pd.Series:
    chosen = table[table["part"] == part]
    keys = ["learner", *details(table), "condition", "unit"]
    return chosen.groupby(keys, observed=True)["correct"].mean().rename("value")


def _contrast(
    table: pd.DataFrame, needed: tuple[str, ...], part: str = "held_out"
) -> pd.DataFrame:
    """Accuracy with a column for each of some conditions, refusing what lacks one."""
    wide = _accuracy(table, part).unstack("condition")
    missing = [name for name in needed if name not in wide]
    if missing:
        raise Refusal(
            f"this measure needs {part} items in the condition {', '.join(missing)}; "
            f"there are some in: {', '.join(map(str, wide)) or 'none'}"
        )
    return wide[list(needed)]
