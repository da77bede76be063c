"""Panels as small PNG pictures that a browser can show."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from jaxtyping import UInt8

LEVELS = 16
"""Greys of a picture, 4 bits each: neighbouring greys of shapes and of lines, 23 apart and
more, stay different."""


def data_url(panel: UInt8[np.ndarray, "row col"]) -> str:
    """A panel as the address of a PNG, which depends on its pixels alone."""
    return f"data:image/png;base64,{base64.b64encode(encode(panel)).decode()}"


def encode(panel: UInt8[np.ndarray, "row col"]) -> bytes:
    """The bytes of a grey PNG with 4 bits a pixel and nothing but its pixels."""
    rows, columns = panel.shape
    levels = np.rint(panel / (255 / (LEVELS - 1))).astype(np.uint8)
    even = np.pad(levels, ((0, 0), (0, columns % 2)))
    packed = even[:, ::2] << 4 | even[:, 1::2]
    lines = np.pad(packed, ((0, 0), (1, 0))).tobytes()  # each begins with its filter: 0
    header = struct.pack(">IIBBBBB", columns, rows, 4, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(lines, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
