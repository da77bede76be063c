"""What can be done to images, one file for each family of operations.

To add an operation is to write one function under one of the four decorators of
`metamer.programs.operations.table`, in the file where it belongs.
"""

from metamer.programs.operations import (  # noqa: F401
    clean,
    colour,
    count,
    crop,
    extend,
    fill,
    masks,
    move,
    objects,
    order,
    symmetry,
    tile,
)
