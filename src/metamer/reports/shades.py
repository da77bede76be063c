"""Grey images as characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from jaxtyping import Float

SHADES = np.array(list(" .:-=+*#%@"))


def shade_text(grey: Float[np.ndarray, "row col"]) -> str:
    """An image with values from 0 to 1 as text, brighter pixels as denser characters.

    Two characters stand for one pixel, because terminal characters are tall.
    """
    levels = np.rint(np.clip(grey, 0, 1) * (len(SHADES) - 1)).astype(int)
    return "\n".join("".join(np.repeat(row, 2)).rstrip() for row in SHADES[levels])
