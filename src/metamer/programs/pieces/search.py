"""The search: walk, place, cover."""

from typing import NamedTuple

import numpy as np
from jaxtyping import UInt8

from metamer.programs.budget import Budget, Spent
from metamer.programs.pieces.cover import ALL, BLACK, COLOURED, PARTS, covered, gains, layers_of, looks
from metamer.programs.pieces.frames import (
    AT_CORNER,
    ENLARGED,
    IN_PLACE,
    MIRRORED,
    ON_BLACK,
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
SAME_SIZE = (IN_PLACE, ON_BLACK, TILED)
ANOTHER_SIZE = (AT_CORNER, TILED, MIRRORED, ENLARGED)
STARTS = 40
"""How many first layers are tried."""
CEILINGS = (2.0, 3.0, np.inf)
"""How much a layer may cost: covers by cheap pieces are looked for on their own."""
LAYER_COST = 1.0


UNDYED, AS_INPUT = -1, -2


class Layer(NamedTuple):
    """A state's image in a place of the frame, and what of it is painted."""

    state: int
    place: int
    part: int
    dye: int
    """The one colour it is painted in; or its own, or those of the input there."""


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
    places = SAME_SIZE if task.keeps_shape else ANOTHER_SIZE
    states = _images(graph)
    pieces = np.array(np.meshgrid(states, places, indexing="ij")).reshape(2, -1).T
    # What took many steps to make is not made into a pattern as well.
    short = graph.store.origins[pieces[:, 0], 2] <= 2
    pieces = np.ascontiguousarray(pieces[(pieces[:, 1] < TILED) | short])
    outputs = np.concatenate([pair.output.ravel() for pair in task.demonstrations])
    dyes, looks_like = _dyes(task, outputs)
    seen = looks(graph.store, pieces, outputs, frames, len(task.demonstrations))
    painted, right, firsts, owners = layers_of(seen, looks_like)
    parts = len(owners) // len(pieces)
    costs = graph.costs[pieces[firsts // parts, 0]]
    whole = _bits(np.ones(len(outputs), bool))
    found = []
    for chosen in _chosen(painted, right, whole, costs, budget):
        for members in _alternatives(chosen, firsts, owners):
            layers = [
                Layer(*pieces[entry // parts], *_part(entry % parts, dyes))
                for entry in members
            ]
            found.append(_layered(task, graph, frames, layers))
    return found


def _dyes(task: Task, outputs: np.ndarray) -> tuple[list[int], np.ndarray]:
    """What a piece can be dyed in, and where in the outputs that would be right."""
    colours = [int(colour) for colour in np.unique([0, *outputs])]
    right = [_bits(outputs == colour) for colour in colours]
    if task.keeps_shape:
        inputs = np.concatenate([pair.input.ravel() for pair in task.demonstrations])
        colours.append(AS_INPUT)
        right.append(_bits(outputs == inputs))
    return colours, np.stack(right)


def _part(part: int, dyes: list[int]) -> tuple[int, int]:
    """Which part is painted, and its dye."""
    if part < len(PARTS):
        return part, UNDYED
    return (COLOURED, ALL)[(part + 1) % 2], dyes[(part - len(PARTS)) // 2]


def _bits(cells: np.ndarray) -> np.ndarray:
    """Whether each cell is so, as bits."""
    bits = np.zeros(-(-len(cells) // 64) * 64, bool)
    bits[: len(cells)] = cells
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
    """The program that lays pieces, given from the top down."""
    cost = sum(
        graph.costs[layer.state]
        + LAYER_COST
        + 0.5 * (layer.part != ALL)
        + 0.5 * (layer.dye != UNDYED)
        + 0.5 * (layer.dye > 0)
        + 0.5 * (layer.place > AT_CORNER)
        for layer in layers
    )
    answers = []
    for grid in range(len(task.demonstrations), len(task.seen)):
        out = np.full(tuple(frames[grid]), UNPAINTED, np.uint8)
        for state, place, part, dye in layers:
            cells = _placed(graph, frames, (state, place), grid)
            shown = (cells != UNPAINTED) & (out == UNPAINTED)
            shown &= (part == ALL) | ((cells == 0) == (part == BLACK))
            if dye != UNDYED:
                cells = task.seen[grid] if dye == AS_INPUT else np.full_like(cells, dye)
            out[shown] = cells[shown]
        out[out == UNPAINTED] = 0
        answers.append(out)
    words = [_words(graph, layer) for layer in reversed(layers)]
    return Program("; on top of it ".join(words), float(cost), tuple(answers))


def _words(graph: Graph, layer: Layer) -> str:
    said = PARTS[layer.part] + graph.words(layer.state)
    if layer.dye >= 0:
        said += f" in colour {layer.dye}"
    if layer.dye == AS_INPUT:
        said = f"the input under {said}"
    return " ".join(filter(None, (said, PLACES[layer.place])))


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
