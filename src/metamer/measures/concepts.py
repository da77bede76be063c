"""How many tasks were solved, how consistently, and what went wrong (`concepts`).

None of these counts a guess that cannot be scored, and only `solved_minimal` looks at
minimal tasks: the paper keeps those for checking who pays attention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.responses import details

if TYPE_CHECKING:
    import pandas as pd

PEOPLE = "people"
"""Whose units tell nobody apart: a row is what somebody made of one item.

Source: moskvichev2023, whose published file has counts per test input only.
"""

NOT_SCORED = "not scored"

KINDS = (
    "no guess",
    "wrong size",
    "copied input",
    "blank",
    "near miss",
    "wrong cells",
)
"""What can be wrong with a guess, in the order in which figures stack them.

Source: ours.
"""


@measure.add("solved")
def solved(table: pd.DataFrame) -> pd.Series:
    """Share of items for which one of at most three guesses is right.

    Of people the mean over items of the share of participants.

    Source: moskvichev2023, Table 1.
    """
    return _by_item(_counted(table)).groupby(_keys(table), observed=True).mean()


@measure.add("solved_overall")
def solved_overall(table: pd.DataFrame) -> pd.Series:
    """The same over the items of all concepts together.

    Source: ours; moskvichev2023, Table 1, has concepts only.
    """
    return _by_item(_counted(table)).groupby(_whole(table), observed=True).mean()


@measure.add("solved_first")
def solved_first(table: pd.DataFrame) -> pd.Series:
    """Share of items for which the first guess is right.

    Samples have no first: of those, the mean over all. Only of those whose guesses are
    known: of published results only the outcome is.

    Source: ours; moskvichev2023 counts three guesses.
    """
    known = _known(_counted(table))
    first = known[(known["step"] == 0) | (known["mode"] == "samples")]
    by = [first[name] for name in (*_keys(table), "item")]
    items = first["correct"].astype(float).groupby(by, observed=True).mean()
    return items.groupby(_keys(table), observed=True).mean()


@measure.add("solved_minimal")
def solved_minimal(table: pd.DataFrame) -> pd.Series:
    """Share of items of minimal tasks that were solved.

    Source: moskvichev2023, which never counts them in its accuracies.
    """
    scored = _scored(table)
    minimal = scored[scored["minimal"].astype(bool)]
    return _by_item(minimal).groupby(_keys(table), observed=True).mean()


@measure.add("strict")
def strict(table: pd.DataFrame) -> pd.Series:
    """Share of tasks all of whose test inputs were solved.

    Not of people: each of them saw one test input of a task.

    Source: ours; the rule of the Abstraction and Reasoning Corpus.
    """
    return strict_of_task(table).groupby(_keys(table), observed=True).mean()


@measure.add("strict_overall")
def strict_overall(table: pd.DataFrame) -> pd.Series:
    """The same over the tasks of all concepts together.

    Source: ours.
    """
    return strict_of_task(table).groupby(_whole(table), observed=True).mean()


@measure.add("consistency_within_task")
def consistency_within_task(table: pd.DataFrame) -> pd.Series:
    """How often all test inputs of a task are solved, given that one of them is.

    1 is by a rule that holds for them all. Over the tasks of all concepts together; who
    solved nothing has none.

    Source: ours.
    """
    tasks = right_of_task(table)
    begun = tasks[tasks["right"] > 0]
    whole = (begun["right"] == begun["asked"]).astype(float)
    return whole.groupby(_whole(table), observed=True).mean()


@measure.add("consistency_within_concept")
def consistency_within_concept(table: pd.DataFrame) -> pd.Series:
    """How much likelier a task is solved given that another of its concept is.

    The share of the other tasks of the concept, less the share of the other tasks of any
    concept. 0 is whoever solves tasks regardless of their concept.

    Source: ours.
    """
    found = given_another(table)
    return found["same"] - found["any"]


@measure.add("error_share")
def error_share(table: pd.DataFrame) -> pd.Series:
    """Which kinds of error the first guesses at unsolved items are, as shares of them.

    Only of those whose guesses are known.

    Source: ours.
    """
    kinds = errors(table).astype(float)
    long = kinds.div(kinds.sum(axis=1), axis=0).melt(
        var_name="error", value_name="share", ignore_index=False
    )
    return long.set_index("error", append=True)["share"]


@measure.add("solved_by_family")
def solved_by_family(table: pd.DataFrame) -> pd.Series:
    """Share of items that were solved, for each family of generated tasks.

    `apart` are those that nobody had seen who wrote operations for the search.

    Source: ours.
    """
    counted = _counted(table)
    made = counted[counted["family"].astype(str) != ""]
    family = ["family", "apart"]
    items = _by_item(made, *family)
    return items.groupby([*_keys(table), *family], observed=True).mean()


@measure.add("solved_of_item")
def solved_of_item(table: pd.DataFrame) -> pd.Series:
    """1 for each item that a unit solved, else 0, so that items can be counted.

    Of people a value for each participant.

    Source: moskvichev2023, Table 2 and Sec. 8.1, which count items and participants.
    """
    return _guessed(_counted(table), "task", "apart").astype(float)


@measure.add("strict_of_task")
def strict_of_task(table: pd.DataFrame) -> pd.Series:
    """1 for each task all of whose test inputs a unit solved, else 0.

    Source: ours; the rule of the Abstraction and Reasoning Corpus.
    """
    tasks = right_of_task(table)
    return (tasks["right"] == tasks["asked"]).astype(float)


def right_of_task(table: pd.DataFrame) -> pd.DataFrame:
    """How many test inputs of each task were `right`, and how many `asked`."""
    counted = _counted(table)
    items = _guessed(counted[counted["learner"] != PEOPLE], "task")
    tasks = items.groupby([*_keys(table), "task"], observed=True)
    return tasks.agg(["sum", "size"]).set_axis(["right", "asked"], axis=1).astype(int)


def given_another(table: pd.DataFrame) -> pd.DataFrame:
    """Which share of other tasks is solved strictly, given one that is.

    `same`: of the other tasks of its concept, a mean over the solved tasks. `any`: of the
    other tasks of all concepts, which is what `same` would be on average if the solved
    ones were dealt out to concepts by chance. Concepts with a single task do not count.
    """
    who = _whole(table)
    tasks = strict_of_task(table).groupby(_keys(table), observed=True)
    groups = tasks.agg(["sum", "size"])
    groups = groups[groups["size"] > 1]
    others = groups["sum"] * (groups["sum"] - 1) / (groups["size"] - 1)
    whole = groups.groupby(who, observed=True).sum()
    whole = whole.assign(others=others.groupby(who, observed=True).sum())
    whole = whole[whole["sum"] > 0]
    return whole.assign(
        same=whole["others"] / whole["sum"],
        any=(whole["sum"] - 1) / (whole["size"] - 1),
    )[["same", "any"]]


def errors(table: pd.DataFrame) -> pd.DataFrame:
    """How many unsolved items there are of each kind of error of their first guess."""
    known = _known(_counted(table))
    by = [known[name] for name in (*_keys(table), "item")]
    solved = known["correct"].astype(bool).groupby(by, observed=True).transform("any")
    first = known[~solved & (known["step"] == 0)].astype({"error": str})
    counts = first.groupby([*_keys(table), "error"], observed=True).size()
    return counts.unstack(fill_value=0).reindex(columns=[*KINDS], fill_value=0)


def _keys(table: pd.DataFrame) -> list[str]:
    return ["learner", *details(table), "condition", "unit"]


def _whole(table: pd.DataFrame) -> list[str]:
    """What singles out a unit, whatever the concept."""
    return ["learner", *details(table), "unit"]


def _scored(table: pd.DataFrame) -> pd.DataFrame:
    for column in ("task", "minimal", "family", "apart", "mode", "error"):
        if column not in table:
            known = ", ".join(map(str, table))
            raise Refusal(
                f"this measure needs the column {column!r}; there is: {known}"
            )
    return table[table["error"] != NOT_SCORED]


def _counted(table: pd.DataFrame) -> pd.DataFrame:
    """What counts in accuracies."""
    scored = _scored(table)
    return scored[~scored["minimal"].astype(bool)]


def _known(table: pd.DataFrame) -> pd.DataFrame:
    """Guesses, without results of which only the outcome is known."""
    return table[table["error"] != ""]


def _guessed(table: pd.DataFrame, *also: str) -> pd.Series:
    """Whether one of a unit's guesses at an item is right."""
    by = [table[name] for name in (*_keys(table), *also, "item")]
    return table["correct"].astype(bool).groupby(by, observed=True).any()


def _by_item(table: pd.DataFrame, *also: str) -> pd.Series:
    """Whether each item was solved; of people, by which share of them."""
    values = _guessed(table, *also).rename("value").astype(float).reset_index()
    values["unit"] = values["unit"].where(values["learner"] != PEOPLE, 0)
    by = [*_keys(table), *also, "item"]
    return values.groupby(by, observed=True)["value"].mean()
