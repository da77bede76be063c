"""Pieces, and the layers that they can be painted as.

A piece is a state's image in the frame of the output. It can be painted as it is, only
its coloured or only its black part, or as a mask in one dye: a colour, or the colours of
the input. What a layer paints and where it is right are kept as bits, one for each cell
of the demonstrated outputs; of layers that look the same there, the cheapest counts.
"""

from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int64, UInt8, UInt64

from metamer.paradigms.concepts.search.compositions.frames import (
    ANOTHER_SIZE,
    AT_CORNER,
    PLACES,
    SAME_SIZE,
    TILED,
    UNPAINTED,
    Frames,
    place_image,
)
from metamer.paradigms.concepts.search.compositions.store import (
    FNV_OFFSET,
    FNV_PRIME,
    Store,
    image_of,
)
from metamer.paradigms.concepts.search.compositions.walk import Graph
from metamer.paradigms.concepts.search.operations.compilation import compiled, helper
from metamer.paradigms.concepts.search.operations.types import Numbers
from metamer.paradigms.concepts.tasks import Grid, Task

PARTS = ("", "the coloured part of ", "the black part of ")
ALL, COLOURED, BLACK = range(len(PARTS))
"""Parts that keep their colours; then come all of it and its coloured part in each dye."""
UNDYED, AS_INPUT = -1, -2
SLOTS = 1 << 21
"""Of the hash table of layers; a power of two."""
MIN_RIGHT = 4
"""A layer is of use if it is right on one in this many of the cells it paints."""

Bits = UInt64[np.ndarray, " word"]
"""A bit for each cell of the demonstrated outputs, one output after the other."""
ManyBits = UInt64[np.ndarray, "layer word"]
Pieces = Int64[np.ndarray, "piece 2"]
"""A state and a place each."""


class Layer(NamedTuple):
    """A state's image in a place of the frame, and what of it is painted how."""

    state: int
    place: int
    part: int
    dye: int

    def cost(self, graph: Graph) -> float:
        """The cost of the program that paints it."""
        return float(graph.costs[self.state]) + _extra(self.place, self.part, self.dye)

    def words(self, graph: Graph) -> str:
        """What is painted, in words."""
        words = PARTS[self.part] + graph.words(self.state)
        if self.dye == AS_INPUT:
            words = f"the input under {words}"
        elif self.dye != UNDYED:
            words += f" in colour {self.dye}"
        return " ".join(filter(None, (words, PLACES[self.place])))

    def picture(self, graph: Graph, frames: Frames, grid: int) -> Grid:
        """The whole of its image, undyed, in the frame of a grid."""
        image = image_of(graph.store, graph.store.ranges[self.state, grid, 0])
        return place_image(image, frames[grid, 0], frames[grid, 1], self.place)


def _extra(place: int, part: int, dye: int) -> float:
    """What a layer costs beyond its program."""
    named = (place > AT_CORNER) + (part != ALL) + (dye != UNDYED) + (dye > 0)
    return 1 + 0.5 * named


class LayerTable(NamedTuple):
    """The layers of a task that differ on the demonstrations, the cheapest first.

    An entry is a part of a piece; many entries look alike and are one layer.
    """

    painted: ManyBits
    """What each layer paints."""
    right: ManyBits
    """Where it is right."""
    costs: Float[np.ndarray, " layer"]
    firsts: Numbers
    """The cheapest entry (parts * piece + part) of each layer."""
    owners: Numbers
    """The layer that each entry looks like; -1 if it is of no use."""
    order: Numbers
    """The entries, the cheapest first."""
    pieces: Pieces
    dyes: list[int]

    def layer(self, entry: int) -> Layer:
        """The layer that an entry of the table stands for."""
        piece, part = divmod(entry, len(PARTS) + 2 * len(self.dyes))
        state, place = (int(number) for number in self.pieces[piece])
        return Layer(state, place, *_part_and_dye(part, self.dyes))

    def entries(self, wanted: set[int], most: int) -> dict[int, list[int]]:
        """The cheapest entries of some layers: what else looks like them."""
        alike: dict[int, list[int]] = {layer: [] for layer in wanted}
        owners = self.owners[self.order]
        for index in np.flatnonzero(np.isin(owners, list(wanted))):
            entries = alike[int(owners[index])]
            if len(entries) < most:
                entries.append(int(self.order[index]))
        return alike


def layers_of(task: Task, graph: Graph, frames: Frames) -> LayerTable:
    """Every different layer that can be painted in the frames of a task's outputs."""
    pieces = _pieces(graph, SAME_SIZE if task.keeps_shape else ANOTHER_SIZE)
    outputs = np.concatenate([pair.output.ravel() for pair in task.demonstrations])
    dyes, dyed_right = _dyes(task, outputs)
    demonstrations = len(task.demonstrations)
    shown = show_pieces(graph.store, pieces, outputs, frames, demonstrations)
    costs = _entry_costs(graph, pieces, dyes)
    # Costs are multiples of a half: as bytes they are sorted in linear time.
    order = np.argsort((2 * costs).astype(np.uint8), kind="stable")
    painted, right, firsts, owners = distinct_layers(shown, dyed_right, order)
    return LayerTable(
        painted, right, costs[firsts], firsts, owners, order, pieces, dyes
    )


def image_states(graph: Graph) -> Numbers:
    """The states that are images, cheapest first."""
    states = np.flatnonzero(~graph.store.lists[: graph.store.used[2]])
    return states[np.argsort(graph.costs[states], kind="stable")]


def as_bits(cells: Bool[np.ndarray, " cell"]) -> Bits:
    """Truth values of cells, 64 to a word."""
    padded = np.zeros(-(-len(cells) // 64) * 64, bool)
    padded[: len(cells)] = cells
    return np.packbits(padded, bitorder="little").view(np.uint64)


def _pieces(graph: Graph, places: tuple[int, ...]) -> Pieces:
    pairs = (
        np.array(np.meshgrid(image_states(graph), places, indexing="ij"))
        .reshape(2, -1)
        .T
    )
    # To keep their number down, only images of one step are made into patterns.
    short = graph.store.origins[pairs[:, 0], 2] <= 2
    return np.ascontiguousarray(pairs[(pairs[:, 1] < TILED) | short])


def _dyes(task: Task, outputs: np.ndarray) -> tuple[list[int], ManyBits]:
    """What a piece can be dyed in, and where in the outputs that would be right."""
    colours = [int(colour) for colour in np.unique([0, *outputs])]
    right = [as_bits(outputs == colour) for colour in colours]
    if task.keeps_shape:
        inputs = np.concatenate([pair.input.ravel() for pair in task.demonstrations])
        colours.append(AS_INPUT)
        right.append(as_bits(outputs == inputs))
    return colours, np.stack(right)


def _part_and_dye(part: int, dyes: list[int]) -> tuple[int, int]:
    """Which part of a piece is painted, and in which dye."""
    if part < len(PARTS):
        return part, UNDYED
    dye, part = divmod(part - len(PARTS), 2)
    return part, dyes[dye]


def _entry_costs(graph: Graph, pieces: np.ndarray, dyes: list[int]) -> np.ndarray:
    parts = [_part_and_dye(part, dyes) for part in range(len(PARTS) + 2 * len(dyes))]
    extra = np.array([[_extra(p, *part) for part in parts] for p in range(len(PLACES))])
    return (graph.costs[pieces[:, 0], None] + extra[pieces[:, 1]]).ravel()


@compiled
def show_pieces(
    store: Store,
    pieces: Pieces,
    outputs: UInt8[np.ndarray, " cell"],
    frames: Frames,
    demonstrations: int,
) -> UInt64[np.ndarray, "3 piece word"]:
    """Which cells each piece colours, blackens and gets right, as bits."""
    shown = np.zeros((3, len(pieces), (len(outputs) + 63) // 64), np.uint64)
    for piece in range(len(pieces)):
        state, place = pieces[piece, 0], pieces[piece, 1]
        cell = 0
        for grid in range(demonstrations):
            image = image_of(store, store.ranges[state, grid, 0])
            cells = place_image(image, frames[grid, 0], frames[grid, 1], place)
            for colour in cells.ravel():
                word, bit = cell >> 6, np.uint64(1) << np.uint64(cell & 63)
                if colour != UNPAINTED:
                    shown[0 if colour else 1, piece, word] |= bit
                if colour == outputs[cell]:
                    shown[2, piece, word] |= bit
                cell += 1
    return shown


@compiled
def count_bits(word: np.uint64) -> np.int64:
    """How many bits are set: in pairs, in fours, in bytes, then the sum of the bytes."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@helper
def lay(
    shown: UInt64[np.ndarray, "3 piece word"],
    dyed_right: ManyBits,
    entry: tuple[int, int],
    painted: Bits,
    right: Bits,
) -> np.uint64:
    """Write what a part of a piece paints and gets right; return a hash of it.

    The hash is 0 if too little is right for the layer to be of any use.
    """
    piece, part = entry
    dyed = part >= len(PARTS)
    coloured_only = (part - len(PARTS)) % 2 == 1 if dyed else part == COLOURED
    total, hits, size = FNV_OFFSET, 0, 0
    for word in range(len(painted)):
        mask, true = np.uint64(0), shown[2, piece, word]
        if part != BLACK:
            mask |= shown[0, piece, word]
        if not coloured_only:
            mask |= shown[1, piece, word]
        if dyed:
            true = dyed_right[(part - len(PARTS)) // 2, word]
        painted[word], right[word] = mask, mask & true
        hits, size = hits + count_bits(right[word]), size + count_bits(mask)
        for mixed in (painted[word], right[word]):
            total = (total ^ mixed) * FNV_PRIME
            # A product carries bits upwards only, and slots are the lowest bits.
            total ^= total >> np.uint64(29)
    return total if hits and hits * MIN_RIGHT >= size else np.uint64(0)


@helper
def twice_as_long(layers: ManyBits) -> ManyBits:
    """A copy with room for as many layers again."""
    longer = np.empty((2 * len(layers), layers.shape[1]), np.uint64)
    for layer in range(len(layers)):
        for word in range(layers.shape[1]):
            longer[layer, word] = layers[layer, word]
    return longer


@compiled
def distinct_layers(
    shown: UInt64[np.ndarray, "3 piece word"], dyed_right: ManyBits, order: Numbers
) -> tuple[ManyBits, ManyBits, Numbers, Numbers]:
    """The layers that differ: what each paints and gets right, and its first entry; and
    the layer of each entry.

    Each entry is written after the layers that are known, and stays there only if its
    hash is new. So all entries, of which there are millions, need no memory of their own.
    """
    parts, words = len(PARTS) + 2 * len(dyed_right), shown.shape[2]
    painted, right = (
        np.empty((1024, words), np.uint64),
        np.empty((1024, words), np.uint64),
    )
    firsts, owners = np.empty(len(order), np.int64), np.full(len(order), -1)
    hashes, slots = np.zeros(SLOTS, np.uint64), np.empty(SLOTS, np.int64)
    count = 0
    for entry in order:
        if count == len(painted):
            painted, right = twice_as_long(painted), twice_as_long(right)
        place = entry // parts, entry % parts
        own = lay(shown, dyed_right, place, painted[count], right[count])
        if own == 0:
            continue
        slot = np.int64(own & np.uint64(SLOTS - 1))
        # Equal hashes count as equal layers: 64 bits hardly ever collide.
        while hashes[slot] != 0 and hashes[slot] != own:
            slot = (slot + 1) % SLOTS
        if hashes[slot] == 0:
            hashes[slot], slots[slot], firsts[count] = own, count, entry
            count += 1
        owners[entry] = slots[slot]
    return painted[:count], right[:count], firsts[:count], owners
