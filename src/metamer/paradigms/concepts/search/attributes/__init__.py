"""What can be said of each object of a scene, as numbers or as true and false.

Adding an attribute is adding one function to `single` or `among`: it gives one whole
number (or truth value) for each object.
"""

from collections.abc import Sequence

import numpy as np

from metamer.paradigms.concepts.search.attributes import single  # noqa: F401 (declares attributes)
from metamer.paradigms.concepts.search.attributes.among import touches, within
from metamer.paradigms.concepts.search.attributes.table import ATTRIBUTES, Attribute
from metamer.paradigms.concepts.search.scene import Object, Scene

__all__ = ["ATTRIBUTES", "Attribute", "Numbers", "numbers", "touches", "within"]

Numbers = dict[str, np.ndarray]
"""By the name of an attribute, its value for each object of a scene."""


def numbers(objects: Sequence[Object], scene: Scene) -> Numbers:
    """Every attribute of every object."""
    return {
        name: np.array(attribute.of_all(objects, scene), int)
        for name, attribute in ATTRIBUTES.items()
    }
