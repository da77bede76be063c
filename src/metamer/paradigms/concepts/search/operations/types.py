"""What operations work on."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int64, UInt8

Cells = UInt8[np.ndarray, "_ _"]
"""Colours; 0 is black, and stands for nothing."""
Labels = Int64[np.ndarray, "_ _"]
"""Which part each cell belongs to, from 1 on; 0 is no part."""
Numbers = Int64[np.ndarray, " _"]
Flags = Bool[np.ndarray, " _"]


class Image(NamedTuple):
    """Cells, and where their upper left corner stands in the input.

    An image without cells means that there is nothing, or no answer.
    """

    cells: Cells
    top: int
    left: int


class Images(NamedTuple):
    """A list of images."""

    cells: UInt8[np.ndarray, " cell"]
    """The cells of all images, among others."""
    boxes: Int64[np.ndarray, "image 5"]
    """Of each image its top, left, height, width, and where in `cells` it starts."""


Change = Callable[[Image, Image, int], Image]
"""From an image, the whole input and an argument to an image."""
Split = Callable[[Image, int], Labels]
"""From an image and an argument to the part that each of its cells belongs to."""
Join = Callable[[Images, Image, int], Image]
"""From a list, the whole input and an argument to an image."""
Key = Callable[[Images, Image, int], Numbers]
"""From a list, the whole input and an argument to a number for each image."""
