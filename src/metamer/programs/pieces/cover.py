"""Layers of pieces that together explain every demonstrated cell.

A piece is a state's image placed in the output's frame. As a layer it paints its coloured
part, its black part or both. Layers are chosen from the top down: a layer must be right
wherever no layer above it has painted. What is painted and what is right are kept as
bits, one for each cell of the demonstrated outputs.
"""

import numpy as np

from metamer.programs.operations.table import compiled
from metamer.programs.pieces.frames import placed
from metamer.programs.pieces.images import Store, image_of

PARTS = ("the coloured part of ", "the black part of ", "")
COLOURED, BLACK, ALL = range(len(PARTS))
"""Further parts are the coloured part and the box, with each dye."""
MOST_LAYERS = 8
SLOTS = 1 << 21
LEAST_RIGHT = 4
"""A layer is of use if it is right on one in so many of the cells it paints."""


@compiled
def looks(
    store: Store,
    pieces: np.ndarray,
    outputs: np.ndarray,
    frames: np.ndarray,
    demonstrations: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which cells each piece (state, place) colours, blackens and gets right, as bits."""
    words = (len(outputs) + 63) // 64
    coloured = np.zeros((len(pieces), words), np.uint64)
    black = np.zeros((len(pieces), words), np.uint64)
    right = np.zeros((len(pieces), words), np.uint64)
    for piece in range(len(pieces)):
        state, place = pieces[piece]
        cell = 0
        for grid in range(demonstrations):
            image = image_of(store, store.ranges[state, grid, 0])
            cells = placed(image, frames[grid, 0], frames[grid, 1], place)
            for colour in cells.ravel():
                word, bit = cell >> 6, np.uint64(1) << np.uint64(cell & 63)
                if colour == 0:
                    black[piece, word] |= bit
                elif colour != 255:
                    coloured[piece, word] |= bit
                if colour == outputs[cell]:
                    right[piece, word] |= bit
                cell += 1
    return coloured, black, right


@compiled
def ones(bits: np.uint64) -> int:
    """How many bits are set."""
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def lay(
    looks: tuple[np.ndarray, np.ndarray, np.ndarray],
    dyes: np.ndarray,
    entry: tuple[int, int],
    layer: tuple[np.ndarray, np.ndarray],
) -> np.uint64:
    """Write what a part of a piece paints and gets right as a layer; return its hash,
    or 0 if too little of it is right ever to be of use."""
    (coloured, black, right), (piece, part), (painted, good) = looks, entry, layer
    total, some, all_painted = np.uint64(14695981039346656037), 0, 0
    for word in range(len(painted)):
        mask, true = np.uint64(0), right[piece, word]
        if part >= len(PARTS):
            true = dyes[(part - len(PARTS)) // 2, word]
        if part in (COLOURED, ALL) or part >= len(PARTS):
            mask |= coloured[piece, word]
        if part in (BLACK, ALL) or (part >= len(PARTS) and part % 2 == 0):
            mask |= black[piece, word]
        painted[word], good[word] = mask, mask & true
        some, all_painted = some + ones(good[word]), all_painted + ones(mask)
        for bits in (painted[word], good[word]):
            total = (total ^ bits) * np.uint64(1099511628211)
            total ^= total >> np.uint64(29)
    return total if some * LEAST_RIGHT >= all_painted and some else np.uint64(0)


@compiled
def layers_of(
    looks: tuple[np.ndarray, np.ndarray, np.ndarray], dyes: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The different layers that pieces give, the cheapest first: what each paints and
    gets right, the first entry (parts * piece + part) that looks so, and for each entry
    the layer it looks like, or -1."""
    pieces, words = looks[0].shape
    parts = len(PARTS) + 2 * len(dyes)
    painted = np.empty((parts * pieces, words), np.uint64)
    good = np.empty((parts * pieces, words), np.uint64)
    firsts, owners = np.empty(parts * pieces, np.int64), np.full(parts * pieces, -1)
    hashes, slots = np.zeros(SLOTS, np.uint64), np.empty(SLOTS, np.int64)
    count = 0
    for entry in range(parts * pieces):
        layer = painted[count], good[count]
        own = lay(looks, dyes, (entry // parts, entry % parts), layer)
        if own == 0:
            continue
        slot = np.int64(own & np.uint64(SLOTS - 1))
        while hashes[slot] != 0 and hashes[slot] != own:
            slot = (slot + 1) % SLOTS
        if hashes[slot] == 0:
            hashes[slot], slots[slot], firsts[count] = own, count, entry
            count += 1
        owners[entry] = slots[slot]
    return painted[:count], good[:count], firsts[:count], owners


@compiled
def gains(
    painted: np.ndarray, right: np.ndarray, open_cells: np.ndarray, upto: int
) -> np.ndarray:
    """How many open cells each layer explains; -1 where it gets one of them wrong."""
    found = np.zeros(upto, np.int64)
    for layer in range(upto):
        for word in range(len(open_cells)):
            here = painted[layer, word] & open_cells[word]
            if here & ~right[layer, word]:
                found[layer] = -1
                break
            if here:
                found[layer] += ones(here)
    return found


@compiled
def covered(
    painted: np.ndarray, right: np.ndarray, whole: np.ndarray, start: int, upto: int
) -> np.ndarray:
    """Layers from a first one down, each the one that explains most of what is open.

    Of layers that explain as much, the first is taken. Nothing if cells stay open.
    """
    chosen = np.empty(MOST_LAYERS, np.int64)
    open_cells, layer = whole.copy(), start
    for depth in range(MOST_LAYERS):
        chosen[depth] = layer
        left = False
        for word in range(len(open_cells)):
            open_cells[word] &= ~painted[layer, word]
            left |= open_cells[word] != 0
        if not left:
            return chosen[: depth + 1]
        found = gains(painted, right, open_cells, upto)
        layer = np.argmax(found)
        if found[layer] <= 0:
            break
    return chosen[:0]
