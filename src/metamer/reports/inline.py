"""Small pictures and texts as HTML that a page can hold as it is."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from jaxtyping import UInt8

    Pixels = UInt8[np.ndarray, "row col *channel"]


def text(words: str) -> str:
    """A text as a paragraph that keeps its lines."""
    return f'<p class="shown-text" tabindex="0">{escaped(words)}</p>'


def picture(pixels: Pixels, words: str, width: int) -> str:
    """Pixels as an image of this width; `words` say what it shows."""
    return (
        f'<img class="pixels" src="{data_uri(pixels)}" alt="{escaped(words)}" '
        f'style="width:{width}px">'
    )


def drawing(content: str, size: tuple[float, float], words: str, scale: float) -> str:
    """SVG elements as a drawing that shrinks where there is less room.

    `size` is its width and height in its own units, each of `scale` pixels.
    """
    width, height = size
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width * scale:g}" '
        f'role="img"><title>{escaped(words)}</title>{content}</svg>'
    )


def data_uri(pixels: Pixels) -> str:
    """Grey or coloured pixels as the address of a PNG."""
    from PIL import Image

    data = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(data, "png", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}"


def escaped(words: str) -> str:
    """A text in which no sign means anything to a browser."""
    from markupsafe import escape

    return str(escape(words))
