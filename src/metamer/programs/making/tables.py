"""Programs that look one number up: which of a few outputs, or whether to make one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from metamer.programs.budget import Budget
from metamer.programs.making.amounts import Amount
from metamer.programs.program import Program
from metamer.programs.task import Grid, Pair, Task
from metamer.programs.view import View

CONDITIONS = 25
"""So many amounts that tell the cases apart are followed up."""

NEW = 1.5
"""What it costs if no value came twice: then nothing supports the table."""


class Condition(NamedTuple):
    """Which case each asked input belongs to; None where the number is a new one."""

    words: str
    cost: float
    cases: tuple[int | None, ...]


def conditions(cases: list[int], found: list[Amount]) -> list[Condition]:
    """Amounts whose value says which case a demonstration is, the cheapest first."""
    told = []
    for amount in found:
        lookup: dict[int, int] = {}
        known = amount.values[: len(cases)].tolist()
        for value, case in zip(known, cases, strict=True):
            lookup.setdefault(value, case)
        if all(lookup[value] == case for value, case in zip(known, cases, strict=True)):
            asked = amount.values[len(cases) :].tolist()
            named = ", ".join(f"{value}: case {lookup[value]}" for value in lookup)
            words = f"by the number of {amount.words} ({named})"
            which = tuple(_case(lookup, value) for value in asked)
            rote = NEW if len(lookup) == len(cases) else 0.0
            cost = amount.cost + 0.4 * len(lookup) + rote
            told.append(Condition(words, cost, which))
    return sorted(told, key=lambda it: it.cost)[:CONDITIONS]


def _case(lookup: dict[int, int], value: int) -> int | None:
    """The case of a value; beyond the largest or smallest, that of the nearest one."""
    if value in lookup or min(lookup) < value < max(lookup):
        return lookup.get(value)
    return lookup[max(lookup) if value > max(lookup) else min(lookup)]


def lookups(view: View, found: list[Amount], budget: Budget) -> Iterator[Program]:
    """One of the demonstrated outputs, told by a number, if each is plain or came twice."""
    cases = _cases(view.outputs)
    many = len(set(cases))
    twice = all(cases.count(case) > 1 for case in cases)
    if not 2 <= many <= 3 or not (twice or _plain(view.outputs)):
        return
    budget.spend(len(found))
    for condition in conditions(cases, found):
        answers = tuple(
            None if case is None else view.outputs[cases.index(case)]
            for case in condition.cases
        )
        words = f"show one of {many} grids {condition.words}"
        yield Program(words, 1.5 + condition.cost, answers)


def _plain(outputs: list[Grid]) -> bool:
    """Whether all are of one shape and each of one colour."""
    return len({it.shape for it in outputs}) == 1 and all(
        (it == it[0, 0]).all() for it in outputs
    )


def _cases(outputs: list[Grid]) -> list[int]:
    """A number for each output, the same for equal ones."""
    keys = [bytes(it.shape) + it.tobytes() for it in outputs]
    return [keys.index(key) for key in keys]


Finder = Callable[[View], list[Program]]


def branches(
    view: View, found: list[Amount], finder: Finder, budget: Budget
) -> Iterator[Program]:
    """A plain grid in one case, what another program makes in the other."""
    cases = _cases(view.outputs)
    for case in sorted(set(cases)):
        plain = view.outputs[case]
        if (plain != plain[0, 0]).any() or len(set(cases)) == 1:
            continue
        split = [int(it != case) for it in cases]
        told = conditions(split, found)
        budget.spend(len(found))
        rest = [
            pair
            for pair, other in zip(view.task.demonstrations, split, strict=True)
            if other
        ]
        if told:
            programs = finder(View(_part(view.task, rest)))
            yield from _either(told, plain, programs)


def _part(task: Task, rest: list[Pair]) -> Task:
    return Task(tuple(rest), task.inputs)


def _either(
    told: list[Condition], plain: Grid, programs: list[Program]
) -> Iterator[Program]:
    for program in programs[:CONDITIONS]:
        for condition in told[:5]:
            answers = tuple(
                _taken(case, plain, answer)
                for case, answer in zip(condition.cases, program.answers, strict=True)
            )
            words = f"{program.words}, or show a plain grid, {condition.words}"
            yield Program(words, 1.0 + program.cost + condition.cost, answers)


def _taken(case: int | None, plain: Grid, answer: Grid | None) -> Grid | None:
    if case is None:
        return None
    return answer if case else plain
