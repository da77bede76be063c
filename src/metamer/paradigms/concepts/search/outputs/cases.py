"""Programs that decide by a number: which of a few outputs, or whether to make one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.outputs.amounts import Amount
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Grid, Task

MAX_DECISIONS = 25
"""How many amounts that tell the cases apart are followed up."""
MAX_BRANCHES = 5
"""How many of them are tried with each program for one of the cases."""
MAX_CASES = 3
"""How many different outputs are chosen from."""
COST_PER_VALUE = 0.4
ROTE = 1.5
"""What it costs if no value occurs twice: then nothing supports the table."""


class Decision(NamedTuple):
    """Which case each asked input belongs to; None if the number is a new one."""

    words: str
    cost: float
    cases: tuple[int | None, ...]


def decisions(cases: list[int], amounts: list[Amount]) -> list[Decision]:
    """Amounts whose value decides which case a demonstration is, the cheapest first."""
    possible = []
    for amount in amounts:
        known = amount.values[: len(cases)].tolist()
        lookup: dict[int, int] = {}
        for value, case in zip(known, cases, strict=True):
            # The first case of a value is kept; the amount is of use only if all others
            # agree.
            lookup.setdefault(value, case)
        if all(lookup[value] == case for value, case in zip(known, cases, strict=True)):
            asked = amount.values[len(cases) :].tolist()
            entries = ", ".join(f"{value}: case {lookup[value]}" for value in lookup)
            rote = ROTE if len(lookup) == len(cases) else 0.0
            cost = amount.cost + COST_PER_VALUE * len(lookup) + rote
            chosen = tuple(_case(lookup, value) for value in asked)
            possible.append(Decision(f"by {amount.words} ({entries})", cost, chosen))
    return sorted(possible, key=lambda decision: decision.cost)[:MAX_DECISIONS]


def _case(lookup: dict[int, int], value: int) -> int | None:
    """The case of a value; beyond the largest or smallest, that of the nearest one."""
    if value in lookup or min(lookup) < value < max(lookup):
        return lookup.get(value)
    return lookup[max(lookup) if value > max(lookup) else min(lookup)]


def lookups(view: View, amounts: list[Amount], budget: Budget) -> Iterator[Program]:
    """One of the demonstrated outputs by a number, if each is plain or occurs twice."""
    cases = _cases(view.outputs)
    count = len(set(cases))
    twice = all(cases.count(case) > 1 for case in cases)
    if not 2 <= count <= MAX_CASES or not (twice or _are_plain(view.outputs)):
        return
    budget.spend(len(amounts))
    for decision in decisions(cases, amounts):
        answers = tuple(
            None if case is None else view.outputs[cases.index(case)]
            for case in decision.cases
        )
        words = f"show one of {count} grids {decision.words}"
        yield Program(words, 1.5 + decision.cost, answers)


def _are_plain(outputs: list[Grid]) -> bool:
    """Whether all are of one shape and each of one colour."""
    one_shape = len({output.shape for output in outputs}) == 1
    return one_shape and all((output == output[0, 0]).all() for output in outputs)


def _cases(outputs: list[Grid]) -> list[int]:
    """A number for each output, the same for equal ones."""
    keys = [bytes(output.shape) + output.tobytes() for output in outputs]
    return [keys.index(key) for key in keys]


Finder = Callable[[View], list[Program]]


def branches(
    view: View, amounts: list[Amount], finder: Finder, budget: Budget
) -> Iterator[Program]:
    """A plain grid in one case, what another program makes in the other."""
    cases = _cases(view.outputs)
    for case in sorted(set(cases)):
        # A case has the number of the first output that shows it.
        plain = view.outputs[case]
        if (plain != plain[0, 0]).any() or len(set(cases)) == 1:
            continue
        split = [int(other != case) for other in cases]
        possible = decisions(split, amounts)
        budget.spend(len(amounts))
        if possible:
            pairs = zip(view.task.demonstrations, split, strict=True)
            rest = tuple(pair for pair, other in pairs if other)
            programs = finder(View(Task(rest, view.task.inputs)))
            yield from _either(possible, plain, programs)


def _either(
    choices: list[Decision], plain: Grid, programs: list[Program]
) -> Iterator[Program]:
    for program in programs[:MAX_DECISIONS]:
        for decision in choices[:MAX_BRANCHES]:
            answers = tuple(
                _branch(case, plain, answer)
                for case, answer in zip(decision.cases, program.answers, strict=True)
            )
            words = f"{program.words}, or show a plain grid, {decision.words}"
            yield Program(words, 1.0 + program.cost + decision.cost, answers)


def _branch(case: int | None, plain: Grid, answer: Grid | None) -> Grid | None:
    if case is None:
        return None
    return answer if case else plain
