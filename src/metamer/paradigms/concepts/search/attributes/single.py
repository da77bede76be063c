"""What can be said of an object by itself."""

import numpy as np
from scipy import ndimage

from metamer.paradigms.concepts.search.attributes.table import flag, number
from metamer.paradigms.concepts.search.scene import NOTHING, Object, Scene

number("size", "size")(lambda obj, scene: obj.size)
number("height", "height")(lambda obj, scene: obj.height)
number("width", "width")(lambda obj, scene: obj.width)
number("box_area", "area of its box")(lambda obj, scene: obj.height * obj.width)
number("length", "longer side")(lambda obj, scene: max(obj.height, obj.width))
number("colour", "colour", ordered=False)(lambda obj, scene: obj.colour)
number("colours", "number of colours")(
    lambda obj, scene: int(np.count_nonzero(obj.colour_counts))
)
number("holes", "number of holes")(lambda obj, scene: obj.holes)
number("hole_cells", "number of cells in its holes")(
    lambda obj, scene: obj.filled.sum() - obj.size
)
number("top", "top row")(lambda obj, scene: obj.top)
number("bottom", "bottom row")(lambda obj, scene: obj.bottom)
number("left", "left column")(lambda obj, scene: obj.left)
number("right", "right column")(lambda obj, scene: obj.right)


@number("edge_distance", "distance to the nearest edge")
def _edge_distance(obj: Object, scene: Scene) -> int:
    height, width = scene.grid.shape
    return min(obj.top, obj.left, height - 1 - obj.bottom, width - 1 - obj.right)


@number("rarer_cells", "number of cells of its rarer colours")
def _rarer_cells(obj: Object, scene: Scene) -> int:
    return obj.size - int(obj.colour_counts.max())


@number("box_gaps", "number of gaps in its box")
def _box_gaps(obj: Object, scene: Scene) -> int:
    return obj.mask.size - obj.size


@number("grid_middle_distance", "distance from the middle of the grid")
def _grid_middle_distance(obj: Object, scene: Scene) -> int:
    height, width = scene.grid.shape
    return max(
        abs(obj.top + obj.bottom + 1 - height), abs(obj.left + obj.right + 1 - width)
    )


flag("one_cell", "is one cell")(lambda obj, scene: obj.size == 1)
flag("wide", "is wider than tall")(lambda obj, scene: obj.width > obj.height)
flag("tall", "is taller than wide")(lambda obj, scene: obj.height > obj.width)
flag("straight_line", "is a straight line")(
    lambda obj, scene: min(obj.mask.shape) == 1 and obj.size > 1
)
flag("square_box", "has a square box")(lambda obj, scene: obj.height == obj.width)
flag("full_rectangle", "is a full rectangle")(lambda obj, scene: bool(obj.mask.all()))
flag("has_hole", "has a hole")(lambda obj, scene: obj.holes > 0)
flag("one_colour", "is of one colour")(
    lambda obj, scene: np.count_nonzero(obj.colour_counts) == 1
)
flag("symmetric_left_right", "is symmetric from left to right")(
    lambda obj, scene: np.array_equal(obj.image, obj.image[:, ::-1])
)
flag("symmetric_top_bottom", "is symmetric from top to bottom")(
    lambda obj, scene: np.array_equal(obj.image, obj.image[::-1])
)
flag("symmetric_half_turn", "is the same after half a turn")(
    lambda obj, scene: np.array_equal(obj.image, obj.image[::-1, ::-1])
)
flag("symmetric_diagonal", "is symmetric about its diagonal")(
    lambda obj, scene: np.array_equal(obj.image, obj.image.T)
)
flag("at_top", "is at the top edge")(lambda obj, scene: obj.top == 0)
flag("at_left", "is at the left edge")(lambda obj, scene: obj.left == 0)
flag("at_bottom", "is at the bottom edge")(
    lambda obj, scene: obj.bottom == scene.grid.shape[0] - 1
)
flag("at_right", "is at the right edge")(
    lambda obj, scene: obj.right == scene.grid.shape[1] - 1
)
flag("at_edge", "is at an edge")(lambda obj, scene: _edge_distance(obj, scene) == 0)
flag("grid_wide", "is as wide as the grid")(
    lambda obj, scene: obj.width == scene.grid.shape[1]
)
flag("grid_tall", "is as tall as the grid")(
    lambda obj, scene: obj.height == scene.grid.shape[0]
)
flag("spans_grid", "is as wide or as tall as the grid")(
    lambda obj, scene: (
        obj.width == scene.grid.shape[1] or obj.height == scene.grid.shape[0]
    )
)
flag("upper_half", "is in the upper half")(
    lambda obj, scene: obj.top + obj.bottom + 1 < scene.grid.shape[0]
)
flag("left_half", "is in the left half")(
    lambda obj, scene: obj.left + obj.right + 1 < scene.grid.shape[1]
)
flag("centred", "is centred in its rows or columns")(
    lambda obj, scene: (
        obj.top + obj.bottom + 1 == scene.grid.shape[0]
        or obj.left + obj.right + 1 == scene.grid.shape[1]
    )
)


@flag("hollow_rectangle", "is a hollow rectangle")
def _hollow_rectangle(obj: Object, scene: Scene) -> bool:
    mask = obj.mask
    if min(mask.shape) < 3:
        return False
    edge = mask[0].all() and mask[-1].all() and mask[:, 0].all() and mask[:, -1].all()
    return bool(edge and not mask[1:-1, 1:-1].all())


@flag("own_corners", "has cells in all corners of its box")
def _own_corners(obj: Object, scene: Scene) -> bool:
    return bool(obj.mask[[0, 0, -1, -1], [0, -1, 0, -1]].all())


@flag("other_colour_in_box", "has another colour inside its box")
def _other_colour_in_box(obj: Object, scene: Scene) -> bool:
    inside = obj.box[~obj.mask]
    return bool((inside != scene.background).any())


@flag("diagonal", "is a cross or a diagonal line")
def _diagonal(obj: Object, scene: Scene) -> bool:
    square = obj.height == obj.width > 1
    return square and bool(np.diag(obj.mask).all() or np.diag(obj.mask[::-1]).all())


@flag("striped_rows", "has rows of one colour each")
def _striped_rows(obj: Object, scene: Scene) -> bool:
    return bool(np.count_nonzero(obj.colour_counts) > 1) and _striped(obj.image)


@flag("striped_columns", "has columns of one colour each")
def _striped_columns(obj: Object, scene: Scene) -> bool:
    return bool(np.count_nonzero(obj.colour_counts) > 1) and _striped(obj.image.T)


def _striped(image: np.ndarray) -> bool:
    return all(len(set(line[line != NOTHING].tolist())) < 2 for line in image)


@number("hidden_cells", "number of cells that others seem to hide")
def _hidden_cells(obj: Object, scene: Scene) -> int:
    """Cells of others that lie in a row or column between two of its own."""
    covered = ~obj.mask & (obj.box != scene.background)
    rows, columns = _runs(obj.mask, covered), _runs(obj.mask.T, covered.T).T
    return int((rows | columns).sum())


def _runs(mask: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Runs of covered cells in rows, with cells of a mask at both ends."""
    labels = ndimage.label(covered, [[0, 0, 0], [1, 1, 1], [0, 0, 0]])[0]
    first = labels[:, 1:][mask[:, :-1]]
    last = labels[:, :-1][mask[:, 1:]]
    # The label 0, of cells that are not covered, may be among them; `covered` rules it
    # out.
    closed = np.intersect1d(first, last)
    return covered & np.isin(labels, closed)
