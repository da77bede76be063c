"""The finder: walk, place the images in frames, cover the outputs with layers."""

from typing import NamedTuple

import numpy as np
from jaxtyping import UInt8

from metamer.core.errors import Refusal, at_least
from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.compositions.covers import Cover, covers
from metamer.paradigms.concepts.search.compositions.frames import (
    IN_PLACE,
    UNPAINTED,
    Frames,
    guess_frames,
)
from metamer.paradigms.concepts.search.compositions.layers import (
    ALL,
    AS_INPUT,
    BLACK,
    UNDYED,
    Layer,
    LayerTable,
    as_bits,
    image_states,
    layers_of,
)
from metamer.paradigms.concepts.search.compositions.store import image_of
from metamer.paradigms.concepts.search.compositions.walk import (
    Graph,
    known_operations,
    walk,
)
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.tasks import Grid, Task, same

MAX_PROGRAMS = 60
MAX_PIECES = 3000
MAX_ALIKE = 60
"""How many programs that look alike on the demonstrations are tried for a single layer;
of two layers a quarter for each, of three a ninth."""
WALK_SHARE = 0.7
"""The part of a budget that the walk may spend."""


class Piece(NamedTuple):
    """What one program makes of every grid of a task, in the frame of its output."""

    words: str
    cost: float
    images: tuple[UInt8[np.ndarray, "height width"], ...]
    """One for each grid, demonstrated and asked; `UNPAINTED` where nothing is painted."""


def find(task: Task, budget: Budget, depth: int = 2) -> list[Program]:
    """Programs that explain all demonstrations, the cheapest first.

    Their answers differ. When the budget is spent, those found so far are returned.
    """
    _check(task, depth)
    graph = _walk(task, budget, depth)
    programs = [] if task.keeps_shape else _exact(task, graph)
    try:
        for frames in guess_frames(graph, task):
            programs += _from_covers(task, graph, frames, budget)
    except Spent:
        pass
    return _distinct(programs)


def pieces(task: Task, budget: Budget, depth: int = 2) -> list[Piece]:
    """What programs make of all grids of a task that keeps its shape, cheapest first."""
    _check(task, depth)
    if not task.keeps_shape:
        raise Refusal("only a task whose outputs have their inputs' shapes has pieces")
    graph = _walk(task, budget, depth)
    frames = guess_frames(graph, task)[0]
    result = []
    for state in image_states(graph)[:MAX_PIECES]:
        layer = Layer(int(state), IN_PLACE, ALL, UNDYED)
        pictures = tuple(
            layer.picture(graph, frames, grid) for grid in range(len(frames))
        )
        result.append(Piece(layer.words(graph), float(graph.costs[state]), pictures))
    return result


def _check(task: Task, depth: int) -> None:
    at_least("depth", depth, 1)
    if not task.demonstrations:
        raise Refusal("a task needs at least one demonstration; this one has none")


def _walk(task: Task, budget: Budget, depth: int) -> Graph:
    part = budget.share(WALK_SHARE)
    graph = walk(task, known_operations(task), part, depth)
    # Not `spend`, which may raise: what was reached is still to be made use of.
    budget.spent += part.spent
    return graph


def _exact(task: Task, graph: Graph) -> list[Program]:
    """States that are the outputs themselves, whatever size they have."""
    store, states = graph.store, image_states(graph)
    for grid, pair in enumerate(task.demonstrations):
        # Shapes first: they are compared for all states at once, and few are left whose
        # cells have to be read.
        boxes = store.boxes[store.ranges[states, grid, 0]]
        states = states[(boxes[:, 2:4] == pair.output.shape).all(1)]
        equal = [
            same(_cells(graph, state, grid), pair.output) for state in states.tolist()
        ]
        states = states[np.array(equal, bool)]
    asked = range(len(task.demonstrations), len(task.seen))
    programs = []
    for state in states[:MAX_PROGRAMS].tolist():
        answers = [_cells(graph, state, grid) for grid in asked]
        # A view would keep the whole store in memory.
        copies = tuple(cells.copy() if cells.size else None for cells in answers)
        programs.append(
            Program(graph.words(state), float(graph.costs[state]) + 1, copies)
        )
    return programs


def _cells(graph: Graph, state: int, grid: int) -> Grid:
    return image_of(graph.store, graph.store.ranges[state, grid, 0]).cells


def _from_covers(
    task: Task, graph: Graph, frames: Frames, budget: Budget
) -> list[Program]:
    """Programs that paint the layers of a cover."""
    layers = layers_of(task, graph, frames)
    cells = sum(pair.output.size for pair in task.demonstrations)
    chosen = covers(layers, as_bits(np.ones(cells, bool)), budget)
    return [
        _program(task, graph, frames, [layers.layer(entry) for entry in entries])
        for entries in _variants(chosen, layers)
    ]


def _variants(chosen: list[Cover], layers: LayerTable) -> list[list[int]]:
    """Covers with the cheapest entry for each layer, or another one that looks alike.

    Entries that look alike on the demonstrations may differ on the asked inputs.
    """
    alike = layers.entries({layer for cover in chosen for layer in cover}, MAX_ALIKE)
    variants = []
    for cover in chosen:
        cheapest = [alike[layer][0] for layer in cover]
        variants.append(cheapest)
        # One layer at a time is exchanged: all combinations would be far too many.
        for place, layer in enumerate(cover):
            for entry in alike[layer][1 : MAX_ALIKE // len(cover) ** 2]:
                variants.append([*cheapest[:place], entry, *cheapest[place + 1 :]])
    return variants


def _program(task: Task, graph: Graph, frames: Frames, layers: list[Layer]) -> Program:
    """The program that paints layers, given from the top down."""
    asked = range(len(task.demonstrations), len(task.seen))
    words = "; on top of it ".join(layer.words(graph) for layer in reversed(layers))
    return Program(
        words,
        sum(layer.cost(graph) for layer in layers),
        tuple(_answer(task, graph, frames, layers, grid) for grid in asked),
    )


def _answer(
    task: Task, graph: Graph, frames: Frames, layers: list[Layer], grid: int
) -> Grid | None:
    out = np.full(tuple(frames[grid]), UNPAINTED, np.uint8)
    for layer in layers:
        cells = layer.picture(graph, frames, grid)
        paints = (cells != UNPAINTED) & (out == UNPAINTED)
        if layer.part != ALL:
            paints &= (cells == 0) == (layer.part == BLACK)
        if layer.dye == AS_INPUT:
            cells = task.seen[grid]
        elif layer.dye != UNDYED:
            cells = np.full_like(cells, layer.dye)
        out[paints] = cells[paints]
    if (out == UNPAINTED).all():
        return None
    out[out == UNPAINTED] = 0
    return out


def _distinct(found: list[Program]) -> list[Program]:
    """The cheapest program for each set of answers."""
    cheapest: dict[tuple[object, ...], Program] = {}
    for program in sorted(found, key=lambda program: program.cost):
        key = tuple(
            None if answer is None else (answer.shape, answer.tobytes())
            for answer in program.answers
        )
        cheapest.setdefault(key, program)
    return list(cheapest.values())[:MAX_PROGRAMS]
