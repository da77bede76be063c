"""Every state that a walk has reached, in a few flat arrays.

A state is one image, or a list of images, for each grid of a task. What two programs make
is one state if it is the same on all grids. An image without cells means that there is
nothing to see, or that an operation had no answer.
"""

from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int64, UInt8, UInt64

from metamer.paradigms.concepts.search.operations.compilation import compiled, helper
from metamer.paradigms.concepts.search.operations.types import Image, Images, Numbers
from metamer.paradigms.concepts.tasks import LARGEST, Grid

MAX_STATES = 1 << 17
MAX_IMAGES = 1 << 21
MAX_CELLS = 1 << 28
"""The system gives memory to an array only as it is filled."""
SLOTS = 1 << 19
"""A power of two, and four times as many as states, so that hashes seldom collide."""
MAX_LIST = 60
"""Images in a list."""
FNV_OFFSET, FNV_PRIME = np.uint64(14695981039346656037), np.uint64(1099511628211)
"""Constants of the hash function FNV-1a."""


class Store(NamedTuple):
    """The states that were reached, in the order in which they were reached."""

    cells: UInt8[np.ndarray, " cell"]
    words: UInt64[np.ndarray, " word"]
    """The same memory as `cells`, eight cells at a time: states are hashed by the word.
    Each image begins at a word, and its last word is filled up with zeros."""
    boxes: Int64[np.ndarray, "image 5"]
    """A row for each image: top, left, height, width, and where its cells start."""
    ranges: Int64[np.ndarray, "state grid 2"]
    """For each state and grid: the first image and how many."""
    lists: Bool[np.ndarray, " state"]
    """Whether a state is a list."""
    origins: Int64[np.ndarray, "state 3"]
    """For each state: the state and the operation that made it, and its level."""
    hashes: UInt64[np.ndarray, " slot"]
    """A hash table of the states: 0 where a slot is free."""
    used: Int64[np.ndarray, "3"]
    """How many cells, images and states there are."""


def open_store(grids: tuple[Grid, ...]) -> Store:
    """A store whose first state is the grids themselves."""
    cells = np.empty(MAX_CELLS, np.uint8)
    store = Store(
        cells,
        cells.view(np.uint64),
        np.empty((MAX_IMAGES, 5), np.int64),
        np.empty((MAX_STATES, len(grids), 2), np.int64),
        np.zeros(MAX_STATES, np.bool_),
        np.zeros((MAX_STATES, 3), np.int64),
        np.zeros(SLOTS, np.uint64),
        np.zeros(3, np.int64),
    )
    for place, grid in enumerate(grids):
        store.ranges[0, place] = place, 1
        append(store, Image(np.array(grid, order="C"), 0, 0))
    close(store, len(grids), False, np.array([-1, -1, 0]))
    return store


@compiled
def append(store: Store, image: Image) -> None:
    """Add an image to the state that is being made."""
    height, width = image.cells.shape
    # No answer can be that large; without cells the image takes no memory.
    if height > LARGEST or width > LARGEST:
        height, width = 0, 0
    start, place = store.used[0], store.used[1]
    size = (height * width + 7) // 8 * 8
    for cell in range(height * width, size):
        store.cells[start + cell] = 0
    for row in range(height):
        for col in range(width):
            store.cells[start + row * width + col] = image.cells[row, col]
    store.boxes[place, 0], store.boxes[place, 1] = image.top, image.left
    store.boxes[place, 2], store.boxes[place, 3] = height, width
    store.boxes[place, 4] = start
    store.used[0] += size
    store.used[1] += 1


@compiled
def image_of(store: Store, place: int) -> Image:
    """One image of the store."""
    boxes = store.boxes
    height, width, start = boxes[place, 2], boxes[place, 3], boxes[place, 4]
    cells = store.cells[start : start + height * width].reshape((height, width))
    return Image(cells, boxes[place, 0], boxes[place, 1])


@helper
def images_of(store: Store, state: int, grid: int) -> Images:
    """The images of a state on a grid."""
    first = store.ranges[state, grid, 0]
    count = store.ranges[state, grid, 1]
    return Images(store.cells, store.boxes[first : first + count])


@helper
def hash_of(store: Store, state: int) -> np.uint64:
    """A number that two different states share with a chance of 2 to the -64."""
    total = FNV_OFFSET
    for grid in range(store.ranges.shape[1]):
        first = store.ranges[state, grid, 0]
        count = store.ranges[state, grid, 1]
        total = (total ^ np.uint64(count + 1000)) * FNV_PRIME
        for place in range(first, first + count):
            for entry in range(4):
                # Images may lie above or left of the grid: no number is negative.
                total = (total ^ np.uint64(store.boxes[place, entry] + 100)) * FNV_PRIME
            size = store.boxes[place, 2] * store.boxes[place, 3]
            start = store.boxes[place, 4] // 8
            for word in range(start, start + (size + 7) // 8):
                total = (total ^ store.words[word]) * FNV_PRIME
                # A product carries bits upwards only, but the slot is read from the
                # lowest: the upper half is brought down to them.
                total ^= total >> np.uint64(32)
    return total + np.uint64(store.lists[state])


@helper
def is_visible(store: Store, state: int, demonstrations: int) -> bool:
    """Whether there is something to see on a demonstration."""
    for grid in range(demonstrations):
        first = store.ranges[state, grid, 0]
        count = store.ranges[state, grid, 1]
        for place in range(first, first + count):
            if store.boxes[place, 2] * store.boxes[place, 3]:
                return True
    return False


@compiled
def close(store: Store, demonstrations: int, is_list: bool, origin: Numbers) -> None:
    """Keep the state whose images were appended last, or forget it if it is known.

    To forget it, the counts of cells and images go back to where its first image begins;
    the next state is written over it.
    """
    state = store.used[2]
    store.lists[state] = is_list
    for entry in range(3):
        store.origins[state, entry] = origin[entry]
    # What shows nothing explains nothing, and no operation makes anything of it.
    if is_visible(store, state, demonstrations):
        own = hash_of(store, state)
        slot = own & np.uint64(SLOTS - 1)
        while store.hashes[slot] != 0 and store.hashes[slot] != own:
            slot = (slot + np.uint64(1)) & np.uint64(SLOTS - 1)
        if store.hashes[slot] == 0:
            store.hashes[slot] = own
            store.used[2] += 1
            return
    first = store.ranges[state, 0, 0]
    store.used[0] = store.boxes[first, 4] if first < store.used[1] else store.used[0]
    store.used[1] = first


@compiled
def is_full(store: Store) -> bool:
    """Whether another state might not fit."""
    # For the worst case, the longest list of the largest images on every grid, so that
    # nothing need be checked while a state is written.
    grids = store.ranges.shape[1]
    return (
        store.used[2] + 1 >= MAX_STATES
        or store.used[1] + grids * MAX_LIST >= MAX_IMAGES
        or store.used[0] + grids * MAX_LIST * LARGEST * LARGEST >= MAX_CELLS
    )
