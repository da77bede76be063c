"""Orders in which objects or panels are put."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES
from metamer.paradigms.concepts.search.view import Segmentation

ORDER_COSTS = {
    "left": 0.2,
    "top": 0.2,
    "size": 0.4,
    "height": 0.5,
    "width": 0.5,
    "right": 0.6,
    "bottom": 0.6,
    "box_area": 0.6,
    "boxes_around": 0.6,
    "same_colour": 0.6,
    "covering": 0.6,
    "holes": 0.7,
    "rarer_cells": 0.8,
    "colours": 0.8,
    "box_gaps": 1.0,
}
"""The attributes by which objects are put in order, with costs."""


class Order(NamedTuple):
    """The objects of each scene in an order."""

    words: str
    cost: float
    decreasing: bool
    numbers: list[np.ndarray]
    """The number of each object in turn; equals stay in reading order."""


def orders(segmentation: Segmentation) -> Iterator[Order]:
    """All objects by each attribute, first in increasing order, then in decreasing."""
    for name, cost in ORDER_COSTS.items():
        words = ATTRIBUTES[name].words
        columns = [table[name] for table in segmentation.numbers]
        for decreasing, change in ((False, "increasing"), (True, "decreasing")):
            sign = -1 if decreasing else 1
            numbers = [np.argsort(sign * column, kind="stable") for column in columns]
            yield Order(f"{change} {words}", cost, decreasing, numbers)
