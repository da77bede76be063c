"""Programs that lay the panels of a grid over each other."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.making.elements import Elements
from metamer.programs.program import Program
from metamer.programs.task import Grid, same
from metamer.programs.view import View

LAYERS = 4
"""So many panels, at most, are laid over each other."""


def overlays(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """Panels laid over each other, each order of which one lies on top."""
    stacks = _stacks(view, found)
    if not stacks:
        return
    many = len(stacks[0])
    for order in permutations(range(many)):
        budget.spend(len(stacks))
        grids = [
            _laid(stack, order, scene.background)
            for stack, scene in zip(stacks, found.scenes, strict=True)
        ]
        if all(map(same, grids, view.outputs)):
            words = f"lay each {found.words} over each other, {order[0] + 1} on top"
            yield Program(words, 1.6 + found.cost, tuple(grids[view.known :]))


def _laid(
    stack: list[np.ndarray], order: tuple[int, ...], background: int
) -> Grid | None:
    if not stack:
        return None
    made = np.full(stack[0].shape, background, np.uint8)
    for place in reversed(order):
        made = np.where(stack[place] != background, stack[place], made)
    return made


def _stacks(view: View, found: Elements) -> list[list[Grid]]:
    """The panels of each scene, if all have one size, the outputs' size."""
    stacks = [[it.box for it in things] for things in found.things]
    for stack, output in zip(stacks, view.outputs, strict=False):
        if {it.shape for it in stack} != {output.shape}:
            return []
    many = len(stacks[0])
    if not 2 <= many <= LAYERS or any(len(it) != many for it in stacks[: view.known]):
        return []
    return [
        it if len(it) == many and len({one.shape for one in it}) == 1 else []
        for it in stacks
    ]


Pattern = tuple[bool, ...]
Rule = dict[Pattern, tuple[str, int]]
"""For cells that are on in these panels: a panel's colour or a constant one."""


def logic(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """What a cell becomes, learned for each pattern of panels that are on there."""
    stacks = _stacks(view, found)
    if not stacks or any(not stack for stack in stacks[: view.known]):
        return
    for alike in (False, True):
        budget.spend(len(stacks))
        rule = _learned(view, found, stacks, alike)
        if rule is None:
            continue
        answers = tuple(
            _by_rule(stack, rule, scene.background, alike) if stack else None
            for stack, scene in zip(
                stacks[view.known :], found.scenes[view.known :], strict=True
            )
        )
        words = f"combine the cells of each {found.words}: {_said(rule)}"
        yield Program(words, 1.8 + found.cost + 0.2 * len(rule), answers)


def _said(rule: Rule) -> str:
    return "; ".join(
        f"on in {[place + 1 for place, on in enumerate(pattern) if on]}: {how} {value}"
        for pattern, (how, value) in rule.items()
    )


def _patterns(stack: list[Grid], background: int, alike: bool) -> np.ndarray:
    """Which panels are on at each cell; with `alike`, also whether they are equal."""
    layers = [it != background for it in stack]
    if alike:
        layers.append(np.all([it == stack[0] for it in stack], axis=0))
    return np.stack(layers, axis=-1)


def _learned(
    view: View, found: Elements, stacks: list[list[Grid]], alike: bool
) -> Rule | None:
    cells: dict[Pattern, np.ndarray] = {}
    for stack, output, scene in zip(stacks, view.outputs, found.scenes, strict=False):
        patterns = _patterns(stack, scene.background, alike)
        shown = np.stack([*stack, output], axis=-1).reshape(-1, len(stack) + 1)
        flat = patterns.reshape(len(shown), -1)
        for pattern in np.unique(flat, axis=0):
            here = shown[(flat == pattern).all(1)]
            key = tuple(pattern.tolist())
            cells[key] = np.vstack([cells[key], here]) if key in cells else here
    rule = {pattern: _explained(here) for pattern, here in cells.items()}
    known = {pattern: how for pattern, how in rule.items() if how is not None}
    return known if len(known) == len(rule) else None


def _explained(cells: np.ndarray) -> tuple[str, int] | None:
    """Whether the last column is constant, or equal to another one."""
    if (cells[:, -1] == cells[0, -1]).all():
        return "colour", int(cells[0, -1])
    for panel in range(cells.shape[1] - 1):
        if (cells[:, -1] == cells[:, panel]).all():
            return "as in", panel
    return None


def _by_rule(
    stack: list[Grid], rule: Rule, background: int, alike: bool
) -> Grid | None:
    patterns = _patterns(stack, background, alike)
    made = np.zeros(stack[0].shape, np.uint8)
    done = np.zeros(made.shape, bool)
    for pattern, (how, value) in rule.items():
        here = (patterns == np.array(pattern)).all(-1)
        made[here] = value if how == "colour" else stack[value][here]
        done |= here
    return made if done.all() else None
