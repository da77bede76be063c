"""How many tasks were solved, how consistently, and what went wrong (`concepts`).

None of these counts a guess that cannot be scored, and only `solved_minimal` looks at
minimal tasks: the paper uses those to check whether participants pay attention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.ranges import ranges, share
from metamer.core.registry import measure
from metamer.core.responses import details
from metamer.paradigms.concepts.score import NOT_SCORED
from metamer.statistics.measures import need_columns, unit_columns

if TYPE_CHECKING:
    import pandas as pd

PEOPLE = "people"
"""The learner whose units are not persons: each row is one participant on one item.

Source: moskvichev2023, whose published file has counts per test input only.
"""

KINDS = (
    "no guess",
    "wrong size",
    "copied input",
    "blank",
    "near miss",
    "wrong cells",
)
"""What can be wrong with a guess, in the order in which figures stack it.

Source: ours.
"""


@measure.add("solved")
@share
def solved(table: pd.DataFrame) -> pd.Series:
    """Share of items for which one of at most three guesses is right.

    For people, the mean over items of the share of participants.

    Source: moskvichev2023, Table 1.
    """
    return _by_item(_regular(table)).groupby(unit_columns(table), observed=True).mean()


@measure.add("solved_overall")
@share
def solved_overall(table: pd.DataFrame) -> pd.Series:
    """Share of items of all concepts together that were solved.

    Source: ours; moskvichev2023, Table 1, has concepts only.
    """
    return _by_item(_regular(table)).groupby(_whole(table), observed=True).mean()


@measure.add("solved_first")
@share
def solved_first(table: pd.DataFrame) -> pd.Series:
    """Share of items for which the first guess is right.

    Samples have no first guess: for those, the mean over all. Only for learners whose
    guesses are known: of published results only the outcome is.

    Source: ours; moskvichev2023 counts three guesses.
    """
    known = _with_guesses(_regular(table))
    first = known[(known["step"] == 0) | (known["mode"] == "samples")]
    by = [first[name] for name in (*unit_columns(table), "item")]
    items = first["correct"].astype(float).groupby(by, observed=True).mean()
    return items.groupby(unit_columns(table), observed=True).mean()


@measure.add("solved_minimal")
@share
def solved_minimal(table: pd.DataFrame) -> pd.Series:
    """Share of items of minimal tasks that were solved.

    Source: moskvichev2023, which never counts them in its accuracies.
    """
    scored = _scored(table)
    minimal = scored[scored["minimal"].astype(bool)]
    return _by_item(minimal).groupby(unit_columns(table), observed=True).mean()


@measure.add("strict")
@share
def strict(table: pd.DataFrame) -> pd.Series:
    """Share of tasks all of whose test inputs were solved.

    Not for people: each of them saw one test input of a task.

    Source: ours; the rule of the Abstraction and Reasoning Corpus.
    """
    return strict_of_task(table).groupby(unit_columns(table), observed=True).mean()


@measure.add("strict_overall")
@share
def strict_overall(table: pd.DataFrame) -> pd.Series:
    """Share of tasks of all concepts together all of whose test inputs were solved.

    Source: ours.
    """
    return strict_of_task(table).groupby(_whole(table), observed=True).mean()


@measure.add("consistency_within_task")
@share
def consistency_within_task(table: pd.DataFrame) -> pd.Series:
    """How often all test inputs of a task are solved, given that one of them is.

    1 means that one rule is followed for all of them. Over the tasks of all concepts
    together; a unit that solved nothing has no value.

    Source: ours.
    """
    tasks = right_of_task(table)
    begun = tasks[tasks["right"] > 0]
    whole = (begun["right"] == begun["asked"]).astype(float)
    return whole.groupby(_whole(table), observed=True).mean()


@measure.add("consistency_within_concept")
@ranges(-1.0, 1.0)
def consistency_within_concept(table: pd.DataFrame) -> pd.Series:
    """How much more likely a task is solved given that another of its concept is.

    The share solved of the other tasks of the concept, less that of the other tasks of any
    concept. 0 means that tasks are solved regardless of their concept.

    Source: ours.
    """
    found = given_another(table)
    return found["same"] - found["any"]


@measure.add("concepts_competence")
@share
def concepts_competence(table: pd.DataFrame) -> pd.Series:
    """Share of concepts of which at least one test input was solved. Source: ours."""
    return (_by_concept(table)["sum"] > 0).groupby(_whole(table), observed=True).mean()


@measure.add("solved_given_one")
@share
def solved_given_one(table: pd.DataFrame) -> pd.Series:
    """Given one solved test input of a concept, the share solved of its others.

    The mean over the concepts of which anything was solved; 0 if there is none.

    Source: ours; moskvichev2023, Sec. 1: understanding a concept is solving its variations.
    """
    concepts = _by_concept(table)
    others = (concepts["sum"] - 1) / (concepts["size"] - 1)
    begun = others.where((concepts["sum"] > 0) & (concepts["size"] > 1))
    return begun.groupby(_whole(table), observed=True).mean().fillna(0.0)


@measure.add("error_share")
@ranges(0.0, 1.0, "neither")
def error_share(table: pd.DataFrame) -> pd.Series:
    """The shares of the kinds of error among the first guesses at unsolved items.

    Only for learners whose guesses are known.

    Source: ours.
    """
    kinds = count_errors(table).astype(float)
    long = kinds.div(kinds.sum(axis=1), axis=0).melt(
        var_name="error", value_name="share", ignore_index=False
    )
    return long.set_index("error", append=True)["share"]


@measure.add("solved_by_family")
@share
def solved_by_family(table: pd.DataFrame) -> pd.Series:
    """Share of items that were solved, for each family of generated tasks.

    `apart` are those that the authors of the search's operations had not seen.

    Source: ours.
    """
    regular = _regular(table)
    generated = regular[regular["family"].astype(str) != ""]
    family = ["family", "apart"]
    items = _by_item(generated, *family)
    return items.groupby([*unit_columns(table), *family], observed=True).mean()


@measure.add("solved_of_item")
@share
def solved_of_item(table: pd.DataFrame) -> pd.Series:
    """1 for each item that a unit solved, else 0, so that items can be counted.

    For people, a value for each participant.

    Source: moskvichev2023, Table 2 and Sec. 8.1, which count items and participants.
    """
    return _solved_by_unit(_regular(table), "task", "apart").astype(float)


@measure.add("strict_of_task")
@share
def strict_of_task(table: pd.DataFrame) -> pd.Series:
    """1 for each task all of whose test inputs a unit solved, else 0.

    Source: ours; the rule of the Abstraction and Reasoning Corpus.
    """
    tasks = right_of_task(table)
    return (tasks["right"] == tasks["asked"]).astype(float)


def _by_concept(table: pd.DataFrame) -> pd.DataFrame:
    """How many test inputs of each concept were solved (`sum`) and asked (`size`)."""
    items = _by_item(_regular(table))
    return items.groupby(unit_columns(table), observed=True).agg(["sum", "size"])


def right_of_task(table: pd.DataFrame) -> pd.DataFrame:
    """How many test inputs of each task were `right`, and how many `asked`."""
    regular = _regular(table)
    items = _solved_by_unit(regular[regular["learner"] != PEOPLE], "task")
    tasks = items.groupby([*unit_columns(table), "task"], observed=True)
    return tasks.agg(["sum", "size"]).set_axis(["right", "asked"], axis=1).astype(int)


def given_another(table: pd.DataFrame) -> pd.DataFrame:
    """Which share of other tasks is solved strictly, given one that is.

    `same`: of the other tasks of its concept, a mean over the solved tasks. `any`: of the
    other tasks of all concepts, which is the expected value of `same` if the solved tasks
    were assigned to concepts at random. Concepts with a single task do not count.
    """
    who = _whole(table)
    tasks = strict_of_task(table).groupby(unit_columns(table), observed=True)
    groups = tasks.agg(["sum", "size"])
    groups = groups[groups["size"] > 1]
    # Each of the k solved tasks of a concept of n has k - 1 solved ones among n - 1 others.
    others = groups["sum"] * (groups["sum"] - 1) / (groups["size"] - 1)
    whole = groups.groupby(who, observed=True).sum()
    whole = whole.assign(others=others.groupby(who, observed=True).sum())
    whole = whole[whole["sum"] > 0]
    return whole.assign(
        same=whole["others"] / whole["sum"],
        any=(whole["sum"] - 1) / (whole["size"] - 1),
    )[["same", "any"]]


def count_errors(table: pd.DataFrame) -> pd.DataFrame:
    """How many unsolved items have a first guess with each kind of error."""
    known = _with_guesses(_regular(table))
    by = [known[name] for name in (*unit_columns(table), "item")]
    solved = known["correct"].astype(bool).groupby(by, observed=True).transform("any")
    first = known[~solved & (known["step"] == 0)].astype({"error": str})
    counts = first.groupby([*unit_columns(table), "error"], observed=True).size()
    return counts.unstack(fill_value=0).reindex(columns=[*KINDS], fill_value=0)


def _whole(table: pd.DataFrame) -> list[str]:
    """The columns that single out a unit, whatever the concept."""
    return ["learner", *details(table), "unit"]


def _scored(table: pd.DataFrame) -> pd.DataFrame:
    need_columns(table, "task", "minimal", "family", "apart", "mode", "error")
    return table[table["error"] != NOT_SCORED]


def _regular(table: pd.DataFrame) -> pd.DataFrame:
    """The rows that count in accuracies."""
    scored = _scored(table)
    return scored[~scored["minimal"].astype(bool)]


def _with_guesses(table: pd.DataFrame) -> pd.DataFrame:
    """Rows with a guess, without results of which only the outcome is known."""
    return table[table["error"] != ""]


def _solved_by_unit(table: pd.DataFrame, *also: str) -> pd.Series:
    """Whether one of a unit's guesses at an item is right."""
    by = [table[name] for name in (*unit_columns(table), *also, "item")]
    return table["correct"].astype(bool).groupby(by, observed=True).any()


def _by_item(table: pd.DataFrame, *also: str) -> pd.Series:
    """Whether each item was solved; for people, the share of participants."""
    values = _solved_by_unit(table, *also).rename("value").astype(float).reset_index()
    values["unit"] = values["unit"].where(values["learner"] != PEOPLE, 0)
    by = [*unit_columns(table), *also, "item"]
    return values.groupby(by, observed=True)["value"].mean()
