"""One operation on many states: a compiled loop for each kind of operation.

The operation comes as a pointer to its compiled function. So each loop is compiled once,
and not once for each of the operations, and calls cost next to nothing.
"""

import numpy as np

from metamer.paradigms.concepts.search.compositions.store import (
    MAX_LIST,
    Store,
    append,
    close,
    image_of,
    images_of,
    is_full,
)
from metamer.paradigms.concepts.search.operations.compilation import compiled, helper
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    bounds,
    image_at,
    last_label,
    nothing,
    paint,
)
from metamer.paradigms.concepts.search.operations.types import (
    Change,
    Image,
    Images,
    Join,
    Key,
    Labels,
    Numbers,
    Split,
)


@compiled
def change_all(
    function: Change,
    argument: int,
    store: Store,
    states: Numbers,
    demonstrations: int,
    origin: Numbers,
) -> None:
    """Change every image of each state."""
    for state in states:
        if is_full(store):
            return
        # Written behind the last state; `close` keeps it, or lets the next one
        # overwrite it.
        new = store.used[2]
        for grid in range(store.ranges.shape[1]):
            first = store.ranges[state, grid, 0]
            count = store.ranges[state, grid, 1]
            store.ranges[new, grid, 0] = store.used[1]
            whole = image_of(store, grid)
            for place in range(first, first + count):
                image = image_of(store, place)
                if image.cells.size:
                    image = function(image, whole, argument)
                # A list loses the images that have no answer; a single image stays, empty.
                if image.cells.size or not store.lists[state]:
                    append(store, image)
            store.ranges[new, grid, 1] = store.used[1] - store.ranges[new, grid, 0]
        origin[0] = state
        close(store, demonstrations, store.lists[state], origin)


@helper
def append_part(store: Store, image: Image, labels: Labels, label: int) -> None:
    """Append the cells with a label, cropped to them."""
    top, left, bottom, right = labels.shape[0], labels.shape[1], -1, -1
    for row in range(labels.shape[0]):
        for col in range(labels.shape[1]):
            if labels[row, col] == label:
                top, left = min(top, row), min(left, col)
                bottom, right = max(bottom, row), max(right, col)
    if bottom < 0:
        return
    out = blank(bottom - top + 1, right - left + 1)
    for row in range(top, bottom + 1):
        for col in range(left, right + 1):
            if labels[row, col] == label:
                out[row - top, col - left] = image.cells[row, col]
    append(store, Image(out, image.top + top, image.left + left))


@compiled
def split_all(
    function: Split,
    argument: int,
    store: Store,
    states: Numbers,
    demonstrations: int,
    origin: Numbers,
) -> None:
    """Split the image of each state into a list."""
    for state in states:
        if is_full(store):
            return
        new = store.used[2]
        for grid in range(store.ranges.shape[1]):
            image = image_of(store, store.ranges[state, grid, 0])
            store.ranges[new, grid, 0] = store.used[1]
            if image.cells.size:
                labels = function(image, argument)
                # A longer list seldom explains anything, and its end is cut off.
                for label in range(1, min(last_label(labels), MAX_LIST) + 1):
                    append_part(store, image, labels, label)
            store.ranges[new, grid, 1] = store.used[1] - store.ranges[new, grid, 0]
        origin[0] = state
        close(store, demonstrations, True, origin)


@compiled
def join_all(
    function: Join,
    argument: int,
    store: Store,
    states: Numbers,
    demonstrations: int,
    origin: Numbers,
) -> None:
    """Join the list of each state into one image."""
    for state in states:
        if is_full(store):
            return
        new = store.used[2]
        for grid in range(store.ranges.shape[1]):
            images = images_of(store, state, grid)
            store.ranges[new, grid, 0] = store.used[1]
            store.ranges[new, grid, 1] = 1
            if len(images.boxes):
                append(store, function(images, image_of(store, grid), argument))
            else:
                append(store, nothing())
        origin[0] = state
        close(store, demonstrations, False, origin)


@helper
def pick(images: Images, scores: Numbers, argument: int) -> Image:
    """Some images of a list in one, at their places.

    Those with the largest or the least number (argument 0 and 1), or all others (2 and 3).
    """
    best = scores[0]
    for score in scores:
        best = max(best, score) if argument % 2 == 0 else min(best, score)
    chosen = np.empty(len(scores), np.bool_)
    for index in range(len(scores)):
        chosen[index] = (scores[index] == best) == (argument < 2)
    top, left, bottom, right = bounds(images, chosen)
    if bottom < top:
        return nothing()
    out = blank(bottom - top, right - left)
    for index in range(len(scores)):
        if chosen[index]:
            paint(out, image_at(images, index), top, left)
    return Image(out, top, left)


@compiled
def pick_all(
    function: Key,
    argument: int,
    store: Store,
    states: Numbers,
    demonstrations: int,
    origin: Numbers,
) -> None:
    """Pick images of the list of each state by their numbers."""
    for state in states:
        if is_full(store):
            return
        new = store.used[2]
        for grid in range(store.ranges.shape[1]):
            images = images_of(store, state, grid)
            store.ranges[new, grid, 0] = store.used[1]
            store.ranges[new, grid, 1] = 1
            if len(images.boxes):
                scores = function(images, image_of(store, grid), argument)
                append(store, pick(images, scores, argument))
            else:
                append(store, nothing())
        origin[0] = state
        close(store, demonstrations, False, origin)


LOOPS = {
    "change": change_all,
    "split": split_all,
    "join": join_all,
    "key": pick_all,
}
