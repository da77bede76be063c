"""The search: walk, place, cover."""

from typing import NamedTuple

import numpy as np
from jaxtyping import UInt8

from metamer.programs.budget import Budget, Spent
from metamer.programs.pieces.cover import PARTS, covered, gains, layers_of, looks
from metamer.programs.pieces.frames import (
    AT_CORNER,
    ENLARGED,
    IN_PLACE,
    MIRRORED,
    PLACES,
    TILED,
    UNPAINTED,
    Frames,
    guessed,
    placed,
)
from metamer.programs.pieces.graph import Graph, walked
from metamer.programs.pieces.images import image_of
from metamer.programs.program import Program
from metamer.programs.task import Grid, Task, same

MOST_PROGRAMS = 60
MOST_STATES = 30_000
STARTS = 40
"""How many first layers are tried."""
CEILINGS = (2.0, 3.0, np.inf)
"""How much a layer may cost: covers by cheap pieces are looked for on their own."""
LAYER_COST = 1.0


class Piece(NamedTuple):
    """What one program makes of every grid of a task, in the frame of its output."""

    words: str
    cost: float
    images: tuple[UInt8[np.ndarray, "height width"], ...]
    """An image for each grid, of the demonstrations and asked; 255 is not painted."""


def find(task: Task, budget: Budget, depth: int = 2) -> list[Program]:
    """Programs that explain all demonstrations, the cheapest first."""
    own = budget.share(0.7)
    graph = walked(task, own, depth)
    found = _exact(task, graph)
    try:
        budget.spend(own.spent)
        for frames in guessed(graph, task):
            found += _covers(task, graph, frames, budget)
    except Spent:
        pass
    return _distinct(found)


def pieces(
    task: Task, budget: Budget, depth: int = 2, most: int = 3000
) -> list[Piece]:
    """What programs make of all grids of a task that keeps its shape, cheapest first."""
    graph = walked(task, budget, depth)
    frames = guessed(graph, task)[0]
    states = _images(graph)[:most]
    return [
        Piece(
            graph.words(state),
            float(graph.costs[state]),
            tuple(
                _placed(graph, frames, (state, IN_PLACE), grid)
                for grid in range(len(frames))
            ),
        )
        for state in states
    ]


def _images(graph: Graph) -> np.ndarray:
    """The states that are images, cheapest first."""
    states = np.flatnonzero(~graph.store.lists[: graph.store.used[2]])
    return states[np.argsort(graph.costs[states], kind="stable")]


def _exact(task: Task, graph: Graph) -> list[Program]:
    """States that are the outputs themselves, whatever size they have."""
    store, states = graph.store, _images(graph)
    for grid, pair in enumerate(task.demonstrations):
        boxes = store.boxes[store.ranges[states, grid, 0]]
        states = states[(boxes[:, 2:4] == pair.output.shape).all(1)]
        states = states[
            [same(_cells(graph, state, grid), pair.output) for state in states]
        ]
    asked = range(len(task.demonstrations), len(task.seen))
    return [
        Program(
            graph.words(state),
            float(graph.costs[state]) + LAYER_COST,
            tuple(_answer(_cells(graph, state, grid)) for grid in asked),
        )
        for state in states[:MOST_PROGRAMS]
    ]


def _cells(graph: Graph, state: int, grid: int) -> Grid:
    return image_of(graph.store, graph.store.ranges[state, grid, 0]).cells


def _answer(cells: Grid) -> Grid | None:
    return cells.copy() if cells.size else None


def _covers(
    task: Task, graph: Graph, frames: Frames, budget: Budget
) -> list[Program]:
    states = _images(graph)[:MOST_STATES]
    places = (
        [IN_PLACE, TILED] if task.keeps_shape else [AT_CORNER, TILED, MIRRORED, ENLARGED]
    )
    candidates = np.array([(state, place) for state in states for place in places])
    outputs = np.concatenate([pair.output.ravel() for pair in task.demonstrations])
    bits = looks(graph.store, candidates, outputs, frames, len(task.demonstrations))
    painted, right, firsts, owners = layers_of(*bits)
    costs = graph.costs[candidates[firsts // 3, 0]]
    whole = _whole(len(outputs), painted.shape[1])
    found = []
    for chosen in _chosen(painted, right, whole, costs, budget):
        for members in _alternatives(chosen, firsts, owners):
            layers = [(*candidates[entry // 3], entry % 3) for entry in members]
            found.append(_layered(task, graph, frames, layers))
    return found


def _whole(cells: int, words: int) -> np.ndarray:
    """Bits for all cells."""
    bits = np.zeros(words * 64, np.uint8)
    bits[:cells] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


def _chosen(painted, right, whole, costs, budget) -> list[np.ndarray]:
    """Covers from different first layers, with cheap pieces alone or with all."""
    found: dict[tuple[int, ...], np.ndarray] = {}
    first = gains(painted, right, whole, len(painted))
    for ceiling in CEILINGS:
        upto = int(np.searchsorted(costs, ceiling, side="right"))
        order = np.argsort(-first[:upto], kind="stable")[:STARTS]
        for start in order[first[order] > 0]:
            budget.spend(MAX_COVER_STEPS)
            layers = covered(painted, right, whole, start, upto)
            if len(layers):
                found[tuple(layers)] = layers
    return sorted(found.values(), key=lambda c: costs[c].sum() + len(c))[:40]


MAX_COVER_STEPS = 1000


def _alternatives(chosen, firsts, owners) -> list[list[int]]:
    """The cheapest pieces for a cover, and others that look the same where it is known."""
    cheapest = [int(firsts[layer]) for layer in chosen]
    found = [cheapest]
    for place, layer in enumerate(chosen):
        for entry in np.flatnonzero(owners == layer)[1:6]:
            found.append([*cheapest[:place], int(entry), *cheapest[place + 1 :]])
    return found


def _placed(graph: Graph, frames: Frames, piece: tuple[int, int], grid: int) -> Grid:
    state, place = piece
    image = image_of(graph.store, graph.store.ranges[state, grid, 0])
    return placed(image, frames[grid, 0], frames[grid, 1], place)


def _layered(task: Task, graph: Graph, frames: Frames, layers) -> Program:
    """The program that lays pieces (state, place, part), given from the top down."""
    cost = sum(graph.costs[state] + LAYER_COST for state, _, _ in layers)
    cost += sum(0.5 * (part != 2) + 0.5 * (place > AT_CORNER) for _, place, part in layers)
    answers = []
    for grid in range(len(task.demonstrations), len(task.seen)):
        out = np.full(tuple(frames[grid]), UNPAINTED, np.uint8)
        for state, place, part in layers:
            cells = _placed(graph, frames, (state, place), grid)
            shown = (cells != UNPAINTED) & (out == UNPAINTED)
            shown &= (part == 2) | ((cells == 0) == (part == 1))
            out[shown] = cells[shown]
        out[out == UNPAINTED] = 0
        answers.append(out)
    words = [
        " ".join(filter(None, (PARTS[part] + graph.words(state), PLACES[place])))
        for state, place, part in reversed(layers)
    ]
    return Program("; on top of it ".join(words), float(cost), tuple(answers))


def _distinct(found: list[Program]) -> list[Program]:
    """The cheapest program for each set of answers."""
    kept: dict[tuple[object, ...], Program] = {}
    for program in sorted(found, key=lambda program: program.cost):
        seen = tuple(
            None if answer is None else (answer.shape, answer.tobytes())
            for answer in program.answers
        )
        kept.setdefault(seen, program)
    return list(kept.values())[:MOST_PROGRAMS]
