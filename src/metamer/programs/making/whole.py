"""Programs that change the whole grid, or one part of it, by one or two steps."""

from collections.abc import Iterator
from typing import NamedTuple

from metamer.programs.budget import Budget
from metamer.programs.making.changes import CHANGES, apply
from metamer.programs.making.sources import sources
from metamer.programs.program import Program
from metamer.programs.task import Grid, same
from metamer.programs.view import View


class State(NamedTuple):
    """What each input has become so far; None where a step did not apply."""

    words: str
    cost: float
    grids: list[Grid | None]


def changed(view: View, budget: Budget) -> Iterator[Program]:
    """The sources after none, one or two changes."""
    states = [State(words, cost, grids) for words, cost, grids in sources(view)]
    once = list(_stepped(view, states, budget))
    for state in [*states, *once, *_last(view, once, budget)]:
        if _explains(view, state):
            answers = tuple(state.grids[view.known :])
            yield Program(f"take {state.words}", 0.5 + state.cost, answers)


def _stepped(view: View, states: list[State], budget: Budget) -> Iterator[State]:
    """Every change of every state that is something new."""
    seen = {_key(state) for state in states}
    for state in states:
        for words, (cost, function) in CHANGES.items():
            budget.spend(len(state.grids))
            grids = [apply(function, grid) for grid in state.grids]
            if any(grid is None for grid in grids[: view.known]):
                continue
            after = State(f"{state.words}, {words}", state.cost + cost, grids)
            if _key(after) not in seen:
                seen.add(_key(after))
                yield after


def _last(view: View, states: list[State], budget: Budget) -> Iterator[State]:
    """Changes that give the first output; only those are worth trying on the rest."""
    for state in states:
        budget.spend(len(CHANGES))
        if same(state.grids[0], view.outputs[0]):
            continue
        for words, (cost, function) in CHANGES.items():
            if same(apply(function, state.grids[0]), view.outputs[0]):
                grids = [apply(function, grid) for grid in state.grids]
                yield State(f"{state.words}, {words}", state.cost + cost, grids)


def _explains(view: View, state: State) -> bool:
    return all(
        same(grid, output)
        for grid, output in zip(state.grids, view.outputs, strict=False)
    )


def _key(state: State) -> bytes:
    return b"|".join(
        b"" if it is None else bytes(it.shape) + it.tobytes() for it in state.grids
    )
