"""What can be said of a thing by itself."""

import numpy as np
from scipy import ndimage

from metamer.programs.attributes.table import flag, number
from metamer.programs.scene import NOTHING, Scene, Thing

number("size")(lambda it, scene: it.size)
number("height")(lambda it, scene: it.height)
number("width")(lambda it, scene: it.width)
number("area of its box")(lambda it, scene: it.height * it.width)
number("longer side")(lambda it, scene: max(it.height, it.width))
number("colour")(lambda it, scene: it.colour)
number("number of colours")(lambda it, scene: np.count_nonzero(it.counts))
number("holes")(lambda it, scene: it.holes)
number("cells in holes")(lambda it, scene: it.filled.sum() - it.size)
number("top row")(lambda it, scene: it.top)
number("bottom row")(lambda it, scene: it.bottom)
number("left column")(lambda it, scene: it.left)
number("right column")(lambda it, scene: it.right)


@number("distance to the nearest edge")
def _edge(it: Thing, scene: Scene) -> int:
    height, width = scene.grid.shape
    return min(it.top, it.left, height - 1 - it.bottom, width - 1 - it.right)


@number("cells of its rarer colours")
def _rarer(it: Thing, scene: Scene) -> int:
    return it.size - int(it.counts.max())


@number("gaps in its box")
def _gaps(it: Thing, scene: Scene) -> int:
    return it.mask.size - it.size


@number("distance from the middle of the grid")
def _off_centre(it: Thing, scene: Scene) -> int:
    height, width = scene.grid.shape
    return max(
        abs(it.top + it.bottom + 1 - height), abs(it.left + it.right + 1 - width)
    )


flag("is one cell")(lambda it, scene: it.size == 1)
flag("is wide")(lambda it, scene: it.width > it.height)
flag("is tall")(lambda it, scene: it.height > it.width)
flag("is a straight line")(lambda it, scene: min(it.mask.shape) == 1 and it.size > 1)
flag("has a square box")(lambda it, scene: it.height == it.width)
flag("is a full rectangle")(lambda it, scene: bool(it.mask.all()))
flag("has a hole")(lambda it, scene: it.holes > 0)
flag("is of one colour")(lambda it, scene: np.count_nonzero(it.counts) == 1)
flag("is left-right symmetric")(
    lambda it, scene: np.array_equal(it.image, it.image[:, ::-1])
)
flag("is up-down symmetric")(lambda it, scene: np.array_equal(it.image, it.image[::-1]))
flag("looks the same upside down")(
    lambda it, scene: np.array_equal(it.image, it.image[::-1, ::-1])
)
flag("is symmetric about its diagonal")(
    lambda it, scene: np.array_equal(it.image, it.image.T)
)
flag("touches the top edge")(lambda it, scene: it.top == 0)
flag("touches the left edge")(lambda it, scene: it.left == 0)
flag("touches the bottom edge")(lambda it, scene: it.bottom == scene.grid.shape[0] - 1)
flag("touches the right edge")(lambda it, scene: it.right == scene.grid.shape[1] - 1)
flag("touches an edge")(lambda it, scene: _edge(it, scene) == 0)
flag("is as wide as the grid")(lambda it, scene: it.width == scene.grid.shape[1])
flag("is as tall as the grid")(lambda it, scene: it.height == scene.grid.shape[0])
flag("spans the grid")(
    lambda it, scene: (
        it.width == scene.grid.shape[1] or it.height == scene.grid.shape[0]
    )
)
flag("is in the upper half")(
    lambda it, scene: it.top + it.bottom + 1 < scene.grid.shape[0]
)
flag("is in the left half")(
    lambda it, scene: it.left + it.right + 1 < scene.grid.shape[1]
)
flag("is centred in its row or column")(
    lambda it, scene: (
        it.top + it.bottom + 1 == scene.grid.shape[0]
        or it.left + it.right + 1 == scene.grid.shape[1]
    )
)


@flag("is a hollow rectangle")
def _hollow(it: Thing, scene: Scene) -> bool:
    mask = it.mask
    if min(mask.shape) < 3:
        return False
    edge = mask[0].all() and mask[-1].all() and mask[:, 0].all() and mask[:, -1].all()
    return bool(edge and not mask[1:-1, 1:-1].all())


@flag("has a box whose corners are all its own")
def _corners(it: Thing, scene: Scene) -> bool:
    return bool(it.mask[[0, 0, -1, -1], [0, -1, 0, -1]].all())


@flag("has another colour inside its box")
def _holds(it: Thing, scene: Scene) -> bool:
    inside = it.box[~it.mask]
    return bool((inside != scene.background).any())


@flag("is a cross or a diagonal line")
def _diagonal(it: Thing, scene: Scene) -> bool:
    square = it.height == it.width > 1
    return square and bool(np.diag(it.mask).all() or np.diag(it.mask[::-1]).all())


@flag("has rows of one colour each")
def _rows_alike(it: Thing, scene: Scene) -> bool:
    return bool(np.count_nonzero(it.counts) > 1) and _lines_alike(it.image)


@flag("has columns of one colour each")
def _columns_alike(it: Thing, scene: Scene) -> bool:
    return bool(np.count_nonzero(it.counts) > 1) and _lines_alike(it.image.T)


def _lines_alike(image: np.ndarray) -> bool:
    return all(len(set(line[line != NOTHING].tolist())) < 2 for line in image)


@number("cells that others seem to hide")
def _hidden(it: Thing, scene: Scene) -> int:
    """Cells of others that lie in a row or column between two of its own."""
    covered = ~it.mask & (it.box != scene.background)
    rows, columns = _runs(it.mask, covered), _runs(it.mask.T, covered.T).T
    return int((rows | columns).sum())


def _runs(mask: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Runs of covered cells in rows, with cells of a mask at both ends."""
    labels = ndimage.label(covered, [[0, 0, 0], [1, 1, 1], [0, 0, 0]])[0]
    first = labels[:, 1:][mask[:, :-1]]
    last = labels[:, :-1][mask[:, 1:]]
    both = np.intersect1d(first, last)
    return covered & np.isin(labels, both)
