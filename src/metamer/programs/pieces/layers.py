"""Pieces, and the layers that they can be painted as.

A piece is a state's image in the frame of the output. It can be painted as it is, only
its coloured or only its black part, or as a mask in one dye: a colour, or the colours of
the input. What a layer paints and where it is right are kept as bits, one for each cell
of the demonstrated outputs; of layers that look the same there, the cheapest counts.
"""

from typing import NamedTuple

import numpy as np

from metamer.programs.operations.table import compiled
from metamer.programs.pieces.frames import (
    ANOTHER_SIZE,
    AT_CORNER,
    PLACES,
    SAME_SIZE,
    TILED,
    Frames,
    placed,
)
from metamer.programs.pieces.graph import Graph
from metamer.programs.pieces.images import Store, image_of
from metamer.programs.task import Grid, Task

PARTS = ("", "the coloured part of ", "the black part of ")
ALL, COLOURED, BLACK = range(len(PARTS))
"""Further parts are all of it and the coloured part, in each dye."""
UNDYED, AS_INPUT = -1, -2
SLOTS = 1 << 21
LEAST_RIGHT = 4
"""A layer is of use if it is right on one in so many of the cells it paints."""


class Layer(NamedTuple):
    """A state's image in a place of the frame, and what of it is painted how."""

    state: int
    place: int
    part: int
    dye: int

    def cost(self, graph: Graph) -> float:
        """What there is to say."""
        return float(graph.costs[self.state]) + _extra(self.place, self.part, self.dye)

    def words(self, graph: Graph) -> str:
        """What there is to say, in words."""
        said = PARTS[self.part] + graph.words(self.state)
        if self.dye == AS_INPUT:
            said = f"the input under {said}"
        elif self.dye != UNDYED:
            said += f" in colour {self.dye}"
        return " ".join(filter(None, (said, PLACES[self.place])))

    def shown(self, graph: Graph, frames: Frames, grid: int) -> Grid:
        """Its image in the frame of a grid."""
        image = image_of(graph.store, graph.store.ranges[self.state, grid, 0])
        return placed(image, frames[grid, 0], frames[grid, 1], self.place)


def _extra(place: int, part: int, dye: int) -> float:
    """What a layer costs beyond its program."""
    named = (place > AT_CORNER) + (part != ALL) + (dye != UNDYED) + (dye > 0)
    return 1 + 0.5 * named


class Layers(NamedTuple):
    """The different layers of a task, the cheapest first."""

    painted: np.ndarray
    right: np.ndarray
    costs: np.ndarray
    firsts: np.ndarray
    """The cheapest entry (parts * piece + part) of each layer."""
    owners: np.ndarray
    """The layer that each entry looks like; -1 if it is of no use."""
    order: np.ndarray
    """The entries, the cheapest first."""
    pieces: np.ndarray
    """A state and a place each."""
    dyes: list[int]

    def layer(self, entry: int) -> Layer:
        """What an entry stands for."""
        piece, part = divmod(entry, len(PARTS) + 2 * len(self.dyes))
        state, place = (int(number) for number in self.pieces[piece])
        return Layer(state, place, *_part(part, self.dyes))

    def alike(self, wanted: set[int], most: int) -> dict[int, list[int]]:
        """The cheapest entries of some layers."""
        found: dict[int, list[int]] = {layer: [] for layer in wanted}
        owners = self.owners[self.order]
        for index in np.flatnonzero(np.isin(owners, list(wanted))):
            entries = found[int(owners[index])]
            if len(entries) < most:
                entries.append(int(self.order[index]))
        return found


def layers_of(task: Task, graph: Graph, frames: Frames) -> Layers:
    """All that can be painted in the frames of a task's outputs."""
    pieces = _pieces(graph, SAME_SIZE if task.keeps_shape else ANOTHER_SIZE)
    outputs = np.concatenate([pair.output.ravel() for pair in task.demonstrations])
    dyes, stained = _dyes(task, outputs)
    looks = _looks(graph.store, pieces, outputs, frames, len(task.demonstrations))
    costs = _entry_costs(graph, pieces, dyes)
    # Costs are whole halves: as small numbers they are sorted in no time.
    order = np.argsort((2 * costs).astype(np.uint8), kind="stable")
    painted, right, firsts, owners = _distinct(looks, stained, order)
    return Layers(painted, right, costs[firsts], firsts, owners, order, pieces, dyes)


def images(graph: Graph) -> np.ndarray:
    """The states that are images, cheapest first."""
    states = np.flatnonzero(~graph.store.lists[: graph.store.used[2]])
    return states[np.argsort(graph.costs[states], kind="stable")]


def bits(cells: np.ndarray) -> np.ndarray:
    """Whether each cell is so, as bits."""
    padded = np.zeros(-(-len(cells) // 64) * 64, bool)
    padded[: len(cells)] = cells
    return np.packbits(padded, bitorder="little").view(np.uint64)


def _pieces(graph: Graph, places: tuple[int, ...]) -> np.ndarray:
    pairs = np.array(np.meshgrid(images(graph), places, indexing="ij")).reshape(2, -1).T
    # What took many steps to make is not made into a pattern as well.
    short = graph.store.origins[pairs[:, 0], 2] <= 2
    return np.ascontiguousarray(pairs[(pairs[:, 1] < TILED) | short])


def _dyes(task: Task, outputs: np.ndarray) -> tuple[list[int], np.ndarray]:
    """What a piece can be dyed in, and where in the outputs that would be right."""
    colours = [int(colour) for colour in np.unique([0, *outputs])]
    right = [bits(outputs == colour) for colour in colours]
    if task.keeps_shape:
        inputs = np.concatenate([pair.input.ravel() for pair in task.demonstrations])
        colours.append(AS_INPUT)
        right.append(bits(outputs == inputs))
    return colours, np.stack(right)


def _part(part: int, dyes: list[int]) -> tuple[int, int]:
    """Which part is painted, and its dye."""
    if part < len(PARTS):
        return part, UNDYED
    dye, part = divmod(part - len(PARTS), 2)
    return part, dyes[dye]


def _entry_costs(graph: Graph, pieces: np.ndarray, dyes: list[int]) -> np.ndarray:
    parts = [_part(part, dyes) for part in range(len(PARTS) + 2 * len(dyes))]
    extra = np.array([[_extra(p, *part) for part in parts] for p in range(len(PLACES))])
    return (graph.costs[pieces[:, 0], None] + extra[pieces[:, 1]]).ravel()


@compiled
def _looks(
    store: Store,
    pieces: np.ndarray,
    outputs: np.ndarray,
    frames: np.ndarray,
    demonstrations: int,
) -> np.ndarray:
    """Which cells each piece colours, blackens and gets right, as bits."""
    found = np.zeros((3, len(pieces), (len(outputs) + 63) // 64), np.uint64)
    for piece in range(len(pieces)):
        state, place = pieces[piece]
        cell = 0
        for grid in range(demonstrations):
            image = image_of(store, store.ranges[state, grid, 0])
            cells = placed(image, frames[grid, 0], frames[grid, 1], place)
            for colour in cells.ravel():
                word, bit = cell >> 6, np.uint64(1) << np.uint64(cell & 63)
                if colour != 255:
                    found[0 if colour else 1, piece, word] |= bit
                if colour == outputs[cell]:
                    found[2, piece, word] |= bit
                cell += 1
    return found


@compiled
def ones(word: np.uint64) -> np.int64:
    """How many bits are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _lay(
    looks: np.ndarray,
    stained: np.ndarray,
    entry: tuple[int, int],
    layer: tuple[np.ndarray, np.ndarray],
) -> np.uint64:
    """Write what a part of a piece paints and gets right; return a hash of it, or 0 if
    too little is right for it ever to be of use."""
    (piece, part), (painted, right) = entry, layer
    dyed = part >= len(PARTS)
    coloured_only = (part - len(PARTS)) % 2 == 1 if dyed else part == COLOURED
    total, good, every = np.uint64(14695981039346656037), 0, 0
    for word in range(len(painted)):
        mask, true = np.uint64(0), looks[2, piece, word]
        if part != BLACK:
            mask |= looks[0, piece, word]
        if not coloured_only:
            mask |= looks[1, piece, word]
        if dyed:
            true = stained[(part - len(PARTS)) // 2, word]
        painted[word], right[word] = mask, mask & true
        good, every = good + ones(right[word]), every + ones(mask)
        for mixed in (painted[word], right[word]):
            total = (total ^ mixed) * np.uint64(1099511628211)
            total ^= total >> np.uint64(29)
    return total if good and good * LEAST_RIGHT >= every else np.uint64(0)


@compiled
def _distinct(
    looks: np.ndarray, stained: np.ndarray, order: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The different layers: what each paints and gets right, its first entry; and for
    each entry its layer."""
    parts, words = len(PARTS) + 2 * len(stained), looks.shape[2]
    painted, right = (
        np.empty((1024, words), np.uint64),
        np.empty((1024, words), np.uint64),
    )
    firsts, owners = np.empty(len(order), np.int64), np.full(len(order), -1)
    hashes, slots = np.zeros(SLOTS, np.uint64), np.empty(SLOTS, np.int64)
    count = 0
    for entry in order:
        if count == len(painted):
            painted = np.concatenate((painted, np.empty_like(painted)))
            right = np.concatenate((right, np.empty_like(right)))
        layer = painted[count], right[count]
        own = _lay(looks, stained, (entry // parts, entry % parts), layer)
        if own == 0:
            continue
        slot = np.int64(own & np.uint64(SLOTS - 1))
        while hashes[slot] != 0 and hashes[slot] != own:
            slot = (slot + 1) % SLOTS
        if hashes[slot] == 0:
            hashes[slot], slots[slot], firsts[count] = own, count, entry
            count += 1
        owners[entry] = slots[slot]
    return painted[:count], right[:count], firsts[:count], owners
