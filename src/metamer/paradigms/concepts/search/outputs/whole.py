"""Programs that change the whole grid, or one part of it, by one or two steps."""

from collections.abc import Iterator

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.entries import Entry
from metamer.paradigms.concepts.search.outputs.changes import CHANGES, Change, apply
from metamer.paradigms.concepts.search.outputs.sources import Stage, sources
from metamer.paradigms.concepts.search.program import Program, grids_key
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Grid, same


def whole_changes(view: View, budget: Budget) -> Iterator[Program]:
    """The sources after none, one or two changes."""
    unchanged = list(sources(view))
    once = list(_all_changes(view, unchanged, budget))
    for stage in [*unchanged, *once, *_last_changes(view, once, budget)]:
        if all(map(same, stage.grids, view.outputs)):
            answers = tuple(stage.grids[view.known :])
            yield Program(f"take {stage.words}", 0.5 + stage.cost, answers)


def _all_changes(view: View, unchanged: list[Stage], budget: Budget) -> Iterator[Stage]:
    """Every change of every stage that is something new."""
    seen = {grids_key(stage.grids) for stage in unchanged}
    for stage in unchanged:
        for change in CHANGES:
            budget.spend(len(stage.grids))
            grids = [apply(change.function, grid) for grid in stage.grids]
            if any(grid is None for grid in grids[: view.known]):
                continue
            key = grids_key(grids)
            if key not in seen:
                seen.add(key)
                yield _after(stage, change, grids)


def _last_changes(view: View, once: list[Stage], budget: Budget) -> Iterator[Stage]:
    """Changes that give the first output; only those are worth trying on the rest."""
    for stage in once:
        budget.spend(len(CHANGES))
        if same(stage.grids[0], view.outputs[0]):
            continue
        for change in CHANGES:
            if same(apply(change.function, stage.grids[0]), view.outputs[0]):
                grids = [apply(change.function, grid) for grid in stage.grids]
                yield _after(stage, change, grids)


def _after(stage: Stage, change: Entry[Change], grids: list[Grid | None]) -> Stage:
    words = f"{stage.words}, {change.words}"
    return Stage(words, stage.cost + change.cost, grids)
