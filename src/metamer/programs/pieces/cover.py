"""Layers of pieces that together explain every demonstrated cell.

A piece is a state's image placed in the output's frame. As a layer it paints its coloured
part, its black part or both. Layers are chosen from the top down: a layer must be right
wherever no layer above it has painted. What is painted and what is right are kept as
bits, one for each cell of the demonstrated outputs.
"""

from typing import NamedTuple

import numpy as np

from metamer.programs.operations.table import compiled
from metamer.programs.pieces.frames import placed
from metamer.programs.pieces.images import Store, image_of

PARTS = ("the coloured part of ", "the black part of ", "")
COLOURED, BLACK, ALL = range(3)
MOST_LAYERS = 8


class Layers(NamedTuple):
    """What can be laid, without those that look the same on the demonstrations."""

    painted: np.ndarray
    right: np.ndarray
    firsts: np.ndarray
    """The cheapest piece and part that look so: 3 * piece + part."""
    owners: np.ndarray
    """For each piece and part the layer that it looks like; -1 if it is right nowhere."""


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
def layers_of(
    coloured: np.ndarray, black: np.ndarray, right: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The different layers that pieces give; cheap pieces come first."""
    pieces, words = coloured.shape
    painted, good = np.empty((3 * pieces, words), np.uint64), np.empty(
        (3 * pieces, words), np.uint64
    )
    firsts, owners = np.empty(3 * pieces, np.int64), np.full(3 * pieces, -1)
    slots, count = np.full(1 << 18, -1), 0
    for entry in range(3 * pieces):
        piece, part = entry // 3, entry % 3
        total, some = np.uint64(14695981039346656037), False
        for word in range(words):
            mask = coloured[piece, word] if part != BLACK else np.uint64(0)
            mask |= black[piece, word] if part != COLOURED else np.uint64(0)
            painted[count, word], good[count, word] = mask, mask & right[piece, word]
            some |= good[count, word] != 0
            total = (total ^ mask) * np.uint64(1099511628211)
            total ^= total >> np.uint64(31)
            total = (total ^ good[count, word]) * np.uint64(1099511628211)
            total ^= total >> np.uint64(29)
        if not some:
            continue
        slot = np.int64(total & np.uint64(len(slots) - 1))
        while slots[slot] >= 0 and (
            (painted[slots[slot]] != painted[count]).any()
            or (good[slots[slot]] != good[count]).any()
        ):
            slot = (slot + 1) % len(slots)
        if slots[slot] < 0:
            slots[slot], firsts[count] = count, entry
            count += 1
        owners[entry] = slots[slot]
    return painted[:count], good[:count], firsts[:count], owners


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
