"""Every state that a search has reached, in a few flat arrays.

A state is one image, or a list of images, for each grid of a task. What two programs make
is one state if it is the same on all grids. An image without cells means that there is
nothing to see, or that an operation had no answer.
"""

from typing import NamedTuple

import numpy as np

from metamer.programs.operations.table import Image, Images, compiled
from metamer.programs.task import LARGEST, Grid

MOST_STATES = 1 << 17
MOST_IMAGES = 1 << 21
MOST_CELLS = 1 << 28
"""Room that is only taken up as it is filled."""
SLOTS = 1 << 19
LONGEST_LIST = 60


class Store(NamedTuple):
    """The states; `used` counts cells, images and states."""

    cells: np.ndarray
    words: np.ndarray
    """The cells again, eight at a time; images begin at a word and end with zeros."""
    boxes: np.ndarray
    """A row for each image: top, left, height, width, and where its cells start."""
    ranges: np.ndarray
    """For each state and grid: the first image and how many."""
    lists: np.ndarray
    """Whether a state is a list."""
    origins: np.ndarray
    """For each state: the state and the operation that made it, and its level."""
    hashes: np.ndarray
    used: np.ndarray


def opened(grids: tuple[Grid, ...]) -> Store:
    """A store whose first state is the grids themselves."""
    cells = np.empty(MOST_CELLS, np.uint8)
    store = Store(
        cells,
        cells.view(np.uint64),
        np.empty((MOST_IMAGES, 5), np.int64),
        np.empty((MOST_STATES, len(grids), 2), np.int64),
        np.zeros(MOST_STATES, np.bool_),
        np.zeros((MOST_STATES, 3), np.int64),
        np.zeros(SLOTS, np.uint64),
        np.zeros(3, np.int64),
    )
    for place, grid in enumerate(grids):
        store.ranges[0, place] = place, 1
        append(store, Image(np.ascontiguousarray(grid), 0, 0))
    close(store, len(grids), False, np.array([-1, -1, 0]))
    return store


@compiled
def append(store: Store, image: Image) -> None:
    """Put an image at the end."""
    height, width = image.cells.shape
    if height > LARGEST or width > LARGEST:
        height, width = 0, 0
    start, place = store.used[0], store.used[1]
    size = (height * width + 7) // 8 * 8
    for cell in range(height * width, size):
        store.cells[start + cell] = 0
    for row in range(height):
        for col in range(width):
            store.cells[start + row * width + col] = image.cells[row, col]
    box = store.boxes[place]
    box[0], box[1], box[2], box[3], box[4] = image.top, image.left, height, width, start
    store.used[0] += size
    store.used[1] += 1


@compiled
def image_of(store: Store, place: int) -> Image:
    """One image of the store."""
    top, left, height, width, start = store.boxes[place]
    cells = store.cells[start : start + height * width].reshape((height, width))
    return Image(cells, top, left)


@compiled
def images_of(store: Store, state: int, grid: int) -> Images:
    """The images of a state on a grid."""
    first, count = store.ranges[state, grid]
    return Images(store.cells, store.boxes[first : first + count])


@compiled
def hashed(store: Store, state: int) -> np.uint64:
    """A number that only equal states share, but for a chance in 2 to the 64."""
    total, prime = np.uint64(14695981039346656037), np.uint64(1099511628211)
    for grid in range(store.ranges.shape[1]):
        first, count = store.ranges[state, grid]
        total = (total ^ np.uint64(count + 1000)) * prime
        for place in range(first, first + count):
            box = store.boxes[place]
            for entry in range(4):
                total = (total ^ np.uint64(box[entry] + 100)) * prime
            first_word = box[4] // 8
            for word in range(first_word, first_word + (box[2] * box[3] + 7) // 8):
                total = (total ^ store.words[word]) * prime
                total ^= total >> np.uint64(32)
    return total + np.uint64(store.lists[state])


@compiled
def useful(store: Store, state: int, demonstrations: int) -> bool:
    """Whether there is something to see on a demonstration."""
    for grid in range(demonstrations):
        first, count = store.ranges[state, grid]
        for place in range(first, first + count):
            if store.boxes[place, 2] * store.boxes[place, 3]:
                return True
    return False


@compiled
def close(store: Store, demonstrations: int, is_list: bool, origin: np.ndarray) -> bool:
    """Keep the state whose images were appended last, or forget it if it is known."""
    state = store.used[2]
    store.lists[state] = is_list
    for entry in range(3):
        store.origins[state, entry] = origin[entry]
    if useful(store, state, demonstrations):
        own = hashed(store, state)
        slot = own & np.uint64(SLOTS - 1)
        while store.hashes[slot] != 0 and store.hashes[slot] != own:
            slot = (slot + np.uint64(1)) & np.uint64(SLOTS - 1)
        if store.hashes[slot] == 0:
            store.hashes[slot] = own
            store.used[2] += 1
            return True
    first = store.ranges[state, 0, 0]
    store.used[0] = store.boxes[first, 4] if first < store.used[1] else store.used[0]
    store.used[1] = first
    return False


@compiled
def full(store: Store) -> bool:
    """Whether another state might not fit."""
    grids = store.ranges.shape[1]
    return (
        store.used[2] + 1 >= MOST_STATES
        or store.used[1] + grids * LONGEST_LIST >= MOST_IMAGES
        or store.used[0] + grids * LONGEST_LIST * LARGEST * LARGEST >= MOST_CELLS
    )
