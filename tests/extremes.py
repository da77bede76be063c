"""Learners that are always right or always wrong, and what measures make of them."""

import pandas as pd

from metamer.core.registry import measure
from metamer.core.responses import as_table


def columns(learner, unit, condition):
    """Who answered, and in which condition."""
    return {
        "learner": learner,
        "unit": unit,
        "condition": condition.name,
        **dict(condition.details),
    }


def table(rows):
    """Responses from some blocks of columns."""
    whole = pd.concat([pd.DataFrame(block) for block in rows], ignore_index=True)
    return as_table(whole.to_dict("series"))


def check(name, table, expected):
    """See that both units of `right` and of `wrong` have the value; None is no row."""
    values = measure(name)(table)
    for learner, value in zip(("right", "wrong"), expected, strict=True):
        own = values[values.index.get_level_values("learner") == learner]
        assert set(own) == ({value} if value is not None else set())
        units = own.index.get_level_values("unit")
        assert set(units) == ({0, 1} if value is not None else set())
