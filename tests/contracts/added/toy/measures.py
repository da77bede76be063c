"""A measure for toy."""

from metamer.core.registry import measure
from metamer.core.responses import details


@measure.add("toy_accuracy")
def toy_accuracy(table):
    """Share of right answers.

    Source: ours.
    """
    keys = ["learner", *details(table), "condition", "unit"]
    return table.groupby(keys, observed=True)["correct"].mean()
