"""What can be said of each thing of a scene, as numbers or as yes and no.

Adding an attribute is adding one function to `single` or `among`: it says one whole number
of each thing (or a truth value).
"""

import numpy as np

from metamer.programs.attributes import single  # noqa: F401 (declares attributes)
from metamer.programs.attributes.among import beside, within
from metamer.programs.attributes.table import ATTRIBUTES, Attribute
from metamer.programs.scene import How, Scene

__all__ = ["ATTRIBUTES", "Attribute", "beside", "numbers", "within"]


def numbers(scene: Scene, how: How) -> np.ndarray:
    """Every attribute of every thing: [thing, attribute]; worked out once."""
    if how not in scene.said:
        things = scene.things(how)
        said = [attribute.says(things, scene) for attribute in ATTRIBUTES.values()]
        scene.said[how] = np.array(said, int).reshape(len(ATTRIBUTES), len(things)).T
    return scene.said[how]
